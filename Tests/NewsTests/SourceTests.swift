import FoundationEssentials
import News
import Testing

struct SourceTests {
    @Test func `after thirty days of failures a source seems gone`() {
        let now = Date(timeIntervalSince1970: 1_773_489_600)
        var source = Source(id: SourceID(rawValue: 1), url: "https://example.org/feed", title: "Gazette")
        #expect(!source.seemsGone(now: now))
        source.failingSince = now - 29 * 86_400
        #expect(!source.seemsGone(now: now))
        source.failingSince = now - 30 * 86_400
        #expect(source.seemsGone(now: now))
    }
}
