import FoundationEssentials

/// How many requests the New York Times' APIs have had, kept through restarts: 500 a day and 5 a minute (FIELD-GUIDE 2.3).
package struct TimesQuota: Hashable, Sendable, Codable {
    package static let perDay = 500
    package static let perMinute = 5

    /// The UTC day that `count` is of, in days since 1970.
    private var day = 0
    private var count = 0
    private var recent: [Date] = []
    /// Answers of 429 in a row.
    private var refusals = 0
    private var until: Date?

    package init() {}

    /// Requests of the day that it is.
    package func count(now: Date) -> Int { Self.day(now) == day ? count : 0 }

    private static func day(_ date: Date) -> Int { Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) }

    /// Counts a request, or says until when there must be none.
    package mutating func take(now: Date) -> Date? {
        let today = Self.day(now)
        if today != day { (day, count) = (today, 0) }
        recent.removeAll { now.timeIntervalSince($0) >= 60 || $0 > now }
        if let until, until > now { return until }
        if count >= Self.perDay { return Date(timeIntervalSince1970: Double(today + 1) * 86_400) }
        if recent.count >= Self.perMinute { return recent[0].addingTimeInterval(60) }
        recent.append(now)
        count += 1
        return nil
    }

    /// The answer was 429. Where it says nothing of how long: a minute, doubled each time up to an hour; after five in a row the
    /// day's requests are taken to be used up.
    package mutating func wasRefused(until asked: Date? = nil, now: Date) -> Date {
        refusals += 1
        let wait = min(60 * Double(1 << min(refusals - 1, 6)), 3600)
        let tomorrow = Date(timeIntervalSince1970: Double(day + 1) * 86_400)
        let end = asked ?? (refusals >= 5 ? tomorrow : now.addingTimeInterval(wait))
        until = end
        return end
    }

    package mutating func wasAnswered() {
        refusals = 0
        until = nil
    }
}
