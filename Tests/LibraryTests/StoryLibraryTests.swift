import FoundationEssentials
import Loading
import News
import Storage
import TestSupport
import Testing

@testable import Library

/// Answers each address as told; whatever else is asked for does not exist.
private struct CannedClient: HTTPClient {
    var answers: [String: Result<HTTPResponse, HTTPError>] = [:]

    init(_ answers: [String: Result<HTTPResponse, HTTPError>]) { self.answers = answers }

    /// One address with an answer of this body.
    init(_ url: String, _ body: String, status: Int = 200, headers: HTTPHeaders = [:]) {
        answers[url] = .success(HTTPResponse(status: status, url: url, headers: headers, body: Array(body.utf8)))
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        try (answers[request.url] ?? .success(HTTPResponse(status: 404, url: request.url))).get()
    }
}

struct StoryLibraryTests {
    static let now = Date(timeIntervalSince1970: 1_773_489_600)  // 14 March 2026, 12:00 UTC
    static let feed = "https://example.org/feed"
    static let times = "https://api.nytimes.com/svc/topstories/v2/home.json?api-key=secret"

    private func library(_ client: CannedClient, key: String? = nil) -> StoryLibrary {
        StoryLibrary(client: SampleClient(next: client), timesKey: key, now: { Self.now })
    }

