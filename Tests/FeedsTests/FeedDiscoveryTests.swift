import Testing

@testable import Feeds

/// The feeds and icons of web pages.
struct FeedDiscoveryTests {
    private func page(_ html: String) -> FeedDiscovery.Page {
        FeedDiscovery.page(Array(html.utf8), url: "https://a.example/blog/")
    }

    @Test func `links are read in any order of attributes, resolved against the base, comments last`() {
        let page = page(
            """
            <!DOCTYPE html><html><head><title>The &amp; Page</title><base href="/sub/">
            <link href="comments.xml" type="application/rss+xml" rel="alternate" title="Comments on all posts">
            <link rel='ALTERNATE home' type='application/atom+xml; charset=utf-8' href='feed.atom' title='Main'>
            <link rel=alternate type="application/feed+json" href="//b.example/feed.json">
            <link rel="alternate" type="application/json" href="https://a.example/wp-json/wp/v2/pages/2">
            <link rel="alternate" type="text/html" hreflang="de" href="/de"><link rel="stylesheet" href="s.css">
            </head><body><p>x</p><link rel="alternate" type="text/xml" href="https://c.example/late"></body></html>
            """)
        #expect(page.title == "The & Page")
        #expect(
            page.feeds.map(\.url) == [
                "https://a.example/sub/feed.atom", "https://b.example/feed.json", "https://c.example/late",
                "https://a.example/sub/comments.xml",
            ])
        #expect(page.feeds.first?.title == "Main")
        #expect(page.feeds.last?.isOfComments == true)
    }

    @Test func `icons are ranked by size, drawings among them`() {
        let page = page(
            """
            <link rel="shortcut icon" href="/small.ico"><link rel="icon" type="image/svg+xml" href="/i.svg">
            <link rel="apple-touch-icon" sizes="180x180" href="/touch.png"><link rel="icon" sizes="16x16 32x32" href="/32.png">
            """)
        #expect(
            page.icons.map(\.url) == [
                "https://a.example/touch.png", "https://a.example/i.svg", "https://a.example/32.png",
                "https://a.example/small.ico", "https://a.example/favicon.ico",
            ])
    }

    @Test(arguments: [
        ("https://www.youtube.com/channel/UCx", ["https://www.youtube.com/feeds/videos.xml?channel_id=UCx"]),
        ("https://youtube.com/user/ana", ["https://www.youtube.com/feeds/videos.xml?user=ana"]),
        ("https://www.youtube.com/playlist?list=PLx", ["https://www.youtube.com/feeds/videos.xml?playlist_id=PLx"]),
        ("https://www.youtube.com/@ana", []),
        ("https://www.reddit.com/r/swift/", ["https://www.reddit.com/r/swift/.rss"]),
        (
            "https://github.com/a/b",
            [
                "https://github.com/a/b/releases.atom", "https://github.com/a/b/commits.atom",
                "https://github.com/a/b/tags.atom",
            ]
        ),
        ("https://social.example/@ana", ["https://social.example/@ana.rss"]),
        ("https://ana.substack.com/p/x", ["https://ana.substack.com/feed"]),
        ("https://medium.com/@ana", ["https://medium.com/feed/@ana"]),
        ("https://ana.blogspot.com/2026/", ["https://ana.blogspot.com/feeds/posts/default"]),
        ("https://ana.wordpress.com/", ["https://ana.wordpress.com/feed/"]),
        ("https://vimeo.com/ana", ["https://vimeo.com/ana/videos/rss"]),
        ("https://a.example/", []),
        // What is a feed's address already is meant.
        ("https://github.com/a/b/commits.atom", []), ("https://www.reddit.com/r/swift/top/.rss?t=day", []),
        ("https://medium.com/feed/@ana", []), ("https://ana.wordpress.com/comments/feed/", []),
        ("https://ana.blogspot.com/feeds/posts/default", []), ("https://social.example/@ana.rss", []),
        ("https://vimeo.com/ana/videos/rss", []),
    ])
    func `well-known hosts have their feeds in well-known places`(address: String, feeds: [String]) {
        #expect(FeedDiscovery.knownFeeds(for: address) == feeds)
    }

    @Test func `a page that is no page has no feeds`() {
        #expect(page("").feeds == [])
        #expect(page("just text").feeds == [])
    }
}
