import FoundationEssentials
import News

/// One search, on one connection.
struct Search {
    let query: SearchQuery
    let days: LocalDays
    let connection: Connection

    /// Among how many of the newest matches the best are found. Ranking a word that 100,000 stories have takes 100 ms.
    private static let ranked = 1000
    /// How many words a beginning may stand for to be asked for one by one, in the order of dates; more are merged by FTS5
    /// first, which reads all that it knows of each.
    private static let completions = 400
    /// How many stories the other conditions may leave to be looked for among the matches, instead of the reverse.
    private static let few = 5000

    /// A story that matches; `row` is its place in the index.
    private struct Match {
        let id: Int64
        let sort: Int64
        let row: Int64
        /// How well the words fit; 0 by date.
        var fitness = 0.0
    }

    func run(order: SearchOrder, limit: Int?) throws(NewsError) -> SearchResult {
        var messages = query.messages
        if limit == 0 { return SearchResult(ids: [], messages: messages) }
        var conditions = Conditions(query)
        try add(sources: query.sources, to: &conditions, &messages)
        if let day = query.after {
            conditions.add("sort >= ?", Int64(days.start(day.year, day.month, day.day).timeIntervalSince1970))
        }
        if let day = query.before {
            conditions.add("sort < ?", Int64(days.start(day.year, day.month, day.day).timeIntervalSince1970))
        }
        guard let match = try query.match(completions: completions) else {
            // Nothing typed, or nothing understood, finds nothing.
            if conditions.isEmpty, query.unwanted == nil { return SearchResult(ids: [], messages: messages) }
            let ids = try list(conditions, limit: limit)
            return SearchResult(ids: ids, isCut: ids.count == limit, messages: messages)
        }
        let wanted = order == .rank ? Self.ranked : limit ?? .max
        var matches: [Match]
        if let few = try few(match, conditions, order) {
            matches = few
        } else {
            matches = try many(match, conditions, order, limit: wanted)
        }
        matches.sort { ($0.sort, $0.id) > ($1.sort, $1.id) }
        if matches.count > wanted { matches.removeLast(matches.count - wanted) }
        if order == .rank {
            // Equal ones stay by date.
            let places = matches.indices.sorted { (matches[$0].fitness, -$0) > (matches[$1].fitness, -$1) }
            matches = places.map { matches[$0] }
        }
        let isCut = limit.map { matches.count >= $0 } ?? (order == .rank && matches.count == wanted)
        return SearchResult(
            ids: matches.prefix(limit ?? .max).map { StoryID(rawValue: $0.id) }, isCut: isCut, messages: messages)
    }

    /// What must be true of the stories beside their words.
    private struct Conditions {
        private let required: Flags
        private let excluded: Flags
        private let isOfSources: Bool
        private var others = ""
        private(set) var values: [any Bindable] = []
        private(set) var isEmpty: Bool

        init(_ query: SearchQuery) {
            required = query.required
            excluded = query.excluded
            isOfSources = !query.sources.isEmpty
            isEmpty = query.required.isEmpty && query.excluded.isEmpty
        }

        mutating func add(_ condition: String, _ value: any Bindable) {
            others += " AND " + condition
            values.append(value)
            isEmpty = false
        }

        /// Of all stories.
        var sql: String { flags(excluded.union(.hidden)) + others }

        /// Of those in the indices by date, as are all that are in the index of words: with the index to take, since SQLite does not
        /// know how few stories are unread or starred; nil where another one may be better.
        var byDate: (index: String, sql: String)? {
            if isOfSources || !required.isEmpty || !excluded.isSubset(of: .read) { return nil }
            return (
                "INDEXED BY " + (excluded.isEmpty ? "story_all" : "story_unread"),
                flags(excluded.union([.hidden, .unsettled])) + others
            )
        }

        /// From where to take the stories that are in the index of words.
        var indexed: (index: String, sql: String) {
            if required == .starred, excluded.isEmpty, !isOfSources { return ("INDEXED BY story_starred", sql) }
            return byDate ?? ("", sql)
        }

        /// Word for word as in the indices, where one fits.
        private func flags(_ excluded: Flags) -> String {
            "flags & \(required.union(excluded).rawValue) = \(required.rawValue)"
        }
    }

