import FoundationEssentials
import News

/// When a source is asked again, and what is remembered of the last answer (FIELD-GUIDE 1.4).
package struct RefreshSchedule: Sendable {
    /// How often the person wants news, in seconds.
    private let interval: Double
    private let now: Date
    /// About 1: spreads requests that would otherwise stay together for ever.
    private let jitter: Double

    package init(interval: Double = 3600, now: Date, jitter: Double = .random(in: 0.9...1.1)) {
        self.interval = interval
        self.now = now
        self.jitter = jitter
    }

    /// Servers that answer 304 to everything are asked without validators after so long.
    private static let validatorsAge = 8.0 * 24 * 3600
    private static let day = 24.0 * 3600

    // MARK: Requests

    /// The validators of the last 200, byte for byte, together (RFC 9110, 13.1).
    package func headers(_ state: FetchState) -> [HTTPHeaders.Field] {
        guard let date = state.validatorsDate, now.timeIntervalSince(date) < Self.validatorsAge, now >= date else {
            return []
        }
        return [
            state.etag.map { HTTPHeaders.Field(name: "If-None-Match", value: $0) },
            state.lastModified.map { HTTPHeaders.Field(name: "If-Modified-Since", value: $0) },
        ].compactMap { $0 }
    }

    package func isDue(_ state: FetchState) -> Bool {
        !state.isStopped && state.nextTry.map { $0 <= now } ?? true
    }

    // MARK: Answers

    /// After a 200 whose body is a feed.
    ///
    /// - Parameters:
    ///   - updateInterval: how often the feed says that it changes, in seconds.
    ///   - isExpired: the feed says that it will never change again.
    package func after(
        _ response: HTTPResponse, bodyHash: UInt64, updateInterval: Int?, isExpired: Bool, _ state: FetchState
    ) -> FetchState {
        var state = state
        state.etag = response.headers["ETag"]
        state.lastModified = response.headers["Last-Modified"]
        state.validatorsDate = now
        state.bodyHash = bodyHash
        state.updateInterval = updateInterval
        return succeeded(response, &state, isExpired: isExpired)
    }

    /// After a 304. Its validators are not taken: those of the last 200 belong to the body that is known.
    package func afterNotModified(_ response: HTTPResponse, _ state: FetchState) -> FetchState {
        var state = state
        return succeeded(response, &state, isExpired: false)
    }

    private func succeeded(_ response: HTTPResponse, _ state: inout FetchState, isExpired: Bool) -> FetchState {
        state.lastTry = now
        state.lastSuccess = now
        state.failures = 0
        state.failingSince = nil
        state.error = nil
        state.isStopped = isExpired
        let hint = min(Double(state.updateInterval ?? 0), Self.day)
        let wait = max(interval, maxAge(response.headers), hint, 600)
        state.nextTry = now.addingTimeInterval(wait * jitter)
        return state
    }

    /// After a failure. Being offline is nobody's fault: nothing is remembered.
    package func after(_ error: NewsError, _ state: FetchState) -> FetchState {
        guard error != .offline, error != .cancelled else { return state }
        var state = state
        state.lastTry = now
        state.error = error
        state.failingSince = state.failingSince ?? now
        state.failures += 1
        switch error {
        case .status(410): state.isStopped = true
        case .rateLimited(let until?): state.nextTry = until
        case .status(401), .status(403), .status(404), .status(451), .notAFeed:
            state.nextTry = now.addingTimeInterval(backOff(3600, state.failures) * jitter)
        default: state.nextTry = now.addingTimeInterval(backOff(600, state.failures) * jitter)
        }
        return state
    }

    /// The whole host waits after a 429 or 503: as long as it says, else five minutes, doubled each time up to a day.
    package func after(refusal until: Date?, _ host: HostState?) -> HostState {
        let refusals = (host?.refusals ?? 0) + 1
        return HostState(until: until ?? now.addingTimeInterval(backOff(300, refusals)), refusals: refusals)
    }

    private func backOff(_ first: Double, _ times: Int) -> Double {
        min(first * Double(1 << min(max(times - 1, 0), 20)), Self.day)
    }

    /// How long the answer stays fresh (RFC 9111, 4.2.1), in seconds, at most five hours.
    private func maxAge(_ headers: HTTPHeaders) -> Double {
        let directives = (headers["Cache-Control"] ?? "").lowercased().split(separator: ",")
        let ages = directives.compactMap { directive -> Double? in
            let parts = directive.split(separator: "=")
            guard parts.count == 2, parts[0].allSatisfy({ $0 == " " || $0.isLetter || $0 == "-" }),
                parts[0].filter({ $0 != " " }) == "max-age"
            else { return nil }
            return Double(parts[1].filter { $0 != " " && $0 != "\"" })
        }
        return min(max(ages.first ?? 0, 0), 5 * 3600)
    }
}
