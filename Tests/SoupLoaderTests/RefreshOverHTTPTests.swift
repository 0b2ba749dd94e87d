import FoundationEssentials
import Glibc
import Library
import Loading
import News
import SoupLoader
import Storage
import TestSupport
import Testing

/// FIELD-GUIDE 1.4, line by line, over real connections: what servers see of a refresh, and what the library makes of them.
@Suite(.timeLimit(.minutes(2)))
struct RefreshOverHTTPTests {
    /// 14 March 2026, 12:00 UTC.
    private static let noon = Date(timeIntervalSince1970: 1_773_489_600)
    private static let day = 24.0 * 3600

    /// A site whose answers and clock a test sets.
    private final class Site: @unchecked Sendable {
        // Safe to share: `answers` is only touched under `lock`, and `now` is set between refreshes only.
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private var answers: [String: [LoopbackServer.Part]] = [:]
        let requests = Log<LoopbackServer.Request>()
        private(set) lazy var origin = server.origin
        private lazy var server = LoopbackServer { [unowned self] request in
            requests.add(request)
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return answers[request.path] ?? [.answer("404 Not Found")]
        }

        init() {
            pthread_mutex_init(lock, nil)
            _ = origin
        }

        func give(_ path: String, headers: String = "", _ body: String) {
            answer(path, "200 OK", headers: headers, body)
        }

        func answer(_ path: String, _ status: String, headers: String = "", _ body: String = "") {
            answer(path, .answer(status, headers: headers, body: Array(body.utf8)))
        }

        func answer(_ path: String, _ part: LoopbackServer.Part) {
            pthread_mutex_lock(lock)
            answers[path] = [part]
            pthread_mutex_unlock(lock)
        }

        func url(_ path: String) -> String { origin + path }

        func count(_ path: String) -> Int { requests.entries.count { $0.path == path } }

        func last(_ path: String) -> LoopbackServer.Request? { requests.entries.last { $0.path == path } }
    }

    /// A library with a clock, which can be opened again.
    private final class Fixture: @unchecked Sendable {
        // Safe to share: `now` is set between refreshes only.
        var now = RefreshOverHTTPTests.noon
        let folder: String
        private(set) var store: Store
        private(set) var refresh: Refresh

        init() async throws {
            folder = FileManager.default.temporaryDirectory.path + "/broadsheet-http-\(UInt64.random(in: 0 ... .max))"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            store = try await Store.open(at: folder + "/library.db").store
            refresh = Refresh(client: SoupClient(), library: { [store] in store }, lock: folder + "/lock")
            try await restart()
        }

        // The system empties its temporary folder anyway.
        deinit { try? FileManager.default.removeItem(atPath: folder) }

        /// As after the end of the program.
        func restart() async throws {
            let clock = { @Sendable [unowned self] in now }
            store = try await Store.open(at: folder + "/library.db", now: clock).store
            refresh = Refresh(
                client: SoupClient(), library: { [store] in store }, lock: folder + "/lock", now: clock, pause: { _ in }
            )
        }

        @discardableResult
        func add(_ url: String) async throws -> SourceID { try await store.sources.add(SourceStore.New(url: url)).id }

        func source(_ id: SourceID) async throws -> Source { try #require(try await store.sources.source(id)) }

        /// What is due, after some time.
        @discardableResult
        func refresh(after seconds: Double = 0) async throws -> Refresh.Summary {
            now += seconds
            return try await refresh.run(byHand: false)
        }

        @discardableResult
        func refreshByHand() async throws -> Refresh.Summary { try await refresh.run(byHand: true) }

        func stories() async throws -> Int { try await store.stories.ids(of: .all).count }
    }

    private let site = Site()

    private func rss(_ titles: String...) -> String {
        let items = titles.map { "<item><guid>\($0)</guid><title>\($0)</title></item>" }.joined()
        return "<rss version=\"2.0\"><channel><title>Gazette</title>\(items)</channel></rss>"
    }

    private let page = "<!doctype html><html><head><title>Page</title></head><body>Hello</body></html>"

    // MARK: What servers see