    /// Sources by words of their names, each of which may go on: whoever writes `source:guard` means the Guardian.
    private func add(
        sources names: [SearchQuery.Name], to conditions: inout Conditions, _ messages: inout [SearchMessage]
    ) throws(NewsError) {
        if names.isEmpty { return }
        let known = try connection.rows("SELECT id, name, title, url FROM source WHERE removed IS NULL") {
            ($0.int64(0), $0.optionalString(1) ?? $0.optionalString(2) ?? Address.host(of: $0.string(3)))
        }
        let folded = known.map { ($0.0, WordFolding.words(of: $0.1)) }
        for name in names {
            let ids = folded.filter { Self.contains($0.1, name.words) }.map { String($0.0) }
            if ids.isEmpty { messages.append(.noSource(name.text)) }
            conditions.add(
                "source \(name.isExcluded ? "NOT IN" : "IN") (SELECT value FROM json_each(?))",
                "[\(ids.joined(separator: ","))]")
        }
    }

    /// Whether words follow each other in a name, the last one perhaps going on.
    private static func contains(_ name: [String], _ words: [String]) -> Bool {
        guard name.count >= words.count else { return false }
        return (0...name.count - words.count).contains { start in
            zip(name[start...], words).dropLast().allSatisfy { $0 == $1 }
                && name[start + words.count - 1].hasPrefix(words.last!)
        }
    }

    private func completions(_ beginning: String) throws(NewsError) -> [String]? {
        var end = Array(beginning.utf8)
        // The last byte is never 0xFF in UTF-8.
        end[end.count - 1] += 1
        let words = try connection.rows(
            "SELECT word FROM vocabulary WHERE word >= ? AND word < ? LIMIT \(Self.completions + 1)", beginning,
            FoldedText(bytes: end)
        ) { $0.string(0) }
        return words.count > Self.completions ? nil : words
    }

    /// Without words to find.
    private func list(_ conditions: Conditions, limit: Int?) throws(NewsError) -> [StoryID] {
        var without = ""
        var values = conditions.values
        if let unwanted = query.unwanted {
            without = " AND (document IS NULL OR document NOT IN (SELECT rowid FROM word WHERE word MATCH ?))"
            values.append(unwanted)
        }
        let list = List(limit: limit, connection: connection)
        guard let settled = conditions.byDate else { return try list.ids(conditions.sql + without, values) }
        return try list.byDate(
            settled: settled.sql + without, any: conditions.sql + without, values, index: settled.index)
    }

    /// Where few stories fulfil the conditions: all rows that match, without a look at their stories. nil where they are many.
    private func few(
        _ match: String, _ conditions: Conditions, _ order: SearchOrder
    ) throws(NewsError) -> [Match]? {
        if conditions.isEmpty { return nil }
        let stories = try connection.prepare(
            """
            SELECT id, sort, document FROM story \(conditions.indexed.index)
            WHERE \(conditions.indexed.sql) AND document IS NOT NULL LIMIT \(Self.few + 1)
            """)
        try stories.bind(conditions.values)
        var candidates: [Int64: Match] = [:]
        while try stories.step() {
            candidates[stories.int64(2)] = Match(id: stories.int64(0), sort: stories.int64(1), row: stories.int64(2))
        }
        if candidates.count > Self.few { return nil }
        guard let first = candidates.keys.min(), let last = candidates.keys.max() else { return [] }
        let fitness = order == .rank ? "fitness(word)" : "0"
        let rows = try connection.prepare(
            "SELECT rowid, \(fitness) FROM word WHERE word MATCH ? AND rowid BETWEEN ? AND ?")
        try rows.bind([match, first, last])
        var matches: [Match] = []
        while try rows.step() {
            if var match = candidates[rows.int64(0)] {
                match.fitness = rows.double(1)
                matches.append(match)
            }
        }
        return matches
    }

    /// The newest matches, at least `limit` of them where there are as many: rows go by hours, so the last hour is read whole.
    private func many(
        _ match: String, _ conditions: Conditions, _ order: SearchOrder, limit: Int
    ) throws(NewsError) -> [Match] {
        let fitness = order == .rank ? "fitness(word)" : "0"
        let rows = try connection.prepare(
            """
            SELECT id, sort, word.rowid, \(fitness) FROM word CROSS JOIN story ON story.document = word.rowid
            WHERE word MATCH ? AND word.rowid <= ? AND \(conditions.sql) ORDER BY word.rowid DESC
            """)
        let newest = query.before.map { day in
            let sort = Int64(days.start(day.year, day.month, day.day).timeIntervalSince1970)
            return (SearchIndex.Rows.hour(sort) + 1 + SearchIndex.Rows.lateness) << 8
        }
        try rows.bind([match, newest ?? Int64.max] + conditions.values)
        var matches: [Match] = []
        while try rows.step() {
            let match = Match(
                id: rows.int64(0), sort: rows.int64(1), row: rows.int64(2), fitness: rows.double(3))
            if matches.count >= limit, match.row >> 8 != matches.last!.row >> 8 { break }
            matches.append(match)
        }
        rows.reset()
        return matches
    }
}
