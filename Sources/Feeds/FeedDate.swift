import FoundationEssentials

/// Dates as feeds write them: RFC 822 and 3339 and everything that passes for them (FIELD-GUIDE 1.3).
package enum FeedDate {
    /// The moment that `text` names; nil where it names none. A missing zone means UTC, a missing day the first.
    package static func parse(_ text: String) -> Date? {
        let bytes = Array(text.utf8.prefix(200))
        guard bytes.contains(where: isDigit) else { return nil }
        let scanner = DateScanner(bytes)
        return scanner.timestamp() ?? scanner.numeric() ?? scanner.worded()
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// The month that a word of three letters or more begins with, in the languages that feeds are seen in.
    static func month(_ word: String) -> Int? {
        months[word] ?? months[String(word.prefix(3))]
    }

    private static let months: [String: Int] = {
        var months: [String: Int] = [:]
        let names = [
            // English, then French, German, Spanish, Italian, Portuguese, Dutch, Polish, Czech…, Russian, Greek, Hungarian.
            "jan janv gen ene janvier januar jänner janeiro enero gennaio stycznia янв января январь ιαν január leden ledna "
                + "ιανουάριος ιανουαρίου",
            "feb fév fev févr fevr février februar fevereiro febrero lutego фев февр февраля февраль φεβ február února únor "
                + "φεβρουάριος φεβρουαρίου",
            "mar mrt mars maerz märz mär maart marca мар марта март μάρ μαρ március března březen μάρτιος μαρτίου",
            "apr avr abr avril april kwietnia апр апреля апрель απρ április dubna duben απρίλιος απριλίου",
            "may mai mei mag maggio maja мая май μάι μαϊ μαι május května květen μάιος μαΐου",
            "jun juin giu juni giugno czerwca июн июня июнь ιούν ιον ιουν június června červen ιούνιος ιουνίου",
            "jul juil lug juli juillet luglio lipca июл июля июль ιούλ ιολ ιουλ július července červenec ιούλιος ιουλίου",
            "aug août aou aoû ago agosto sierpnia авг августа август αύγ αυγ augusztus srpna srpen αύγουστος αυγούστου",
            "sep sept set sep września сен сент сентября сентябрь σεπ szeptember září σεπτέμβριος σεπτεμβρίου",
            "oct okt ott out ottobre oktober października окт октября октябрь οκτ október října říjen οκτώβριος οκτωβρίου",
            "nov listopada ноя нояб ноября ноябрь νοέ νοε november listopad νοέμβριος νοεμβρίου",
            "dec déc dez dic dicembre dezember décembre grudnia дек декабря декабрь δεκ december prosince prosinec "
                + "δεκέμβριος δεκεμβρίου",
        ]
        // What Turkish, Polish, Ukrainian, Swedish and Romanian have of their own.
        let more = [
            "oca sty січ ian", "şub lut лют", "бер", "nis kwi кві", "maj тра", "haz cze чер iun", "tem lip лип iul",
            "ağu sie сер", "eyl wrz вер", "eki paź жов", "kas lis лис noi", "ara gru гру",
        ]
        for (index, line) in (names + more).enumerated() {
            for name in line.split(separator: " ") { months[String(name)] = index % 12 + 1 }
        }
        return months
    }()

    /// Minutes east of Greenwich (RFC 822 section 5.1, and what else is met).
    static let zones: [String: Int] = [
        "ut": 0, "utc": 0, "gmt": 0, "z": 0, "wet": 0, "uct": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300,
        "mst": -420, "mdt": -360, "pst": -480, "pdt": -420, "et": -300, "ct": -360, "mt": -420, "pt": -480,
        "ast": -240, "adt": -180, "nst": -210, "ndt": -150, "akst": -540, "akdt": -480, "hst": -600, "bst": 60,
        "west": 60, "cet": 60, "met": 60, "mez": 60, "cest": 120, "mest": 120, "mesz": 120, "eet": 120, "eest": 180,
        "msk": 180, "msd": 240, "sast": 120, "jst": 540, "kst": 540, "hkt": 480, "sgt": 480, "awst": 480, "acst": 570,
        "acdt": 630, "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780, "brt": -180, "art": -180, "gst": 240,
        "pkt": 300,
        "ict": 420, "wib": 420,
    ]
}

extension FeedDate {
    /// RFC 822 with the year of four digits of RFC 1123, as OPML wants it: "14 Mar 2026 12:00:00 GMT".
    package static func rfc822(_ date: Date) -> String {
        let parts = text(date).split { "-TZ".contains($0) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(parts[2]) \(months[Int(parts[1])! - 1]) \(parts[0]) \(parts[3]) GMT"
    }

    /// RFC 3339 in UTC, ending in Z.
    package static func text(_ date: Date) -> String {
        let total = Int(date.timeIntervalSince1970.rounded(.down))
        let days = Int((Double(total) / 86_400).rounded(.down))
        let seconds = total - days * 86_400
        // The civil date of a day number: the inverse of days(_:_:_:).
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let padded = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
        return "\(padded)-\(two(month))-\(two(day))T"
            + "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))Z"
    }
}