    @Test func `a request has an address as it was given, and five fields that name nobody`() async throws {
        let library = try await Fixture()
        site.give("/feed?b=2&a=1&b=", headers: "Set-Cookie: id=1\r\n", rss("a"))
        try await library.add(site.url("/feed?b=2&a=1&b="))
        try await library.refreshByHand()
        try await library.refreshByHand()
        let request = try #require(site.last("/feed?b=2&a=1&b="))
        #expect(site.requests.entries.count == 2)
        #expect(
            Set(request.headers.fields.map { $0.name.lowercased() }).subtracting(["connection"])
                == ["host", "accept", "accept-encoding", "user-agent"])
    }

    @Test(arguments: [
        "\"abc\"", "W/\"abc\"", "no quotes at all", "\"with \\\" and 'odd' <signs>\"", "\"caf\u{E9} \u{2603}\"",
        "\"trailing;gzip\"",
    ])
    func `validators go back byte for byte, through answers that refuse, fail or have nothing new, and a restart`(
        etag: String
    ) async throws {
        let library = try await Fixture()
        try await library.add(site.url("/feed"))
        site.give("/feed", headers: "ETag: \(etag)\r\nLast-Modified: Some day, 1 Nov\r\n", rss("a"))
        try await library.refreshByHand()
        for status in ["304 Not Modified", "429 Too Many Requests", "500 Oops", "404 Not Found", "200 OK"] {
            // A page, too, has validators, which are not the feed's.
            site.answer("/feed", status, headers: "ETag: \"other\"\r\n", status == "200 OK" ? page : "")
            try await library.refreshByHand()
        }
        try await library.restart()
        try await library.refreshByHand()
        for request in site.requests.entries.dropFirst() {
            #expect(request.headers["If-None-Match"].map { Array($0.utf8) } == Array(etag.utf8))
            #expect(request.headers["If-Modified-Since"] == "Some day, 1 Nov")
        }
        #expect(site.requests.entries.count == 7)
        #expect(try await library.stories() == 1)
    }

    @Test func `validators of two answers are not mixed, and none are invented`() async throws {
        let library = try await Fixture()
        try await library.add(site.url("/feed"))
        site.give("/feed", headers: "ETag: \"1\"\r\nLast-Modified: a\r\n", rss("a"))
        try await library.refreshByHand()
        site.give("/feed", headers: "Last-Modified: b\r\n", rss("b"))
        try await library.refreshByHand()
        site.give("/feed", headers: "Date: Sat, 14 Mar 2026 12:00:00 GMT\r\n", rss("c"))
        try await library.refreshByHand()
        try await library.refreshByHand()
        let sent = site.requests.entries.map { [$0.headers["If-None-Match"], $0.headers["If-Modified-Since"]] }
        #expect(sent == [[nil, nil], ["\"1\"", "a"], [nil, "b"], [nil, nil]])
    }

    @Test func `a server that always says that nothing is new is asked in earnest every eight days`() async throws {
        let library = try await Fixture()
        try await library.add(site.url("/feed"))
        site.give("/feed", headers: "ETag: \"1\"\r\n", rss("a"))
        try await library.refresh()
        site.answer("/feed", "304 Not Modified")
        for _ in 1...7 { try await library.refresh(after: Self.day) }
        #expect(site.last("/feed")?.headers["If-None-Match"] == "\"1\"")
        site.give("/feed", headers: "ETag: \"2\"\r\n", rss("a", "b"))
        #expect(try await library.refresh(after: Self.day).new == 1)
        #expect(site.last("/feed")?.headers["If-None-Match"] == nil)
        try await library.refresh(after: Self.day)
        #expect(site.last("/feed")?.headers["If-None-Match"] == "\"2\"")
    }

    // MARK: When they are asked

    @Test func `a body that is the same is not read again, packed or not`() async throws {
        let library = try await Fixture()
        try await library.add(site.url("/feed"))
        site.give("/feed", rss("a"))
        try await library.refreshByHand()
        site.answer("/feed", .answer("200 OK", headers: "Content-Encoding: gzip\r\n", body: gzip(Array(rss("a").utf8))))
        let summary = try await library.refreshByHand()
        #expect((summary.unchanged, summary.new, summary.bytes) == (1, 0, rss("a").utf8.count))
    }

