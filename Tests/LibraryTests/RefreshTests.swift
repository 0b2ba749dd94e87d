import FoundationEssentials
import Loading
import News
import Storage
import TestSupport
import Testing

@testable import Library

/// Answers each address as the test says, and remembers what it was asked.
private actor ScriptedClient: HTTPClient {
    private var answers: [String: Result<HTTPResponse, HTTPError>] = [:]
    private(set) var requests: [HTTPRequest] = []
    private var held: [CheckedContinuation<Void, Never>] = []
    private var isHolding = false
    private(set) var mostAtOnce: [String: Int] = [:]
    private var open: [String: Int] = [:]
    private var arrivals: [CheckedContinuation<Void, Never>] = []

    func answer(_ url: String, _ answer: Result<HTTPResponse, HTTPError>) { answers[url] = answer }

    func answer(
        _ url: String, status: Int = 200, headers: HTTPHeaders = [:], _ body: String = "", from: String? = nil,
        isMoved: Bool = false
    ) {
        answers[url] = .success(
            HTTPResponse(
                status: status, url: from ?? url, isMoved: isMoved, headers: headers, body: Array(body.utf8)))
    }

    func hold() { isHolding = true }

    func release() {
        isHolding = false
        for waiting in held { waiting.resume() }
        held = []
    }

    /// Waits until there were `count` requests in all.
    func reaches(_ count: Int) async {
        while requests.count < count { await withCheckedContinuation { arrivals.append($0) } }
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        requests.append(request)
        let host = Address.host(of: request.url)
        for name in [host, "all"] {
            open[name, default: 0] += 1
            mostAtOnce[name] = max(mostAtOnce[name, default: 0], open[name]!)
        }
        for arrival in arrivals { arrival.resume() }
        arrivals = []
        if isHolding { await withCheckedContinuation { held.append($0) } }
        for name in [host, "all"] { open[name]! -= 1 }
        return try (answers[request.url] ?? .failure(.unreachable)).get()
    }
}

struct RefreshTests {
    private let client = ScriptedClient()
    private let folder = TemporaryFolder()
    private let feed = "https://example.org/feed"
    /// 14 March 2026, 12:00 UTC.
    private static let noon = Date(timeIntervalSince1970: 1_773_489_600)
    private let clock = Clock()

    /// A clock that a test sets.
    private final class Clock: @unchecked Sendable {
        // Safe to share: a test sets it between refreshes only.
        var now = noon
    }

    private func library() async throws -> (store: Store, refresh: Refresh) {
        let store = try await Store.open(at: folder.path + "/library.db", now: { [clock] in clock.now }).store
        let refresh = Refresh(
            client: client, library: { [store] in store }, lock: folder.path + "/lock", now: { [clock] in clock.now })
        return (store, refresh)
    }

    private func rss(_ titles: String...) -> String {
        let items = titles.map { "<item><guid>\($0)</guid><title>\($0)</title></item>" }.joined()
        return "<rss version=\"2.0\"><channel><title>Gazette</title>\(items)</channel></rss>"
    }

    @Test func `new stories come into the library, and the feed gets its name`() async throws {
        let (store, refresh) = try await library()
        let source = try await store.sources.add(SourceStore.New(url: feed)).id
        await client.answer(feed, rss("a", "b"))
        let summary = try await refresh.run(byHand: true)
        #expect((summary.sources, summary.new, summary.updated) == (1, 2, 0))
        #expect(summary.bytes == rss("a", "b").utf8.count)
        #expect(try await store.sources.source(source)?.title == "Gazette")
        #expect(try await store.stories.ids(of: .all).count == 2)
    }

