import Feeds
import FoundationEssentials
import Glibc
import Loading
import News
import Storage

/// Asks sources for what is new and brings it into the library, off the main actor. One at a time, also between programs.
package actor Refresh {
    /// What came of it.
    package struct Summary: Hashable, Sendable {
        /// Asked for.
        package var sources = 0
        package var new = 0
        package var updated = 0
        /// Answered with 304.
        package var notModified = 0
        /// Answered with the same body as before.
        package var unchanged = 0
        package var failures: [SourceFailure] = []
        /// Of bodies, decompressed.
        package var bytes = 0

        package init() {}
    }

    /// Told after each source: how many are done, of how many.
    package typealias Progress = @Sendable (_ done: Int, _ all: Int) -> Void

    private let client: any HTTPClient
    private let library: OpenStore
    private let lock: String
    private let now: @Sendable () -> Date
    private let pause: @Sendable (Duration) async -> Void
    private var running: Task<Result<Summary, NewsError>, Never>?

    /// - Parameter lock: a file that the programs with this library have in common; made when it is not there.
    package init(
        client: any HTTPClient, library: @escaping OpenStore, lock: String,
        now: @escaping @Sendable () -> Date = { Date() },
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }  // cancelled: no pause
    ) {
        self.client = client
        self.library = library
        self.lock = lock
        self.now = now
        self.pause = pause
    }

    private nonisolated var store: Store { get async throws(NewsError) { try await library() } }

    /// Refreshes `ids`, or all sources. While one refresh runs whoever asks shares it.
    ///
    /// - Parameter byHand: the person asked: also sources that are not due are asked.
    package func run(
        _ ids: [SourceID]? = nil, byHand: Bool, progress: @escaping Progress = { _, _ in }
    ) async throws(NewsError) -> Summary {
        if let running { return try await running.value.get() }
        let task = Task { await result(ids, byHand: byHand, progress: progress) }
        running = task
        defer { running = nil }
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }

    private nonisolated func result(
        _ ids: [SourceID]?, byHand: Bool, progress: @escaping Progress
    ) async -> Result<Summary, NewsError> {
        do throws(NewsError) {
            return .success(try await refresh(ids, byHand: byHand, progress: progress))
        } catch {
            return .failure(error)
        }
    }

    @concurrent
    private nonisolated func refresh(
        _ ids: [SourceID]?, byHand: Bool, progress: @escaping Progress
    ) async throws(NewsError) -> Summary {
        let file = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if file >= 0 { close(file) } }
        // Where no file can be made nothing can be stored either, which says so better.
        if file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0 { throw .storage(.busy) }

        let states = try await store.sources.fetchStates()
        let schedule = RefreshSchedule(now: now())
        var run = RefreshRun(hosts: try await store.sources.hostStates())
        for source in try await store.sources.all() {
            guard ids?.contains(source.id) ?? true else { continue }
            let state = states[source.id] ?? FetchState()
            if byHand || (schedule.isDue(state) && !run.isWaiting(source, now: now())) { run.add(source, state) }
        }
        // After a night all are due at once: they are spread over up to a minute. Who asked does not wait.
        let spread = byHand ? .zero : min(Duration.seconds(60) / max(run.count, 1), .milliseconds(250))
        var summary = Summary()
        summary.sources = run.count
        try await perform(&run, &summary, spread: spread, progress)
        // What a usual refresh brings is in the index at once. The first one of many feeds brings more: a search, or a window
        // that has nothing else to do, sees to the rest.
        try await store.search.index(atMost: 2000)
        return summary
    }

    /// Keeps as many requests under way as politeness allows until all are answered.
    private nonisolated func perform(
        _ run: inout RefreshRun, _ summary: inout Summary, spread: Duration, _ progress: @escaping Progress
    ) async throws(NewsError) {
        let all = run.count
        let (answers, answer) = AsyncStream.makeStream(of: RefreshRun.Answer.self)
        var tasks: [SourceID: Task<Void, Never>] = [:]
        defer { for task in tasks.values { task.cancel() } }
        var iterator = answers.makeAsyncIterator()
        var remembered: [SourceID: FetchState] = [:]
        var done = 0
        var problem: NewsError?
        while true {
            while problem == nil, !Task.isCancelled, let job = run.next() {
                tasks[job.source.id] = Task { answer.yield(await fetch(job)) }
                if spread > .zero { await pause(spread) }
            }
            guard !tasks.isEmpty else { break }
            guard let answer = await iterator.next(isolation: nil) else { break }
            tasks[answer.source.id] = nil
            let schedule = RefreshSchedule(now: now())
            if let host = run.answered(answer, schedule) {
                try await store.sources.remember(run.hosts[host], ofHost: host)
            }
            summary.add(answer)
            if let state = answer.state { remembered[answer.source.id] = state }
            if case .storage(let cause)? = answer.error { problem = .storage(cause) }
            // Together, since each commit wakes whoever shows the library.
            if remembered.count >= 100 {
                try await store.sources.remember(remembered)
                remembered = [:]
            }
            done += 1
            progress(done, all)
        }
        try await store.sources.remember(remembered)
        if let problem { throw problem }
        if Task.isCancelled { throw .cancelled }
    }

    // MARK: One source

    @concurrent
    private nonisolated func fetch(_ job: RefreshRun.Job) async -> RefreshRun.Answer {
        var answer = RefreshRun.Answer(source: job.source)
        do throws(NewsError) {
            try await fetch(job, &answer)
        } catch {
            answer.error = error
            if case .storage = error {} else { answer.state = RefreshSchedule(now: now()).after(error, job.state) }
        }
        return answer
    }

    private nonisolated func fetch(_ job: RefreshRun.Job, _ answer: inout RefreshRun.Answer) async throws(NewsError) {
        if let error = job.error { throw error }
        let schedule = RefreshSchedule(now: now())
        let source = job.source
        var request = Resource<ParsedFeed>.feed(source.url).request
        request.headers = HTTPHeaders(request.headers.fields + schedule.headers(job.state))
        let response = try await send(request)
        answer.bytes = response.body.count
        if response.status == 304 {
            answer.isNotModified = true
            answer.state = schedule.afterNotModified(response, job.state)
            return
        }
        guard (200..<300).contains(response.status) else { throw failure(.refused(response), source) }
        let hash = contentHash(response.body)
        if hash == job.state.bodyHash, job.state.error == nil {
            answer.isUnchanged = true
            answer.state = schedule.after(
                response, bodyHash: hash, updateInterval: job.state.updateInterval, isExpired: false, job.state)
            return
        }
        let feed: ParsedFeed
        do throws(FeedError) {
            feed = try parse(response)
        } catch {
            if case .webPage = error { return try await afterPage(response, job, &answer) }
            throw failure(.undecodable(response, error), source)
        }
        try await take(feed, response, hash, job, &answer)
        // Only now: what moved for good to a page that is no feed is a captive portal, or a site that closed.
        if response.isMoved { _ = try await store.sources.changeAddress(of: source.id, to: response.url) }
    }

    /// A page where a feed was: a network that wants a log-in, or an address that was that of a page from the start, whose
    /// only feed is then followed once.
    private nonisolated func afterPage(
        _ response: HTTPResponse, _ job: RefreshRun.Job, _ answer: inout RefreshRun.Answer
    ) async throws(NewsError) {
        let source = job.source
        let isElsewhere = Address.host(of: response.url) != Address.host(of: source.url)
        if job.state.lastSuccess != nil {
            throw isElsewhere && !response.isMoved ? .captivePortal : .notAFeed
        }
        let page = FeedDiscovery.page(
            response.body, url: response.url, contentType: response.headers["Content-Type"])
        let links = page.feeds.filter { !$0.isOfComments }
        guard links.count == 1 else { throw .notAFeed }
        let linked = try await send(Resource<ParsedFeed>.feed(links[0].url).request)
        guard linked.status == 200 else { throw failure(.refused(linked), source) }
        let feed: ParsedFeed
        do throws(FeedError) { feed = try parse(linked) } catch { throw .notAFeed }
        answer.bytes += linked.body.count
        guard case .moved = try await store.sources.changeAddress(of: source.id, to: links[0].url) else { return }
        try await take(feed, linked, contentHash(linked.body), job, &answer)
    }

    private nonisolated func parse(_ response: HTTPResponse) throws(FeedError) -> ParsedFeed {
        try FeedParser.parse(response.body, url: response.url, contentType: response.headers["Content-Type"])
    }

    private nonisolated func take(
        _ feed: ParsedFeed, _ response: HTTPResponse, _ hash: UInt64, _ job: RefreshRun.Job,
        _ answer: inout RefreshRun.Answer
    ) async throws(NewsError) {
        let state = RefreshSchedule(now: now()).after(
            response, bodyHash: hash, updateInterval: feed.updateInterval, isExpired: feed.isExpired,
            dates: feed.items.compactMap(\.published), job.state)
        let incoming = Normaliser(source: job.source.url, now: now()).incoming(feed)
        let result = try await store.stories.merge(incoming, into: job.source.id, state: state)
        answer.new = result.new.count
        answer.updated = result.updated.count
    }

    private nonisolated func send(_ request: HTTPRequest) async throws(NewsError) -> HTTPResponse {
        do throws(HTTPError) {
            return try await client.send(request)
        } catch {
            throw NewsError(error, host: Address.host(of: request.url))
        }
    }

    private nonisolated func failure(_ error: LoadError, _ source: Source) -> NewsError {
        NewsError(error, host: Address.host(of: source.url), now: now())
    }
}

