import Feeds
import Testing

struct ConcurrencyTests {
    /// libxml2's static input buffer read memory that was not its own once a body was longer than its window, which ended
    /// the program when several threads parsed.
    @Test func `feeds with long bodies parse side by side as they do alone`() async throws {
        let paragraph =
            #"<p>Railway on and <a href="https://example.org/a?utm_source=x">voter</a> coastal <em>strike</em> &amp; "#
            + #"naïve “quotes” &#8212; <img src="https://example.org/i.jpg" width="600" height="400" alt="a"></p>"#
        let body = String(repeating: paragraph, count: 40)
        let items = (0..<15).map {
            "<item><title>Story \($0)</title><description><![CDATA[\(body)]]></description></item>"
        }
        let rss = Array("<rss version=\"2.0\"><channel><title>T</title>\(items.joined())</channel></rss>".utf8)
        let alone = try FeedParser.parse(rss)
        #expect(alone.items.count == 15)
        try await withThrowingTaskGroup(of: ParsedFeed.self) { group in
            for _ in 0..<8 { group.addTask { try FeedParser.parse(rss) } }
            for try await feed in group { #expect(feed == alone) }
        }
    }
}
