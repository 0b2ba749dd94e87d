import Testing

@testable import Feeds

/// What is a feed, and what is none.
struct FeedParserTests {
    @Test(arguments: [
        ("", FeedError.empty),
        (" \n\t", .empty),
        ("<!DOCTYPE html><html><head><title>A page</title></head></html>", .webPage),
        ("\n<!-- served by x --><HTML><body>Hello</body></HTML>", .webPage),
        ("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", .webPage),
        ("<opml version='2.0'><head/><body/></opml>", .opml),
        ("%PDF-1.7 <rss>", .notAFeed),
        ("\u{1F}\u{8B}", .notAFeed),
        ("Not found", .notAFeed),
        ("{\"hello\":1}", .notAFeed),
        ("[]", .notAFeed),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", .notAFeed),
        ("<entry xmlns='http://www.w3.org/2005/Atom'><id>urn:x</id><title>A story alone</title></entry>", .notAFeed),
        (
            "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:foaf='http://xmlns.com/foaf/0.1/'>"
                + "<foaf:Person><foaf:name>Ana</foaf:name></foaf:Person></r:RDF>", .notAFeed
        ),
    ])
    func `what is no feed is refused by name`(text: String, error: FeedError) {
        #expect(throws: error) { try FeedParser.parse(Array(text.utf8)) }
    }

    @Test(
        arguments: [
            ([0x1F, 0x8B, 0x08, 0], FeedError.compressed), ([0x89, 0x50, 0x4E, 0x47, 0x0D], .notAFeed),
            ([0xFF, 0xD8, 0xFF, 0xE0], .notAFeed),
        ] as [([UInt8], FeedError)])
    func `bytes of other kinds are told by their first ones`(bytes: [UInt8], error: FeedError) {
        #expect(throws: error) { try FeedParser.parse(bytes) }
    }

    /// POSIX.1, ustar interchange format: the name stands at 0, "ustar" at 257, the first file at 512.
    @Test func `a feed in an archive is no feed`() {
        var header = [UInt8](repeating: 0, count: 512)
        header.replaceSubrange(0..<8, with: "feed.xml".utf8)
        header.replaceSubrange(257..<262, with: "ustar".utf8)
        let archive = header + Array("<rss version='2.0'><channel><title>T</title></channel></rss>".utf8)
        #expect(throws: FeedError.notAFeed) { try FeedParser.parse(archive) }
    }

    @Test(arguments: [
        ("<rss version='2.0'><channel/></rss>", FeedFormat.rss20),
        ("junk before <!-- a > comment --><?xml version='1.0'?><rss version='0.92'><channel/></rss>", .rss092),
        ("<!DOCTYPE rss [<!ENTITY a 'b>c'>]><rss version='0.91'/>", .rss091),
        ("<feed xmlns='http://www.w3.org/2005/Atom'/>", .atom10),
        ("<atom:feed xmlns:atom='http://www.w3.org/2005/Atom'/>", .atom10),
        ("<feed version='0.3' xmlns='http://purl.org/atom/ns#'/>", .atom03),
        ("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'/>", .rss10),
        ("{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[]}", .jsonFeed10),
        ("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[]}", .jsonFeed11),
    ])
    func `the format is told by the content`(text: String, format: FeedFormat) throws {
        #expect(try FeedParser.parse(Array(text.utf8)).format == format)
    }

    @Test func `a content type that lies changes nothing`() throws {
        let feed = try FeedParser.parse(Array("<rss version='2.0'/>".utf8), contentType: "application/json")
        #expect(feed.format == .rss20)
    }
}

/// The feed in `text`.
func parse(_ text: String, url: String? = nil) throws -> ParsedFeed {
    try FeedParser.parse(Array(text.utf8), url: url)
}

/// The first story of an RSS 2.0 feed with this in its item.
func rssItem(_ content: String, url: String? = nil) throws -> ParsedItem {
    let feed = try parse(
        """
        <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
          xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
          xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
        <channel><title>Feed</title><link>https://feed.example/</link><item>\(content)</item></channel></rss>
        """, url: url)
    return try #require(feed.items.first)
}

/// The first story of an Atom 1.0 feed with this in its entry.
func atomEntry(_ content: String, url: String? = nil) throws -> ParsedItem {
    let feed = try parse(
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>Feed</title><entry>\(content)</entry></feed>", url: url)
    return try #require(feed.items.first)
}