/// A refresh as it goes on: who waits for a turn, and which hosts are busy.
struct RefreshRun {
    struct Job {
        let source: Source
        let state: FetchState
        /// Why it need not be asked: its host has just failed others.
        var error: NewsError?
    }

    struct Answer {
        let source: Source
        /// What is to be remembered, where it was not stored with the stories.
        var state: FetchState?
        var new = 0
        var updated = 0
        var isNotModified = false
        var isUnchanged = false
        var error: NewsError?
        var bytes = 0

        init(source: Source) { self.source = source }
    }

    /// FIELD-GUIDE 1.4.
    private static let mostInFlight = 8
    private static let mostOnHost = 2

    private(set) var hosts: [String: HostState]
    private(set) var count = 0
    private var waiting: [String: [Job]] = [:]
    /// The hosts with something to do, in turn.
    private var turns: [String] = []
    private var busy: [String: Int] = [:]
    private var inFlight = 0
    /// Hosts that refused or did not answer in this run, and how often.
    private var failing: [String: (count: Int, error: NewsError)] = [:]

    init(hosts: [String: HostState]) { self.hosts = hosts }

    /// The host has asked to be left alone until later.
    func isWaiting(_ source: Source, now: Date) -> Bool {
        hosts[Address.host(of: source.url)].map { $0.until > now } ?? false
    }

