import Testing

@testable import Feeds

/// OPML in and out.
struct OPMLTests {
    private func parse(_ text: String) throws -> OPML { try OPML.parse(Array(text.utf8)) }

    @Test func `folders, names and case variations are read`() throws {
        let list = try parse(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="1.0"><head><title>My &amp; feeds</title><dateCreated>Mon, 30 Nov 2026 11:30:00 GMT</dateCreated></head>
            <body><outline text="News"><outline text="Text" title="Title" type="rss" xmlUrl="https://a.example/feed" htmlUrl="https://a.example/"/>
            <outline title="Deep"><outline title="B" xmlurl="https://b.example/feed?a=1&amp;b=2"/></outline></outline>
            <outline text="C" XMLURL="https://c.example/feed"/></body></opml>
            """)
        #expect(list.title == "My & feeds")
        #expect(
            list.subscriptions == [
                .init(
                    feedURL: "https://a.example/feed", name: "Text", pageURL: "https://a.example/", folders: [["News"]]),
                .init(feedURL: "https://b.example/feed?a=1&b=2", name: "B", folders: [["News", "Deep"]]),
                .init(feedURL: "https://c.example/feed", name: "C", folders: [[]]),
            ])
    }

    @Test func `a feed in several folders is one feed`() throws {
        let list = try parse(
            """
            <opml><body><outline text="X"><outline xmlUrl="https://a.example/f"/></outline>
            <outline text="Y"><outline text="A" xmlUrl="https://a.example/f"/><outline text="A" xmlUrl="https://a.example/f"/></outline>
            </body></opml>
            """)
        #expect(list.subscriptions == [.init(feedURL: "https://a.example/f", name: "A", folders: [["X"], ["Y"]])])
    }

    @Test func `a round trip loses nothing`() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0">
              <head>
                <title>A &lt; B</title>
                <ownerEmail>a@b.example</ownerEmail>
              </head>
              <body>
                <outline text="F &quot;q&quot; &amp; &#10; é" x:unknown="kept">
                  <outline text="A" xmlUrl="https://a.example/?a=1&amp;b=2" custom="1"/>
                </outline>
              </body>
            </opml>

            """
        let list = try parse(text)
        #expect(list.document() == text)
        #expect(try parse(list.document()) == list)
    }

    @Test func `bare ampersands and a missing end are got over`() throws {
        let list = try parse(
            "<opml><body><outline text='R & B'><outline text='A' xmlUrl='https://a.example/?a=1&b=2'/>")
        #expect(list.subscriptions == [.init(feedURL: "https://a.example/?a=1&b=2", name: "A", folders: [["R & B"]])])
    }

    @Test func `what is no list is refused`() {
        #expect(throws: FeedError.notAFeed) { try parse("<rss/>") }
        #expect(throws: FeedError.empty) { try parse("") }
    }
}