    @Test(
        arguments: [
            ("Cache-Control: max-age=10800\r\n", "", 3.0), ("Expires: Sat, 14 Mar 2026 15:00:00 GMT\r\n", "", 3),
            ("Cache-Control: max-age=86400\r\n", "", 5), ("", "<ttl>180</ttl>", 3), ("", "<ttl>100000</ttl>", 24),
            (
                "",
                "<sy:updatePeriod xmlns:sy='http://purl.org/rss/1.0/modules/syndication/'>daily</sy:updatePeriod>"
                    + "<sy:updateFrequency xmlns:sy='http://purl.org/rss/1.0/modules/syndication/'>4</sy:updateFrequency>",
                6
            ),
        ])
    func `nobody is asked before what server or feed say`(header: String, element: String, hours: Double) async throws {
        let library = try await Fixture()
        try await library.add(site.url("/feed"))
        let feed =
            "<rss version=\"2.0\"><channel><title>G</title>\(element)<item><title>a</title></item></channel></rss>"
        site.give("/feed", headers: header, feed)
        try await library.refresh()
        #expect(try await library.refresh(after: hours * 3600 * 0.89).sources == 0)
        #expect(try await library.refresh(after: hours * 3600 * 0.22).sources == 1)
        #expect(site.count("/feed") == 2)
    }

    @Test func `a 304 says anew how long it holds`() async throws {
        let library = try await Fixture()
        try await library.add(site.url("/feed"))
        site.give("/feed", rss("a"))
        try await library.refresh()
        site.answer("/feed", "304 Not Modified", headers: "Cache-Control: max-age=14400\r\n")
        #expect(try await library.refresh(after: 3600 * 1.2).notModified == 1)
        #expect(try await library.refresh(after: 3600 * 3.9).sources == 0)
        #expect(try await library.refresh(after: 3600 * 0.6).sources == 1)
    }

    @Test func `hours that a feed skips are skipped`() async throws {
        let library = try await Fixture()
        try await library.add(site.url("/feed"))
        let hours = (12...17).map { "<hour>\($0)</hour>" }.joined()
        site.give(
            "/feed",
            "<rss version=\"2.0\"><channel><title>G</title><skipHours>\(hours)</skipHours><item><title>a</title></item>"
                + "</channel></rss>")
        try await library.refresh()
        #expect(try await library.refresh(after: 5.9 * 3600).sources == 0)
        #expect(try await library.refresh(after: 0.3 * 3600).sources == 1)
    }

    @Test func `by hand it is asked at any time, and asked conditionally`() async throws {
        let library = try await Fixture()
        try await library.add(site.url("/feed"))
        site.give("/feed", headers: "ETag: \"1\"\r\nCache-Control: max-age=86400\r\n", rss("a"))
        try await library.refresh()
        site.answer("/feed", "304 Not Modified")
        #expect(try await library.refreshByHand().notModified == 1)
        #expect(site.last("/feed")?.headers["If-None-Match"] == "\"1\"")
    }

    // MARK: Where they went

    @Test(arguments: [
        (["301 Moved"], true), (["308 Moved"], true), (["302 Found"], false), (["303 See"], false),
        (["307 Temporary"], false), (["301 Moved", "308 Moved"], true), (["301 Moved", "302 Found"], false),
        (["307 Temporary", "301 Moved"], false),
    ])
    func `only an address that moved for good at every step is changed`(statuses: [String], isChanged: Bool)
        async throws
    {
        let library = try await Fixture()
        let id = try await library.add(site.url("/0"))
        for (step, status) in statuses.enumerated() {
            site.answer("/\(step)", status, headers: "Location: /\(step + 1)\r\n")
        }
        let end = "/\(statuses.count)"
        // Neither an error nor a page there is a reason.
        site.answer(end, "500 Oops")
        try await library.refreshByHand()
        site.give(end, page)
        try await library.refreshByHand()
        #expect(try await library.source(id).url == site.url("/0"))
        site.give(end, headers: "ETag: \"end\"\r\n", rss("a"))
        #expect(try await library.refreshByHand().moved.count == (isChanged ? 1 : 0))
        #expect(try await library.source(id).url == site.url(isChanged ? end : "/0"))
        #expect(try await library.stories() == 1)
    }

