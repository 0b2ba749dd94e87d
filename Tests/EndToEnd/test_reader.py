import articles
from feedserver import FeedServer
from program import Atspi, ProgramTest, has


class ReaderTest(ProgramTest):
    """An article, as it is read and heard."""

    def read(self, story, *others):
        """Opens a story of a feed that has it first."""
        self.server = FeedServer([story, *others])
        self.addCleanup(self.server.close)
        program = self.start(self.server.url())
        program.wait_for("the stories", lambda: len(program.rows()) == 1 + len(others))
        program.select(0)
        program.activate("win.read")
        self.wait_for_heading(program, story.title)
        return program

    def nodes(self, program, *roles):
        return [node for _, node in program.walk(leave_out=[Atspi.Role.PUSH_BUTTON])
                if node.get_role() in roles and "Stories" != node.get_name()]

    def headings(self, program):
        return [node.get_name() for node in self.nodes(program, Atspi.Role.HEADING)]

    def wait_for_heading(self, program, title):
        program.wait_for(f"the article “{title}”", lambda: title in self.headings(program))

    def wait_for_text(self, program, text):
        program.wait_for(f"“{text}”", lambda: program.says(text))

    def test_blocks_are_heard_as_what_they_are(self):
        program = self.read(articles.KITCHEN)
        self.wait_for_text(program, "1. The note at the end, and back.")
        self.assertEqual(self.headings(program), [
            "Everything an article may hold", "A heading of the second level", "And one of the third"])
        roles = {role: [node.get_name() for node in self.nodes(program, role)] for role in (
            Atspi.Role.LIST, Atspi.Role.LIST_ITEM, Atspi.Role.IMAGE, Atspi.Role.TABLE, Atspi.Role.COLUMN_HEADER)}
        self.assertEqual(len(roles[Atspi.Role.LIST]), 3)
        for item in "• First", "◦ Inner first", "9. Nine", "11. Eleven":
            self.assertIn(item, roles[Atspi.Role.LIST_ITEM])
        self.assertIn("A grey picture", roles[Atspi.Role.IMAGE])
        self.assertEqual(roles[Atspi.Role.TABLE], ["Ferries"])
        for text in "All of it on one page, and in order.", "Its caption.", "A quotation that is worth":
            self.assertTrue(program.says(text), text)

    def test_a_picture_that_does_not_come_says_what_it_is_and_can_be_tried_again(self):
        program = self.read(articles.KITCHEN)
        for _ in range(3):
            program.activate("win.page-down")
        program.wait_for("the button", lambda: program.button("Try Again"))
        self.assertTrue(program.says("What nobody will see"))
        before = self.server.requests["/missing.png"]
        program.press("Try Again")
        program.wait_for("another request", lambda: self.server.requests["/missing.png"] > before)

    def test_links_are_named_in_a_list_and_open_in_the_browser(self):
        program = self.read(articles.KITCHEN)
        program.press("Links in This Story")
        program.wait_for("the links", lambda: [
            node for _, node in program.walk() if node.get_name() == "link with bold inside"])
        link = next(node for _, node in program.walk() if node.get_name() == "link with bold inside")
        self.assertEqual(link.get_description(), "https://example.org/one?x=1&y=2")

    def test_back_leads_to_the_list_and_nothing_stays(self):
        program = self.read(articles.KITCHEN)
        program.press("Back")
        program.wait_for("the end of the article", lambda: not program.button("Back"))
        self.assertEqual(program.selected(), "Everything an article may hold. The Gazette, 2 hours ago.")
        program.activate("win.read")
        self.wait_for_heading(program, articles.KITCHEN.title)

    def test_next_and_previous_without_going_back(self):
        program = self.read(articles.KITCHEN, articles.BROKEN)
        program.activate("win.next-story")
        self.wait_for_heading(program, "Broken markup")
        self.assertEqual(program.selected(), "Broken markup. The Gazette, 2 hours ago.")
        program.activate("win.previous-story")
        self.wait_for_heading(program, articles.KITCHEN.title)

    def test_the_original_is_one_key_away(self):
        program = self.read(articles.KITCHEN)
        program.activate("win.open-story")
        address, _ = program.wait_for("the browser", program.browser.opened)
        self.assertEqual(address, self.server.story_url(articles.KITCHEN))

    def test_a_star_is_given_and_undone(self):
        program = self.read(articles.KITCHEN)
        program.press("Star")
        program.wait_for("the star", lambda: program.button("Remove Star"))
        program.press("Undo")
        program.wait_for("no star", lambda: program.button("Star"))

    def test_next_unread_passes_over_what_was_read(self):
        program = self.read(articles.KITCHEN, articles.BROKEN, articles.SUMMARY)
        program.activate("win.next-story")
        self.wait_for_heading(program, "Broken markup")
        program.activate("win.toggle-read")
        self.wait_for_text(program, "Marked as read")
        program.activate("win.previous-story")
        self.wait_for_heading(program, articles.KITCHEN.title)
        program.activate("win.next-unread")
        self.wait_for_heading(program, "Only a summary")

    def test_what_is_looked_for_is_counted(self):
        program = self.read(articles.KITCHEN)
        program.activate("win.find")
        entry = program.wait_for("the field", lambda: next(
            (node for node in self.nodes(program, Atspi.Role.ENTRY, Atspi.Role.TEXT) if has(node, Atspi.StateType.EDITABLE)), None))
        Atspi.EditableText.set_text_contents(entry, "ferry")
        self.wait_for_text(program, "1 of ")

    def test_articles_written_to_be_difficult(self):
        server = FeedServer(articles.ALL)
        self.addCleanup(server.close)
        program = self.start(server.url())
        program.wait_for("the stories", lambda: len(program.rows()) == len(articles.ALL))
        program.select(0)
        program.activate("win.read")
        for number, story in enumerate(articles.ALL):
            with self.subTest(story.name):
                self.wait_for_heading(program, story.title)
                program.activate("win.page-down")
            program.activate("win.next-story")
        self.assertLess(program.memory("VmHWM"), 400 << 20)

    def test_a_hostile_article_asks_and_opens_nothing(self):
        program = self.read(articles.HOSTILE)
        self.wait_for_text(program, "Safe text no link no file")
        program.wait_for_sleep(1)
        self.assertEqual({path for path in self.server.requests}, {"/feed.xml"})
        self.assertIsNone(program.browser.opened())
        self.wait_for_text(program, "%s %n &lt;b&gt; odd")

    def test_pictures_are_fetched_when_they_come_near(self):
        program = self.read(articles.PICTURES)
        program.wait_for("the first", lambda: self.server.requests["/good.png?1"])
        program.wait_for_sleep(1)
        self.assertLess(len(self.server.requests), 20)

    def test_a_long_article_has_widgets_near_the_view_only(self):
        program = self.read(articles.LONG)
        program.wait_for_sleep(1)
        paragraphs = [text for text in program.texts() if text.startswith("Paragraph ")]
        self.assertTrue(paragraphs)
        self.assertLess(len(paragraphs), 40)
