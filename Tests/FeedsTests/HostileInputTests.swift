import Testing

@testable import Feeds

/// Input that is broken, and input that means harm.
struct HostileInputTests {
    // MARK: Broken

    @Test func `a document that stops early yields the stories that are complete`() throws {
        let stories = (1...5).map { "<item><title>\($0)</title><link>https://a.example/\($0)</link></item>" }
        let whole = "<rss version='2.0'><channel><title>T</title>" + stories.joined()
        for cut in stride(from: whole.utf8.count - 1, to: 60, by: -7) {
            let text = String(whole.prefix(cut))
            let complete = text.ranges(of: "</item>").count
            let found = try parse(text).items.count
            #expect(found == complete, "cut at \(cut)")
        }
    }

    @Test(arguments: [
        "<item><title>T</title><link>https://a.example/</link><guid>https://a.example/re", "<item", "<item ",
        "<item><pubDate>Mon, 01 Jan 2", "<item><title>T</title></item", "<link>https://a.exam", "<title>Wor",
        "<atom:link rel='next' href='https://a.exam",
    ])
    func `half an address, date or story is none`(end: String) throws {
        let feed = try parse("<rss version='2.0'><channel><description>D</description>" + end)
        #expect(feed.summary == "D")
        #expect(feed.title == nil)
        #expect(feed.homePageURL == nil)
        #expect(feed.nextURL == nil)
        #expect(feed.items == [])
        #expect(feed.warnings.first == "not well-formed XML")
    }

    @Test func `a document that stops in its first tag still has a format`() throws {
        let feed = try parse("<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='e")
        #expect(feed.format == .atom10)
        #expect(feed.items == [])
    }

    @Test func `a story is complete where only the tags around it are missing`() throws {
        let item = "<item><title>T</title><link>https://a.example/1</link></item>"
        for end in ["", "</channel>", "</channel", "\n</channel></rs"] {
            let feed = try parse("<rss version='2.0'><channel>" + item + end)
            #expect(feed.items.map(\.url) == ["https://a.example/1"])
        }
    }

    @Test(arguments: ["", "<p>"])
    func `what is nested too deeply takes nothing behind it along`(mistake: String) throws {
        let nest = Self.many("<a>", 600) + "x" + Self.many("</a>", 600)
        let feed = try parse(
            """
            <rss><channel><item><title>1</title><x:y xmlns:x="urn:x">\(nest)</x:y><guid>one</guid></item>
            <item><title>2</title><description>\(mistake)D</description></item></channel></rss>
            """)
        #expect(feed.items.map(\.title) == ["1", "2"])
        #expect(feed.items.first?.id == "one")
        #expect(feed.items.last?.summary == "D")
    }

    @Test func `a tag without an end that holds nothing ends where the next field starts`() throws {
        let item = try rssItem(
            "<enclosure url='https://a.example/e.mp3'><media:thumbnail url='https://a.example/t.jpg'><br>"
                + "<title>T</title><description>a<br>b<hr><p>c")
        #expect(item.title == "T")
        #expect(item.images.map(\.url) == ["https://a.example/t.jpg"])
        #expect(item.contentHTML == "a<br>b<hr><p>c</p>")
    }

    @Test(arguments: [
        ("Tom & Jerry", "Tom & Jerry"), ("AT&T", "AT&T"), ("a&nbsp;b&eacute;", "a bé"),
        ("x &unknown; y", "x &unknown; y"), ("a < b", "a < b"), ("<b>bold</b> plain", "bold plain"),
        ("<b>open", "open"), ("<![CDATA[a & b]]>", "a & b"), ("<![CDATA[a <![CDATA[b]]> c]]>", "a b c"),
        ("AT&amp;T", "AT&T"), ("AT&amp;amp;T", "AT&T"), ("&amp;lt;b&amp;gt;x&amp;lt;/b&amp;gt;", "x"),
        ("Nice &lt;gorilla&gt;", "Nice <gorilla>"), ("Nice &amp;lt;gorilla&amp;gt;", "Nice <gorilla>"),
        ("a &lt; b", "a < b"), ("  two\n lines ", "two lines"), ("It&amp;#8217;s", "It’s"),
        ("1 &lt;br/&gt; 2", "1 2"), ("&hellip;&NotEqualTilde;&zwj;&bne;", "…≂̸\u{200D}=\u{20E5}"),
        ("a&amp;period;", "a."), ("]]>", "]]>"), ("&#x41;&#66;", "AB"),
    ])
    func `a title is read however it is escaped`(written: String, title: String) throws {
        #expect(try rssItem("<title>\(written)</title>").title == title)
    }