    @Test func `what goes round in circles, or elsewhere than the web, is a failure of that feed only`() async throws {
        let library = try await Fixture()
        let ids = [try await library.add(site.url("/round")), try await library.add(site.url("/file"))]
        site.answer("/round", "301 Moved", headers: "Location: /round\r\n")
        site.answer("/file", "301 Moved", headers: "Location: file:///etc/passwd\r\n")
        try await library.refreshByHand()
        #expect(try await library.source(ids[0]).error == .tooManyRedirects)
        #expect(try await library.source(ids[1]).error == .leadsElsewhere)
        #expect(site.count("/round") <= 11)
    }

    @Test func `a log-in page of the network changes nothing and blames nobody`() async throws {
        let library = try await Fixture()
        let portal = Site()
        let id = try await library.add(site.url("/feed"))
        site.give("/feed", rss("a"))
        try await library.refreshByHand()
        portal.give("/login", page)
        for status in ["302 Found", "301 Moved"] {
            site.answer("/feed", status, headers: "Location: \(portal.url("/login"))\r\n")
            #expect(try await library.refreshByHand().failures.map(\.error) == [.captivePortal])
        }
        site.answer("/feed", "511 Network Authentication Required", page)
        #expect(try await library.refreshByHand().failures.map(\.error) == [.captivePortal])
        let source = try await library.source(id)
        #expect((source.url, source.error, source.failingSince) == (site.url("/feed"), nil, nil))
        #expect(try await library.stories() == 1)
    }

    // MARK: When they say no

    @Test(arguments: ["401 Unauthorized", "403 Forbidden", "404 Not Found", "451 Unavailable"])
    func `what is forbidden or missing is asked an hour later, then two, up to a day`(status: String) async throws {
        let library = try await Fixture()
        let id = try await library.add(site.url("/feed"))
        site.give("/feed", rss("a"))
        try await library.refresh()
        site.answer("/feed", status)
        try await library.refresh(after: 2 * 3600)
        for hours in [1.0, 2, 4, 8, 16, 24, 24] {
            #expect(try await library.refresh(after: hours * 3600 * 0.89).sources == 0)
            #expect(try await library.refresh(after: hours * 3600 * 0.22).sources == 1)
        }
        #expect(try await library.source(id).error == .status(Int(status.prefix(3))!))
        #expect(try await library.stories() == 1)
    }

    @Test func `what is gone is not asked again, and keeps its stories`() async throws {
        let library = try await Fixture()
        let id = try await library.add(site.url("/feed"))
        site.give("/feed", rss("a"))
        try await library.refresh()
        site.answer("/feed", "410 Gone")
        try await library.refresh(after: 2 * 3600)
        #expect(try await library.refresh(after: 365 * Self.day).sources == 0)
        try await library.restart()
        #expect(try await library.refresh().sources == 0)
        #expect(try await library.source(id).error == .status(410))
        #expect(try await library.stories() == 1)
        // The person may still ask.
        site.give("/feed", rss("a", "b"))
        #expect(try await library.refreshByHand().new == 1)
        #expect(try await library.refresh(after: 2 * 3600).sources == 1)
    }

