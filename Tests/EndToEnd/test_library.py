import json
import os
import pathlib
import pty
import re
import subprocess
import tempfile
import unittest

from desktop import PATIENCE, x_screen
from feedserver import FeedServer, Story
from program import FILE, ProgramTest

PROGRAM = str(pathlib.Path(FILE).with_name("broadsheet-cli"))


class LibraryTest(unittest.TestCase):
    """The library through broadsheet-cli, as people and scripts use it: no display, no session bus, no keyring."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.server = FeedServer([Story("new", "Newest story", "About bees & honey", hours=1),
                                  Story("old", "Größte Überraschung", "An older one", hours=30)])
        self.addCleanup(self.server.close)

    def environment(self):
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8", "TZ": "UTC"}

    def call(self, *arguments, status=0):
        answer = subprocess.run(
            [PROGRAM, *arguments], env=self.environment(), capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(answer.returncode, status, (arguments, answer.stdout, answer.stderr))
        return answer

    def lines(self, *arguments):
        """The JSON lines of a command that works."""
        return [json.loads(line) for line in self.call(*arguments, "--json").stdout.splitlines()]

    def opml(self, *addresses):
        outlines = "".join(f'<outline type="rss" text="Feed {n}" xmlUrl="{a}"/>' for n, a in enumerate(addresses))
        path = self.folder / "feeds.opml"
        path.write_text(f'<opml version="2.0"><body><outline text="Papers">{outlines}</outline></body></opml>')
        return str(path)

    def test_follow_refresh_list_show(self):
        self.call("add", self.server.url(), "--folder", "Papers")
        source, = self.lines("sources")
        self.assertEqual((source["url"], source["title"], source["folder"]),
                         (self.server.url(), "The Gazette", "Papers"))
        self.assertIsNone(source["error"])
        self.assertTrue(source["last_success"].endswith("Z"))
        newest, oldest = self.lines("list")
        self.assertEqual((newest["title"], oldest["title"]), ("Newest story", "Größte Überraschung"))
        self.assertEqual(newest["url"], self.server.story_url(self.server.stories[0]))
        self.assertTrue(newest["date_published"].endswith("Z"))
        self.assertEqual(self.call("list", "--count").stdout, "2\n")
        self.assertEqual(len(self.lines("list", "--limit", "1")), 1)
        self.assertIn("Newest story", self.call("list").stdout)
        shown, = self.lines("show", str(newest["id"]))
        self.assertEqual(shown["title"], "Newest story")
        self.assertIn("bees", shown["content_html"])
        self.assertIn("bees & honey", self.call("show", str(newest["id"])).stdout)
        self.assertEqual(self.call("show", "999999", status=1).stdout, "")

    def test_adding_asks_once_and_twice_is_said(self):
        self.call("add", self.server.url())
        self.assertEqual(self.server.requests["/feed.xml"], 1)
        self.assertIn("already", self.call("add", self.server.url()).stdout)
        self.assertEqual(len(self.lines("sources")), 1)

    def test_what_is_no_feed_is_not_added(self):
        for address in self.server.url("nothing"), "http://127.0.0.1:1/feed", "not an address":
            answer = self.call("add", address, status=1)
            self.assertEqual(answer.stderr.count("\n"), 1, answer.stderr)
        self.assertEqual(self.lines("sources"), [])

    def test_refresh_ends_with_one_line(self):
        self.call("import", self.opml(self.server.url(), self.server.url("nothing")))
        answer = self.call("refresh", "--json", status=3)
        summary = json.loads(answer.stdout.splitlines()[-1])
        self.assertEqual(
            {key: summary[key] for key in ("sources", "new", "updated", "not_modified", "unchanged", "failed")},
            {"sources": 2, "new": 2, "updated": 0, "not_modified": 0, "unchanged": 0, "failed": 1})
        self.assertGreater(summary["bytes"], 0)
        self.assertGreaterEqual(summary["seconds"], 0)
        failed = [source for source in self.lines("sources") if source["error"]]
        self.assertEqual([source["url"] for source in failed], [self.server.url("nothing")])
        self.assertTrue(failed[0]["next_try"].endswith("Z"))

    def test_refresh_is_quiet_in_a_pipe_and_shows_progress_on_a_terminal(self):
        self.call("import", self.opml(self.server.url()))
        self.assertEqual((lambda answer: (answer.stdout, answer.stderr))(self.call("refresh")), ("", ""))
        main, terminal = pty.openpty()
        self.addCleanup(os.close, main)
        program = subprocess.run([PROGRAM, "refresh"], env=self.environment(), stdout=terminal, stderr=terminal,
                                 stdin=subprocess.DEVNULL, timeout=PATIENCE)
        os.close(terminal)
        self.assertEqual(program.returncode, 0)
        self.assertIn(b"1", os.read(main, 10_000))

    def test_one_source_is_refreshed_by_number_address_or_title(self):
        self.call("add", self.server.url())
        number = str(self.lines("sources")[0]["id"])
        for name in number, self.server.url(), "The Gazette":
            self.assertEqual(self.lines("refresh", name)[-1]["sources"], 1, name)
        self.assertIn("nowhere", self.call("refresh", "nowhere", status=1).stderr)
        self.assertIn("Nowhere", self.call("list", "--folder", "Nowhere", status=1).stderr)

    def test_a_refresh_that_fails_says_why_also_in_a_pipe(self):
        self.call("import", self.opml(self.server.url("nothing"), self.server.url("neither")))
        answer = self.call("refresh", status=1)
        self.assertEqual(answer.stdout, "")
        self.assertIn("/nothing", answer.stderr)
        self.assertIn("/neither", answer.stderr)

    def test_of_two_sources_with_one_title_neither_is_meant(self):
        self.call("import", self.opml(self.server.url(), self.server.url("nothing")))
        for source in self.lines("sources"):
            self.call("rename", str(source["id"]), "Twin")
        self.call("remove", "Twin", status=1)
        self.assertEqual(len(self.lines("sources")), 2)

    def test_marks(self):
        self.call("add", self.server.url())
        first, second = (str(story["id"]) for story in self.lines("list"))
        self.call("mark", "read", first)
        self.call("mark", "starred", first, second)
        self.call("mark", "unstarred", second)
        self.assertEqual([str(story["id"]) for story in self.lines("list", "--unread")], [second])
        self.assertEqual([str(story["id"]) for story in self.lines("list", "--starred")], [first])
        self.call("mark", "unread", first)
        self.assertEqual(self.call("list", "--unread", "--count").stdout, "2\n")
        self.call("mark", "read", first, "999999", status=3)
        self.call("mark", "polished", first, status=2)

    def test_read_stays_read_through_an_edit_and_a_new_subscription(self):
        self.call("add", self.server.url())
        story = str(self.lines("list")[0]["id"])
        self.call("mark", "read", story)
        self.server.stories[0].title = "Newest story, edited"
        self.assertGreaterEqual(self.lines("refresh")[-1]["updated"], 1)
        self.assertEqual(self.lines("list")[0]["title"], "Newest story, edited")
        self.assertEqual(self.call("list", "--unread", "--count").stdout, "1\n")
        self.call("remove", self.server.url())
        self.assertEqual((self.lines("sources"), self.lines("list")), ([], []))
        self.call("add", self.server.url())
        self.assertEqual(self.call("list", "--unread", "--count").stdout, "1\n")

    def test_search(self):
        self.call("add", self.server.url())
        for query, count in (("bees", 1), ("BEES honey", 1), ("grosste", 1), ("großte uberr", 1), ("title:honey", 0),
                             ("story -bees", 0), ('"older one"', 1), ("is:starred bees", 0), ('"', 0)):
            self.assertEqual(len(self.lines("search", query)), count, query)
        self.assertIn("Newest story", self.call("search", "honey").stdout)
        self.assertIn("yesterday", self.call("search", "before:yesterday honey").stderr)

    def test_rename_and_move(self):
        self.call("add", self.server.url())
        self.call("rename", "The Gazette", "Mine")
        self.call("move", "Mine", "Papers")
        source, = self.lines("sources")
        self.assertEqual((source["title"], source["folder"]), ("Mine", "Papers"))
        self.call("refresh")
        self.assertEqual(self.lines("sources")[0]["title"], "Mine")
        self.assertEqual(len(self.lines("list", "--folder", "Papers")), 2)
        self.assertEqual(len(self.lines("list", "--source", "Mine")), 2)
        self.call("rename", "Mine", "")
        self.call("move", "The Gazette", "")
        source, = self.lines("sources")
        self.assertEqual((source["title"], source["folder"]), ("The Gazette", None))

    def test_import_fetches_nothing_and_export_gives_it_back(self):
        answer, = self.lines("import", self.opml(self.server.url(), self.server.url("nothing"), self.server.url()))
        self.assertEqual((answer["added"], answer["already_there"]), (2, 0))
        self.assertEqual(sum(self.server.requests.values()), 0)
        answer, = self.lines("import", self.opml(self.server.url()))
        self.assertEqual((answer["added"], answer["already_there"]), (0, 1))
        path = self.folder / "out.opml"
        self.call("export", str(path))
        def undated(text):
            return re.sub("<dateCreated>.*</dateCreated>", "", text)

        self.assertEqual(undated(path.read_text()), undated(self.call("export").stdout))
        self.assertIn(f'xmlUrl="{self.server.url()}"', path.read_text())
        self.assertIn('text="Papers"', path.read_text())
        self.call("import", str(self.folder / "missing"), status=1)
        link = self.folder / "link.opml"
        link.symlink_to(path)
        path.write_text("")
        self.call("export", str(link))
        self.assertTrue(link.is_symlink())
        self.assertIn("Papers", path.read_text())

    def test_stats_and_check(self):
        self.call("import", self.opml(self.server.url()))
        self.call("refresh")
        stats, = self.lines("stats")
        self.assertEqual((stats["sources"], stats["stories"], stats["unread"], stats["starred"]), (1, 2, 2, 0))
        self.assertEqual(stats["times_requests_today"], 0)
        self.call("check")
        self.call("import", self.opml(self.server.url("nothing")))
        self.call("refresh", status=3)
        self.assertIn(self.server.url("nothing").removeprefix("http://"), self.call("check", status=3).stdout)

    def test_a_damaged_library_is_set_aside(self):
        self.call("add", self.server.url())
        file = self.folder / ".local/share/broadsheet/library.db"
        for name in ("library.db-wal", "library.db-shm"):
            file.with_name(name).unlink(missing_ok=True)
        file.write_bytes(b"this is no database" * 1000)
        answer = self.call("sources", "--json")
        self.assertEqual(answer.stdout, "")
        self.assertTrue(answer.stderr)
        kept = [path for path in file.parent.iterdir() if path.name.startswith("library.db") and path != file]
        self.assertTrue(any(path.read_bytes().startswith(b"this is no database") for path in kept), kept)


class LibraryInTheWindowTest(ProgramTest):
    """The window on the library that broadsheet-cli filled."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = folder.name
        self.server = FeedServer([Story("new", "Newest", hours=1), Story("old", "Oldest", hours=30)])
        self.addCleanup(self.server.close)
        self.call("add", self.server.url())

    def call(self, *arguments):
        environment = {"PATH": os.environ["PATH"], "HOME": self.data, "XDG_DATA_HOME": self.data, "LANG": "C.UTF-8"}
        return subprocess.run([PROGRAM, *arguments], env=environment, capture_output=True, text=True, check=True,
                              timeout=PATIENCE).stdout

    def start_with(self, titles, *arguments):
        program = self.start(*arguments, XDG_DATA_HOME=self.data)
        self.wait_for_titles(program, titles)
        return program

    def wait_for_titles(self, program, titles):
        program.wait_for(titles, lambda: [row.split(".")[0] for row in program.rows()] == titles)

    def test_it_shows_all_stories_and_asks_nobody_when_told_so(self):
        program = self.start_with(["Newest", "Oldest"], "--no-refresh")
        self.assertEqual(program.title(), "All Stories")
        self.assertEqual(self.server.requests["/feed.xml"], 1)

    def test_offline_it_shows_what_it_has_and_says_what_is_wrong(self):
        self.server.close()
        program = self.start_with(["Newest", "Oldest"], "--no-refresh")
        program.activate("refresh-all")
        program.wait_for("a warning", lambda: program.button("Try Again"))
        self.assertEqual(len(program.rows()), 2)

    def test_a_refresh_is_one_change_that_keeps_the_selection(self):
        program = self.start_with(["Newest", "Oldest"], "--no-refresh")
        program.select(1)
        self.server.stories.insert(0, Story("breaking", "Breaking", hours=0))
        program.activate("refresh-all")
        self.wait_for_titles(program, ["Breaking", "Newest", "Oldest"])
        self.assertTrue(program.selected().startswith("Oldest"))

    def test_it_sees_what_the_command_line_does(self):
        program = self.start_with(["Newest", "Oldest"], "--no-refresh")
        self.server.stories.insert(0, Story("breaking", "Breaking", hours=0))
        self.call("refresh")
        self.wait_for_titles(program, ["Breaking", "Newest", "Oldest"])

    def test_a_thousand_stories_are_read_as_they_come_near(self):
        self.server.stories = [Story(f"s{number}", f"Story {number:04}", hours=number) for number in range(1000)]
        self.call("refresh")
        program = self.start("--no-refresh", XDG_DATA_HOME=self.data)
        program.wait_for("all stories", lambda: program.rows()[:1] and len(program.rows()) > 100)
        program.wait_for("no blank row", lambda: not any(row == "Loading" for row in program.rows()))

    def test_a_wheel_that_turns_faster_than_frames_come_scrolls_and_does_not_leap(self):
        self.server.stories = [Story(f"s{number}", f"Story {number:04}", hours=number) for number in range(2000)]
        self.call("refresh")
        with x_screen() as screen:
            program = self.start("--no-refresh", XDG_DATA_HOME=self.data, GDK_BACKEND="x11", DISPLAY=screen)
            program.wait_for("all stories", lambda: program.rows()[:1] and len(program.rows()) > 100)
            subprocess.run(["xdotool", "mousemove", "400", "400", "click", "--repeat", "400", "--delay", "2", "5"],
                           env={**os.environ, "DISPLAY": screen}, check=True)

            def shown():
                return {row[:10] for row in program.rows()}

            # A step is some 75 pixels, a row is 101 high; GTK keeps two hundred rows about those that are seen.
            program.wait_for("the rows some 300 further down", lambda: "Story 0280" in shown())
            self.assertNotIn("Story 1999", shown())
            program.end()
