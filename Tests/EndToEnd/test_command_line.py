import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from desktop import PATIENCE
from feedserver import FeedServer, Story
from program import FILE, SOURCES

PROGRAM = str(pathlib.Path(FILE).with_name("broadsheet-cli"))
RSS = b"""<rss version="2.0"><channel><title>T</title><item><title>One</title><link>/1</link>
<pubDate>Sat, 14 Mar 2026 10:00:00 +0100</pubDate></item></channel></rss>"""


class CommandLineTest(unittest.TestCase):
    """broadsheet-cli as scripts use it: what it prints, and its exit status."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, content):
        (self.folder / name).write_bytes(content)
        return str(self.folder / name)

    def call(self, *arguments, text="", program=PROGRAM, **options):
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8", "TZ": "UTC"}
        return subprocess.run(
            [program, *arguments], env=environment | options.pop("env", {}), input=os.fsencode(text),
            stdout=options.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE, timeout=PATIENCE)

    def test_it_needs_no_gtk(self):
        libraries = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True).stdout
        self.assertNotIn("libgtk", libraries)
        self.assertNotIn("libadwaita", libraries)

    def test_version_and_help(self):
        self.assertTrue(self.call("--version").stdout.startswith(b"Broadsheet "))
        for arguments in ["--help"], ["parse", "--help"], ["list", "-h"], ["front-page", "--json", "--help"]:
            answer = self.call(*arguments)
            self.assertEqual((answer.returncode, answer.stderr), (0, b""), arguments)
            self.assertIn(b"front-page", answer.stdout)

    def test_calls_that_make_no_sense(self):
        for arguments in [], ["nonsense"], ["parse"], ["front-page", "--nonsense"], ["front-page", "--section"]:
            answer = self.call(*arguments)
            self.assertEqual((answer.returncode, answer.stdout), (2, b""), arguments)
            self.assertTrue(answer.stderr, arguments)

    def test_parse(self):
        answer = self.call("parse", self.file("f", RSS), "--url", "https://example.org/feed")
        self.assertEqual((answer.returncode, answer.stderr), (0, b""))
        feed = json.loads(answer.stdout)
        self.assertEqual(feed["version"], "https://jsonfeed.org/version/1.1")
        self.assertEqual(feed["_source"]["format"], "rss2.0")
        item, = feed["items"]
        self.assertEqual(item["url"], "https://example.org/1")
        self.assertEqual(item["date_published"], "2026-03-14T09:00:00Z")
        self.assertTrue(item["id"])
        self.assertEqual(self.call("parse", self.file("f", RSS), "--json", "--url", "https://example.org/feed").stdout,
                         answer.stdout)

    def test_what_is_no_feed_gets_one_line(self):
        fault = b'{"fault":{"faultstring":"Invalid ApiKey","detail":{"errorcode":"oauth.v2.InvalidApiKey"}}}'
        for content, words in (b"<html></html>", b"web page"), (b"", b""), (b"%PDF-1.7", b""), (fault, b"Invalid ApiKey"):
            answer = self.call("parse", self.file("f", content))
            self.assertNotEqual(answer.returncode, 0)
            self.assertEqual((answer.stdout, answer.stderr.count(b"\n")), (b"", 1))
            self.assertIn(words, answer.stderr)

    def test_a_batch_has_a_line_for_each_line(self):
        good, bad = self.file("good", RSS), self.file("bad", b"no feed")
        lines = [f"{good}\thttps://example.org/", bad, str(self.folder / "missing"), "", f"{good}\t\tapplication/xml"]
        answer = self.call("parse", "--batch", text="\n".join(lines) + "\n")
        self.assertEqual(answer.returncode, 0)
        answers = [json.loads(line) for line in answer.stdout.splitlines()]
        self.assertEqual([one["file"] for one in answers], [line.split("\t")[0] for line in lines])
        self.assertEqual(["feed" in one for one in answers], [True, False, False, False, True])
        self.assertTrue(all("error" in one for one in answers if "feed" not in one))

    def test_the_front_page_of_the_sample(self):
        titles = [item["title"] for item in json.loads((SOURCES / "Resources/sample/home.json").read_text())["items"]]
        answer = self.call("front-page")
        self.assertEqual((answer.returncode, answer.stderr), (0, b""))
        self.assertIn(titles[0], answer.stdout.decode())
        feed = json.loads(self.call("front-page", "--json").stdout)
        self.assertEqual([item["title"] for item in feed["items"]], titles)
        section = json.loads(self.call("front-page", "--json", "--section", "science").stdout)
        self.assertEqual(section["title"], "Science")
        self.assertEqual(self.call("front-page", "--section", "gardening").returncode, 2)

    def test_the_front_page_of_feeds(self):
        servers = [FeedServer([Story(f"{name}-{number}", f"{name} {number}", hours=number) for number in range(9)])
                   for name in ("a", "b", "c")]
        for server in servers:
            self.addCleanup(server.close)
        addresses = [server.url() for server in servers]
        feed = json.loads(self.call("front-page", "--json", *addresses).stdout)
        self.assertEqual(len(feed["items"]), 27)
        servers[0].close()
        answer = self.call("front-page", "--json", *addresses)
        self.assertEqual((answer.returncode, len(json.loads(answer.stdout)["items"])), (0, 18))
        self.assertIn(addresses[0].removeprefix("http://").encode(), answer.stderr)
        self.assertEqual(self.call("front-page", addresses[0]).returncode, 1)

    def test_a_full_disk_is_a_failure(self):
        path = self.file("f", RSS)
        for arguments in ["front-page"], ["front-page", "--json"], ["parse", path]:
            with open("/dev/full", "wb") as full:
                answer = self.call(*arguments, stdout=full)
            self.assertEqual(answer.returncode, 1, arguments)
            self.assertIn(b"No space left on device", answer.stderr, arguments)

    def test_an_output_that_is_closed_is_a_failure(self):
        path = self.file("f", RSS)
        for arguments in ["front-page"], ["parse", path], ["stats"]:
            answer = self.call("-c", 'exec "$@" >&-', "sh", PROGRAM, *arguments, program="/bin/sh")
            self.assertEqual((answer.returncode, answer.stdout), (1, b""), arguments)
            self.assertIn(b"standard output", answer.stderr, arguments)

    def test_a_reader_that_has_gone_has_had_enough(self):
        path = self.file("f", RSS)
        script = '"$@" --batch 2>error | :; cat error'
        answer = self.call("-c", f"cd {self.folder}; trap '' PIPE; {script}", "sh", PROGRAM, "parse",
                           text=f"{path}\n" * 1000, program="/bin/sh")
        self.assertEqual(answer.stdout, b"")

    def test_a_name_need_not_be_utf8_nor_one_line(self):
        path = os.fsencode(self.folder) + b"/caf\xe9\n.xml"
        with open(path, "wb") as file:
            file.write(RSS)
        self.assertEqual(json.loads(self.call("parse", path).stdout)["title"], "T")
        renamed = path.replace(b"\n", b"")
        os.rename(path, renamed)
        answer, = map(json.loads, self.call("parse", "--batch", text=renamed + b"\n").stdout.splitlines())
        self.assertEqual(answer["feed"]["title"], "T")
        answer = self.call("parse", path)
        self.assertEqual((answer.returncode, answer.stderr.count(b"\n")), (1, 1))
