import FoundationEssentials
import News

/// Finds stories by their words. The index is written in batches of its own, behind the refreshes: a story's words cost ten
/// times what the story does.
package struct SearchIndex: Sendable {
    let writer: Database
    let searcher: Database
    let hub: ChangeHub
    let days: LocalDays

    /// A search first does what is left of the index, up to so many stories (0.1 s).
    private static let patience = 1000
    /// How many go into one transaction. Each leaves a segment: with fewer, they are merged more often.
    private static let batch = 1000

    /// What a query finds. A few stories that are not in the index yet are put there first, unless a refresh is writing.
    package func search(
        _ text: String, order: SearchOrder = .date, limit: Int? = nil
    ) async throws(NewsError) -> SearchResult {
        do throws(NewsError) {
            if writer.isIdle { try await index(atMost: Self.patience) }
        } catch .storage(.notAllowed), .storage(.diskFull), .storage(.busy) {
            // What is in the index can be found all the same.
        }
        let query = SearchQuery(text)
        let days = days
        return try await searcher.read { connection throws(NewsError) in
            try Search(query: query, days: days, connection: connection).run(order: order, limit: limit)
        }
    }

    // MARK: Writing the index

    /// Puts stories into the index that are not there yet; the number of those that are left.
    @discardableResult
    package func index(atMost count: Int = .max) async throws(NewsError) -> Int {
        var done = 0
        while done < count, !Task.isCancelled {
            let texts = try await searcher.read { connection throws(NewsError) in
                try Self.texts(of: Self.batch, on: connection)
            }
            if texts.isEmpty { break }
            do throws(NewsError) {
                try await writer.write { connection throws(NewsError) in try Self.write(texts, on: connection) }
            } catch {
                // Their words are not in the file, so they have to be offered again.
                try await searcher.read { connection throws(NewsError) in connection.vocabulary = Vocabulary() }
                throw error
            }
            done += texts.count
            // Small steps, so that marks and refreshes get their turn.
            var isMerged = false
            while !isMerged, !Task.isCancelled {
                isMerged = try await writer.write { connection throws(NewsError) in try Self.merge(on: connection) }
            }
        }
        // Asked before every search: where there was nothing to do it waits for nobody.
        if done == 0 { return 0 }
        return try await searcher.read { connection throws(NewsError) in
            try connection.first("SELECT count(*) FROM story WHERE document IS NULL") { $0.int(0) } ?? 0
        }
    }

    /// The folded words of a story.
    private struct Text: Sendable {
        let id: Int64
        let content: Int64
        let sort: Int64
        let title: [UInt8]
        let author: [UInt8]
        let text: [UInt8]
        /// Those of its words that the connection has not met before.
        let words: [[UInt8]]
    }

    private static func texts(of count: Int, on connection: Connection) throws(NewsError) -> [Text] {
        var folding = WordFolding()
        func folded(_ add: (inout WordFolding) -> Void) -> [UInt8] {
            folding.removeAll()
            add(&folding)
            folding.end()
            // A copy of just its size: the buffer has room for the longest so far, which for 2,000 stories took 28 MB.
            return folding.bytes.withUnsafeBufferPointer(Array.init)
        }
        return try connection.rows(
            """
            SELECT story.id, content, sort, title, byline, summary, body, start, length
            FROM story JOIN detail ON detail.story = story.id
            WHERE document IS NULL ORDER BY story.id LIMIT ?
            """, count
        ) { row throws(NewsError) in
            let title = folded { $0.add(text: row.string(3)) }
            let author = folded { $0.add(text: row.string(4)) }
            let html = try html(row, on: connection)
            let text = folded {
                $0.add(text: row.string(5))
                $0.end()
                if let html { $0.add(html: html) }
            }
            var words: [[UInt8]] = []
            for bytes in [title, author, text] { connection.vocabulary.collect(bytes, into: &words) }
            return Text(
                id: row.int64(0), content: row.int64(1), sort: row.int64(2), title: title, author: author, text: text,
                words: words)
        }
    }

    /// nil also where it is damaged: the story is found by its title then, and the reader says what is wrong.
    private static func html(_ row: Statement, on connection: Connection) throws(NewsError) -> String? {
        guard let body = row.optionalInt64(6) else { return nil }
        do throws(NewsError) {
            return try Bodies.html(in: body, start: row.int(7), length: row.int(8), on: connection)
        } catch .storage(.damaged) {
            return nil
        }
    }

    private static func write(_ texts: [Text], on connection: Connection) throws(NewsError) {
        try Settling.settle(on: connection)
        for word in Set(texts.flatMap(\.words)) {
            try connection.run("INSERT OR IGNORE INTO vocabulary (word) VALUES (?)", FoldedText(bytes: word))
        }
        var rows = Rows(connection: connection)
        // Rows in rising order, or FTS5 writes a segment for each that is not.
        for text in texts.sorted(by: { ($0.sort, $0.id) < ($1.sort, $1.id) }) {
            // It may have been changed, or put there by the other program, since it was read.
            let isWanted = try connection.first(
                "SELECT 1 FROM story WHERE id = ? AND content = ? AND document IS NULL", text.id, text.content
            ) { $0.int(0) }
            guard isWanted != nil else { continue }
            let row = try rows.next(sort: text.sort)
            try connection.run(
                "INSERT INTO word (rowid, title, author, text) VALUES (?, ?, ?, ?)", row,
                FoldedText(bytes: text.title), FoldedText(bytes: text.author), FoldedText(bytes: text.text))
            try connection.run("UPDATE story SET document = ? WHERE id = ?", row, text.id)
        }
    }

    /// Merges segments, 4 MB a time, where a search would have to look into many; true when nothing is left to do.
    private static func merge(on connection: Connection) throws(NewsError) -> Bool {
        let segments = try connection.first("SELECT count(DISTINCT segid) FROM word_idx") { $0.int(0) } ?? 0
        guard segments > mostSegments else { return true }
        let before = connection.changes
        try connection.run("INSERT INTO word (word, rank) VALUES ('merge', 1000)")
        // FTS5, 6.8: a difference below 2 means that there was nothing to merge.
        return connection.changes - before < 2
    }

    /// A segment costs a search 2 µs for each word that a beginning stands for; merging costs writing all again.
    private static let mostSegments = 64

    /// Numbers rows so that the index, which goes by them, goes by date: 256 for each hour since 1990, and where an hour has
    /// more, those of the following ones.
    struct Rows {
        let connection: Connection
        private var last: Int64 = 0
        /// The row that is the first one of which it is not known whether it is used.
        private var known: Int64 = 0

        init(connection: Connection) { self.connection = connection }

        static func hour(_ sort: Int64) -> Int64 { max(0, (sort - 631_152_000) / 3600) }

        /// How many hours later than its own a story may stand: 250,000 stories of one hour.
        static let lateness: Int64 = 1000

        mutating func next(sort: Int64) throws(NewsError) -> Int64 {
            var row = max(Self.hour(sort) << 8, last + 1)
            while row >= known {
                let end = (row >> 8 + 1) << 8
                let used = try connection.first(
                    "SELECT max(id) FROM word_docsize WHERE id >= ? AND id < ?", row, end
                ) { $0.optionalInt64(0) }
                known = end
                guard let used, let used else { break }
                row = used + 1
            }
            last = row
            return row
        }
    }

    /// Begins the index anew where a quarter of it is of stories that have gone or changed. True where it did.
    @discardableResult
    package func tidy() async throws(NewsError) -> Bool {
        try await writer.write { connection throws(NewsError) in
            let rows = try connection.first("SELECT count(*) FROM word_docsize") { $0.int(0) } ?? 0
            let stories =
                try connection.first("SELECT count(*) FROM story WHERE document IS NOT NULL") { $0.int(0) } ?? 0
            guard rows > 1000, stories < rows / 4 * 3 else { return false }
            try connection.execute(
                """
                INSERT INTO word (word) VALUES ('delete-all');
                UPDATE story SET document = NULL;
                """)
            return true
        }
    }

    // MARK: Saved searches

    package func saved() async throws(NewsError) -> [SavedSearch] {
        try await searcher.read { connection throws(NewsError) in
            try connection.rows("SELECT id, name, query FROM saved_search ORDER BY id") {
                SavedSearch(id: $0.int64(0), name: $0.string(1), query: $0.string(2))
            }
        }
    }

    package func save(_ query: String, as name: String) async throws(NewsError) -> SavedSearch {
        let saved = try await writer.write { connection throws(NewsError) in
            try connection.run("INSERT INTO saved_search (name, query) VALUES (?, ?)", name, query)
            return SavedSearch(id: connection.lastInsertedRow, name: name, query: query)
        }
        tell()
        return saved
    }

    /// Gives a saved search another name or query.
    package func change(_ search: SavedSearch) async throws(NewsError) {
        _ = try await writer.write { connection throws(NewsError) in
            try connection.run(
                "UPDATE saved_search SET name = ?, query = ? WHERE id = ?", search.name, search.query, search.id)
        }
        tell()
    }

    package func remove(_ search: SavedSearch) async throws(NewsError) {
        _ = try await writer.write { connection throws(NewsError) in
            try connection.run("DELETE FROM saved_search WHERE id = ?", search.id)
        }
        tell()
    }

    private func tell() {
        var changes = Changes()
        changes.sources = true
        hub.tell(changes)
    }
}
