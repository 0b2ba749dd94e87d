import FoundationEssentials
import Testing

@testable import Feeds

/// RSS 2.0 and what stands beside it.
struct RSSTests {
    @Test func `a feed of the Times is read whole`() throws {
        let feed = try parse(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
              xmlns:atom="http://www.w3.org/2005/Atom" version="2.0"><channel>
            <title>NYT &gt; Top Stories</title><link>https://www.nytimes.com</link>
            <atom:link href="https://rss.nytimes.com/x.xml" rel="self" type="application/rss+xml"/>
            <description/><language>en-us</language><copyright>Copyright 2026</copyright>
            <lastBuildDate>Mon, 30 Nov 2026 12:00:00 +0000</lastBuildDate>
            <image><title>NYT</title><url>https://static01.nyt.com/logo.png</url><link>https://www.nytimes.com</link></image>
            <item><title>A Story</title><link>https://www.nytimes.com/a.html</link>
            <guid isPermaLink="true">https://www.nytimes.com/a.html</guid>
            <atom:link href="https://www.nytimes.com/a.html" rel="standout"/>
            <description>What happened.</description><dc:creator>Ana Ruiz and Bo Lee</dc:creator>
            <pubDate>Mon, 30 Nov 2026 11:30:00 +0000</pubDate>
            <category domain="http://www.nytimes.com/namespaces/keywords/des">Bridges</category>
            <media:content height="1800" medium="image" url="https://static01.nyt.com/a.jpg" width="1800"/>
            <media:credit>Di Fox</media:credit><media:description>The bridge.</media:description></item>
            </channel></rss>
            """)
        #expect(feed.format == .rss20)
        #expect(feed.title == "NYT > Top Stories")
        #expect(feed.homePageURL == "https://www.nytimes.com")
        #expect(feed.feedURL == "https://rss.nytimes.com/x.xml")
        #expect(feed.summary == nil)
        #expect(feed.language == "en-us")
        #expect(feed.copyright == "Copyright 2026")
        #expect(feed.iconURL == "https://static01.nyt.com/logo.png")
        #expect(feed.updated == Date(timeIntervalSince1970: 1_796_040_000))
        #expect(feed.warnings == [])
        let item = try #require(feed.items.first)
        #expect(item.id == "https://www.nytimes.com/a.html")
        #expect(item.url == "https://www.nytimes.com/a.html")
        #expect(item.title == "A Story")
        #expect(item.summary == "What happened.")
        #expect(item.authors == [ParsedAuthor(name: "Ana Ruiz and Bo Lee")])
        #expect(item.published == Date(timeIntervalSince1970: 1_796_038_200))
        #expect(item.tags == ["Bridges"])
        #expect(
            item.images == [
                ParsedImage(
                    url: "https://static01.nyt.com/a.jpg", width: 1800, height: 1800, caption: "The bridge.",
                    credit: "Di Fox")
            ])
    }

    @Test func `content wins over the description, which is then the summary`() throws {
        let item = try rssItem(
            "<description>Short</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded>")
        #expect(item.contentHTML == "<p>Long</p>")
        #expect(item.summary == "Short")
    }

    @Test func `a description that equals the content is no summary`() throws {
        let item = try rssItem(
            "<content:encoded>&lt;p>A&lt;/p></content:encoded><description><![CDATA[<p>A</p>]]></description>")
        #expect(item.contentHTML == "<p>A</p>")
        #expect(item.summary == nil)
    }

    @Test func `titles of other vocabularies never overwrite the story's`() throws {
        let item = try rssItem(
            """
            <title>Story</title><media:title>Media</media:title><itunes:title>Podcast</itunes:title>
            <image><title>Image</title><url>https://feed.example/i.png</url></image>
            <media:content url="https://feed.example/v.mp4" type="video/mp4"><media:title>Video</media:title></media:content>
            <source url="https://other.example/feed">Other</source>
            """)
        #expect(item.title == "Story")
        #expect(item.images.map(\.url) == ["https://feed.example/i.png"])
    }

    @Test(arguments: [
        ("<guid>https://feed.example/1</guid>", "https://feed.example/1" as String?),
        ("<guid isPermaLink='true'>https://feed.example/1</guid>", "https://feed.example/1"),
        ("<guid isPermaLink='false'>https://feed.example/1</guid>", nil),
        ("<guid>42</guid>", nil),
        ("<guid>https://feed.example/1</guid><link>https://feed.example/2</link>", "https://feed.example/2"),
    ])
    func `a guid is the address only where it is a permalink and looks like one`(content: String, url: String?) throws {
        #expect(try rssItem(content).url == url)
    }

    @Test func `an id is the guid, else the address, else made of the words`() throws {
        #expect(try rssItem("<guid>42</guid><link>https://a.example/</link>").id == "42")
        #expect(try rssItem("<link>https://a.example/</link>").id == "https://a.example/")
        let first = try rssItem("<title>Only words</title>").id
        #expect(try first == rssItem("<title>Only words</title>").id)
        #expect(try first != rssItem("<title>Other words</title>").id)
    }

    @Test func `stories that share a guid but not an address are two`() throws {
        let feed = try parse(
            """
            <rss version="2.0"><channel><item><guid>1</guid><link>https://a.example/1</link></item>
            <item><guid>1</guid><link>https://a.example/2</link></item></channel></rss>
            """)
        #expect(Set(feed.items.map(\.id)).count == 2)
    }

    @Test(arguments: [
        ("<author>ana@a.example Ana Ruiz</author>", "Ana Ruiz"),
        ("<author>Ana of a@b and c@d</author>", "Ana of a@b and c@d"),
        ("<author>Ana Ruiz, ana@a.example</author>", "Ana Ruiz"),
        ("<author>Ana @ana</author>", "Ana @ana"),
        ("<author>ana@a.example ()</author>", "ana@a.example"),
        ("<author>(ana@a.example)</author>", "ana@a.example"),
        ("<author>ana@a.example (Ana (of Rome) Ruiz)</author>", "Ana (of Rome) Ruiz"),
        ("<author>ana@a.example (Ana (A.) Ruiz)</author>", "Ana (A.) Ruiz"),
        ("<author>ana@a.example (Ana (A.), bo@b.example</author>", "Ana (A."),
        ("<author>ana@a.example (Ana), bo@b.example (Bo)</author>", "Ana"),
        ("<author>ana@a.example (Ana Ruiz)</author>", "Ana Ruiz"),
        ("<author>Ana Ruiz (ana@a.example)</author>", "Ana Ruiz"),
        ("<author>Ana Ruiz &lt;ana@a.example&gt;</author>", "Ana Ruiz"),
        ("<author>ana@a.example</author>", "ana@a.example"),
        ("<author>ana@a.example (Ana)</author><dc:creator>Ana Ruiz</dc:creator>", "Ana Ruiz"),
        ("<itunes:author>Ana Ruiz</itunes:author>", "Ana Ruiz"),
        ("<atom:author><atom:name>Ana Ruiz</atom:name></atom:author>", "Ana Ruiz"),
        ("<atom:source><atom:author><atom:name>Ana Ruiz</atom:name></atom:author></atom:source>", "Ana Ruiz"),
    ])
    func `an author in any form gives a name`(content: String, name: String) throws {
        #expect(try rssItem(content).authors.map(\.name) == [name])
    }

    @Test func `several creators are several authors`() throws {
        let item = try rssItem("<dc:creator>Ana</dc:creator><dc:creator>Bo</dc:creator>")
        #expect(item.authors.map(\.name) == ["Ana", "Bo"])
    }

    @Test func `an enclosure is an attachment, and a picture where it is one`() throws {
        let item = try rssItem(
            """
            <enclosure url="https://a.example/e.mp3" type="audio/mpeg" length="1234"/><itunes:duration>1:02:03</itunes:duration>
            <enclosure url="https://a.example/e.jpg" type="image/jpeg" length=""/>
            """)
        #expect(
            item.attachments == [
                ParsedAttachment(url: "https://a.example/e.mp3", mimeType: "audio/mpeg", size: 1234, duration: 3723),
                ParsedAttachment(url: "https://a.example/e.jpg", mimeType: "image/jpeg"),
            ])
        #expect(item.images == [ParsedImage(url: "https://a.example/e.jpg")])
    }

    @Test func `prefixes without a declaration mean what they usually mean`() throws {
        let feed = try parse(
            "<rss version='2.0'><channel><item><dc:creator>Ana</dc:creator><content:encoded>&lt;p>A&lt;/p></content:encoded>"
                + "</item></channel></rss>")
        #expect(feed.items.first?.authors.map(\.name) == ["Ana"])
        #expect(feed.items.first?.contentHTML == "<p>A</p>")
    }

    @Test func `a namespace counts, whatever its prefix`() throws {
        let feed = try parse(
            """
            <rss version='2.0' xmlns:x='http://purl.org/dc/elements/1.1/' xmlns:dc='https://strange.example/'>
            <channel><item><x:creator>Ana</x:creator><dc:creator>Nobody</dc:creator></item></channel></rss>
            """)
        #expect(feed.items.first?.authors.map(\.name) == ["Ana"])
    }

    @Test func `feedburner's original link is the address, and the one it hides beside it`() throws {
        let item = try rssItem(
            """
            <link>https://feedproxy.example/~r/1</link>
            <feedburner:origLink xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0">https://a.example/1</feedburner:origLink>
            """)
        #expect(item.url == "https://a.example/1")
        #expect(item.externalURL == "https://feedproxy.example/~r/1")
    }

    @Test func `RSS 1,0 has its stories beside the channel and their ids in rdf about`() throws {
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
              xmlns:dc="http://purl.org/dc/elements/1.1/">
            <channel rdf:about="https://a.example/rss"><title>Feed</title><link>https://a.example/</link>
            <items><rdf:Seq><rdf:li rdf:resource="https://a.example/1"/></rdf:Seq></items></channel>
            <item rdf:about="https://a.example/1"><title>One</title><link>https://a.example/one</link>
            <dc:date>2003-12-31T10:14:55Z</dc:date><dc:subject>Science</dc:subject></item></rdf:RDF>
            """)
        #expect(feed.format == .rss10)
        #expect(feed.title == "Feed")
        let item = try #require(feed.items.first)
        #expect(item.id == "https://a.example/1")
        #expect(item.url == "https://a.example/one")
        #expect(item.published == Date(timeIntervalSince1970: 1_072_865_695))
        #expect(item.tags == ["Science"])
    }