    @Test(
        arguments: [
            ("429 Too Many", "120", 120.0, 120.0), ("503 Busy", "7200", 7200, 7200),
            ("429 Too Many", "Sat, 14 Mar 2026 13:00:00 GMT", 3600, 3600),
            ("503 Busy", "Sat, 14 Mar 2026 13:00:00 GMT", 3600, 3600),
            // Never more than a day.
            ("429 Too Many", "999999", 86_400, 86_400),
            ("429 Too Many", "Fri, 01 Jan 2027 00:00:00 GMT", 86_400, 86_400),
            // Reddit's really sent "0" says nothing, and neither does a past date or a word.
            ("429 Too Many", "0", 300, 600), ("429 Too Many", "Fri, 13 Mar 2026 13:00:00 GMT", 300, 600),
            ("429 Too Many", "soon", 300, 600), ("503 Busy", "", 300, 600),
        ])
    func `a host that refuses is left alone with all its feeds, for as long as it says, also after a restart`(
        status: String, retryAfter: String, least: Double, most: Double
    ) async throws {
        let library = try await Fixture()
        try await library.add(site.url("/refuses"))
        site.answer("/refuses", status, headers: retryAfter.isEmpty ? "" : "Retry-After: \(retryAfter)\r\n")
        try await library.refresh()
        try await library.add(site.url("/other"))
        site.give("/other", rss("a"))
        try await library.restart()
        #expect(try await library.refresh(after: least - 1).sources == 0)
        #expect(site.count("/other") == 0)
        try await library.refresh(after: most - least + 2)
        #expect(site.count("/other") == 1)
    }

    @Test func `a server that fails is asked less and less, also after a restart`() async throws {
        let library = try await Fixture()
        try await library.add(site.url("/feed"))
        site.answer("/feed", "500 Oops")
        try await library.refresh()
        for hours in [1.0, 2, 4, 8, 16, 24, 24] {
            try await library.restart()
            #expect(try await library.refresh(after: hours * 3600 * 0.89).sources == 0)
            #expect(try await library.refresh(after: hours * 3600 * 0.22).sources == 1)
        }
    }

