import FoundationEssentials

/// What a date text says, part by part.
struct DateScanner {
    private enum Token: Equatable {
        case number(Int, digits: Int)
        case word(String)
        case mark(UInt8)
        case space
    }

    private var tokens: [Token] = []
    private let text: [UInt8]

    init(_ text: [UInt8]) {
        self.text = text
        var i = 0
        while i < text.count {
            let byte = text[i]
            if FeedDate.isDigit(byte) {
                var value = 0
                let start = i
                while i < text.count, FeedDate.isDigit(text[i]) {
                    value = min(value, 99_999_999_999_999) * 10 + Int(text[i] - 0x30)
                    i += 1
                }
                tokens.append(.number(value, digits: i - start))
            } else if byte >= 0x80 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A {
                let start = i
                while i < text.count, text[i] >= 0x80 || (text[i] | 0x20) >= 0x61 && (text[i] | 0x20) <= 0x7A { i += 1 }
                let word = String(decoding: text[start..<i], as: UTF8.self).lowercased()
                // A no-break space is a space; signs of years, months and days in Korean, Chinese and Japanese part numbers.
                switch word {
                case "\u{A0}", "\u{2009}": tokens.append(.space)
                // Typography makes other signs of the minus of a zone.
                case "\u{2212}", "\u{2013}": tokens.append(.mark(UInt8(ascii: "-")))
                default: tokens.append(.word(word))
                }
            } else {
                if byte <= 0x20 {
                    if tokens.last != .space && !tokens.isEmpty { tokens.append(.space) }
                } else {
                    tokens.append(.mark(byte))
                }
                i += 1
            }
        }
        if tokens.last == .space { tokens.removeLast() }
    }

    // MARK: Seconds since 1970

    /// Unix time in seconds or milliseconds, the whole text being one number.
    func timestamp() -> Date? {
        var number = tokens
        var sign = 1
        if number.first == .mark(UInt8(ascii: "-")) {
            number.removeFirst()
            sign = -1
        }
        if number.count == 3, number[1] == .mark(UInt8(ascii: ".")) { number.removeLast(2) }
        guard number.count == 1, case .number(let value, let digits) = number[0] else { return nil }
        switch digits {
        case 9...11: return Date(timeIntervalSince1970: Double(sign * value))
        case 12...13: return Date(timeIntervalSince1970: Double(sign * (value / 1000)))
        default: return nil
        }
    }
    // MARK: Year first

    /// RFC 3339, W3CDTF and ISO 8601 in all their shortenings; year first with strokes, points or signs between.
    func numeric() -> Date? {
        var i = 0
        // A weekday before, or a byte order mark that stayed.
        while i < tokens.count, case .word(let word) = tokens[i], word != "t" { i += 1; skip(&i, ", .") }
        // ISO 8601 of 1988 lets a minus stand for the century.
        let isShort = i < tokens.count && tokens[i] == .mark(UInt8(ascii: "-"))
        if isShort { i += 1 }
        guard let (first, digits) = number(at: i), !isShort || [2, 4, 5].contains(digits) else { return nil }
        i += 1
        var year = first
        var month = 1
        var day = 1
        switch digits {
        case 14, 12, 8:
            let divisor = digits == 14 ? 1_000_000 : digits == 12 ? 10_000 : 1
            let date = first / divisor
            year = date / 10_000
            month = date / 100 % 100
            day = date % 100
            guard year >= 1 else { return nil }
            if digits != 8 {
                let time = first % divisor
                let seconds = digits == 14 ? time : time * 100
                return moment(
                    year, month, day, seconds / 10_000, seconds / 100 % 100, seconds % 100, zone: zone(at: i) ?? 0)
            }
        case 7:
            return ordinal(first / 1000, first % 1000, timeAt: i)
        case 6:
            // YYYYMM or YYMMDD: a month of the year 19xx–20xx where it can be one.
            if (1_900...2_100).contains(first / 100), (1...12).contains(first % 100) {
                year = first / 100
                month = first % 100
            } else {
                year = century(first / 10_000)
                month = first / 100 % 100
                day = first % 100
            }
        case 5 where isShort:
            return ordinal(century(first / 1000), first % 1000, timeAt: i)
        case 4 where isShort:
            guard i == tokens.count else { return nil }
            year = century(first / 100)
            month = first % 100
        case 4:
            guard first > 0 || i >= tokens.count else { return nil }
            if let week = weekDate(year, at: i) { return week }
            guard i < tokens.count else { break }
            let separators = signs(at: i)
            guard separators > 0 else { return nil }
            i += separators
            guard let (second, secondDigits) = number(at: i) else {
                if let named = monthName(at: i) {
                    // 2004-Jan-05, "2004. január 5."
                    month = named
                    i += 1
                    i += signs(at: i)
                    skip(&i, " ")
                    guard let (d, dd) = number(at: i), dd <= 2 else { return nil }
                    day = d
                    i += 1
                    break
                }
                return nil
            }
            if secondDigits == 3 { return ordinal(year, second, timeAt: i + 1) }
            if secondDigits == 4 {
                // 2003-1231
                month = second / 100
                day = second % 100
                i += 1
                break
            }
            guard secondDigits <= 2 else { return nil }
            month = second
            i += 1
            let more = signs(at: i)
            if more > 0, let (third, thirdDigits) = number(at: i + more), thirdDigits <= 2 {
                day = third
                i += more + 1
            }
        case 2:
            // YY-MM-DD or -YY-MM; day first is worded()'s.
            guard i < tokens.count, tokens[i] == .mark(UInt8(ascii: "-")), let (second, d2) = number(at: i + 1),
                d2 == 2 || d2 == 3
            else { return nil }
            if d2 == 3 { return ordinal(century(first), second, timeAt: i + 2) }
            let hasDay = i + 3 < tokens.count && tokens[i + 2] == .mark(UInt8(ascii: "-"))
            if hasDay {
                guard let (third, d3) = number(at: i + 3), d3 == 2 else { return nil }
                year = century(first)
                month = second
                day = third
                i += 4
            } else {
                year = century(first)
                month = second
                i += 2
            }
        default:
            return nil
        }
        let (hour, minute, second, next) = time(at: i)
        return moment(year, month, day, hour, minute, second, zone: zone(at: next) ?? (isKorean ? 540 : 0))
    }

