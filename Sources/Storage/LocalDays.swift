import FoundationEssentials
import Glibc

/// When days begin for the person, by the clock on the wall. Tests have fixed ones.
package struct LocalDays: Sendable {
    /// The beginning of the day in which a moment is.
    package let startOfDay: @Sendable (Date) -> Date
    /// The beginning of a day of the calendar.
    package let start: @Sendable (_ year: Int, _ month: Int, _ day: Int) -> Date

    package init(
        startOfDay: @escaping @Sendable (Date) -> Date,
        start: @escaping @Sendable (_ year: Int, _ month: Int, _ day: Int) -> Date
    ) {
        self.startOfDay = startOfDay
        self.start = start
    }

    /// By the system's time zone.
    package static let system = LocalDays(
        startOfDay: { date in
            var seconds = time_t(date.timeIntervalSince1970)
            var parts = tm()
            localtime_r(&seconds, &parts)
            return midnight(&parts)
        },
        start: { year, month, day in
            var parts = tm()
            parts.tm_year = Int32(year - 1900)
            parts.tm_mon = Int32(month - 1)
            parts.tm_mday = Int32(day)
            return midnight(&parts)
        })

    private static func midnight(_ parts: inout tm) -> Date {
        parts.tm_hour = 0
        parts.tm_min = 0
        parts.tm_sec = 0
        // Whether it is summer time then, not now.
        parts.tm_isdst = -1
        return Date(timeIntervalSince1970: Double(mktime(&parts)))
    }
}