    @Test func `nobody there, an end in the middle and a flood are failures of that feed, and others go on`()
        async throws
    {
        let library = try await Fixture()
        let nobody = "http://127.0.0.1:\(unusedPort())/feed"
        site.answer("/cut", .text("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<rss>"))
        site.answer("/large", .text("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"))
        site.give("/good", rss("a"))
        let ids = [
            try await library.add(nobody), try await library.add(site.url("/cut")),
            try await library.add(site.url("/large")), try await library.add(site.url("/good")),
        ]
        let summary = try await library.refreshByHand()
        #expect((summary.new, summary.failures.count) == (1, 3))
        var errors: [NewsError?] = []
        for id in ids { errors.append(try await library.source(id).error) }
        #expect(
            errors == [.unreachable(host: Address.host(of: nobody)), .cutShort, .tooLarge(limit: 20 << 20), nil])
    }

    @Test func `a page where a feed was keeps the stories and is asked less often`() async throws {
        let library = try await Fixture()
        let other = Site()
        other.give("/feed", rss("x"))
        try await library.add(other.url("/feed"))
        let id = try await library.add(site.url("/feed"))
        site.give("/feed", rss("a"))
        try await library.refreshByHand()
        site.give("/feed", page)
        #expect(try await library.refreshByHand().failures.map(\.error) == [.notAFeed])
        #expect(try await library.source(id).error == .notAFeed)
        #expect(try await library.stories() == 2)
    }

    @Test func `a page that was imported as a feed leads to the one feed that it names, once`() async throws {
        let library = try await Fixture()
        let id = try await library.add(site.url("/"))
        site.give(
            "/",
            "<html><head><link rel=alternate type='application/rss+xml' href='/feed'>"
                + "<link rel=alternate type='application/rss+xml' title='Comments' href='/comments/feed'></head></html>"
        )
        site.give("/feed", rss("a"))
        #expect(try await library.refresh().new == 1)
        #expect(try await library.source(id).url == site.url("/feed"))
        #expect(try await library.refresh(after: 600).sources == 0)
        #expect(site.requests.entries.map(\.path) == ["/", "/feed"])
    }

    // MARK: How many at once

    @Test(arguments: [(hosts: 10, most: 8), (hosts: 3, most: 5)])
    func `a host gets two requests at once, one where it has refused, and all together get eight`(
        hosts: Int, most: Int
    ) async throws {
        let library = try await Fixture()
        let crowd = Crowd()
        let servers = (0..<hosts).map { _ in
            LoopbackServer { request in
                [.then { crowd.enter(request.headers["Host"]!) }, .answer("200 OK", body: Array(Self.feed.utf8))]
            }
        }
        for server in servers { for number in 0..<4 { try await library.add(server.origin + "/\(number)") } }
        let refused = Address.host(of: servers[0].origin)
        try await library.store.sources.remember(HostState(until: library.now - 1, refusals: 1), ofHost: refused)
        let running = Task { try await library.refreshByHand() }
        // Each connection waits in its thread until all that can come have come.
        await crowd.isFull(most)
        crowd.open()
        #expect(try await running.value.failures.isEmpty)
        #expect(crowd.most <= 8)
        #expect(crowd.mostOnHost.values.max()! <= 2)
        #expect(crowd.firstOnHost[refused] == 1)
    }

    private static let feed =
        "<rss version=\"2.0\"><channel><title>G</title><item><title>a</title></item></channel></rss>"

    // MARK: Adding

    @Test func `adding a page asks for it once and for its feed once, and nobody again before it is due`() async throws
    {
        let library = try await Fixture()
        let sources = SourceLibrary(
            client: SoupClient(), store: library.store, now: { [unowned library] in library.now })
        site.give(
            "/", "<html><head><link rel=alternate type='application/rss+xml' href='/feed'></head><body></body></html>")
        site.give("/feed", headers: "ETag: \"1\"\r\n", rss("a"))
        guard case .added(let id) = try await sources.add(site.url("/"), folder: nil) else {
            Issue.record("not added")
            return
        }
        #expect(try await library.stories() == 1)
        #expect(try await library.refresh(after: 600).sources == 0)
        #expect(site.requests.entries.map(\.path) == ["/", "/feed"])
        try await library.refreshByHand()
        #expect(site.last("/feed")?.headers["If-None-Match"] == "\"1\"")
        // The same address, also said otherwise, is there already: nobody is asked.
        for text in ["/feed", "/feed?utm_source=x", "/feed#top"] {
            #expect(try await sources.add(site.url(text), folder: nil) == .alreadyThere(id))
        }
        #expect(site.requests.entries.count == 3)
    }

    @Test func `adding what is no feed and names none is refused, and what names several asks which`() async throws {
        let library = try await Fixture()
        let sources = SourceLibrary(client: SoupClient(), store: library.store)
        site.give("/page", page)
        site.answer("/picture", .answer("200 OK", body: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]))
        for path in ["/page", "/picture"] {
            await #expect(throws: NewsError.notAFeed) { try await sources.add(site.url(path), folder: nil) }
        }
        await #expect(throws: NewsError.status(404)) { try await sources.add(site.url("/none"), folder: nil) }
        site.give(
            "/two",
            "<html><head><link rel=alternate type='application/rss+xml' title='News' href='/a'>"
                + "<link rel=alternate type='application/atom+xml' title='Sport' href='/b'></head></html>")
        guard case .several(let candidates) = try await sources.add(site.url("/two"), folder: nil) else {
            Issue.record("not several")
            return
        }
        #expect(candidates.map(\.url) == [site.url("/a"), site.url("/b")])
        #expect(candidates.map(\.title) == ["News", "Sport"])
        #expect(try await library.store.sources.all().isEmpty)
    }
}

/// Connections that wait for each other on their threads.
private final class Crowd: @unchecked Sendable {
    // Safe to share: everything is under `lock`.
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let entries = Log<Void>()
    private var isOpen = false
    private var inside = 0
    private var onHost: [String: Int] = [:]
    private(set) var most = 0
    private(set) var mostOnHost: [String: Int] = [:]
    /// While all waited.
    private(set) var firstOnHost: [String: Int] = [:]

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(changed, nil)
    }

    func enter(_ host: String) {
        pthread_mutex_lock(lock)
        inside += 1
        onHost[host, default: 0] += 1
        most = max(most, inside)
        mostOnHost[host] = max(mostOnHost[host, default: 0], onHost[host]!)
        if !isOpen { firstOnHost = onHost }
        entries.add(())
        while !isOpen { pthread_cond_wait(changed, lock) }
        inside -= 1
        onHost[host]! -= 1
        pthread_mutex_unlock(lock)
    }

    func isFull(_ count: Int) async { await entries.reaches(count) }

    func open() {
        pthread_mutex_lock(lock)
        isOpen = true
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(lock)
    }
}