    /// Dates in Korean words never name their zone, and the country has one.
    private var isKorean: Bool {
        tokens.contains(.word("오전")) || tokens.contains(.word("오후")) || tokens.contains(.word("년"))
    }

    /// The number of tokens that part year, month and day at `i`: a mark, a sign of East Asian writing, spaces beside.
    private func signs(at i: Int) -> Int {
        var j = i
        var found = false
        while j < tokens.count {
            switch tokens[j] {
            case .mark(let mark) where !found && "-/.".utf8.contains(mark): found = true
            case .mark(UInt8(ascii: "-")) where found && j == i + 1: break
            case .word("년"), .word("월"), .word("年"), .word("月"), .word("г"): found = true
            case .space where found || j + 1 < tokens.count && isSign(tokens[j + 1]): break
            default: return found ? j - i : 0
            }
            j += 1
        }
        return found ? j - i : 0
    }

    private func isSign(_ token: Token) -> Bool {
        switch token {
        case .mark(let mark): "-/.".utf8.contains(mark)
        case .word("년"), .word("월"), .word("年"), .word("月"): true
        default: false
        }
    }

    /// 2003-W53-2, 2003W532, 2003-W53.
    private func weekDate(_ year: Int, at i: Int) -> Date? {
        var i = i
        if i < tokens.count, tokens[i] == .mark(UInt8(ascii: "-")) { i += 1 }
        guard i < tokens.count, tokens[i] == .word("w"), let (value, digits) = number(at: i + 1) else { return nil }
        var week = value
        var weekday = 1
        i += 2
        if digits == 3 {
            week = value / 10
            weekday = value % 10
        } else if i < tokens.count, tokens[i] == .mark(UInt8(ascii: "-")), case (let day, 1)? = number(at: i + 1) {
            weekday = day
            i += 2
        }
        let monday = Self.firstMonday(of: year)
        guard week >= 1, monday + (week - 1) * 7 < Self.firstMonday(of: year + 1), (1...7).contains(weekday) else {
            return nil
        }
        let (hour, minute, second, next) = time(at: i)
        return moment(days: monday + (week - 1) * 7 + weekday - 1, hour, minute, second, zone: zone(at: next) ?? 0)
    }

    private func ordinal(_ year: Int, _ day: Int, timeAt i: Int) -> Date? {
        guard (1...(Self.isLeap(year) ? 366 : 365)).contains(day) else { return nil }
        let (hour, minute, second, next) = time(at: i)
        return moment(days: Self.days(year, 1, 1) + day - 1, hour, minute, second, zone: zone(at: next) ?? 0)
    }

    // MARK: Day first, or month by name

