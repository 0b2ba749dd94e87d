from feedserver import FeedServer, Story
from program import ProgramTest

BRIDGE = Story("bridge", "Bridge opens", "Thousands walk across.", hours=2)
WHO_WON = Story("who-won", "Who won?", hours=1)
FERRY = Story("ferry", "Ferry stops", "It ran for ninety years.", hours=5)
NEWS = Story("news", "Just in", hours=0)

HEARD = {
    "bridge": "Bridge opens. The Gazette, 2 hours ago.",
    "who-won": "Who won? The Gazette, 1 hour ago.",
    "ferry": "Ferry stops. The Gazette, 5 hours ago.",
    "news": "Just in. The Gazette, 30 minutes ago.",
}


class FeedTest(ProgramTest):
    """The stories of a feed, given by its address."""

    def setUp(self):
        self.server = self.serve([WHO_WON, BRIDGE, FERRY])

    def serve(self, stories, port=0):
        server = FeedServer(stories, port)
        self.addCleanup(server.close)
        return server

    def start_reading(self, *arguments, **environment):
        program = self.start(self.server.url(), *arguments, **environment)
        self.wait_for_stories(program)
        return program

    def wait_for_stories(self, program):
        heard = [HEARD[story.name] for story in self.server.stories]
        program.wait_for("the stories of the feed", lambda: program.rows() == heard)

    def test_its_stories_are_heard_under_its_name(self):
        program = self.start_reading()
        self.assertEqual(program.title(), "The Gazette")
        self.assertFalse(program.says("sample"))
        self.assertEqual(self.server.requests["/feed.xml"], 1)

    def test_a_story_opens_in_the_browser_that_was_chosen(self):
        program = self.start_reading(NYT_API_KEY="a-secret")
        program.select(1)
        program.activate("win.open-original")
        address, environment = program.wait_for("the browser", program.browser.opened)
        self.assertEqual(address, self.server.story_url(BRIDGE))
        # What the program chose for itself is not for others, and the key even less.
        for name in "NYT_API_KEY", "GSK_RENDERER", "GDK_DEBUG":
            self.assertNotIn(name, environment)
        self.assertNotIn("a-secret", environment.values())
        self.assertEqual(environment["HOME"], str(program.home))

    def test_the_browser_gets_the_drawing_that_the_person_asked_for(self):
        program = self.start_reading(GSK_RENDERER="cairo", GDK_DEBUG="gl-disable")
        program.select(0)
        program.activate("win.open-original")
        _, environment = program.wait_for("the browser", program.browser.opened)
        self.assertEqual((environment["GSK_RENDERER"], environment["GDK_DEBUG"]), ("cairo", "gl-disable"))

    def test_a_refresh_brings_new_stories_and_keeps_the_selection(self):
        program = self.start_reading()
        program.select(1)
        self.assertEqual(program.selected(), HEARD["bridge"])
        self.server.stories.insert(0, NEWS)
        program.activate("refresh-all")
        self.wait_for_stories(program)
        self.assertEqual(program.selected(), HEARD["bridge"])
        # A story that was above goes.
        self.server.stories.remove(WHO_WON)
        program.press("Refresh")
        self.wait_for_stories(program)
        self.assertEqual(program.selected(), HEARD["bridge"])

    def test_the_stories_stay_when_the_network_is_lost(self):
        program = self.start_reading()
        self.server.close()
        program.activate("refresh-all")
        program.wait_for("a warning", lambda: program.says("Server Not Reached"))
        self.wait_for_stories(program)
        self.server = self.serve([NEWS, *self.server.stories], self.server.port)
        program.press("Try Again")
        self.wait_for_stories(program)
        program.wait_for("the end of the warning", lambda: not program.says("Server Not Reached"))

    def test_the_server_goes_away_in_the_middle_of_a_refresh(self):
        program = self.start_reading()
        with self.server.holding():
            program.activate("refresh-all")
            program.wait_for("the request", lambda: self.server.waiting)
            program.wait_for("the sign of waiting", lambda: program.says("Refreshing"))
            self.server.ended.set()
        self.wait_for_stories(program)

    def test_pictures_that_are_no_pictures_harm_nobody(self):
        pictures = ["good.png", "broken.png", "giant.png", "text.png", "missing.png", "good.png"]
        self.server.stories = [
            Story(f"story-{number}", f"Story {number}", picture=picture) for number, picture in enumerate(pictures)]
        program = self.start(self.server.url())
        program.wait_for("the stories", lambda: len(program.rows()) == len(pictures))
        for picture in set(pictures):
            program.wait_for(f"a request for {picture}", lambda: self.server.requests[f"/{picture}"])
        program.wait_for_sleep(1)
        self.assertLess(program.memory("VmHWM"), 250 << 20)
        # The same picture twice is one request.
        self.assertEqual(self.server.requests["/good.png"], 1)

    def test_several_feeds_become_one_list(self):
        other = self.serve([NEWS])
        program = self.start(self.server.url(), other.url(), self.server.url("missing"))
        program.wait_for("the stories, newest first", lambda: program.rows() == [
            HEARD[name] for name in ("news", "who-won", "bridge", "ferry")])
        self.assertTrue(program.says("Nothing at This Address"))
        self.assertEqual(program.title(), "All Stories")

    def test_a_redirect_is_followed(self):
        program = self.start(self.server.url("moved"))
        self.wait_for_stories(program)
