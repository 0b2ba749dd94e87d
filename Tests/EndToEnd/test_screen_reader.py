from feedserver import FeedServer
from program import Atspi, ProgramTest, has

# GTK 4.8 names these after their classes or not at all. No screen reader speaks of them: a pane or bar that scrolls
# gets the focus only where nothing inside can.
SILENT = [Atspi.Role.PANEL, Atspi.Role.FILLER, Atspi.Role.SCROLL_PANE, Atspi.Role.SCROLL_BAR]


class ScreenReaderTest(ProgramTest):
    """Everything in the window has a name that people understand."""

    def check_names(self, program):
        nodes = [node for _, node in program.walk() if node.get_role() not in SILENT]
        for node in nodes:
            name = node.get_name()
            if not name or name.startswith(("Gtk", "Adw")) or name.strip() != name or "_" in name:
                self.fail(f"a {node.get_role_name()} is called “{name}”\n{program.report()}")
        return nodes

    def test_stories(self):
        program = self.start()
        program.wait_for("the stories", program.rows)
        nodes = self.check_names(program)
        self.assertGreater(sum(has(node, Atspi.StateType.FOCUSABLE) for node in nodes), 24)

    def test_menus(self):
        program = self.start()
        for button, entry in ("Main Menu", "Keyboard Shortcuts"), ("Section: Front Page", "Science"):
            program.press(button)
            program.wait_for("the menu", lambda: program.button(entry))
            self.check_names(program)

    def test_page_without_stories(self):
        server = FeedServer()
        self.addCleanup(server.close)
        program = self.start(server.url("missing"))
        program.wait_for("the page", lambda: program.button("Try Again"))
        self.check_names(program)

    def test_summary_of_a_story_is_its_description(self):
        program = self.start()
        row = program.wait_for("the stories", program.row_nodes)[0]
        self.assertIn("upside down and full of flour", row.get_description())

    def test_only_the_page_that_is_seen_is_heard(self):
        program = self.start()
        program.wait_for("the stories", program.rows)
        for unseen in "Nothing Fetched Yet", "Loading", "Refreshing":
            self.assertFalse(program.says(unseen), unseen)