    /// RFC 822 and 2822, asctime, and dates with the month in words in any order.
    func worded() -> Date? {
        var day: Int?
        var month: Int?
        var year: Int?
        var clock: (Int, Int, Int)?
        var offset: Int?
        // Figures alone with the year first were numeric()'s, which found them impossible.
        var isDayFirst = true
        var isNamed = false
        var i = 0
        while i < tokens.count {
            switch tokens[i] {
            case .number(let value, let digits):
                if digits > 2, day == nil, month == nil { isDayFirst = false }
                if clock == nil, isTime(i) {
                    let (hour, minute, second, next) = time(at: i)
                    clock = (hour, minute, second)
                    i = next
                    if let zone = zone(at: i) { offset = zone }
                    // What follows the zone can only be the year of asctime.
                    while i < tokens.count {
                        if year == nil, case (let value, 4)? = number(at: i), !followsSign(i) { year = value }
                        i += 1
                    }
                    continue
                }
                if digits <= 2, day == nil, month != nil || year == nil {
                    day = value
                } else if digits == 4 || digits <= 2, year == nil {
                    year = digits == 4 ? value : century(value)
                } else if digits <= 2, month == nil, (1...12).contains(value) {
                    month = value
                } else if digits == 3, year == nil {
                    // 103 is the year 2003 to software that counts from 1900.
                    year = 1900 + value
                }
                // 01/02/2004 and 5-1-2004: day and month in figures; the day is first unless that cannot be.
                if month == nil, day != nil, year == nil, i + 2 < tokens.count, case .mark(let mark) = tokens[i + 1],
                    "/.-".utf8.contains(mark), let (second, d2) = number(at: i + 2), d2 <= 2
                {
                    if second > 12 && value <= 12 || mark == UInt8(ascii: "/") && value <= 12 {
                        month = value
                        day = second
                    } else {
                        month = second
                    }
                    i += 2
                }
            case .word(let word):
                if month == nil, let named = FeedDate.month(word), !isWeekday(word, at: i) {
                    month = named
                    isNamed = true
                } else if day != nil, year != nil, offset == nil, clock != nil, let zone = FeedDate.zones[word] {
                    offset = zone
                }
            default:
                break
            }
            i += 1
        }
        guard let month, let year, isDayFirst || isNamed else { return nil }
        if let found = day, found > 31, year <= 31 { return nil }
        let (hour, minute, second) = clock ?? (0, 0, 0)
        return moment(year, month, day ?? 1, hour, minute, second, zone: offset ?? 0)
    }

    /// "mar" is Tuesday in French, Spanish and Italian: a weekday where it starts the date and a month follows.
    private func isWeekday(_ word: String, at i: Int) -> Bool {
        guard i == 0 else { return false }
        for token in tokens.dropFirst() {
            if case .word(let other) = token, FeedDate.month(other) != nil { return true }
        }
        return false
    }

    private func followsSign(_ i: Int) -> Bool {
        guard i > 0, case .mark(let mark) = tokens[i - 1] else { return false }
        return mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-")
    }

    // MARK: Parts

    private func number(at i: Int) -> (Int, digits: Int)? {
        guard i < tokens.count, case .number(let value, let digits) = tokens[i] else { return nil }
        return (value, digits)
    }

    private func monthName(at i: Int) -> Int? {
        guard i < tokens.count, case .word(let word) = tokens[i] else { return nil }
        return FeedDate.month(word)
    }

    private func skip(_ i: inout Int, _ marks: String) {
        while i < tokens.count {
            switch tokens[i] {
            case .space where marks.contains(" "): i += 1
            case .mark(let mark) where marks.utf8.contains(mark): i += 1
            default: return
            }
        }
    }

    private func isTime(_ i: Int) -> Bool {
        guard let (_, digits) = number(at: i), digits <= 2, i + 2 < tokens.count, number(at: i + 2) != nil else {
            return false
        }
        return tokens[i + 1] == .mark(UInt8(ascii: ":"))
    }