    @Test func `attributes without quotation marks or said twice are read`() throws {
        let item = try rssItem(
            "<enclosure url=https://a.example/e.mp3 type='audio/mpeg' type=\"x/y\" length=1234 /><title>T</title>")
        #expect(
            item.attachments == [ParsedAttachment(url: "https://a.example/e.mp3", mimeType: "audio/mpeg", size: 1234)])
        #expect(item.title == "T")
    }

    @Test(arguments: ["<b c=\"></b>d <b e=\"f\">g</b>", "<b c=\">d <b e=\"f\">g"])
    func `a quotation mark that does not close ends with its tag`(written: String) throws {
        #expect(try rssItem("<title>\(written)</title>").title == "d g")
    }

    @Test func `a field that is not closed ends where the next one starts`() throws {
        let item = try rssItem(
            "<title>Title<link>https://a.example/1<description>Text <b>bold</description><guid>42")
        #expect(item.title == "Title")
        #expect(item.url == "https://a.example/1")
        #expect(item.contentHTML == "Text <b>bold</b>")
        #expect(item.id == "42")
    }

    @Test(arguments: [
        "Warning in <b>x.php</b> on line <b>3</b><br />\n<?xml version='1.0'?>", "<br><!-- c -->", "<p>x</p>", "text ",
    ])
    func `what a server printed before the feed is passed over`(junk: String) throws {
        #expect(try parse(junk + "<rss version='2.0'><channel><title>T</title></channel></rss>").title == "T")
    }

    @Test func `what a server printed before JSON is passed over`() throws {
        #expect(try parse(")]}',\n{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"T\"}").title == "T")
        #expect(throws: FeedError.webPage) { try parse("<html><body><p>about <rss version='2.0'> feeds</p>") }
    }

    @Test func `a story that is not closed ends where the next one starts`() throws {
        let feed = try parse("<rss><channel><item><title>1</title><item><title>2</title></item></channel></rss>")
        #expect(feed.items.map(\.title) == ["1", "2"])
    }

    @Test func `entities that the document declares are text, those of files are not read`() throws {
        let feed = try parse(
            """
            <!DOCTYPE rss [<!ENTITY me "Ana &amp; co"><!ENTITY file SYSTEM "file:///etc/hostname">]>
            <rss><channel><title>&me; &file;</title></channel></rss>
            """)
        #expect(feed.title == "Ana & co &file;")
    }

    @Test func `entities of an old DOCTYPE are known without fetching it`() throws {
        let feed = try parse(
            """
            <?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN"
             "http://my.netscape.com/publish/formats/rss-0.91.dtd">
            <rss version="0.91"><channel><title>Caf&eacute;</title></channel></rss>
            """)
        #expect(feed.title == "Café")
        #expect(feed.format == .rss091)
    }

    @Test func `CDATA is text wherever it stands, and comments hide it`() throws {
        let item = try rssItem(
            """
            <!-- <![CDATA[ no ]]> --><title>a <![CDATA[& b]]><![CDATA[]]> c <![CDATA[<i>d</i>]]></title>
            <description><![CDATA[<p>x > y ]] </p>]]></description>
            """)
        #expect(item.title == "a & b c d")
        #expect(item.contentHTML == "<p>x &gt; y ]] </p>")
    }

    @Test func `a document that writes our own instruction gets nothing twice`() throws {
        let item = try rssItem("<title><?cdata-section?>a<![CDATA[b]]><?cdata-section?><?cdata-section?></title>")
        #expect(item.title == "ba")
    }

    // MARK: Harmful

    /// Each takes a parser that does not expect it from seconds to for ever.
    private static let traps: [(name: String, text: String)] = [
        (
            "an entity bomb",
            "<!DOCTYPE rss [<!ENTITY a0 'lol'>"
                + (1...12).map { "<!ENTITY a\($0) '\(String(repeating: "&a\($0 - 1);", count: 10))'>" }.joined()
                + "]>" + story("<title>&a12;</title>")
        ),
        (
            "one long entity five thousand times",
            "<!DOCTYPE rss [<!ENTITY a '\(String(repeating: "x", count: 900))'>]>"
                + story("<title>" + many("&a;", 5000))
        ),
        ("100,000 levels", story("<title>T</title>") + many("<a>", 100_000)),
        ("100,000 levels of HTML", story("<description>" + many("&lt;b>", 100_000) + many("&lt;/x>", 100_000))),
        ("a tag with 50,000 attributes", "<rss><channel><item " + (0..<50_000).map { "a\($0)='1' " }.joined() + "/>"),
        (
            "an HTML tag with 50,000 attributes",
            story("<description>&lt;p " + (0..<50_000).map { "a\($0)=1 " }.joined() + ">T&lt;/p></description>")
        ),
        ("comments without an end", story("<title>" + many("<!--", 40_000))),
        ("escaped comments without an end", story("<title>" + many("&lt;!--", 40_000) + "</title>")),
        ("CDATA in CDATA", story("<title>" + many("<![CDATA[", 100_000))),
        ("opening brackets", story(many("<", 100_000))),
        ("ampersands", story("<title>" + many("&", 100_000))),
        ("tags without an end", story("<title>" + many("&lt;a b=\"", 100_000) + "</title>")),
        ("end tags without a start", many("<a>", 400) + many("</b>", 60_000)),
        ("one long text", story("<description>" + many("word ", 120_000) + "</description>")),
        (
            "20,000 authors and tags",
            story((0..<20_000).map { "<author>\($0)</author><category>\($0)</category>" }.joined())
        ),
        ("NULs", many("\0", 100_000) + story("<title>T</title>")),
        ("a path of steps upwards", story("<link>https://a.example/" + many("../", 40_000) + "x</link>")),
        ("brackets in JSON", "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":" + many("[", 100_000)),
        (
            "references that nobody declared",
            story("<description><![CDATA[" + many("&a;", 50_000) + "]]></description>")
        ),
        ("escaped tags with references", story("<description>" + many("&lt;p id='&amp;a;'>", 20_000))),
        ("200,000 names", story((0..<200_000).map { "<n\($0)/>" }.joined())),
        ("200,000 instructions", story((0..<200_000).map { "<?n\($0)?>" }.joined())),
        (
            "200,000 names of attributes",
            story("<description><![CDATA[" + (0..<200_000).map { $0 % 9 == 0 ? "><p" : " n\($0)" }.joined() + "]]>")
        ),
        ("a long address", story("<enclosure url='https://a.example/" + many("x", 200_000) + "'/>")),
        (
            "a book in Markdown",
            story("<source:markdown xmlns:source='http://source.scripting.com/'>" + many("> - ", 150_000))
        ),
        ("a date of numbers", story("<pubDate>" + many("1 ", 60_000) + "</pubDate>")),
    ]

    private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static func story(_ content: String) -> String { "<rss><channel><item>\(content)</item></channel></rss>" }

    /// The limit is for ever, as a busy machine sees it: what this guards against is of that order.
    @Test(.timeLimit(.minutes(5)), arguments: HostileInputTests.traps.indices)
    func `a trap is over soon`(index: Int) {
        // No feed is an answer too.
        _ = try? FeedParser.parse(Array(Self.traps[index].text.utf8))
    }

    @Test func `no more tags are read than an honest feed has`() {
        var outline = HTMLOutline()
        outline.markupLeft = 3
        let html = Array("<p>a</p><p>b</p><p>c</p>".utf8)
        html.withUnsafeBufferPointer { outline.write($0, after: "") }
        #expect(String(decoding: outline.bytes, as: UTF8.self) == "<p>a</p><p>b")
        outline.markupLeft = 10
        outline.referencesLeft = 2
        let links = Array("<a href='?a&b'><a href='?c&d&e'>".utf8)
        links.withUnsafeBufferPointer { outline.write($0, after: "") }
        #expect(String(decoding: outline.bytes, as: UTF8.self) == "<a href='?a&b'>")
    }

    @Test(arguments: [(-1, ""), (0, ""), (1, ""), (2, "é"), (4, "éa"), (5, "éa"), (6, "éa€"), (9, "éa€")])
    func `a text that is too long ends with a whole character`(limit: Int, text: String) {
        Array("éa€".utf8).withUnsafeBufferPointer { bytes in
            #expect(String(decoding: bytes.wholeCharacters(upTo: limit), as: UTF8.self) == text)
        }
    }

    @Test func `no more stories are read than an honest feed has`() throws {
        let feed = try parse("<rss><channel>" + Self.many("<item/>", 20_003) + "</channel></rss>")
        #expect(feed.items.count == 20_000)
        #expect(feed.warnings == ["only the first 20000 items are read"])
        let json = try parse(
            "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{}" + Self.many(",{}", 20_002) + "]}")
        #expect(json.items.count == 20_000)
        #expect(json.warnings == ["items left out: 3"])
    }

    @Test func `any bytes are an answer, never a crash`() {
        var state: UInt64 = 42
        func random() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        let starts = [
            "", "<rss><channel><item><title>", "<feed><entry><content type='html'>",
            "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{",
        ]
        for round in 0..<200 {
            let bytes = Array(starts[round % starts.count].utf8) + (0..<2000).map { _ in random() }
            // No feed is an answer too.
            _ = try? FeedParser.parse(bytes)
        }
    }
}
