import News

/// What a person typed into the search field, understood as well as can be: there is no query that is an error.
///
///     word  "a phrase"  beginn*  title:word  author:"a phrase"  source:name
///     is:unread  is:read  is:starred  is:saved  before:2026-01-31  after:2026  -whatever
struct SearchQuery: Hashable {
    var terms: [Term] = []
    /// Parts of the names of sources.
    var sources: [Name] = []
    /// Flags that stories must and must not have.
    var required: Flags = []
    var excluded: Flags = []
    /// Days: a story is from before the first, or from the second or later.
    var before: Day?
    var after: Day?
    var messages: [SearchMessage] = []

    /// Words that follow each other.
    struct Term: Hashable {
        var words: [String]
        var field: Field?
        /// The last word may go on.
        var isPrefix = false
        var isExcluded = false
    }

    enum Field: String {
        case title, author
    }

    struct Name: Hashable {
        let words: [String]
        let text: String
        let isExcluded: Bool
    }

    struct Day: Hashable {
        let year: Int
        let month: Int
        let day: Int
    }

    init(_ text: String) {
        var rest = text[...]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            if rest.isEmpty { break }
            var isExcluded = false
            while rest.first == "-" || rest.first == "−" {
                isExcluded = true
                rest = rest.dropFirst()
            }
            let name = Self.field(&rest)
            let (value, isQuoted) = Self.value(&rest)
            // The word under the cursor may not be finished.
            let isLast = rest.isEmpty && !isQuoted
            add(name, value, isExcluded: isExcluded, mayGoOn: !isQuoted && (isLast || value.hasSuffix("*")))
        }
    }

    /// Takes "name:" where it is one of ours.
    private static func field(_ rest: inout Substring) -> String? {
        guard let colon = rest.firstIndex(of: ":") else { return nil }
        let name = rest[..<colon].lowercased()
        guard ["title", "author", "source", "is", "before", "after"].contains(name) else { return nil }
        rest = rest[rest.index(after: colon)...]
        return name
    }

    /// Takes a word, or a phrase with its quotes; one that is still open goes to the end.
    private static func value(_ rest: inout Substring) -> (Substring, isQuoted: Bool) {
        if let quote = rest.first, let closing = quotes[quote] {
            let inside = rest.dropFirst()
            let end = inside.firstIndex { $0 == closing || $0 == quote } ?? inside.endIndex
            rest = inside[end...].dropFirst()
            return (inside[..<end], true)
        }
        let end = rest.firstIndex(where: \.isWhitespace) ?? rest.endIndex
        defer { rest = rest[end...] }
        return (rest[..<end], false)
    }

    private static let quotes: [Character: Character] = [
        "\"": "\"", "“": "”", "„": "“", "«": "»", "»": "«", "「": "」", "『": "』",
    ]

    private mutating func add(_ name: String?, _ value: Substring, isExcluded: Bool, mayGoOn: Bool) {
        // "title:" with the rest still to come.
        if value.isEmpty { return }
        switch name {
        case "is": addState(value.lowercased(), isExcluded: isExcluded)
        case "before", "after":
            guard let day = Day(value) else { return messages.append(.notADate(String(value))) }
            // Not before a day is from it on.
            if (name == "before") != isExcluded { before = day } else { after = day }
        case "source":
            let words = WordFolding.words(of: value)
            if !words.isEmpty { sources.append(Name(words: words, text: String(value), isExcluded: isExcluded)) }
        default:
            let words = WordFolding.words(of: value)
            guard let last = words.last else { return }
            // One letter begins half of all words: only what it is by itself.
            let isPrefix = mayGoOn && last.utf8.count > 1 && !WordFolding.isWhole(last)
            terms.append(
                Term(
                    words: words, field: name.flatMap(Field.init), isPrefix: isPrefix && !isExcluded,
                    isExcluded: isExcluded))
        }
    }

    private mutating func addState(_ state: String, isExcluded: Bool) {
        let (flag, isSet): (Flags, Bool)
        switch state {
        case "read": (flag, isSet) = (.read, true)
        case "unread": (flag, isSet) = (.read, false)
        case "starred": (flag, isSet) = (.starred, true)
        case "unstarred": (flag, isSet) = (.starred, false)
        case "saved": (flag, isSet) = (.saved, true)
        default: return messages.append(.unknownState(state))
        }
        if isSet != isExcluded { required.insert(flag) } else { excluded.insert(flag) }
    }

    // MARK: For FTS5

    /// The words that must be there, as FTS5 takes them (its documentation, section 3); nil where there are none.
    /// `completions` gives the words that a beginning stands for, or nil where FTS5 is to find them itself.
    func match(completions: (String) throws(NewsError) -> [String]?) throws(NewsError) -> String? {
        var wanted: [String] = []
        for term in terms where !term.isExcluded { wanted.append(try Self.expression(term, completions)) }
        guard !wanted.isEmpty else { return nil }
        let all = wanted.joined(separator: " AND ")
        return unwanted.map { "(\(all)) NOT (\($0))" } ?? all
    }

    /// The words of which none may be there; nil where there are none.
    var unwanted: String? {
        let unwanted = terms.filter(\.isExcluded).map { Self.phrase($0) }
        return unwanted.isEmpty ? nil : unwanted.joined(separator: " OR ")
    }

    private static func expression(
        _ term: Term, _ completions: (String) throws(NewsError) -> [String]?
    ) throws(NewsError) -> String {
        guard term.isPrefix, term.words.count == 1, let words = try completions(term.words[0]) else {
            return phrase(term)
        }
        let choices = words.isEmpty ? term.words : words
        return "(" + choices.map { phrase(Term(words: [$0], field: term.field)) }.joined(separator: " OR ") + ")"
    }

    /// Folded words have no quotes in them.
    private static func phrase(_ term: Term) -> String {
        (term.field.map { "\($0.rawValue) : " } ?? "") + "\"" + term.words.joined(separator: " ") + "\""
            + (term.isPrefix ? " *" : "")
    }
}

extension SearchQuery.Day {
    /// A day, or the first one of a month or year: "2026-01-31", "2026-01", "2026"; with any signs between.
    init?(_ text: some StringProtocol) {
        let parts = text.split(whereSeparator: { "-/.".contains($0) }).map { Int($0) }
        guard (1...3).contains(parts.count), let year = parts[0], (1000...9999).contains(year) else { return nil }
        let month = parts.count > 1 ? parts[1] : 1
        let day = parts.count > 2 ? parts[2] : 1
        guard let month, let day, (1...12).contains(month), (1...31).contains(day) else { return nil }
        self.init(year: year, month: month, day: day)
    }
}
