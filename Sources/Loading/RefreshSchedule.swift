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
    ///   - dates: of its stories, from which its own rhythm is taken.
    package func after(
        _ response: HTTPResponse, bodyHash: UInt64, updateInterval: Int?, isExpired: Bool, dates: [Date] = [],
        _ state: FetchState
    ) -> FetchState {
        var state = state
        state.etag = response.headers["ETag"]
        state.lastModified = response.headers["Last-Modified"]
        state.validatorsDate = now
        state.bodyHash = bodyHash
        state.updateInterval = updateInterval
        return succeeded(response, &state, isExpired: isExpired, rhythm: rhythm(dates))
    }

    /// After a 304. Its validators are not taken: those of the last 200 belong to the body that is known.
    package func afterNotModified(_ response: HTTPResponse, _ state: FetchState) -> FetchState {
        var state = state
        return succeeded(response, &state, isExpired: false)
    }

    private func succeeded(
        _ response: HTTPResponse, _ state: inout FetchState, isExpired: Bool, rhythm: Double = 0
    ) -> FetchState {
        state.lastTry = now
        state.lastSuccess = now
        state.failures = 0
        state.failingSince = nil
        state.error = nil
        state.isStopped = isExpired
        let hint = min(Double(state.updateInterval ?? 0), Self.day)
        let wait = max(interval, maxAge(response.headers), hint, rhythm, 600)
        state.nextTry = now.addingTimeInterval(wait * jitter)
        return state
    }

    /// A feed with a story a week need not be asked each hour: a tenth of the time between its last stories, at most half a
    /// day.
    private func rhythm(_ dates: [Date]) -> Double {
        let last = dates.filter { $0 <= now }.sorted(by: >).prefix(10)
        guard last.count > 2 else { return 0 }
        let gap = last.first!.timeIntervalSince(last.last!) / Double(last.count - 1)
        return min(gap / 10, Self.day / 2)
    }

    /// After a failure. Having no way into the network is nobody's fault: nothing is remembered.
    package func after(_ error: NewsError, _ state: FetchState) -> FetchState {
        guard error != .offline, error != .captivePortal, error != .cancelled else { return state }
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
        for directive in (headers["Cache-Control"] ?? "").lowercased().split(separator: ",") {
            let parts = directive.split(separator: "=")
            guard parts.count == 2, parts[0].filter({ $0 != " " }) == "max-age",
                let age = Double(parts[1].filter { $0 != " " && $0 != "\"" })
            else { continue }
            return min(max(age, 0), 5 * 3600)
        }
        guard let expires = headers["Expires"].flatMap(HTTPDate.parse) else { return 0 }
        return min(max(expires.timeIntervalSince(now), 0), 5 * 3600)
    }
}

/// Dates of HTTP headers (RFC 9110, 5.6.7).
enum HTTPDate {
    /// IMF-fixdate only: "Sun, 06 Nov 1994 08:49:37 GMT". Servers that write otherwise are asked as if they had said nothing.
    static func parse(_ text: String) -> Date? {
        let parts = text.split { " ,:".contains($0) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 8, parts[7] == "GMT", let day = Int(parts[1]), (1...31).contains(day),
            let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]), (1970...9999).contains(year),
            let hour = Int(parts[4]), let minute = Int(parts[5]), let second = Int(parts[6])
        else { return nil }
        // Days since 1970 of a civil date (H. Hinnant's algorithm), with years that begin in March.
        let shifted = month < 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
        let dayOfEra = shifted % 400 * 365 + shifted % 400 / 4 - shifted % 400 / 100 + dayOfYear
        let days = shifted / 400 * 146_097 + dayOfEra - 719_468
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
    }
}