    private func failure(
        _ client: CannedClient, place: Place = .feeds([feed]), key: String? = "secret"
    ) async -> NewsError? {
        do throws(NewsError) {
            _ = try await library(client, key: key).edition(of: place, byHand: true)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Feeds

    @Test func `the text of a fetched story is there by its id, with its whole summary`() async throws {
        let summary = String(repeating: "Many words. ", count: 50)
        let rss = """
            <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Gazette</title>
            <item><title>One</title><link>https://example.org/1</link><description>\(summary)</description>
              <category>Bells</category><content:encoded>&lt;p&gt;Hello &lt;b&gt;you&lt;/b&gt;.&lt;/p&gt;</content:encoded></item>
            <item><title>Two</title><link>https://example.org/2</link></item>
            </channel></rss>
            """
        let library = library(CannedClient(Self.feed, rss))
        let edition = try await library.edition(of: .feeds([Self.feed]), byHand: true)
        let one = try await library.article(of: edition.ids[0])
        #expect(one?.story.title == "One")
        #expect(one?.summary.count ?? 0 > 500)
        #expect(one?.tags == ["Bells"])
        guard case .paragraph(let text)? = one?.body?.blocks.first else { Issue.record("no text"); return }
        #expect(text.text == "Hello you.")
        let two = try await library.article(of: edition.ids[1])
        #expect(two?.story.url == "https://example.org/2")
        #expect(two?.body == nil)
        #expect(try await library.article(of: StoryID("nobody")) == nil)
        // Fetched anew it is the same.
        _ = try await library.edition(of: .feeds([Self.feed]), byHand: true)
        #expect(try await library.article(of: edition.ids[0]) == one)
    }

    @Test func `stories of the Times say whose they are`() async throws {
        let json = """
            {"status":"OK","copyright":"Copyright line.","results":[{"title":"T","abstract":"A.",
            "url":"https://www.nytimes.com/t","byline":"By A","des_facet":["Bells"]}]}
            """
        let library = library(CannedClient(Self.times, json), key: "secret")
        let edition = try await library.edition(of: .topStories(section: "home"), byHand: true)
        let article = try await library.article(of: edition.ids[0])
        #expect(article?.attribution?.copyright == "Copyright line.")
        #expect(article?.body == nil)
        #expect(article?.tags == ["Bells"])
    }

    @Test func `a feed becomes stories in its own order`() async throws {
        let rss = """
            <rss version="2.0"><channel><title>Gazette</title>
            <item><title>One</title><link>https://example.org/1</link><description>First.</description>
              <pubDate>Sat, 14 Mar 2026 10:00:00 GMT</pubDate></item>
            <item><title>Two</title><link>https://example.org/2</link></item>
            </channel></rss>
            """
        let edition = try await library(CannedClient(Self.feed, rss)).edition(of: .feeds([Self.feed]), byHand: true)
        #expect(edition.title == "Gazette")
        #expect(edition.stories.map(\.title) == ["One", "Two"])
        #expect(edition.stories[0].source == "Gazette")
        #expect(edition.stories[0].summary == "First.")
        #expect(edition.stories[0].url == "https://example.org/1")
        #expect(edition.stories[0].published == Self.now.addingTimeInterval(-7200))
        #expect(edition.stories[1].published == nil)
    }

    @Test func `a story without a summary shows how its content begins, and never too much of it`() async throws {
        let long = String(repeating: "word ", count: 2000)
        let rss = """
            <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>G</title>
            <item><title>A</title><content:encoded>&lt;p&gt;It &lt;b&gt;began&lt;/b&gt; so.&lt;/p&gt;</content:encoded></item>
            <item><title>B</title><content:encoded>&lt;p&gt;\(long)&lt;/p&gt;</content:encoded></item>
            </channel></rss>
            """
        let stories = try await library(CannedClient(Self.feed, rss)).edition(of: .feeds([Self.feed]), byHand: true)
            .stories
        #expect(stories[0].summary == "It began so.")
        #expect(stories[1].summary.hasPrefix("word word") && stories[1].summary.hasSuffix("word…"))
        #expect(stories[1].summary.count <= 241)
    }

    @Test func `an address is fetched as people write it`() async throws {
        let client = CannedClient(Self.feed, #"{"version":"https://jsonfeed.org/version/1.1","title":"J","items":[]}"#)
        for address in ["example.org/feed", "feed:https://example.org/feed"] {
            #expect(try await library(client).edition(of: .feeds([address]), byHand: true).title == "J")
        }
        #expect(await failure(client, place: .feeds(["news"])) == .badAddress("news"))
    }

    @Test func `several feeds become one list, newest first, and those that fail are named`() async throws {
        func json(_ title: String, _ items: String) -> Result<HTTPResponse, HTTPError> {
            let body = #"{"version":"https://jsonfeed.org/version/1.1","title":"\#(title)","items":[\#(items)]}"#
            return .success(HTTPResponse(status: 200, url: "https://\(title).example/", body: Array(body.utf8)))
        }
        let client = CannedClient([
            "https://a.example/": json(
                "a",
                #"{"id":"1","title":"a1","date_published":"2026-03-14T09:00:00Z"},{"id":"2","title":"a2"},"#
                    + #"{"id":"3","title":"a3","date_published":"2026-03-13T09:00:00Z"}"#),
            "https://b.example/": json("b", #"{"id":"1","title":"b1","date_published":"2026-03-14T08:00:00Z"}"#),
            "https://c.example/": .failure(.timedOut),
        ])
        let place = Place.feeds(["https://a.example/", "https://b.example/", "https://c.example/"])
        let edition = try await library(client).edition(of: place, byHand: true)
        // A story without a date stays with the one before it.
        #expect(edition.stories.map(\.title) == ["a1", "a2", "b1", "a3"])
        #expect(edition.failures == [SourceFailure(address: "https://c.example/", error: .timedOut)])
    }

    @Test func `where every feed fails the first failure says why`() async {
        let client = CannedClient(["https://a.example/": .failure(.offline), "https://b.example/": .failure(.offline)])
        #expect(await failure(client, place: .feeds(["https://a.example/", "https://b.example/"])) == .offline)
    }

    @Test func `more feeds than may be in flight are all loaded`() async throws {
        let addresses = (0..<30).map { "https://example.org/\($0)" }
        let answers = addresses.map { url in
            let body = #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"x","title":"\#(url)"}]}"#
            return (
                url,
                Result<HTTPResponse, HTTPError>.success(
                    HTTPResponse(status: 200, url: url, body: Array(body.utf8)))
            )
        }
        let client = CannedClient(Dictionary(uniqueKeysWithValues: answers))
        #expect(try await library(client).edition(of: .feeds(addresses), byHand: true).stories.count == 30)
    }

    // MARK: Identity and dates

    @Test func `one guid with two links is two stories; the same twice is one`() async throws {
        let rss = """
            <rss version="2.0"><channel><title>G</title>
            <item><guid isPermaLink="false">g</guid><title>A</title><link>https://example.org/a</link></item>
            <item><guid isPermaLink="false">g</guid><title>B</title><link>https://example.org/b</link></item>
            <item><guid isPermaLink="false">g</guid><title>A again</title><link>https://example.org/a</link></item>
            </channel></rss>
            """
        let edition = try await library(CannedClient(Self.feed, rss)).edition(of: .feeds([Self.feed]), byHand: true)
        #expect(edition.stories.map(\.title) == ["A", "B"])
        #expect(Set(edition.stories.map(\.id)).count == 2)
    }

    @Test(arguments: ["1970-01-01T00:00:00Z", "2106-02-07T06:28:15Z"])
    func `a date that cannot be is no date`(date: String) async throws {
        let body = #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","date_published":"\#(date)"}]}"#
        let edition = try await library(CannedClient(Self.feed, body)).edition(of: .feeds([Self.feed]), byHand: true)
        #expect(edition.stories[0].published == nil)
    }

    // MARK: Failures

    @Test(arguments: [
        (HTTPError.offline, NewsError.offline), (.unreachable, .unreachable(host: "example.org")),
        (.insecure, .insecure(host: "example.org")), (.timedOut, .timedOut), (.cutShort, .cutShort),
        (.tooLarge(limit: 5), .tooLarge(limit: 5)), (.tooManyRedirects, .tooManyRedirects), (.cancelled, .cancelled),
    ])
    func `what goes wrong on the way keeps its meaning`(error: HTTPError, meaning: NewsError) async {
        #expect(await failure(CannedClient([Self.feed: .failure(error)])) == meaning)
    }

    @Test(arguments: [401, 403, 404, 410, 500, 503])
    func `a status that says no is told as it is`(status: Int) async {
        #expect(await failure(CannedClient(Self.feed, "", status: status)) == .status(status))
    }

    @Test(arguments: ["<!DOCTYPE html><html><body>Log in</body></html>", "", "%PDF-1.7", "hello"])
    func `what is no feed is said to be none`(body: String) async {
        #expect(await failure(CannedClient(Self.feed, body)) == .notAFeed)
    }

    @Test(
        arguments: [
            ("120", 120.0), ("Sat, 14 Mar 2026 12:02:00 GMT", 120), ("999999", 86_400), ("0", nil), ("soon", nil),
            (nil, nil),
        ] as [(String?, Double?)])
    func `too many requests say until when, a day at most`(header: String?, seconds: Double?) async {
        let headers: HTTPHeaders = header.map { ["Retry-After": $0] } ?? [:]
        let error = await failure(CannedClient(Self.feed, "", status: 429, headers: headers))
        #expect(error == .rateLimited(until: seconds.map { Self.now.addingTimeInterval($0) }))
    }

    // MARK: The Times

    @Test func `Top Stories are the Times' and credited to it`() async throws {
        let json = """
            {"status":"OK","copyright":"Copyright (c) 2026","section":"Home","num_results":2,"results":[
            {"title":"Lead","abstract":"About it.","url":"https://www.nytimes.com/lead.html","uri":"nyt://article/1",
             "byline":"By A","published_date":"2026-03-14T05:00:00-05:00","multimedia":[
             {"url":"https://static01.nyt.com/l.jpg","format":"Large Thumbnail","width":150,"height":150,"type":"image"},
             {"url":"https://static01.nyt.com/t.jpg","format":"threeByTwoSmallAt2X","width":600,"height":400,"type":"image"}]},
            7,
            {"title":"","abstract":"","url":"null","multimedia":""}]}
            """
        let edition = try await library(CannedClient(Self.times, json), key: "secret")
            .edition(of: .topStories(section: "home"), byHand: true)
        #expect(edition.stories.map(\.title) == ["Lead"])
        #expect(edition.stories[0].source == "The New York Times")
        #expect(edition.stories[0].published == Self.now.addingTimeInterval(-7200))
        #expect(edition.stories[0].pictures.best(forWidth: 240)?.url == "https://static01.nyt.com/t.jpg")
        #expect(edition.attribution?.provider == "The New York Times")
        #expect(edition.attribution?.url == "https://developer.nytimes.com")
        #expect(edition.attribution?.copyright == "Copyright (c) 2026")
    }

    @Test(arguments: [
        (401, "oauth.v2.InvalidApiKey", NewsError.keyRefused),
        (401, "steps.oauth.v2.FailedToResolveAPIKey", .keyMissing),
        (401, "oauth.v2.InvalidApiKeyForGivenResource", .keyNotEnabled),
        // They say nothing of how long: a minute (FIELD-GUIDE 2.3).
        (429, "policies.ratelimit.QuotaViolation", .rateLimited(until: Self.now + 60)),
        (429, "policies.ratelimit.SpikeArrestViolation", .rateLimited(until: Self.now + 60)),
        (504, "messaging.adaptors.http.flow.GatewayTimeout", .status(504)),
    ])
    func `the gateway's faults are told apart`(status: Int, code: String, meaning: NewsError) async {
        let fault = #"{"fault":{"faultstring":"No","detail":{"errorcode":"\#(code)"}}}"#
        let error = await failure(
            CannedClient(Self.times, fault, status: status), place: .topStories(section: "home"))
        #expect(error == meaning)
    }

    @Test func `programs that share a library share the Times' limits: of eight that ask at once, five do`()
        async throws
    {
        let folder = TemporaryFolder()
        let requests = Log<String>()
        let client = StubClient { request in
            requests.add(request.url)
            return HTTPResponse(status: 200, url: request.url, body: Array(#"{"results":[]}"#.utf8))
        }
        var programs: [StoryLibrary] = []
        for _ in 0..<8 {
            let store = try await Store.open(at: folder.path + "/library.db").store
            programs.append(
                StoryLibrary(client: client, library: { store }, timesKey: "secret", now: { Self.now }))
        }
        let tasks = programs.map { program in
            Task { try await program.edition(of: .topStories(section: "home"), byHand: true) }
        }
        var refusals = 0
        for task in tasks {
            do { _ = try await task.value } catch {
                #expect(error as? NewsError == .rateLimited(until: Self.now + 60))
                refusals += 1
            }
        }
        #expect((requests.entries.count, refusals) == (5, 3))
        let store = try await Store.open(at: folder.path + "/library.db").store
        #expect(try await StoryLibrary.timesRequestsToday(in: store, now: Self.now) == (5, 500))
    }

    @Test func `the Times are left alone for as long as they ask`() async throws {
        let folder = TemporaryFolder()
        let requests = Log<String>()
        let client = StubClient { request in
            requests.add(request.url)
            return HTTPResponse(status: 429, url: request.url, headers: ["Retry-After": "500"])
        }
        let store = try await Store.open(at: folder.path + "/library.db").store
        let library = StoryLibrary(client: client, library: { store }, timesKey: "secret", now: { Self.now })
        for _ in 1...2 {
            await #expect(throws: NewsError.rateLimited(until: Self.now + 500)) {
                try await library.edition(of: .topStories(section: "home"), byHand: true)
            }
        }
        #expect(requests.entries.count == 1)
    }

    @Test func `an answer without results is no edition`() async {
        let client = CannedClient(Self.times, #"{"status":"ERROR","errors":["no"]}"#)
        #expect(await failure(client, place: .topStories(section: "home")) == .notAFeed)
    }

    @Test func `without a key nobody is asked`() async {
        #expect(await failure(CannedClient([:]), place: .topStories(section: "home"), key: nil) == .keyMissing)
        #expect(await failure(CannedClient([:]), place: .topStories(section: "home"), key: "") == .keyMissing)
    }

    @Test func `a section that goes by its other name is found`() async throws {
        let url = "https://api.nytimes.com/svc/topstories/v2/tmagazine.json?api-key=secret"
        let edition = try await library(CannedClient(url, #"{"results":[]}"#), key: "secret")
            .edition(of: .topStories(section: "t-magazine"), byHand: true)
        #expect(edition.stories == [])
    }

    @Test func `a key with odd characters stays one parameter`() async throws {
        let url = "https://api.nytimes.com/svc/topstories/v2/home.json?api-key=a%26b%3d"
        _ = try await library(CannedClient(url, #"{"results":[]}"#), key: "a&b=").edition(
            of: .topStories(section: "home"), byHand: true)
    }

    // MARK: The sample edition

    @Test func `the sample edition has six sections and a front page, all with stories and pictures`() async throws {
        let library = library(CannedClient([:]))
        let sections = library.sections(of: .sample(section: "home"))
        #expect(sections.count == 7)
        var stories: Set<String> = []
        for section in sections {
            let edition = try await library.edition(of: .sample(section: section.id), byHand: true)
            #expect(edition.stories.count >= 4)
            #expect(edition.stories.contains { !$0.pictures.isEmpty })
            stories.formUnion(edition.stories.compactMap(\.url))
        }
        #expect(stories.count >= 24)
    }

    @Test func `every picture of the sample edition is in the program`() async throws {
        let client = SampleClient(next: CannedClient([:]))
        for story in try await library(CannedClient([:])).edition(of: .sample(section: "home"), byHand: true).stories {
            for picture in story.pictures {
                let response = try await client.send(HTTPRequest(url: picture.url))
                #expect(response.status == 200)
                #expect(response.body.starts(with: [0xff, 0xd8]), "a JPEG")
            }
        }
    }

    @Test func `an address of the sample edition that is not there is not found`() async throws {
        let response = try await SampleClient(next: CannedClient([:])).send(
            HTTPRequest(url: "https://sample.invalid/x"))
        #expect(response.status == 404)
    }
}