    mutating func add(_ source: Source, _ state: FetchState) {
        let host = Address.host(of: source.url)
        if waiting[host] == nil { turns.append(host) }
        waiting[host, default: []].append(Job(source: source, state: state))
        count += 1
    }

    /// The next that may be asked now.
    mutating func next() -> Job? {
        guard inFlight < Self.mostInFlight else { return nil }
        for (index, host) in turns.enumerated() {
            // One that has refused lately is asked one thing at a time.
            guard busy[host, default: 0] < (hosts[host] == nil ? Self.mostOnHost : 1) else { continue }
            var job = waiting[host]!.removeFirst()
            if let failure = failing[host], failure.count >= 2 || failure.error.isRefusal { job.error = failure.error }
            turns.remove(at: index)
            if waiting[host]!.isEmpty { waiting[host] = nil } else { turns.append(host) }
            busy[host, default: 0] += 1
            inFlight += 1
            return job
        }
        return nil
    }

    /// Takes an answer; the host whose state changed with it.
    mutating func answered(_ answer: Answer, _ schedule: RefreshSchedule) -> String? {
        let host = Address.host(of: answer.source.url)
        inFlight -= 1
        busy[host] = busy[host] == 1 ? nil : busy[host]! - 1
        switch answer.error {
        case .rateLimited(let until)?:
            guard failing[host]?.error.isRefusal != true else { return nil }
            failing[host] = (1, .rateLimited(until: until))
            hosts[host] = schedule.after(refusal: until, hosts[host])
            return host
        case .unreachable?, .timedOut?, .insecure?:
            failing[host] = (failing[host].map { $0.count + 1 } ?? 1, answer.error!)
        default: failing[host] = nil
        }
        guard answer.error == nil, hosts[host] != nil else { return nil }
        hosts[host] = nil
        return host
    }
}

extension NewsError {
    fileprivate var isRefusal: Bool { if case .rateLimited = self { true } else { false } }
}

extension Refresh.Summary {
    fileprivate mutating func add(_ answer: RefreshRun.Answer) {
        new += answer.new
        updated += answer.updated
        notModified += answer.isNotModified ? 1 : 0
        unchanged += answer.isUnchanged ? 1 : 0
        bytes += answer.bytes
        if let error = answer.error { failures.append(SourceFailure(address: answer.source.url, error: error)) }
    }
}

/// Tells bodies apart: FNV-1a over words of eight bytes.
func contentHash(_ body: [UInt8]) -> UInt64 {
    body.withUnsafeBytes { bytes in
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            hash = (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x100_0000_01B3
            hash ^= hash >> 32
            offset += 8
        }
        while offset < bytes.count {
            hash = (hash ^ UInt64(bytes[offset])) &* 0x100_0000_01B3
            offset += 1
        }
        return hash
    }
}