    @Test func `an address that is relative belongs to the story's page, else the site, else the document`() throws {
        let item = try rssItem(
            "<link>/1/</link><description>&lt;a href='x'>x&lt;/a></description>", url: "https://feeds.example/f.xml")
        #expect(item.url == "https://feed.example/1/")
        #expect(item.contentHTML == "<a href=\"https://feed.example/1/x\">x</a>")
        let lone = try parse(
            "<rss><channel><item><link>1</link></item></channel></rss>", url: "https://feeds.example/a/f.xml")
        #expect(lone.items.first?.url == "https://feeds.example/a/1")
    }

    @Test func `the home page may follow what is relative to it`() throws {
        let feed = try parse(
            """
            <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
            <image><url>/i.png</url></image><atom:link rel="next" href="/p2"/>
            <item><title>One</title><link>/1</link><description>&lt;a href="/z">z&lt;/a></description></item>
            <item><title>Two</title><description>&lt;a href="z">z&lt;/a></description></item>
            <link>https://a.example/b/</link></channel></rss>
            """)
        #expect(feed.homePageURL == "https://a.example/b/")
        #expect(feed.iconURL == "https://a.example/i.png")
        #expect(feed.nextURL == "https://a.example/p2")
        #expect(feed.items.map(\.url) == ["https://a.example/1", nil])
        #expect(
            feed.items.map(\.contentHTML) == [
                "<a href=\"https://a.example/z\">z</a>", "<a href=\"https://a.example/b/z\">z</a>",
            ])
    }

    @Test func `a home page is relative to the document, never to itself`() throws {
        for parts in ["<link>b/</link><item><link>1</link></item>", "<item><link>1</link></item><link>b/</link>"] {
            let feed = try parse("<rss><channel>\(parts)</channel></rss>", url: "https://a.example/feed.xml")
            #expect(feed.homePageURL == "https://a.example/b/")
            #expect(feed.items.map(\.url) == ["https://a.example/b/1"])
        }
    }

    @Test func `pictures and sound that are relative are so to the story's page`() throws {
        let media = """
            <enclosure url="e.mp3" type="audio/mpeg" length="1"/><media:thumbnail url="t.jpg"/>
            <media:content url="/v.mp4" type="video/mp4"/><itunes:image href="i.jpg"/><image><url>j.jpg</url></image>
            <itunes:duration>9</itunes:duration>
            """
        let link = "<link>https://o.example/d/1</link>"
        for content in [media + link, link + media] {
            let item = try rssItem(content, url: "https://feeds.example/f.xml")
            #expect(
                item.attachments == [
                    ParsedAttachment(url: "https://o.example/d/e.mp3", mimeType: "audio/mpeg", size: 1, duration: 9),
                    ParsedAttachment(url: "https://o.example/v.mp4", mimeType: "video/mp4"),
                ])
            #expect(
                item.images.map(\.url) == [
                    "https://o.example/d/t.jpg", "https://o.example/d/i.jpg", "https://o.example/d/j.jpg",
                ])
        }
        #expect(
            try rssItem(media).attachments.map(\.url) == ["https://feed.example/e.mp3", "https://feed.example/v.mp4"])
        let based = try parse(
            "<rss><channel xml:base='https://b.example/'><item>\(link + media)</item></channel></rss>")
        #expect(based.items.first?.attachments.first?.url == "https://b.example/e.mp3")
        let lone = try #require(try parse("<rss><channel><item>\(media)</item></channel></rss>").items.first)
        #expect(lone.attachments == [])
        #expect(lone.images == [])
    }

    @Test func `RSS 0,90 is told from 1,0 by its namespace`() throws {
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/">
            <channel><title>Feed</title></channel><item><title>One</title><link>https://a.example/1</link></item></rdf:RDF>
            """)
        #expect(feed.format == .rss090)
        #expect(feed.items.map(\.url) == ["https://a.example/1"])
    }

    @Test func `what stands in a foreign element is not the story's`() throws {
        let feed = try parse(
            """
            <rss><channel><title>Feed</title><x:other xmlns:x="urn:x"><title>No</title><link>https://no.example/</link></x:other>
            <x:list xmlns:x="urn:x"><item><title>One</title><guid>1</guid>
            <x:object xmlns:x="urn:x"><title>No</title><link>https://no.example/</link><guid>2</guid>
            <description>No</description><item><title>No</title></item></x:object><description>Yes</description></item></x:list>
            </channel></rss>
            """)
        #expect(feed.title == "Feed")
        #expect(feed.homePageURL == nil)
        #expect(feed.items.map(\.title) == ["One"])
        #expect(feed.items.first?.id == "1")
        #expect(feed.items.first?.url == nil)
        #expect(feed.items.first?.summary == "Yes")
    }

    /// In, before and after each, elements with the names of a story's.
    @Test(arguments: [
        "x:w xmlns:x='urn:x'", "media:group", "media:content url='https://a.example/v.mp4' type='video/mp4'",
        "media:thumbnail url='https://a.example/t.jpg'", "enclosure url='https://a.example/v.mp4'", "podcast:person",
        "georss:where xmlns:georss='http://www.georss.org/georss'", "wp:postmeta xmlns:wp='urn:wp'", "related",
        "atom:link href='https://a.example/' rel='standout'", "media:community", "cc:Work", "itunes:owner", "rss",
        "itunes:image href='https://a.example/i.jpg'", "channel", "items",
    ])
    func `a child of a child of a story is not the story's`(tag: String) throws {
        let name = tag.prefix { $0 != " " }
        let inner =
            "<\(tag)><title>No</title><link>https://no.example/</link><guid>no</guid><pubDate>2001-01-01</pubDate>"
            + "<description>No</description><category>no</category><author>no</author><item><title>No</title></item>"
            + "<channel><title>No</title><link>https://no.example/</link></channel></\(name)>"
        let own = "<title>T</title><link>https://a.example/1</link><guid>g</guid>"
        for content in [inner + own, own + inner] {
            let feed = try parse(
                """
                <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom"
                  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
                <channel><title>Feed</title><item>\(content)</item></channel></rss>
                """)
            #expect(feed.title == "Feed")
            #expect(feed.homePageURL == nil)
            #expect(feed.items.count == 1)
            let item = try #require(feed.items.first)
            #expect(item.title == "T")
            #expect(item.url == "https://a.example/1")
            #expect(item.id == "g")
            #expect(item.published == nil)
            #expect(item.summary == nil)
            #expect(item.tags == [])
            #expect(item.authors == [])
        }
    }

    @Test(arguments: ["x:w xmlns:x='urn:x'", "related", "itunes:owner", "textInput", "media:group"])
    func `a child of a child of a channel is not the channel's`(tag: String) throws {
        let name = tag.prefix { $0 != " " }
        let feed = try parse(
            """
            <rss xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Feed</title>
            <\(tag)><title>No</title><link>https://no.example/</link><ttl>5</ttl></\(name)>
            <item><title>T</title></item></channel></rss>
            """)
        #expect(feed.title == "Feed")
        #expect(feed.homePageURL == nil)
        #expect(feed.updateInterval == nil)
    }

    @Test(arguments: [
        "http://www.w3.org/2005/Atom", "http://search.yahoo.com/mrss/", "http://purl.org/rss/1.0/modules/content/",
        "http://www.itunes.com/dtds/podcast-1.0.dtd", "http://purl.org/dc/elements/1.1/",
        "http://www.w3.org/1999/xhtml", "http://purl.org/atom/ns#", "urn:unknown",
    ])
    func `elements of RSS are RSS's whatever namespace its root is put in`(namespace: String) throws {
        let feed = try parse(
            """
            <rss version="2.0" xmlns="\(namespace)" xmlns:atom="http://www.w3.org/2005/Atom">
            <channel><title>Feed</title><link>https://a.example/</link>
            <atom:link rel="self" href="https://a.example/feed"/><item><title>T</title><link>https://a.example/1</link>
            <author>ana@a.example (Ana)</author></item></channel></rss>
            """)
        #expect(feed.format == .rss20)
        #expect(feed.title == "Feed")
        #expect(feed.homePageURL == "https://a.example/")
        #expect(feed.feedURL == "https://a.example/feed")
        #expect(feed.items.map(\.url) == ["https://a.example/1"])
        #expect(feed.items.first?.authors.map(\.name) == ["Ana"])
    }

    @Test func `a channel inside a channel of CDF is not the feed`() throws {
        let feed = try parse(
            """
            <CHANNEL HREF="https://a.example/"><TITLE>Feed</TITLE><ABSTRACT>About</ABSTRACT>
            <CHANNEL HREF="https://a.example/sub"><TITLE>Part</TITLE><ABSTRACT>Other</ABSTRACT>
            <A HREF="https://a.example/part"/><LOGO HREF="https://a.example/part.gif" STYLE="ICON"/>
            <ITEM HREF="/1.html"><TITLE>One</TITLE></ITEM></CHANNEL></CHANNEL>
            """)
        #expect(feed.title == "Feed")
        #expect(feed.summary == "About")
        #expect(feed.homePageURL == "https://a.example/")
        #expect(feed.iconURL == nil)
        #expect(feed.items.map(\.title) == ["One"])
    }

    @Test func `CDF has its addresses in attributes`() throws {
        let feed = try parse(
            """
            <?xml version="1.0"?><!DOCTYPE Channel SYSTEM "http://www.w3c.org/Channel.dtd">
            <CHANNEL HREF="https://a.example/" LASTMOD="2003-12-31T10:14:55Z"><TITLE>Feed</TITLE><ABSTRACT>About</ABSTRACT>
            <ITEM HREF="/1.html" LASTMOD="2003-12-31T10:14:55Z"><TITLE>One</TITLE><ABSTRACT>First</ABSTRACT></ITEM></CHANNEL>
            """)
        #expect(feed.format == .cdf)
        #expect(feed.title == "Feed")
        #expect(feed.summary == "About")
        let item = try #require(feed.items.first)
        #expect(item.url == "https://a.example/1.html")
        #expect(item.summary == "First")
        #expect(item.modified == Date(timeIntervalSince1970: 1_072_865_695))
    }

    @Test func `hints about refreshing are kept`() throws {
        func channel(_ content: String) throws -> ParsedFeed {
            try parse("<rss><channel>\(content)<item><title>T</title></item></channel></rss>")
        }
        #expect(try channel("<ttl>90</ttl><sy:updatePeriod>daily</sy:updatePeriod>").updateInterval == 5400)
        #expect(
            try channel(
                "<sy:updateFrequency> 2 </sy:updateFrequency><sy:updatePeriod>hourly</sy:updatePeriod>"
            ).updateInterval == 1800)
        #expect(try channel("<ttl>soon</ttl>").updateInterval == nil)
        let quiet = try channel(
            "<skipHours><hour>0</hour><hour> 23 </hour><hour>24</hour><hour>25</hour><hour>x</hour></skipHours>"
                + "<skipDays><day>Sunday</day><day>saturday</day><day>Someday</day></skipDays>")
        #expect(quiet.skippedHours == [0, 23, 0])
        #expect(quiet.skippedDays == [0, 6])
        let complete = "<fh:complete xmlns:fh='http://purl.org/syndication/history/1.0'/>"
        #expect(try channel(complete).isComplete)
        #expect(try !channel("").isComplete)
    }

    @Test(arguments: [
        "<slash:comments>12</slash:comments>",
        "<thr:total xmlns:thr='http://purl.org/syndication/thread/1.0'>12</thr:total>",
        "<atom:link rel='replies' href='https://a.example/c' thr:count='12' xmlns:thr='http://purl.org/syndication/thread/1.0'/>",
    ])
    func `comments are counted`(content: String) throws {
        #expect(try rssItem(content).commentCount == 12)
        var json = JSONFeedWriter()
        json.write(try parse("<rss><channel><item>\(content)</item></channel></rss>"))
        #expect(String(decoding: json.bytes, as: UTF8.self).contains(#""_source":{"comment_count":12}}]"#))
    }

    @Test func `a channel of CDF says what its addresses are relative to`() throws {
        let feed = try parse(
            """
            <CHANNEL BASE="http://a.example/x/" HREF="home.html"><TITLE>T</TITLE>
            <ITEM HREF="1.html"><TITLE>One</TITLE></ITEM></CHANNEL>
            """, url: "http://feed.example/channel.cdf")
        #expect(feed.format == .cdf)
        #expect(feed.homePageURL == "http://a.example/x/home.html")
        #expect(feed.items.first?.url == "http://a.example/x/1.html")
    }

    @Test func `titles and pictures are taken from a vocabulary of media where there are no others`() throws {
        let media = "<media:title xmlns:media='http://search.yahoo.com/mrss/'>M</media:title>"
        let podcast = "<itunes:title>P</itunes:title><itunes:image>https://a.example/i.png</itunes:image>"
        #expect(try rssItem(media).title == "M")
        #expect(try rssItem(podcast).title == "P")
        #expect(try rssItem(podcast).images == [ParsedImage(url: "https://a.example/i.png")])
        #expect(try rssItem(media + podcast + "<title>T</title>").title == "T")
        #expect(try rssItem("<media:content url='https://a.example/v.mp4'>\(media)</media:content>").title == nil)
    }

    @Test func `a picture of the whole channel is its icon`() throws {
        let feed = try parse(
            """
            <rss xmlns:media="http://search.yahoo.com/mrss/"><channel>
            <media:content url="https://a.example/v.mp4" type="video/mp4"><media:title>No</media:title></media:content>
            <media:content url="https://a.example/i" medium="image"/><title>T</title></channel></rss>
            """)
        #expect(feed.iconURL == "https://a.example/i")
        #expect(feed.title == "T")
    }

    @Test func `the description of a video keeps its lines`() throws {
        let item = try rssItem(
            "<media:group><media:content url='https://a.example/v.mp4' type='video/mp4'/>"
                + "<media:description>One\ntwo</media:description></media:group>")
        #expect(item.summary == "One two")
        #expect(item.contentHTML == "<p>One<br>two</p>")
    }

    @Test func `XHTML beside the fields of a story is its content`() throws {
        let item = try rssItem("<div xmlns='http://www.w3.org/1999/xhtml'><p>Text</p></div>")
        #expect(item.contentHTML == "<p>Text</p>")
    }

    @Test func `a namespace that nobody knows is the format's own where the root stands in it`() throws {
        let feed = try parse(
            "<rss xmlns='https://a.example/rss'><channel><title>T</title><item><title>I</title></item></channel></rss>")
        #expect(feed.title == "T")
        #expect(feed.items.map(\.title) == ["I"])
    }

    @Test func `stories stand in the list of RSS 1.1`() throws {
        let feed = try parse(
            """
            <Channel xmlns="http://purl.org/net/rss1.1#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <title>T</title><items rdf:parseType="Collection"><item rdf:about="https://a.example/1"><title>I</title>
            <link>https://a.example/1</link></item></items></Channel>
            """)
        #expect(feed.format == .rss10)
        #expect(feed.items.map(\.id) == ["https://a.example/1"])
    }

    @Test(arguments: [
        ("if (a&lt;b &amp;&amp; c&gt;d)", "if (a<b && c>d)"), ("a&lt;o:p&gt;&lt;/o:p&gt;b", "ab"),
        ("Ana &lt;https://a.example/&gt;", "Ana <https://a.example/>"), ("x &lt;:3&gt; y", "x <:3> y"),
        ("a&lt;script&gt;x&lt;/script&gt;b", "ab"), ("a&lt;svg&gt;&lt;text&gt;x&lt;/text&gt;&lt;/svg&gt;b", "ab"),
    ])
    func `what is a tag leaves a title, what only looks like one stays`(written: String, title: String) throws {
        #expect(try rssItem("<title>\(written)</title>").title == title)
    }
}
