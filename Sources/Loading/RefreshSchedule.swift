import FoundationEssentials
import News

/// What a feed's document says of when to ask for it again.
package struct FeedHints: Hashable, Sendable {
    /// How often it changes, in seconds: ttl, or sy:updatePeriod and sy:updateFrequency.
    package var updateInterval: Int?
    /// Hours of the day in GMT, 0 to 23, in which nobody should ask.
    package var skippedHours: [Int]
    /// Days of the week in GMT, 0 for Sunday, on which nobody should ask.
    package var skippedDays: [Int]
    /// It will never change again.
    package var isExpired: Bool
    /// Of its stories; its own rhythm is taken from them.
    package var dates: [Date]

    package init(
        updateInterval: Int? = nil, skippedHours: [Int] = [], skippedDays: [Int] = [], isExpired: Bool = false,
        dates: [Date] = []
    ) {
        self.updateInterval = updateInterval
        self.skippedHours = skippedHours
        self.skippedDays = skippedDays
        self.isExpired = isExpired
        self.dates = dates
    }
}

/// When a source is asked again, and what is remembered of the last answer (FIELD-GUIDE 1.4).
package struct RefreshSchedule: Sendable {
    /// How often the person wants news, in seconds.
    private let interval: Double
    private let now: Date
    /// 0.9 to 1.1: spreads requests that would otherwise stay together for ever.
    private let jitter: Double

    package init(interval: Double = 3600, now: Date, jitter: Double = .random(in: 0.9...1.1)) {
        self.interval = interval
        self.now = now
        self.jitter = jitter
    }

    /// Servers that answer 304 to everything are asked without validators after so long.
    private static let validatorsAge = 8.0 * 24 * 3600
    private static let day = 24.0 * 3600
    /// Nobody is asked twice within so long, whatever the person chose.
    private static let shortest = 600.0

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
    package func after(
        _ response: HTTPResponse, bodyHash: UInt64, hints: FeedHints, _ state: FetchState
    ) -> FetchState {
        var state = state
        state.bodyHash = bodyHash
        state.updateInterval = hints.updateInterval
        state.rhythm = rhythm(hints.dates)
        state.skippedHours = hints.skippedHours.isEmpty ? nil : hints.skippedHours
        state.skippedDays = hints.skippedDays.isEmpty ? nil : hints.skippedDays
        keepValidators(of: response, &state)
        succeeded(response, &state)
        state.isStopped = hints.isExpired
        return state
    }

    /// After a 200 with the body of the last time: what it says is known.
    package func afterSameBody(_ response: HTTPResponse, _ state: FetchState) -> FetchState {
        var state = state
        keepValidators(of: response, &state)
        succeeded(response, &state)
        return state
    }

    /// After a 304. Its validators are not taken: those of the last 200 belong to the body that is known.
    package func afterNotModified(_ response: HTTPResponse, _ state: FetchState) -> FetchState {
        var state = state
        succeeded(response, &state)
        return state
    }

    private func keepValidators(of response: HTTPResponse, _ state: inout FetchState) {
        state.etag = response.headers["ETag"].flatMap(repeatable)
        state.lastModified = response.headers["Last-Modified"].flatMap(repeatable)
        state.validatorsDate = now
    }

    /// nil for what could not be sent back as it came: bytes that are no UTF-8 were replaced when the header was read.
    private func repeatable(_ value: String) -> String? {
        value.isEmpty || value.unicodeScalars.contains("\u{FFFD}") ? nil : value
    }

    private func succeeded(_ response: HTTPResponse, _ state: inout FetchState) {
        // One that was gone has come back; one that says of itself that it is finished stays so.
        if state.error != nil { state.isStopped = false }
        state.lastTry = now
        state.lastSuccess = now
        state.failures = 0
        state.failingSince = nil
        state.error = nil
        let hint = min(Double(state.updateInterval ?? 0), Self.day)
        let freshness = freshness(response.headers)
        let wait = max(interval, freshness, hint, Double(state.rhythm ?? 0), Self.shortest)
        // What is still fresh is not asked for, also not by chance.
        state.nextTry = unskipped(now.addingTimeInterval(max(wait * jitter, freshness)), state)
    }

    /// A feed with a story a week need not be asked each hour: a tenth of the time between its last stories, at most half a
    /// day; nil where there are too few to tell.
    private func rhythm(_ dates: [Date]) -> Int? {
        let last = dates.filter { $0 <= now }.sorted(by: >).prefix(10)
        guard last.count > 2 else { return nil }
        let gap = last.first!.timeIntervalSince(last.last!) / Double(last.count - 1)
        return Int(min(gap / 10, Self.day / 2))
    }

    /// The first moment from `date` on, within a day, that is in no hour and on no day that the feed wants to be left alone in.
    private func unskipped(_ date: Date, _ state: FetchState) -> Date {
        let hours = state.skippedHours ?? []
        let days = state.skippedDays ?? []
        guard !hours.isEmpty || !days.isEmpty else { return date }
        let first = (date.timeIntervalSince1970 / 3600).rounded(.down)
        for step in 0...24 {
            let hour = Int(first) + step
            // The first day of 1970 was a Thursday.
            if hours.contains(hour % 24) || days.contains((hour / 24 + 4) % 7) { continue }
            // Not all at the stroke of the hour.
            return step == 0 ? date : Date(timeIntervalSince1970: Double(hour) * 3600 + (jitter - 0.9) * 3000)
        }
        // One that allows no hour is not taken at its word, and one that skips two days is asked once between them.
        return date.addingTimeInterval(hours.count >= 24 ? 0 : Self.day)
    }

    // MARK: Failures

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
        case .status(400..<500), .notAFeed:
            state.nextTry = now.addingTimeInterval(backOff(3600, state.failures) * jitter)
        default: state.nextTry = now.addingTimeInterval(backOff(Self.shortest, state.failures) * jitter)
        }
        return state
    }

    /// Not asked, since its host has just refused or failed others: it waits as they do, and has not failed itself.
    package func notAsked(because error: NewsError, _ state: FetchState) -> FetchState {
        guard error != .offline, error != .captivePortal, error != .cancelled else { return state }
        var waiting = after(error, state)
        waiting.lastTry = state.lastTry
        waiting.failures = state.failures
        return waiting
    }

    // MARK: Hosts

    /// The whole host waits after a 429 or 503: as long as it says, else five to ten minutes, doubled each time up to a day.
    package func after(refusal until: Date?, _ host: HostState?) -> HostState {
        let refusals = (host?.refusals ?? 0) + 1
        let first = 450 + 1500 * (jitter - 1)
        var state = HostState(
            until: until ?? now.addingTimeInterval(backOff(first, refusals, atLeast: 0)), refusals: refusals)
        state.failures = host?.failures
        return state
    }

    /// The whole host waits when it does not answer: ten minutes, doubled each time up to a day.
    package func afterNoAnswer(_ host: HostState?) -> HostState {
        let failures = (host?.failures ?? 0) + 1
        let until = now.addingTimeInterval(backOff(Self.shortest, failures, atLeast: 0) * jitter)
        var state = HostState(until: max(until, host?.until ?? until), refusals: host?.refusals ?? 0)
        state.failures = failures
        return state
    }

    /// Seconds; one that fails is never asked more often than if it did not.
    private func backOff(_ first: Double, _ times: Int, atLeast least: Double? = nil) -> Double {
        let first = max(first, least ?? interval)
        return max(min(first * Double(1 << min(max(times - 1, 0), 20)), Self.day), least ?? interval)
    }

    // MARK: Freshness

    /// How long the answer stays fresh from now on (RFC 9111, 4.2), in seconds, at most five hours.
    private func freshness(_ headers: HTTPHeaders) -> Double {
        min(max(lifetime(headers) - (headers["Age"].flatMap(Double.init) ?? 0), 0), 5 * 3600)
    }

    private func lifetime(_ headers: HTTPHeaders) -> Double {
        for field in headers.fields where field.name.lowercased() == "cache-control" {
            for directive in field.value.lowercased().split(separator: ",") {
                let parts = directive.split(separator: "=")
                guard parts.count == 2, parts[0].filter({ $0 != " " }) == "max-age",
                    let age = Double(parts[1].filter { $0 != " " && $0 != "\"" }), age.isFinite
                else { continue }
                return age
            }
        }
        guard let expires = headers["Expires"].flatMap(HTTPDate.parse) else { return 0 }
        // By the server's own clock, which need not be right (RFC 9111, 4.2.1).
        return expires.timeIntervalSince(headers["Date"].flatMap(HTTPDate.parse) ?? now)
    }
}

