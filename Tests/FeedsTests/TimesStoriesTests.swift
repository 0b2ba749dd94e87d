import FoundationEssentials
import Testing

@testable import Feeds

/// FIELD-GUIDE 2.5–2.7: the Times' other APIs.
struct TimesStoriesTests {
    @Test func `Most Popular keeps its pictures in media, and its times are New York's`() throws {
        let feed = try parse(
            """
            {"status":"OK","copyright":"Copyright","num_results":2,"results":[
             {"uri":"nyt://article/1","url":"https://www.nytimes.com/1.html","id":100000001,"asset_id":100000001,
              "source":"New York Times","published_date":"2026-07-01","updated":"2026-07-02 08:00:00","section":"U.S.",
              "adx_keywords":"Bridges;Rivers","byline":"By Ana Ruiz","title":"One","abstract":"It is &amp; was.",
              "des_facet":["Bridges"],"org_facet":"","media":[{"type":"image","caption":"Cap","copyright":"Di Fox",
              "media-metadata":[{"url":"https://static01.nyt.com/s.jpg","format":"Standard Thumbnail","height":75,"width":75},
              {"url":"https://static01.nyt.com/m.jpg","format":"mediumThreeByTwo440","height":293,"width":440}]}]},
             {"uri":"nyt://article/2","title":"Two","updated":"2026-12-02 08:00:00","media":"","adx_keywords":""}]}
            """)
        #expect(feed.format == .mostPopular)
        let item = try #require(feed.items.first)
        #expect(item.id == "nyt://article/1")
        #expect(item.summary == "It is & was.")
        #expect(item.published == Date(timeIntervalSince1970: 1_782_864_000))
        #expect(item.modified == Date(timeIntervalSince1970: 1_782_993_600))
        #expect(item.tags == ["Bridges", "Rivers"])
        #expect(item.images.map(\.width) == [75, 440])
        #expect(item.images.last?.caption == "Cap")
        #expect(item.images.last?.credit == "Di Fox")
        #expect(feed.items.last?.images == [])
        #expect(feed.items.last?.modified == Date(timeIntervalSince1970: 1_796_216_400))
    }

