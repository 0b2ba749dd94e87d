import FoundationEssentials
import Testing

@testable import Feeds

/// Atom 1.0 (RFC 4287) and 0.3.
struct AtomTests {
    @Test func `a feed is read whole`() throws {
        let feed = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="https://a.example/blog/">
            <title type="html">A &amp;amp; B</title><subtitle>Sub</subtitle><id>tag:a.example,2026:1</id>
            <link href="./"/><link rel="self" href="feed.atom"/><link rel="hub" href="https://hub.example/"/>
            <link rel="next" href="?page=2"/><icon>/favicon.ico</icon><logo>/logo.png</logo><rights>Free</rights>
            <updated>2026-11-30T12:00:00Z</updated><author><name>Ana</name><uri>https://ana.example/</uri></author>
            <entry><title>One</title><id>tag:a.example,2026:2</id><link rel="alternate" type="text/html" href="one.html"/>
            <link rel="related" href="https://b.example/"/><published>2026-11-30T11:30:00Z</published>
            <updated>2026-11-30T12:00:00Z</updated><category term="x" label="Bridges"/><summary>Short</summary>
            <content type="html">&lt;p&gt;&lt;a href="two.html"&gt;Two&lt;/a&gt;&lt;/p&gt;</content></entry></feed>
            """)
        #expect(feed.format == .atom10)
        #expect(feed.title == "A & B")
        #expect(feed.summary == "Sub")
        #expect(feed.homePageURL == "https://a.example/blog/")
        #expect(feed.feedURL == "https://a.example/blog/feed.atom")
        #expect(feed.nextURL == "https://a.example/blog/?page=2")
        #expect(feed.hubs == ["https://hub.example/"])
        #expect(feed.faviconURL == "https://a.example/favicon.ico")
        #expect(feed.iconURL == "https://a.example/logo.png")
        #expect(feed.language == "en")
        let item = try #require(feed.items.first)
        #expect(item.id == "tag:a.example,2026:2")
        #expect(item.url == "https://a.example/blog/one.html")
        #expect(item.externalURL == "https://b.example/")
        #expect(item.published == Date(timeIntervalSince1970: 1_796_038_200))
        #expect(item.modified == Date(timeIntervalSince1970: 1_796_040_000))
        #expect(item.tags == ["Bridges"])
        #expect(item.summary == "Short")
        #expect(item.contentHTML == "<p><a href=\"https://a.example/blog/two.html\">Two</a></p>")
        #expect(item.authors == [ParsedAuthor(name: "Ana", url: "https://ana.example/")])
    }

    @Test func `text is not HTML`() throws {
        #expect(try atomEntry("<title>1 &lt;b&gt; 2 &amp;amp; 3</title>").title == "1 <b> 2 &amp; 3")
        #expect(try atomEntry("<title type='text'>a &lt; b</title>").title == "a < b")
        let item = try atomEntry("<content type='text'>a &lt;b&gt;\n\nnext</content>")
        #expect(item.contentHTML == "<p>a &lt;b&gt;</p><p>next</p>")
    }

    @Test func `XHTML stands in one div, which is dropped`() throws {
        let item = try atomEntry(
            """
            <title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Less: <em>a &lt; b</em></div></title>
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One &amp; <b>two</b></p><br/></div></content>
            """)
        #expect(item.title == "Less: a < b")
        #expect(item.contentHTML == "<p>One &amp; <b>two</b></p><br>")
    }

    @Test func `an enclosure is relative to the document`() throws {
        let entry = "<link href='https://b.example/d/1'/><link rel='enclosure' href='e.mp3'/>"
        #expect(
            try atomEntry(entry, url: "https://a.example/feed").attachments.map(\.url) == ["https://a.example/e.mp3"])
        #expect(try atomEntry(entry).attachments.map(\.url) == ["https://b.example/d/e.mp3"])
    }

    @Test func `content elsewhere is a link`() throws {
        let item = try atomEntry("<content type='text/html' src='https://a.example/1'/>")
        #expect(item.url == "https://a.example/1")
        #expect(item.contentHTML == nil)
    }

    @Test func `an entry's author wins over its source's and the feed's`() throws {
        let feed = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><author><name>Feed</name></author>
            <entry><author><name>Entry</name></author><source><author><name>Source</name></author></source></entry>
            <entry><source><title>Other</title><author><name>Source</name></author></source></entry><entry/></feed>
            """)
        #expect(feed.items.map { $0.authors.map(\.name) } == [["Entry"], ["Source"], ["Feed"]])
        #expect(feed.items.map(\.title) == [nil, nil, nil])
    }

    @Test func `a feed's author may follow its entries`() throws {
        let feed = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id></entry>
            <entry><id>2</id><author><name>Entry</name></author></entry><author><name>Feed</name></author></feed>
            """)
        #expect(feed.items.map { $0.authors.map(\.name) } == [["Feed"], ["Entry"]])
    }

    @Test func `the object of an activity is not the entry`() throws {
        let feed = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:activity="http://activitystrea.ms/spec/1.0/"><entry>
            <activity:object><id>urn:2</id><published>2001-01-01T00:00:00Z</published></activity:object><id>urn:1</id>
            <title>T</title><link href="https://a.example/1"/><activity:object><id>urn:2</id><title>Object</title>
            <link href="https://a.example/2"/><entry><id>3</id></entry></activity:object></entry></feed>
            """)
        #expect(feed.items.map(\.id) == ["urn:1"])
        #expect(feed.items.map(\.title) == ["T"])
        #expect(feed.items.map(\.url) == ["https://a.example/1"])
        #expect(feed.items.map(\.published) == [nil])
    }

    @Test func `of the parts of a content the best is taken`() throws {
        let plain = "<content type='text/plain' mode='escaped'>plain</content>"
        let html = "<content type='text/html' mode='escaped'>&lt;p&gt;h&lt;/p&gt;</content>"
        for parts in [plain + html, html + plain] {
            let feed = try parse(
                "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry><id>1</id><content type='multipart/alternative'>"
                    + parts + "</content></entry></feed>")
            #expect(feed.items.map(\.contentHTML) == ["<p>h</p>"])
        }
    }

    @Test func `a date of change alone is no date of publication`() throws {
        let item = try atomEntry("<updated>2026-11-30T12:00:00Z</updated>")
        #expect(item.published == nil)
        #expect(item.modified == Date(timeIntervalSince1970: 1_796_040_000))
    }

    @Test(arguments: [
        ("<content type='text/html' mode='escaped'>&lt;p>A&lt;/p></content>", "<p>A</p>"),
        (
            "<content type='application/xhtml+xml' mode='xml'><div xmlns='http://www.w3.org/1999/xhtml'><p>A</p></div></content>",
            "<p>A</p>"
        ),
        ("<content type='text/html' mode='base64'>PHA+QTwvcD4=</content>", "<p>A</p>"),
    ])
    func `Atom 0,3 says by a mode how its content is wrapped`(content: String, html: String) throws {
        let feed = try parse(
            "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><tagline>Tag</tagline><entry>\(content)"
                + "<issued>2003-12-31T10:14:55Z</issued></entry></feed>")
        #expect(feed.format == .atom03)
        #expect(feed.summary == "Tag")
        #expect(feed.items.first?.contentHTML == html)
        #expect(feed.items.first?.published == Date(timeIntervalSince1970: 1_072_865_695))
    }

    @Test func `the div around XHTML is dropped, not the base that it names`() throws {
        let feed = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/one/"><entry><id>1</id>
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml" xml:base="/two/"><a href="x">x</a></div>
            </content></entry></feed>
            """)
        #expect(feed.items[0].contentHTML == "<a href=\"https://a.example/two/x\">x</a>")
    }

    @Test func `packed text is HTML unless it says otherwise, and bytes are nothing to read`() throws {
        let feed = try parse(
            """
            <feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><id>1</id>
            <title mode="base64">YSA8Yj5iPC9iPg==</title>
            <content type="application/octet-stream" mode="base64">YSA8Yj5iPC9iPg==</content></entry>
            <entry><id>2</id><title type="text/plain" mode="base64">YSA8Yj5iPC9iPg==</title>
            <content type="image/png" mode="base64">iVBORw0KGgo=</content></entry></feed>
            """)
        #expect(feed.items.map(\.title) == ["a b", "a <b>b</b>"])
        #expect(feed.items.map(\.contentHTML) == ["a <b>b</b>", nil])
    }

    @Test func `an empty language is none`() throws {
        let feed = try parse(
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='en'><entry xml:lang=''><id>1</id></entry></feed>")
        #expect(feed.items[0].language == nil)
    }

    @Test func `an archive says where the others are`() throws {
        let feed = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><link rel="current" href="https://a.example/now"/>
            <link rel="prev-archive" href="https://a.example/1"/><link rel="next-archive" href="https://a.example/3"/>
            </feed>
            """)
        #expect(feed.currentURL == "https://a.example/now")
        #expect(feed.nextURL == "https://a.example/1")
        #expect(feed.nextArchiveURL == "https://a.example/3")
    }
}
