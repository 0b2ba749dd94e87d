import glob
import os
import pathlib
import signal
import subprocess
import unittest

from desktop import PATIENCE
from feedserver import FeedServer, Story
from program import FILE, ProgramTest


class ProcessTest(ProgramTest):
    """The program as the system sees it."""

    def setUp(self):
        self.server = FeedServer([Story("bridge", "Bridge opens", hours=2)])
        self.addCleanup(self.server.close)

    def wait_for_stories(self, program):
        program.wait_for("the stories", lambda: program.rows() == ["Bridge opens. The Gazette, 2 hours ago."])

    def test_version_and_help_need_no_display(self):
        for option, words in ("--version", "Broadsheet "), ("--help", "Usage: broadsheet [OPTION…] [ADDRESS…]"):
            asked = subprocess.run(
                [FILE, option], env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}, capture_output=True, text=True,
                timeout=PATIENCE)
            self.assertEqual((asked.returncode, asked.stderr), (0, ""))
            self.assertTrue(asked.stdout.startswith(words), asked.stdout)

    @unittest.skipIf(glob.glob("/dev/dri/renderD*"), "there is a GPU, and drawing is GTK's choice")
    def test_without_a_gpu_opengl_is_left_alone(self):
        program = self.start(self.server.url())
        self.wait_for_stories(program)
        maps = pathlib.Path(f"/proc/{program.process.pid}/maps").read_text()
        self.assertFalse([name for name in ("libLLVM", "swrast", "libgallium") if name in maps])

    def test_a_key_is_for_the_times_only(self):
        program = self.start("--no-refresh", NYT_API_KEY="c0ffee")
        program.wait_for("the page", lambda: program.says("Nothing Fetched Yet"))
        self.assertEqual(program.title(), "Top Stories")
        self.assertEqual(program.state("win.section"), "home")
        self.assertFalse(program.says("c0ffee"))

    def test_an_unknown_option_is_refused(self):
        asked = subprocess.run([FILE, "--nonsense"], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((asked.returncode, asked.stdout), (2, ""))
        self.assertIn("--nonsense", asked.stderr)

    def test_started_again_it_shows_the_address_in_the_same_window(self):
        program = self.start()
        program.wait_for("the sample", lambda: program.title() == "Sample Edition")
        self.assertEqual(program.run_again(self.server.url()), (0, ""))
        self.wait_for_stories(program)
        self.assertEqual(program.title(), "The Gazette")
        self.assertEqual(len(program.windows()), 1)

    def test_a_feed_link_is_an_address(self):
        program = self.start()
        self.assertEqual(program.run_again("feed:" + self.server.url()), (0, ""))
        self.wait_for_stories(program)

    def test_started_again_without_an_address_it_stays_as_it_is(self):
        program = self.start(self.server.url())
        self.wait_for_stories(program)
        self.assertEqual(program.run_again(), (0, ""))
        self.assertEqual(program.title(), "The Gazette")
        self.assertEqual(self.server.requests.total(), 1)

    def test_quit(self):
        program = self.start()
        program.activate("quit")
        self.assertEqual(program.process.wait(PATIENCE), 0)

    def test_closing_the_window_quits(self):
        program = self.start()
        program.press("Close", "Close the window")
        self.assertEqual(program.process.wait(PATIENCE), 0)

    def test_signals_quit_even_while_a_server_is_waited_for(self):
        for number in signal.SIGTERM, signal.SIGINT, signal.SIGHUP:
            with self.subTest(number.name):
                program = self.start(self.server.url("silent"))
                program.wait_for("the sign of waiting", lambda: program.says("Loading"))
                program.process.send_signal(number)
                self.assertEqual(program.process.wait(PATIENCE), 0)
                program.wait_until_gone()

    def test_about_and_shortcuts(self):
        program = self.start()
        for action, title in ("about", "About"), ("shortcuts", "Shortcuts"):
            program.activate(action)
            program.wait_for(title, lambda: any(title in window.get_name() for window in program.windows()))

    def test_five_hundred_refreshes_are_one_request(self):
        program = self.start(self.server.url())
        self.wait_for_stories(program)
        with self.server.holding():
            for _ in range(500):
                program.activate("refresh-all")
            program.wait_for("the request", lambda: self.server.waiting)
            self.server.stories.insert(0, Story("news", "Just in"))
        program.wait_for("the news", lambda: program.rows()[0].startswith("Just in."))
        self.assertEqual(self.server.requests.total(), 2)
        program.wait_for_sleep(2)

    def test_it_sleeps_when_nothing_happens(self):
        program = self.start()
        program.wait_for("the stories", program.rows)
        program.wait_for_sleep(2)

    def test_going_through_the_sections_takes_no_more_memory_each_time(self):
        program = self.start()
        sections = "world", "science", "business", "culture", "sports", "technology", "home"

        def go_round(times):
            for _ in range(times):
                for section in sections:
                    program.activate("win.section", section)
                    program.wait_for(section, lambda: program.state("win.section") == section)
            return program.memory("RssAnon")

        before = go_round(10)
        self.assertLess(go_round(30) - before, 2 << 20)
