// Compiled with the sources of Feeds by run.sh: libFuzzer calls this with bytes that it makes up.

import Glibc

/// Seconds of processor time that one input may take. By the clock, as libFuzzer counts, a machine that stands still or has
/// other things to do looks like a slow parser.
private let limit = 5

/// Anything that crashes, hangs or grows is the finding; what the parsers make of the bytes is for other tests.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // The first byte chooses what reads the rest.
    guard let start, count > 1 else { return 0 }
    signal(SIGPROF) { _ in abort() }
    var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: limit, tv_usec: 0))
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let text = String(decoding: bytes, as: UTF8.self)
    switch start[0] {
    case UInt8(ascii: "h"):
        let html = TextEncoding.cleaned(bytes)
        let once = HTMLCleaner().clean(html, base: "https://a.example/b/")
        for word in ["<script", "<iframe", "<style", "<form"] { precondition(!once.contains(word), "\(word) passed") }
        _ = ArticleBlocks.article(once)
        _ = FeedDiscovery.page(html, url: "https://a.example/")
    case UInt8(ascii: "d"):
        _ = FeedDate.parse(text).map(FeedDate.text)
    case UInt8(ascii: "m"):
        _ = Markdown.html(text)
    case UInt8(ascii: "o"):
        // Most bytes are no list, which is an answer.
        _ = try? OPML.parse(bytes)
    default:
        // XML and JSON; most bytes are no feed, which is an answer.
        guard let feed = try? FeedParser.parse(bytes, url: "https://a.example/feed") else { return 0 }
        var json = JSONFeedWriter()
        json.write(feed)
        precondition(feed.items.allSatisfy { !$0.id.isEmpty }, "a story without an id")
    }
    return 0
}
