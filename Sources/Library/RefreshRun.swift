import FoundationEssentials
import Loading
import News

/// A refresh as it goes on: who waits for a turn, which hosts are busy, and whether there is a network at all.
struct RefreshRun {
    struct Job {
        let source: Source
        let state: FetchState
        /// Why it is not asked: its host has just failed others, or there is no network.
        var error: NewsError?
    }

    struct Answer {
        let source: Source
        /// It had not failed when it was last asked.
        let wasHealthy: Bool
        let wasAsked: Bool
        /// What is to be remembered, where it was not stored with the stories.
        var state: FetchState?
        var new = 0
        var updated = 0
        var isNotModified = false
        var isUnchanged = false
        var error: NewsError?
        /// The failure may be the network's.
        var doubt: Doubt?
        var moved: Refresh.Moved?
        var bytes = 0

        init(job: Job) {
            source = job.source
            wasHealthy = job.state.error == nil
            wasAsked = job.error == nil
        }
    }

    enum Doubt {
        /// No connection.
        case silence
        /// A page where there was a feed, which was asked for without TLS: anybody in between can have sent it.
        case page(isElsewhere: Bool)
    }

    private(set) var hosts: [String: HostState]
    private(set) var count = 0
    private var waiting: [String: [Job]] = [:]
    /// The hosts with something to do, in turn.
    private var turns: [String] = []
    private var busy: [String: Int] = [:]
    private var inFlight = 0
    /// Hosts that refused or did not answer in this run, and how often.
    private var failing: [String: (count: Int, error: NewsError)] = [:]
    /// Those of them that did not answer twice, or again.
    private var silent: Set<String> = []
    /// Somebody was reached.
    private var isOnline = false
    /// Why nobody else is asked.
    private var noNetwork: NewsError?

    init(hosts: [String: HostState]) { self.hosts = hosts }

    /// The host has asked to be left alone until later, or does not answer.
    func isWaiting(_ source: Source, now: Date) -> Bool {
        hosts[HostPoliteness.host(of: source.url)].map { $0.until > now } ?? false
    }

    mutating func add(_ source: Source, _ state: FetchState) {
        let host = HostPoliteness.host(of: source.url)
        if waiting[host] == nil { turns.append(host) }
        waiting[host, default: []].append(Job(source: source, state: state))
        count += 1
    }

    /// The next that may be asked now.
    mutating func next() -> Job? {
        guard inFlight < HostPoliteness.mostInFlight else { return nil }
        for (index, host) in turns.enumerated() {
            // One that has refused lately is asked one thing at a time.
            guard busy[host, default: 0] < (hosts[host] == nil ? HostPoliteness.mostOnHost : 1) else { continue }
            var job = waiting[host]!.removeFirst()
            if let failure = failing[host], failure.count >= 2 || failure.error.isRefusal { job.error = failure.error }
            if let noNetwork { job.error = noNetwork }
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
        let host = HostPoliteness.host(of: answer.source.url)
        inFlight -= 1
        busy[host] = busy[host] == 1 ? nil : busy[host]! - 1
        guard answer.wasAsked else { return nil }
        switch answer.error {
        case .rateLimited?, .status(503)?:
            // Two may have been under way: that is one refusal.
            guard failing[host]?.error.isRefusal != true else { return nil }
            var until: Date?
            if case .rateLimited(let moment)? = answer.error { until = moment }
            let state = schedule.after(refusal: until, hosts[host])
            hosts[host] = state
            failing[host] = (1, .rateLimited(until: state.until))
            return host
        case .offline?, .captivePortal?:
            noNetwork = answer.error
        case .unreachable?, .timedOut?, .insecure?:
            let count = (failing[host]?.count ?? 0) + 1
            failing[host] = (count, answer.error!)
            if count > 1 || hosts[host]?.failures != nil { silent.insert(host) }
        default:
            failing[host] = nil
        }
        guard answer.error == nil else { return nil }
        isOnline = true
        silent.remove(host)
        guard hosts[host] != nil else { return nil }
        hosts[host] = nil
        return host
    }

    /// Whether it is the network that failed those who are in doubt: nobody was reached, and several hosts at once are not as
    /// they were. nil where each answers for itself.
    func network(behind doubtful: [Answer]) -> NewsError? {
        guard !isOnline else { return nil }
        var silent: Set<String> = []
        var pages: Set<String> = []
        var isElsewhere = false
        for answer in doubtful where answer.wasHealthy {
            let host = HostPoliteness.host(of: answer.source.url)
            switch answer.doubt {
            case .silence?: silent.insert(host)
            case .page(let elsewhere)?:
                pages.insert(host)
                isElsewhere = isElsewhere || elsewhere
            case nil: break
            }
        }
        if isElsewhere || pages.count > 1 { return .captivePortal }
        return silent.count > 2 ? .offline : nil
    }

    /// The hosts that are left alone from now on since they do not answer.
    mutating func silentHosts(_ schedule: RefreshSchedule) -> [String: HostState] {
        for host in silent { hosts[host] = schedule.afterNoAnswer(hosts[host]) }
        return hosts.filter { silent.contains($0.key) }
    }
}

extension NewsError {
    /// The host asks to be left alone.
    fileprivate var isRefusal: Bool {
        switch self {
        case .rateLimited, .status(503): true
        default: false
        }
    }

    /// There was no connection: the fault may be the network's.
    var isSilence: Bool {
        switch self {
        case .unreachable, .timedOut, .insecure, .cutShort: true
        default: false
        }
    }
}