/// Dates of HTTP headers (RFC 9110, 5.6.7).
package enum HTTPDate {
    /// All three forms: "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994". nil for
    /// anything else: servers that write otherwise are treated as if they had said nothing.
    package static func parse(_ text: String) -> Date? {
        var parts = text.split { " ,:-".contains($0) }.map(String.init)
        guard let first = parts.first, first.allSatisfy(\.isLetter) else { return nil }
        if parts.count == 8, ["GMT", "UTC"].contains(parts[7]) {
            parts = [parts[3], parts[2], parts[1], parts[4], parts[5], parts[6]]
            // Of this century or the last: a cache has no dates that are further away.
            let year = Int(parts[0]) ?? 0
            if parts[0].count == 2 { parts[0] = String(year < 70 ? 2000 + year : 1900 + year) }
        } else if parts.count == 7 {
            parts = [parts[6], parts[1], parts[2], parts[3], parts[4], parts[5]]
        } else {
            return nil
        }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let year = Int(parts[0]), (1970...9999).contains(year), let month = months.firstIndex(of: parts[1]),
            let day = Int(parts[2]), (1...31).contains(day), let hour = Int(parts[3]), (0...23).contains(hour),
            let minute = Int(parts[4]), (0...59).contains(minute), let second = Int(parts[5]), (0...60).contains(second)
        else { return nil }
        // Days since 1970 of a civil date (H. Hinnant's algorithm), with years that begin in March.
        let shifted = month < 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
        let dayOfEra = shifted % 400 * 365 + shifted % 400 / 4 - shifted % 400 / 100 + dayOfYear
        let days = shifted / 400 * 146_097 + dayOfEra - 719_468
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
    }
}