    @Test func `Newswire is told by its slugs`() throws {
        let feed = try parse(
            """
            {"status":"OK","results":[{"slug_name":"30bridge","title":"One","url":"https://www.nytimes.com/1.html",
              "thumbnail_standard":"https://static01.nyt.com/t.jpg","first_published_date":"2026-11-30T06:30:00-05:00",
              "multimedia":null,"related_urls":null},
             {"slug_name":"x","title":"Two","multimedia":[{"url":"https://static01.nyt.com/m.jpg","width":440,"height":293}]}]}
            """)
        #expect(feed.format == .newswire)
        #expect(
            feed.items.map { $0.images.map(\.url) } == [
                ["https://static01.nyt.com/t.jpg"], ["https://static01.nyt.com/m.jpg"],
            ])
        #expect(feed.items.first?.published == Date(timeIntervalSince1970: 1_796_038_200))
    }

    @Test func `Article Search before 2025 has a list of pictures with relative addresses`() throws {
        let feed = try parse(
            """
            {"status":"OK","response":{"meta":{"hits":1},"docs":[{"web_url":"https://www.nytimes.com/1.html","snippet":"Sni",
              "headline":{"main":"One","kicker":null},"byline":{"original":"By Ana Ruiz","person":null},"_id":"nyt://article/1",
              "pub_date":"2024-11-30T11:30:00+0000","keywords":[{"name":"subject","value":"Bridges"}],
              "multimedia":[{"type":"image","url":"images/2024/a.jpg","width":600,"height":400}]}]}}
            """)
        #expect(feed.format == .articleSearch)
        let item = try #require(feed.items.first)
        #expect(item.title == "One")
        #expect(item.summary == "Sni")
        #expect(item.authors.map(\.name) == ["Ana Ruiz"])
        #expect(item.tags == ["Bridges"])
        #expect(
            item.images == [ParsedImage(url: "https://static01.nyt.com/images/2024/a.jpg", width: 600, height: 400)])
        #expect(item.published == Date(timeIntervalSince1970: 1_732_966_200))
    }

    @Test func `Article Search since 2025 has one object of pictures, or nothing`() throws {
        let feed = try parse(
            """
            {"status":"OK","response":{"metadata":{"hits":1},"docs":[{"headline":{"main":"One"},"uri":"nyt://article/1",
              "multimedia":{"caption":"Cap","credit":"Di Fox","default":{"url":"https://static01.nyt.com/d.jpg","height":400,"width":600},
              "thumbnail":{"url":"https://static01.nyt.com/t.jpg","height":75,"width":75}}},
              {"headline":{"main":"Two"},"multimedia":"","keywords":null}]}}
            """)
        #expect(feed.items.map(\.title) == ["One", "Two"])
        #expect(
            feed.items.first?.images.map(\.url) == ["https://static01.nyt.com/d.jpg", "https://static01.nyt.com/t.jpg"])
        #expect(feed.items.first?.images.first?.credit == "Di Fox")
        let none = try parse(#"{"status":"OK","response":{"docs":null,"meta":{"hits":0}}}"#)
        #expect(none.format == .articleSearch)
        #expect(none.items == [])
    }

    @Test func `a byline without words is made of its persons, or is an organisation's`() throws {
        let feed = try parse(
            """
            {"status":"OK","response":{"docs":[
              {"headline":{"main":"1"},"byline":{"original":null,"organization":null,"person":[
                {"firstname":"Ann","middlename":null,"lastname":"Bee","rank":1},{"firstname":"Cy","middlename":"D.","lastname":"Ek"},
                {"firstname":null}]}},
              {"headline":{"main":"2"},"byline":{"original":null,"person":[],"organization":"The Associated Press"}},
              {"headline":{"main":"3"},"byline":{"original":"By Flo Gee","person":[{"firstname":"No"}]}},
              {"headline":{"main":"4"},"byline":null},{"headline":{"main":"5"},"byline":[]}]}}
            """)
        #expect(
            feed.items.map { $0.authors.map(\.name) } == [
                ["Ann Bee", "Cy D. Ek"], ["The Associated Press"], ["Flo Gee"], [], [],
            ])
    }

    @Test(arguments: ["false", "\"false\""])
    func `a guid of RSS in JSON that is no permalink gives no address`(flag: String) throws {
        let feed = try parse(
            ##"{"rss":{"channel":{"item":[{"title":"T","guid":{"isPermaLink":\##(flag),"#value":"https://a.example/p"}}]}}}"##
        )
        #expect(feed.items.map(\.id) == ["https://a.example/p"])
        #expect(feed.items.map(\.url) == [nil])
    }

    @Test func `RSS in JSON resolves addresses as RSS does`() throws {
        let feed = try parse(
            """
            {"rss":{"channel":{"link":"https://a.example/x/","item":[{"link":"d/1","enclosure":{"url":"e.mp3"}}]}}}
            """)
        #expect(feed.items.map(\.url) == ["https://a.example/x/d/1"])
        #expect(feed.items.first?.attachments.map(\.url) == ["https://a.example/x/d/e.mp3"])
    }

    @Test func `RSS in JSON is RSS`() throws {
        let feed = try parse(
            """
            {"rss":{"version":"2.0","channel":{"title":"Feed","link":"https://a.example/","item":[
              {"title":"One &amp; only","link":"https://a.example/1","guid":{"#value":"42","isPermaLink":"false"},
               "description":"<p>Hi</p>","pubDate":"Mon, 30 Nov 2026 11:30:00 GMT","category":["x"],
               "enclosure":{"url":"https://a.example/e.mp3","type":"audio/mpeg","length":"12"}}]}}}
            """)
        #expect(feed.format == .rssInJSON)
        #expect(feed.title == "Feed")
        let item = try #require(feed.items.first)
        #expect(item.id == "42")
        #expect(item.title == "One & only")
        #expect(item.contentHTML == "<p>Hi</p>")
        #expect(item.published == Date(timeIntervalSince1970: 1_796_038_200))
        #expect(
            item.attachments == [ParsedAttachment(url: "https://a.example/e.mp3", mimeType: "audio/mpeg", size: 12)])
    }
}
