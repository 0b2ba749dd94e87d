import CGLib
import FoundationEssentials
import News

extension DateWords {
    /// GLib's: the person's language and time zone, without the 50 MB of ICU.
    package static let system = DateWords(
        day: { date, now in
            let sameYear = format(date, "%Y") == format(now, "%Y")
            // Translators: the day of a story: %-d is the day, %B the month, %Y the year.
            return format(date, sameYear ? tr("%-d %B") : tr("%-d %B %Y"))
        },
        time: { date in
            let isToday = format(date, "%F") == format(Date(), "%F")
            // Translators: a moment on another day: %A is the day of the week, %H:%M the time.
            return format(date, isToday ? "%H:%M" : tr("%A, %H:%M"))
        },
        clock: { format($0, "%H:%M") })
}

private func format(_ date: Date, _ pattern: String) -> String {
    // nil beyond the years 1 to 9999.
    guard let moment = g_date_time_new_from_unix_local(gint64(date.timeIntervalSince1970)) else { return "" }
    defer { g_date_time_unref(moment) }
    guard let text = g_date_time_format(moment, pattern) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
}
