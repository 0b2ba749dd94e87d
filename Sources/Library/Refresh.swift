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
        /// Feeds that have a new address, which the library now has, too.
        package var moved: [Moved] = []

        package init() {}
    }

    package struct Moved: Hashable, Sendable {
        package let source: SourceID
        package let from: String
        package let to: String
    }

    /// So many stories are put into the index in a tenth of a second.
    private static let indexedAtOnce = 1000

    /// Told after each source: how many are done, of how many.
    package typealias Progress = @Sendable (_ done: Int, _ all: Int) -> Void

    private let client: any HTTPClient
    private let library: OpenStore
    private let lock: String
    private let now: @Sendable () -> Date
    private let pause: @Sendable (Duration) async -> Void
    private var running: Running?
    private var lastNumber = 0

    private struct Running {
        let number: Int
        let task: Task<Result<Outcome, NewsError>, Never>
        /// Somebody waits for it: it is not spread any more.
        var isHurried: Bool
    }

    private struct Outcome {
        var summary: Summary
        let asked: Set<SourceID>
    }

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

    /// Refreshes `ids`, or all sources, one refresh after another. Who asks while one runs shares it, and by hand whatever it
    /// does not ask is asked after it.
    ///
    /// - Parameter byHand: the person asked: also sources that are not due are asked, and at once.
    package func run(
        _ ids: [SourceID]? = nil, byHand: Bool, progress: @escaping Progress = { _, _ in }
    ) async throws(NewsError) -> Summary {
        var summary = Summary()
        var rest = ids
        while let shared = running {
            if byHand { running?.isHurried = true }
            let outcome = await shared.task.value
            forget(shared.number)
            switch outcome {
            case .success(let others):
                summary.add(others.summary)
                guard byHand else { return summary }
                rest = try await wanted(rest).filter { !others.asked.contains($0) }
                if rest!.isEmpty { return summary }
            case .failure(.cancelled) where !Task.isCancelled:
                // Whoever began it does not want it any more; who shared it does.
                continue
            case .failure(let error):
                throw error
            }
        }
        lastNumber += 1
        let number = lastNumber
        let task = Task { [rest] in await result(rest, byHand: byHand, progress: progress) }
        running = Running(number: number, task: task, isHurried: byHand)
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        forget(number)
        summary.add(try outcome.get().summary)
        return summary
    }

    private func forget(_ number: Int) { if running?.number == number { running = nil } }

    private func isHurried() -> Bool { running?.isHurried ?? true }

    private nonisolated func wanted(_ ids: [SourceID]?) async throws(NewsError) -> [SourceID] {
        if let ids { return ids }
        return try await store.sources.all().map(\.id)
    }

    /// A function of its own: a closure that throws typed errors is compiled wrongly (Swift 6.3.1).
    private nonisolated func result(
        _ ids: [SourceID]?, byHand: Bool, progress: @escaping Progress
    ) async -> Result<Outcome, NewsError> {
        do throws(NewsError) {
            return .success(try await refresh(ids, byHand: byHand, progress: progress))
        } catch {
            return .failure(error)
        }
    }

    @concurrent
    private nonisolated func refresh(
        _ ids: [SourceID]?, byHand: Bool, progress: @escaping Progress
    ) async throws(NewsError) -> Outcome {
        let file = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if file >= 0 { close(file) } }
        // Where no file can be made nothing can be stored either, which says so better.
        if file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0 { throw .storage(.busy) }

        let states = try await store.sources.fetchStates()
        let schedule = RefreshSchedule(now: now())
        var run = RefreshRun(hosts: try await store.sources.hostStates())
        let wanted = ids.map(Set.init)
        var asked: Set<SourceID> = []
        // Those that failed go last: on a host that refuses for the sake of one feed, the others have their turn before it.
        let sources = try await store.sources.all().enumerated().sorted {
            (states[$0.element.id]?.failures ?? 0, $0.offset) < (states[$1.element.id]?.failures ?? 0, $1.offset)
        }
        for (_, source) in sources {
            guard wanted?.contains(source.id) ?? true else { continue }
            let state = states[source.id] ?? FetchState()
            guard byHand || (schedule.isDue(state) && !run.isWaiting(source, now: now())) else { continue }
            run.add(source, state)
            asked.insert(source.id)
        }
        // After a night all are due at once: they are spread over up to a minute. Who asked does not wait.
        let spread = byHand ? .zero : min(Duration.seconds(60) / max(run.count, 1), .milliseconds(250))
        var summary = Summary()
        summary.sources = run.count
        try await perform(&run, &summary, spread: spread, progress)
        // What it cannot do, on a full disk for one, takes nothing from what was refreshed.
        try? await store.keepHouse(now: now())
        // What a usual refresh brings is in the index at once. The first one of many feeds brings so much that a search, or a
        // window that has nothing else to do, sees to it: half of it would help nobody.
        let brought = summary.new + summary.updated
        if (1...Self.indexedAtOnce).contains(brought) { try await store.search.index(atMost: brought) }
        return Outcome(summary: summary, asked: asked)
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
        var doubtful: [RefreshRun.Answer] = []
        while true {
            while problem == nil, !Task.isCancelled, let job = run.next() {
                tasks[job.source.id] = Task { answer.yield(await fetch(job)) }
                if spread > .zero, await !isHurried() { await pause(spread) }
            }
            guard !tasks.isEmpty else { break }
            guard let answer = await iterator.next(isolation: nil) else { break }
            tasks[answer.source.id] = nil
            let schedule = RefreshSchedule(now: now())
            if let host = run.answered(answer, schedule) {
                try await store.sources.remember(run.hosts[host], ofHost: host)
            }
            if answer.doubt == nil {
                summary.add(answer)
                if let state = answer.state { remembered[answer.source.id] = state }
            } else {
                doubtful.append(answer)
            }
            if case .storage(let cause)? = answer.error { problem = .storage(cause) }
            // Together, since each commit wakes whoever shows the library.
            if remembered.count >= 100 {
                try await store.sources.remember(remembered)
                remembered = [:]
            }
            done += 1
            progress(done, all)
        }
        if problem == nil, !Task.isCancelled {
            // Only now is it known whether there is a network: without one nobody is blamed.
            let network = run.network(behind: doubtful)
            for var answer in doubtful {
                if network == nil { remembered[answer.source.id] = answer.state } else { answer.error = network }
                summary.add(answer)
            }
            if network == nil {
                for (host, state) in run.silentHosts(RefreshSchedule(now: now())) {
                    try await store.sources.remember(state, ofHost: host)
                }
            }
        }
        try await store.sources.remember(remembered)
        if let problem { throw problem }
        if Task.isCancelled { throw .cancelled }
    }

    // MARK: One source

    @concurrent
    private nonisolated func fetch(_ job: RefreshRun.Job) async -> RefreshRun.Answer {
        var answer = RefreshRun.Answer(job: job)
        if let error = job.error {
            answer.error = error
            if error.isSilence { answer.doubt = .silence }
            answer.state = RefreshSchedule(now: now()).notAsked(because: error, job.state)
            return answer
        }
        do throws(NewsError) {
            try await fetch(job, &answer)
        } catch {
            answer.error = error
            if error.isSilence { answer.doubt = .silence }
            if case .storage = error { return answer }
            answer.state = RefreshSchedule(now: now()).after(error, job.state)
        }
        return answer
    }

    private nonisolated func fetch(_ job: RefreshRun.Job, _ answer: inout RefreshRun.Answer) async throws(NewsError) {
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
        let isMoved = response.isMoved && isSafe(from: source.url, to: response.url)
        let hash = contentHash(response.body)
        if hash == job.state.bodyHash, job.state.error == nil, !isMoved {
            answer.isUnchanged = true
            answer.state = schedule.afterSameBody(response, job.state)
            return
        }
        let feed: ParsedFeed
        do throws(FeedError) {
            feed = try parse(response)
        } catch {
            if case .webPage = error { return try await afterPage(response, job, &answer) }
            throw failure(.undecodable(response, error), source)
        }
        // Only for a feed: what moved for good to a page is a captive portal, or a site that closed.
        if isMoved, try await !move(source, to: response.url, &answer) { return }
        try await take(feed, response, hash, job, &answer)
    }

    /// Gives a source a new address. False where another source has it, which then stands for both.
    private nonisolated func move(
        _ source: Source, to url: String, _ answer: inout RefreshRun.Answer
    ) async throws(NewsError) -> Bool {
        answer.moved = Moved(source: source.id, from: source.url, to: url)
        return try await store.sources.changeAddress(of: source.id, to: url) == .moved
    }

    /// A page where a feed was: a network that wants a log-in, or an address that was that of a page from the start, whose
    /// only feed is then followed once.
    private nonisolated func afterPage(
        _ response: HTTPResponse, _ job: RefreshRun.Job, _ answer: inout RefreshRun.Answer
    ) async throws(NewsError) {
        let source = job.source
        if job.state.lastSuccess != nil {
            if !isSecure(source.url) {
                answer.doubt = .page(
                    isElsewhere: HostPoliteness.host(of: response.url) != HostPoliteness.host(of: source.url))
            }
            throw .notAFeed
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
        guard try await move(source, to: links[0].url, &answer) else { return }
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
            response, bodyHash: hash, hints: FeedHints(feed), job.state)
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

extension FeedHints {
    init(_ feed: ParsedFeed) {
        self.init(
            updateInterval: feed.updateInterval, skippedHours: feed.skippedHours, skippedDays: feed.skippedDays,
            isExpired: feed.isExpired, dates: feed.items.compactMap { $0.published ?? $0.modified })
    }
}

extension Refresh.Summary {
    fileprivate mutating func add(_ other: Refresh.Summary) {
        sources += other.sources
        new += other.new
        updated += other.updated
        notModified += other.notModified
        unchanged += other.unchanged
        failures += other.failures
        bytes += other.bytes
        moved += other.moved
    }

    fileprivate mutating func add(_ answer: RefreshRun.Answer) {
        new += answer.new
        updated += answer.updated
        notModified += answer.isNotModified ? 1 : 0
        unchanged += answer.isUnchanged ? 1 : 0
        bytes += answer.bytes
        if let moved = answer.moved { self.moved.append(moved) }
        if let error = answer.error { failures.append(SourceFailure(address: answer.source.url, error: error)) }
    }
}

func isSecure(_ url: String) -> Bool { url.lowercased().hasPrefix("https:") }

/// A source never moves to where anybody in between may listen.
func isSafe(from old: String, to new: String) -> Bool { isSecure(new) || !isSecure(old) }

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
