import FoundationEssentials
import Testing

@testable import Feeds

/// FIELD-GUIDE 2.2: what the Top Stories API really sends.
struct TopStoriesTests {
    /// An answer with these results.
    private func parse(_ results: String, envelope: String = "") throws -> ParsedFeed {
        let json = """
            {"status":"OK","copyright":"Copyright (c) 2026 The New York Times Company.","section":"World News",
             "last_updated":"2026-11-30T08:12:01-05:00","num_results":40\(envelope),"results":[\(results)]}
            """
        return try FeedParser.parse(Array(json.utf8))
    }

    private let whole = """
        {"section":"us","subsection":"politics","title":"A Bridge Opens","abstract":"It is long.",
         "url":"https://www.nytimes.com/2026/11/30/us/bridge.html","uri":"nyt://article/1-2-3",
         "byline":"By Ana Ruiz, Bo Lee and Cy Oak","item_type":"Article","updated_date":"2026-11-30T07:00:00-05:00",
         "created_date":"2026-11-30T05:00:00-05:00","published_date":"2026-11-30T06:30:00-05:00",
         "des_facet":["Bridges","internal-sub-only-nl"],"org_facet":"","per_facet":["Ruiz, Ana"],"geo_facet":["Ohio"],
         "multimedia":[{"url":"https://static01.nyt.com/a-superJumbo.jpg","format":"Super Jumbo","height":1366,"width":2048,
           "type":"image","subtype":"photo","caption":"The bridge &amp; the river","copyright":"Di Fox for The Times"},
          {"url":"https://static01.nyt.com/a-thumbLarge.jpg","format":"Some New Format","height":150,"width":150,
           "type":"image","subtype":"photo","caption":"","copyright":""}],
         "short_url":"https://nyti.ms/1"}
        """

    @Test func `a story and its envelope are read whole`() throws {
        let feed = try parse(whole)
        #expect(feed.format == .topStories)
        #expect(feed.title == "World News")
        #expect(feed.copyright == "Copyright (c) 2026 The New York Times Company.")
        #expect(feed.updated == Date(timeIntervalSince1970: 1_796_044_321))
        let item = try #require(feed.items.first)
        #expect(item.id == "nyt://article/1-2-3")
        #expect(item.url == "https://www.nytimes.com/2026/11/30/us/bridge.html")
        #expect(item.title == "A Bridge Opens")
        #expect(item.summary == "It is long.")
        #expect(item.authors.map(\.name) == ["Ana Ruiz", "Bo Lee", "Cy Oak"])
        #expect(item.published == Date(timeIntervalSince1970: 1_796_038_200))
        #expect(item.modified == Date(timeIntervalSince1970: 1_796_040_000))
        #expect(
            item.images == [
                ParsedImage(
                    url: "https://static01.nyt.com/a-superJumbo.jpg", width: 2048, height: 1366,
                    caption: "The bridge & the river", credit: "Di Fox for The Times"),
                ParsedImage(url: "https://static01.nyt.com/a-thumbLarge.jpg", width: 150, height: 150),
            ])
    }

    @Test func `internal tags are hidden and a facet of "" is no facet`() throws {
        #expect(try parse(whole).items.first?.tags == ["Bridges", "Ruiz, Ana", "Ohio"])
    }

    @Test(arguments: ["null", "[]", "\"\"", "{}", "[null]", "[{\"url\":null}]"])
    func `a story without pictures says so in many ways`(multimedia: String) throws {
        let feed = try parse(#"{"title":"T","uri":"nyt://article/1","multimedia":\#(multimedia)}"#)
        #expect(feed.items.first?.title == "T")
        #expect(feed.items.first?.images == [])
    }

    @Test func `a bad result loses only itself`() throws {
        let feed = try parse(#"\#(whole),17,"text",null,[1],{"title":"Second","url":"https://www.nytimes.com/2"}"#)
        #expect(feed.items.map(\.title) == ["A Bridge Opens", "Second"])
        #expect(feed.warnings == ["results left out: 4"])
    }

    @Test func `a result with neither title, abstract nor address is left out`() throws {
        let feed = try parse(
            #"{"section":"admin","title":"","abstract":"","url":"null","uri":"nyt://embeddedinteractive/1"}"#)
        #expect(feed.items.isEmpty)
    }

    @Test func `an address of "null" gives none, or the short one`() throws {
        let feed = try parse(
            #"{"title":"A","url":"null"},{"title":"B","url":"","short_url":"https://nyti.ms/2"}"#)
        #expect(feed.items.map(\.url) == [nil, "https://nyti.ms/2"])
    }

    @Test func `entities and curly quotation marks in titles are characters`() throws {
        let feed = try parse(#"{"title":"It&#8217;s R&amp;B","abstract":"“Yes” &lt;3","url":"https://n.example/1"}"#)
        #expect(feed.items.first?.title == "It’s R&B")
        #expect(feed.items.first?.summary == "“Yes” <3")
    }

    @Test func `an old offset of one digit is understood`() throws {
        let feed = try parse(#"{"title":"A","published_date":"2015-03-05T10:00:00-5:00"}"#)
        #expect(feed.items.first?.published == Date(timeIntervalSince1970: 1_425_567_600))
    }

    @Test func `fields of the wrong kind are absent`() throws {
        let feed = try parse(
            #"{"title":"A","byline":{},"des_facet":7,"published_date":[],"multimedia":[{"url":"https://n.example/p.jpg","width":"600","height":null}]}"#
        )
        let item = try #require(feed.items.first)
        #expect(item.authors == [])
        #expect(item.tags == ["7"])
        #expect(item.published == nil)
        #expect(item.images == [ParsedImage(url: "https://n.example/p.jpg", width: 600)])
    }

    @Test(arguments: [
        ("oauth.v2.InvalidApiKey", "Invalid ApiKey"),
        ("policies.ratelimit.QuotaViolation", "Rate limit quota violation. Quota limit  exceeded. Identifier : 1"),
    ])
    func `the gateway's fault is an error with its words`(code: String, message: String) {
        let json = #"{"fault":{"faultstring":"\#(message)","detail":{"errorcode":"\#(code)"}}}"#
        #expect(throws: FeedError.fault(code: code, message: message)) { try FeedParser.parse(Array(json.utf8)) }
    }

    @Test func `errors in the Times' own form are a fault too`() {
        let json = #"{"status":"ERROR","errors":["Section not found","Try again"]}"#
        #expect(throws: FeedError.fault(code: "", message: "Section not found; Try again")) {
            try FeedParser.parse(Array(json.utf8))
        }
    }

    @Test func `an answer decodes as a resource does it`() throws {
        let json = Data(#"{"results":[{"title":"A"},null]}"#.utf8)
        let response = try JSONDecoder().decode(TopStoriesResponse.self, from: json)
        #expect(response.results.map(\.title) == ["A"])
        #expect(response.dropped == 1)
    }
}
