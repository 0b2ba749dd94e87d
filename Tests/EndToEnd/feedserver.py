"""News from this machine: a server that gives, on demand, what real servers have been seen to give."""

import collections
import contextlib
import dataclasses
import http.server
import struct
import threading
import time
import zlib
from email.utils import formatdate
from xml.sax.saxutils import escape


@dataclasses.dataclass
class Story:
    name: str
    title: str
    summary: str = ""
    hours: int = 2
    picture: str | None = None
    content: str | None = None
    author: str | None = None


class FeedServer(http.server.ThreadingHTTPServer):
    """Serves /feed.xml with `stories`, and mishaps at the addresses of `MISHAPS`, until it is closed."""

    def __init__(self, stories=(), port=0):
        super().__init__(("127.0.0.1", port), Answer)
        self.stories = list(stories)
        self.requests = collections.Counter()
        """How often each path was asked for."""
        self.waiting = 0
        """How many requests wait for their answer."""
        self.lock = threading.Lock()
        self.open = threading.Event()
        self.open.set()
        self.ended = threading.Event()
        threading.Thread(target=self.serve_forever, args=[0.02], daemon=True).start()

    @property
    def port(self):
        return self.server_address[1]

    def url(self, path="feed.xml"):
        return f"http://127.0.0.1:{self.port}/{path}"

    def story_url(self, story):
        return self.url(f"stories/{story.name}")

    @contextlib.contextmanager
    def holding(self):
        """Lets whoever asks wait for an answer meanwhile."""
        self.open.clear()
        try:
            yield
        finally:
            self.open.set()

    def close(self):
        if not self.ended.is_set():
            self.ended.set()
            self.open.set()
            self.shutdown()
            self.server_close()

    def feed(self):
        items = "".join(
            f"<item><guid>{story.name}</guid><link>{self.story_url(story)}</link><title>{escape(story.title)}</title>"
            f"<description>{escape(story.summary)}</description>"
            # Half an hour more, so that the hours stay what they are while a test runs.
            f"<pubDate>{formatdate(time.time() - story.hours * 3600 - 1800)}</pubDate>"
            + (f'<media:thumbnail url="{self.url(story.picture)}"/>' if story.picture else "")
            + (f"<dc:creator>{escape(story.author)}</dc:creator>" if story.author else "")
            + (f"<content:encoded>{escape(story.content.replace('SERVER', self.url('')))}</content:encoded>"
               if story.content else "")
            + "</item>"
            for story in self.stories)
        return (
            '<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" '
            'xmlns:content="http://purl.org/rss/1.0/modules/content/" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>'
            f"<title>The Gazette</title>{items}</channel></rss>").encode()

    def handle_error(self, request, client_address):
        """The program may go away in the middle of an answer."""


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        server = self.server
        with server.lock:
            server.requests[self.path] += 1
            server.waiting += 1
        server.open.wait()
        with server.lock:
            server.waiting -= 1
        name = self.path.removeprefix("/").partition("?")[0]
        if name == "feed.xml":
            self.give(200, "application/rss+xml", server.feed())
        elif name in PICTURES:
            self.give(200, "image/png", PICTURES[name])
        else:
            MISHAPS.get(name, nothing)(self)

    def give(self, status, kind, body=b"", length=None, **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for field, value in headers.items():
            self.send_header(field.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def nothing(answer):
    answer.give(404, "text/html", b"<h1>Not Found</h1>")


def cut(answer):
    # libsoup trusts lengths only of those that speak so.
    answer.protocol_version = "HTTP/1.1"
    answer.give(200, "application/rss+xml", b"<rss><channel>", length=5000)


def endless(answer):
    answer.send_response(200)
    answer.send_header("Content-Type", "application/rss+xml")
    answer.end_headers()
    answer.wfile.write(b'<rss version="2.0"><channel><title>Endless</title><description>')
    while not answer.server.ended.is_set():
        answer.wfile.write(b"and so on " * 10_000)


MISHAPS = {
    "page": lambda answer: answer.give(200, "text/html", b"<!doctype html><title>A page</title><p>Hello."),
    "noise": lambda answer: answer.give(200, "application/rss+xml", bytes(range(256)) * 64),
    "forbidden": lambda answer: answer.give(403, "text/plain", b"No."),
    "broken": lambda answer: answer.give(500, "text/plain", b"Oops."),
    "busy": lambda answer: answer.give(429, "text/plain", b"Slow down.", Retry_After="600"),
    "cut": cut,
    "moved": lambda answer: answer.give(301, "text/html", Location="/feed.xml"),
    "loop": lambda answer: answer.give(302, "text/html", Location="/loop"),
    "silent": lambda answer: answer.server.ended.wait(),
    "endless": endless,
}


def png(width, height, rows):
    """A grey PNG that says it has this size, with as many rows as are given."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + b"\x90" * width) * rows)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


PICTURES = {
    "good.png": png(300, 200, 200),
    "broken.png": png(300, 200, 200)[:100],
    # Decoded it would be 3.6 GB.
    "giant.png": png(60_000, 60_000, 100),
    "text.png": b"Hello",
}