    /// Hours, minutes and seconds from `i` on, after an optional T, comma or words such as "um", and where they end.
    private func time(at start: Int) -> (Int, Int, Int, next: Int) {
        var i = start
        skip(&i, " ,.)")
        var afternoon: Bool?
        while i < tokens.count, case .word(let word) = tokens[i] {
            // Korean writes morning and afternoon before the hour; Greek, Hungarian and others a word or a sign.
            if word == "오후" { afternoon = true }
            if word == "오전" { afternoon = false }
            if FeedDate.zones[word] != nil && word != "t" { return (0, 0, 0, i) }
            i += 1
            skip(&i, " ,.")
        }
        guard let (hours, digits) = number(at: i) else { return (0, 0, 0, i) }
        var hour = hours
        var minute = 0
        var second = 0
        i += 1
        if digits == 6 || digits == 4 {
            // hhmmss, hhmm
            let value = digits == 6 ? hours : hours * 100
            hour = value / 10_000
            minute = value / 100 % 100
            second = value % 100
        } else if digits <= 2 {
            if i + 1 < tokens.count, tokens[i] == .mark(UInt8(ascii: ":")) || isDotTime(i),
                let (m, md) = number(at: i + 1),
                md <= 2
            {
                minute = m
                i += 2
                if i + 1 < tokens.count, tokens[i] == .mark(UInt8(ascii: ":")) || isDotTime(i),
                    let (s, sd) = number(at: i + 1), sd <= 2
                {
                    second = s
                    i += 2
                }
            }
        } else {
            return (0, 0, 0, i - 1)
        }
        // A fraction: only whole seconds are kept.
        if i + 1 < tokens.count, tokens[i] == .mark(UInt8(ascii: ".")) || tokens[i] == .mark(UInt8(ascii: ",")),
            number(at: i + 1) != nil
        {
            i += 2
        }
        var j = i
        skip(&j, " ")
        if j < tokens.count, case .word(let word) = tokens[j] {
            if word == "pm" || word == "μμ" || word == "p" { afternoon = true }
            if word == "am" || word == "πμ" || word == "a" { afternoon = false }
            if afternoon != nil, ["pm", "am", "μμ", "πμ", "a", "p"].contains(word) { i = j + 1 }
        }
        if let afternoon, hour <= 12 { hour = hour % 12 + (afternoon ? 12 : 0) }
        return (hour, minute, second, i)
    }

    /// 10.15 is a time only where no zone sign nor year could be meant: after an hour and before two digits.
    private func isDotTime(_ i: Int) -> Bool {
        guard i + 1 < tokens.count, tokens[i] == .mark(UInt8(ascii: ".")) else { return false }
        if let (_, digits) = number(at: i + 1) { return digits == 2 }
        return false
    }

    /// Minutes east of Greenwich of the zone at `start`: a name, an offset, or both ("GMT+1").
    private func zone(at start: Int) -> Int? {
        var i = start
        skip(&i, " ,(")
        var base: Int?
        if i < tokens.count, case .word(let word) = tokens[i] {
            guard let named = FeedDate.zones[word] else { return nil }
            base = named
            i += 1
        }
        var j = i
        skip(&j, " ")
        guard j + 1 < tokens.count, case .mark(let mark) = tokens[j],
            mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-")
        else { return base }
        j += 1
        // "+-0100" is seen, and means what its last sign says.
        var sign = mark == UInt8(ascii: "-") ? -1 : 1
        if tokens[j] == .mark(UInt8(ascii: "-")) {
            sign = -1
            j += 1
        }
        skip(&j, " ")
        guard let (value, digits) = number(at: j) else { return base }
        var minutes: Int
        switch digits {
        case 1, 2:
            minutes = value * 60
            if j + 1 < tokens.count, tokens[j + 1] == .mark(UInt8(ascii: ":")), case (let m, 2)? = number(at: j + 2) {
                minutes += m
            }
        case 3, 4: minutes = value / 100 * 60 + value % 100
        default: return base
        }
        // "EST-0500" repeats itself; "GMT+1" adds.
        if let base, base != 0, abs(base) == minutes { minutes = base } else { minutes *= sign }
        return minutes
    }

    private func century(_ year: Int) -> Int { year <= 68 ? 2000 + year : 1900 + year }

    // MARK: Calendar

    private func moment(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int, zone: Int
    ) -> Date? {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(of: month, year) else {
            return nil
        }
        return moment(days: Self.days(year, month, day), hour, minute, second, zone: zone)
    }

    /// Hours of 24, minutes over 59 and leap seconds run over into what follows.
    private func moment(days: Int, _ hour: Int, _ minute: Int, _ second: Int, zone: Int) -> Date? {
        guard hour <= 24, minute < 100, second < 100, abs(zone) < 24 * 60 else { return nil }
        return Date(
            timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + (minute - zone) * 60 + second))
    }

    /// Of the weeks of ISO 8601, the first of which is the one with 4 January.
    private static func firstMonday(of year: Int) -> Int {
        let fourth = days(year, 1, 4)
        // 5 January 1970 was a Monday; the remainder of a day before it is negative.
        return fourth - ((fourth + 3) % 7 + 7) % 7
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func length(of month: Int, _ year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1 January 1970 in the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = y / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
