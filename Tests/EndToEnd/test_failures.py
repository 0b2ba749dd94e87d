from feedserver import FeedServer, Story
from program import ProgramTest

STORIES = [Story("bridge", "Bridge opens", hours=2)]


class FailureTest(ProgramTest):
    """Where there are no stories, a page says why and what to do."""

    def setUp(self):
        self.server = FeedServer(STORIES)
        self.addCleanup(self.server.close)

    def wait_for_page(self, program, *words):
        for text in words:
            program.wait_for(f"“{text}”", lambda: program.says(text))

    def wait_for_stories(self, program):
        program.wait_for("the stories", lambda: program.rows() == ["Bridge opens. The Gazette, 2 hours ago."])

    def test_each_failure_has_words_of_its_own(self):
        program = self.start(self.server.url("missing"))
        self.wait_for_page(program, "Nothing at This Address", "there is no such page", "Try Again")
        for path, *words in [
            ("page", "Not a Feed"),
            ("forbidden", "Access Refused", "status 403"),
            ("noise", "Not a Feed"),
            ("broken", "The Server Has a Problem", "status 500"),
            ("busy", "Too Many Requests", "asks to wait until"),
            ("cut", "The Answer Broke Off"),
            ("loop", "The Address Leads Nowhere"),
            ("endless", "The Feed Is Too Large", "at most 20 MB"),
        ]:
            with self.subTest(path):
                self.assertEqual(program.run_again(self.server.url(path)), (0, ""))
                self.wait_for_page(program, *words, "Try Again")

    def test_nobody_answers_at_first(self):
        self.server.close()
        program = self.start(self.server.url())
        self.wait_for_page(program, "Server Not Reached", f"127.0.0.1:{self.server.port} does not answer")
        self.server = FeedServer(STORIES, self.server.port)
        self.addCleanup(self.server.close)
        program.press("Try Again")
        self.wait_for_stories(program)

    def test_a_server_that_says_nothing_is_waited_for_and_given_up(self):
        program = self.start(self.server.url("silent"))
        self.wait_for_page(program, "Loading", "Refreshing")
        program.wait_for("the end of patience", lambda: program.says("The Server Is Too Slow"), patience=40)
        self.wait_for_page(program, "Try Again")

    def test_what_is_no_address_is_said_to_be_none(self):
        program = self.start("mailto:someone@example.org")
        self.wait_for_page(program, "Not an Address", "“mailto:someone@example.org” cannot be opened")

    def test_without_stories(self):
        self.server.stories.clear()
        program = self.start(self.server.url())
        self.wait_for_page(program, "No Stories")
        self.server.stories += STORIES
        program.press("Refresh")
        self.wait_for_stories(program)

    def test_quiet_start_asks_nothing_until_told(self):
        program = self.start("--no-refresh", self.server.url())
        self.wait_for_page(program, "Nothing Fetched Yet")
        self.assertEqual(program.title(), f"127.0.0.1:{self.server.port}/feed.xml")
        self.assertEqual(self.server.requests.total(), 0)
        program.press("Refresh")
        self.wait_for_stories(program)
        self.assertEqual(self.server.requests.total(), 1)