    @Test func `stories go a year after they came, but starred ones; what is still in its feed does not come back`()
        async throws
    {
        let (store, refresh) = try await library()
        _ = try await store.sources.add(SourceStore.New(url: feed))
        await client.answer(feed, rss("gone", "starred", "still there"))
        _ = try await refresh.run(byHand: true)
        let starred = try #require(
            try await store.stories.stories(store.stories.ids(of: .all)).first { $0.title == "starred" })
        _ = try await store.statuses.mark(.starred, [starred.id])
        await client.answer(feed, rss("still there", "new"))
        clock.now += 364 * 86_400
        _ = try await refresh.run(byHand: true)
        #expect(try await store.stories.ids(of: .all).count == 4)
        clock.now += 2 * 86_400
        _ = try await refresh.run(byHand: true)
        let left = try await store.stories.stories(store.stories.ids(of: .all)).map(\.title)
        #expect(left.sorted() == ["new", "starred"])
    }

    @Test func `a feed that has moved is known at its new address though it says what it said before`() async throws {
        let (store, refresh) = try await library()
        let source = try await store.sources.add(SourceStore.New(url: feed)).id
        await client.answer(feed, rss("a"))
        _ = try await refresh.run(byHand: true)
        await client.answer(feed, rss("a"), from: "https://example.com/new", isMoved: true)
        #expect(try await refresh.run(byHand: true).moved.count == 1)
        #expect(try await store.sources.source(source)?.url == "https://example.com/new")
        #expect(try await store.stories.ids(of: .all).count == 1)
    }

    @Test func `a feed is not followed where anybody in between may listen, if it was asked for in safety`()
        async throws
    {
        let (store, _) = try await library()
        await client.answer(feed, rss("a"), from: "http://example.org/feed", isMoved: true)
        _ = try await SourceLibrary(client: client, store: store).add(feed, folder: nil)
        #expect(try await store.sources.all().map(\.url) == [feed])
    }

    @Test func `a clock that has jumped takes no story`() async throws {
        let (store, refresh) = try await library()
        _ = try await store.sources.add(SourceStore.New(url: feed))
        await client.answer(feed, rss("a"))
        _ = try await refresh.run(byHand: true)
        await client.answer(feed, rss("b"))
        for days in [3650, -3650, 1] {
            clock.now += Double(days) * 86_400
            _ = try await refresh.run(byHand: true)
        }
        #expect(try await store.stories.ids(of: .all).count == 2)
    }

    @Test func `a story stays read when another of its guid comes or goes`() async throws {
        let (store, refresh) = try await library()
        _ = try await store.sources.add(SourceStore.New(url: feed))
        func rss(_ names: String...) -> String {
            let items = names.map {
                "<item><guid isPermaLink=\"false\">s</guid><title>\($0)</title><link>https://example.org/\($0)</link></item>"
            }
            return "<rss version=\"2.0\"><channel>\(items.joined())</channel></rss>"
        }
        await client.answer(feed, rss("a"))
        _ = try await refresh.run(byHand: true)
        let first = try await store.stories.ids(of: .all)
        _ = try await store.statuses.mark(.read, first)
        for (document, new, all) in [(rss("b", "a"), 1, 2), (rss("a"), 0, 2), (rss("a", "b"), 0, 2), (rss("b"), 0, 2)] {
            await client.answer(feed, document)
            #expect(try await refresh.run(byHand: true).new == new)
            let ids = try await store.stories.ids(of: .all)
            #expect(ids.count == all)
            #expect(try await store.stories.ids(of: .unread) == ids.filter { $0 != first[0] })
        }
    }

    @Test func `validators go back byte for byte, and a 304 leaves all as it is`() async throws {
        let (store, refresh) = try await library()
        _ = try await store.sources.add(SourceStore.New(url: feed))
        let headers: HTTPHeaders = ["ETag": "W/\"a\\b\"", "Last-Modified": "yesterday, perhaps"]
        await client.answer(feed, headers: headers, rss("a"))
        _ = try await refresh.run(byHand: true)
        await client.answer(feed, status: 304)
        let summary = try await refresh.run(byHand: true)
        #expect((summary.notModified, summary.new) == (1, 0))
        let request = await client.requests[1]
        #expect(request.headers["If-None-Match"] == "W/\"a\\b\"")
        #expect(request.headers["If-Modified-Since"] == "yesterday, perhaps")
        #expect(try await store.stories.ids(of: .all).count == 1)
    }

    @Test func `the same body is not parsed again`() async throws {
        let (store, refresh) = try await library()
        _ = try await store.sources.add(SourceStore.New(url: feed))
        await client.answer(feed, rss("a"))
        _ = try await refresh.run(byHand: true)
        #expect(try await refresh.run(byHand: true).unchanged == 1)
    }

    @Test func `a source that fails keeps its stories and is named, and the next success forgets it`() async throws {
        let (store, refresh) = try await library()
        let source = try await store.sources.add(SourceStore.New(url: feed)).id
        await client.answer(feed, rss("a"))
        _ = try await refresh.run(byHand: true)
        await client.answer(feed, status: 500)
        let summary = try await refresh.run(byHand: true)
        #expect(summary.failures == [SourceFailure(address: feed, error: .status(500))])
        #expect(try await store.sources.source(source)?.error == .status(500))
        #expect(try await store.sources.source(source)?.failingSince == Self.noon)
        #expect(try await store.stories.ids(of: .all).count == 1)
        await client.answer(feed, rss("a"))
        _ = try await refresh.run(byHand: true)
        #expect(try await store.sources.source(source)?.error == nil)
    }

    @Test func `a source that is not due is asked only by hand`() async throws {
        let (store, refresh) = try await library()
        _ = try await store.sources.add(SourceStore.New(url: feed))
        await client.answer(feed, rss("a"))
        #expect(try await refresh.run(byHand: false).sources == 1)
        clock.now += 600
        #expect(try await refresh.run(byHand: false).sources == 0)
        #expect(try await refresh.run(byHand: true).sources == 1)
        clock.now += 3600 * 1.2
        #expect(try await refresh.run(byHand: false).sources == 1)
    }

    @Test func `being offline is no feed's fault`() async throws {
        let (store, refresh) = try await library()
        let source = try await store.sources.add(SourceStore.New(url: feed)).id
        await client.answer(feed, .failure(.offline))
        #expect(try await refresh.run(byHand: true).failures.map(\.error) == [.offline])
        #expect(try await store.sources.source(source)?.error == nil)
    }

    @Test func `a feed that moved for good is asked at its new address once it was a feed there`() async throws {
        let (store, refresh) = try await library()
        let source = try await store.sources.add(SourceStore.New(url: feed)).id
        let new = "https://example.net/feed"
        await client.answer(feed, "<html><body>Log in</body></html>", from: new, isMoved: true)
        _ = try await refresh.run(byHand: true)
        #expect(try await store.sources.source(source)?.url == feed)
        await client.answer(feed, rss("a"), from: new, isMoved: false)
        _ = try await refresh.run(byHand: true)
        #expect(try await store.sources.source(source)?.url == feed)
        await client.answer(feed, headers: ["ETag": "\"new\""], rss("b"), from: new, isMoved: true)
        let summary = try await refresh.run(byHand: true)
        #expect(try await store.sources.source(source)?.url == new)
        #expect(summary.moved == [Refresh.Moved(source: source, from: feed, to: new)])
        // The validators are the new address's, and it is not asked at once again.
        #expect(try await refresh.run(byHand: false).sources == 0)
        await client.answer(new, status: 304)
        _ = try await refresh.run(byHand: true)
        #expect(await client.requests.last?.url == new)
        #expect(await client.requests.last?.headers["If-None-Match"] == "\"new\"")
    }

    @Test func `a feed that moved for good to where another source is becomes one with it`() async throws {
        let (store, refresh) = try await library()
        let new = "https://example.net/feed"
        let sources = try await store.sources.add([SourceStore.New(url: feed), SourceStore.New(url: new)])
        await client.answer(feed, rss("a"), from: new, isMoved: true)
        await client.answer(new, rss("a"))
        _ = try await refresh.run(byHand: true)
        #expect(try await store.sources.all().map(\.id) == [sources[1].id])
        #expect(try await store.stories.ids(of: .all).count == 1)
    }

    @Test func `a feed that moved from https to http keeps its address`() async throws {
        let (store, refresh) = try await library()
        let source = try await store.sources.add(SourceStore.New(url: feed)).id
        await client.answer(feed, rss("a"), from: "http://example.org/feed", isMoved: true)
        #expect(try await refresh.run(byHand: true).new == 1)
        #expect(try await store.sources.source(source)?.url == feed)
    }

    @Test func `a host that refuses is left alone for as long as it says, and asked one thing at a time`() async throws
    {
        let (store, refresh) = try await library()
        let source = try await store.sources.add(SourceStore.New(url: feed)).id
        await client.answer(feed, status: 429, headers: ["Retry-After": "7200"], "")
        _ = try await refresh.run(byHand: true)
        #expect(try await store.sources.source(source)?.nextTry == Self.noon + 7200)
        #expect(try await store.sources.hostStates()["example.org"]?.until == Self.noon + 7200)
        await client.answer(feed, rss("a"))
        _ = try await refresh.run(byHand: true)
        #expect(try await store.sources.hostStates().isEmpty)
    }

    @Test func `at most two requests are under way on a host, and eight in all`() async throws {
        let (store, refresh) = try await library()
        let feeds = (0..<20).map { "https://\($0 % 2 == 0 ? "example.org" : "host\($0).example")/\($0)" }
        try await store.sources.add(feeds.map { SourceStore.New(url: $0) })
        for feed in feeds { await client.answer(feed, rss("a")) }
        await client.hold()
        let running = Task { try await refresh.run(byHand: true) }
        await client.reaches(8)
        await client.release()
        #expect(try await running.value.sources == 20)
        #expect(await client.mostAtOnce["example.org"]! <= 2)
        #expect(await client.mostAtOnce["all"] == 8)
    }

    @Test func `a feed that is gone is not asked again by itself`() async throws {
        let (store, refresh) = try await library()
        _ = try await store.sources.add(SourceStore.New(url: feed))
        await client.answer(feed, status: 410)
        _ = try await refresh.run(byHand: false)
        clock.now += 30 * 24 * 3600
        #expect(try await refresh.run(byHand: false).sources == 0)
    }

    private let page = "<html><body>Log in</body></html>"

    @Test func `a log-in page of the network is nobody's fault`() async throws {
        let (store, refresh) = try await library()
        let open = "http://example.org/feed"
        let source = try await store.sources.add(SourceStore.New(url: open)).id
        await client.answer(open, rss("a"))
        _ = try await refresh.run(byHand: true)
        await client.answer(open, page, from: "http://portal.example/")
        #expect(try await refresh.run(byHand: true).failures.map(\.error) == [.captivePortal])
        await client.answer(open, status: 511, page)
        #expect(try await refresh.run(byHand: true).failures.map(\.error) == [.captivePortal])
        #expect(try await store.sources.source(source)?.error == nil)
        #expect(try await store.stories.ids(of: .all).count == 1)
    }

    @Test func `where others are reached, a page in place of a feed is that feed's fault, and it is asked less often`()
        async throws
    {
        let (store, refresh) = try await library()
        let open = "http://example.org/feed"
        let source = try await store.sources.add(SourceStore.New(url: open)).id
        _ = try await store.sources.add(SourceStore.New(url: "https://healthy.example/"))
        await client.answer(open, rss("a"))
        await client.answer("https://healthy.example/", rss("b"))
        _ = try await refresh.run(byHand: true)
        await client.answer(open, page, from: "http://parked.example/")
        #expect(try await refresh.run(byHand: true).failures.map(\.error) == [.notAFeed])
        #expect(try await store.sources.source(source)?.error == .notAFeed)
        #expect(try await store.stories.ids(of: .all).count == 2)
    }

    @Test func `a page that came by TLS came from the site, not from the network`() async throws {
        let (store, refresh) = try await library()
        let source = try await store.sources.add(SourceStore.New(url: feed)).id
        await client.answer(feed, rss("a"))
        _ = try await refresh.run(byHand: true)
        await client.answer(feed, page, from: "http://portal.example/")
        #expect(try await refresh.run(byHand: true).failures.map(\.error) == [.notAFeed])
        #expect(try await store.sources.source(source)?.error == .notAFeed)
    }

    @Test func `where nobody answers any more the network is down, and nobody is blamed`() async throws {
        let (store, refresh) = try await library()
        let feeds = ["https://a.example/", "https://b.example/", "https://c.example/"]
        _ = try await store.sources.add(feeds.map { SourceStore.New(url: $0) })
        for feed in feeds { await client.answer(feed, rss("a")) }
        _ = try await refresh.run(byHand: true)
        for feed in feeds { await client.answer(feed, .failure(.timedOut)) }
        #expect(try await refresh.run(byHand: true).failures.map(\.error) == [.offline, .offline, .offline])
        #expect(try await store.sources.all().allSatisfy { $0.error == nil })
        // One that answers shows that the others do not.
        await client.answer(feeds[0], status: 304)
        _ = try await refresh.run(byHand: true)
        #expect(try await store.sources.all().map(\.error) == [nil, .timedOut, .timedOut])
        // They have failed before, so that they tell nothing of the network.
        await client.answer(feeds[0], .failure(.timedOut))
        _ = try await refresh.run(byHand: true)
        #expect(try await store.sources.all().map(\.error) == [.timedOut, .timedOut, .timedOut])
    }

    @Test func `without a network the others are not asked in vain`() async throws {
        let (store, refresh) = try await library()
        let feeds = (0..<100).map { "https://h\($0).example/" }
        _ = try await store.sources.add(feeds.map { SourceStore.New(url: $0) })
        for feed in feeds { await client.answer(feed, .failure(.offline)) }
        let summary = try await refresh.run(byHand: true)
        #expect(summary.failures.count == 100)
        #expect(await client.requests.count <= 8)
    }

    @Test func `a source that was a page from the start follows the one feed that the page names`() async throws {
        let (store, refresh) = try await library()
        let source = try await store.sources.add(SourceStore.New(url: "https://example.org/")).id
        let page = "<html><head><link rel=alternate type=\"application/rss+xml\" href=\"/feed\"></head></html>"
        await client.answer("https://example.org/", page)
        await client.answer(feed, rss("a"))
        #expect(try await refresh.run(byHand: true).new == 1)
        #expect(try await store.sources.source(source)?.url == feed)
    }

    @Test func `after a refusal, and after two that do not answer, the rest of a host is not asked in the same run`()
        async throws
    {
        let (store, refresh) = try await library()
        let feeds = (0..<6).map { "https://example.org/\($0)" } + (0..<6).map { "https://dead.example/\($0)" }
        _ = try await store.sources.add(feeds.map { SourceStore.New(url: $0) })
        for feed in feeds.prefix(6) { await client.answer(feed, status: 503, headers: ["Retry-After": "60"]) }
        let summary = try await refresh.run(byHand: true)
        #expect(summary.failures.count == 12)
        let asked = await client.requests.map { Address.host(of: $0.url) }
        #expect(asked.count { $0 == "example.org" } <= 2)
        #expect(asked.count { $0 == "dead.example" } <= 3)
        #expect(try await store.sources.all().allSatisfy { $0.error != nil })
    }

    @Test func `a 503 that does not say for how long has its whole host wait five to ten minutes`() async throws {
        let (store, refresh) = try await library()
        let sources = try await store.sources.add(
            (0..<4).map { SourceStore.New(url: "https://Example.org:443/\($0)") })
        for number in 0..<4 { await client.answer("https://Example.org:443/\(number)", status: 503) }
        _ = try await refresh.run(byHand: true)
        #expect(await client.requests.count <= 2)
        let until = try #require(try await store.sources.hostStates()["example.org"]?.until)
        #expect((300...600).contains(until.timeIntervalSince(Self.noon)))
        // Those that were not asked wait for the host, and are not said to have failed themselves.
        let states = try await store.sources.fetchStates()
        #expect(states[sources[3].id]?.nextTry == until)
        #expect(states[sources[3].id]?.failures == 0)
        #expect(states[sources[0].id]?.failures == 1)
    }

    @Test func `a host that does not answer twice is left alone, also after a restart, until it answers`() async throws
    {
        let (store, refresh) = try await library()
        let feeds = (0..<3).map { "https://dead.example/\($0)" }
        _ = try await store.sources.add(feeds.map { SourceStore.New(url: $0) })
        _ = try await refresh.run(byHand: true)
        #expect(try await store.sources.hostStates()["dead.example"]?.failures == 1)
        _ = try await store.sources.add(SourceStore.New(url: "https://dead.example/other"))
        let again = Refresh(
            client: client, library: { [store] in store }, lock: folder.path + "/lock", now: { [clock] in clock.now })
        #expect(try await again.run(byHand: false).sources == 0)
        for feed in feeds + ["https://dead.example/other"] { await client.answer(feed, rss("a")) }
        #expect(try await again.run(byHand: true).failures.isEmpty)
        #expect(try await store.sources.hostStates().isEmpty)
    }

    @Test func `whoever asks by hand while a refresh runs gets what that does not ask, and nobody is asked twice`()
        async throws
    {
        let (store, refresh) = try await library()
        let sources = try await store.sources.add(
            [feed, "https://example.net/"].map { SourceStore.New(url: $0) })
        await client.answer(feed, rss("a"))
        await client.answer("https://example.net/", rss("b"))
        await client.hold()
        let first = Task { try await refresh.run([sources[0].id], byHand: false) }
        await client.reaches(1)
        let second = Task { try await refresh.run(byHand: true) }
        await client.release()
        #expect(try await first.value.new == 1)
        #expect(try await second.value.new <= 2)
        #expect(await client.requests.map(\.url).sorted() == ["https://example.net/", feed])
    }

    @Test func `while another program refreshes nothing is asked`() async throws {
        let (store, _) = try await library()
        _ = try await store.sources.add(SourceStore.New(url: feed))
        await client.answer(feed, rss("a"))
        let lock = folder.path + "/lock"
        let one = Refresh(client: client, library: { [store] in store }, lock: lock)
        let other = Refresh(client: client, library: { [store] in store }, lock: lock)
        await client.hold()
        let running = Task { try await one.run(byHand: true) }
        await client.reaches(1)
        await #expect(throws: NewsError.storage(.busy)) { try await other.run(byHand: true) }
        await client.release()
        #expect(try await running.value.new == 1)
        #expect(await client.requests.count == 1)
    }

    @Test func `a host that asked to be left alone is not asked by itself, and neither are its other sources`()
        async throws
    {
        let (store, refresh) = try await library()
        _ = try await store.sources.add(SourceStore.New(url: feed))
        await client.answer(feed, status: 429, headers: ["Retry-After": "7200"])
        _ = try await refresh.run(byHand: false)
        _ = try await store.sources.add(SourceStore.New(url: "https://example.org/other"))
        #expect(try await refresh.run(byHand: false).sources == 0)
        clock.now += 7200
        #expect(try await refresh.run(byHand: false).sources == 2)
    }

    @Test func `by itself a refresh of many is spread over up to a minute, by hand it is not`() async throws {
        let pauses = Log<Duration>()
        let (store, _) = try await library()
        let refresh = Refresh(
            client: client, library: { [store] in store }, lock: "/dev/null", now: { Self.noon },
            pause: { pauses.add($0) })
        _ = try await store.sources.add((0..<600).map { SourceStore.New(url: "https://h\($0).example/") })
        _ = try await refresh.run(byHand: true)
        #expect(pauses.entries.isEmpty)
        clock.now += 30 * 24 * 3600
        let later = Refresh(
            client: client, library: { [store] in store }, lock: "/dev/null", now: { Self.noon + 30 * 24 * 3600 },
            pause: { pauses.add($0) })
        _ = try await later.run(byHand: false)
        #expect(pauses.entries.count == 600)
        #expect(pauses.entries.reduce(.zero, +) == .seconds(60))
    }
}
