import FoundationEssentials
import News

/// Stories: what refreshes bring, lists of ids, pages of rows, the whole of one.
package struct StoryStore: Sendable {
    let writer: Database
    let reader: Database
    let hub: ChangeHub
    let search: SearchIndex
    let now: @Sendable () -> Date

    // MARK: Coming in

    /// Brings a source's document into the library, with what is remembered of its request, in one transaction.
    package func merge(
        _ feed: IncomingFeed, into source: SourceID, state: FetchState? = nil
    ) async throws(NewsError) -> MergeResult {
        let now = now()
        let result = try await writer.write { connection throws(NewsError) in
            var merge = Merge(source: source.rawValue, now: now, connection: connection)
            let result = try merge.run(feed)
            if let state { try SourceStore.remember(state, of: source.rawValue, on: connection) }
            return result
        }
        var changes = Changes()
        changes.added = result.new
        changes.updated = result.updated
        changes.sources = true
        hub.tell(changes)
        return result
    }

    /// Removes stories that are dated and have arrived before a date, except starred and saved ones, and those of sources that
    /// have ended or fail: ours may be the last copy. They do not come back while their feeds still have them; what was read
    /// stays known.
    @discardableResult
    package func drop(olderThan date: Date) async throws(NewsError) -> [StoryID] {
        var dropped: [StoryID] = []
        // In parts, so that marks and refreshes get their turn; by id, since neighbours stand on the same pages.
        while true {
            let last = dropped.last?.rawValue ?? 0
            let ids = try await writer.write { connection throws(NewsError) in
                let rows = try connection.rows(
                    """
                    SELECT id, status, iif(flags & 16, NULL, link), flags FROM story
                    WHERE id > ? AND flags & 14 = 0 AND sort < ? AND arrived < ?
                        AND source NOT IN (SELECT id FROM source WHERE is_stopped OR failing_since IS NOT NULL)
                    ORDER BY id LIMIT 500
                    """, last, Int64(date.timeIntervalSince1970), Int64(date.timeIntervalSince1970)
                ) { ($0.int64(0), $0.int64(1), $0.optionalInt64(2), Flags(rawValue: $0.int(3))) }
                for (id, status, link, flags) in rows {
                    try Statuses.write(
                        flags.intersection(.marks).union(.dropped), key: status, link: link, on: connection)
                    let body = try connection.first("SELECT body FROM detail WHERE story = ?", id) {
                        $0.optionalInt64(0)
                    }
                    try connection.run("DELETE FROM detail WHERE story = ?", id)
                    try connection.run("DELETE FROM story WHERE id = ?", id)
                    try Bodies.remove(body ?? nil, on: connection)
                }
                return rows.map { StoryID(rawValue: $0.0) }
            }
            if ids.isEmpty { return dropped }
            dropped += ids
            var changes = Changes()
            changes.removed = ids
            hub.tell(changes)
        }
    }

    // MARK: Lists

    /// The stories of a list, newest first; at most `limit`.
    package func ids(
        of listing: Listing, onlyUnread: Bool = false, limit: Int? = nil
    ) async throws(NewsError) -> [StoryID] {
        if case .search(let query) = listing {
            return try await search.search(onlyUnread ? query + " is:unread" : query, limit: limit).ids
        }
        let days = search.days
        let today = days.startOfDay(now())
        return try await reader.read { connection throws(NewsError) in
            try Self.ids(of: listing, onlyUnread: onlyUnread, limit: limit, today: today, days: days, on: connection)
        }
    }

    static func ids(
        of listing: Listing, onlyUnread: Bool, limit: Int?, today: Date, days: LocalDays, on connection: Connection
    ) throws(NewsError) -> [StoryID] {
        let all = (settled: "flags & 72 = 0", any: "flags & 8 = 0")
        let unread = (settled: "flags & 73 = 0", any: "flags & 9 = 0")
        let chosen = onlyUnread ? unread : all
        let list = List(limit: limit, connection: connection)
        switch listing {
        case .all: return try list.byDate(settled: chosen.settled, any: chosen.any)
        case .unread: return try list.byDate(settled: unread.settled, any: unread.any)
        case .starred: return try list.ids("flags & 10 = 2" + (onlyUnread ? " AND flags & 1 = 0" : ""))
        case .today:
            let today = Int64(today.timeIntervalSince1970)
            return try list.byDate(
                settled: "\(chosen.settled) AND sort >= \(today)", any: "\(chosen.any) AND sort >= \(today)")
        case .source(let source): return try list.ids("source = ? AND \(chosen.any)", [source.rawValue])
        case .folder(let name):
            return try list.ids(
                """
                source IN (SELECT source.id FROM source JOIN folder ON folder.id = source.folder WHERE folder.name = ?)
                AND \(chosen.any)
                """, [name])
        case .search(let text):
            let query = SearchQuery(onlyUnread ? text + " is:unread" : text)
            return try Search(query: query, days: days, connection: connection).run(order: .date, limit: limit).ids
        }
    }

    /// Rows by their ids, in that order. One that is gone is left out.
    package func stories(_ ids: [StoryID]) async throws(NewsError) -> [Story] {
        try await reader.read { connection throws(NewsError) in
            var stories: [Story] = []
            for id in ids {
                let story = try connection.first(Self.query, id.rawValue) { row throws(NewsError) in Self.story(row) }
                if let story { stories.append(story) }
            }
            return stories
        }
    }

    /// All that is kept of one story; nil where it is gone.
    package func fullStory(_ id: StoryID) async throws(NewsError) -> FullStory? {
        try await reader.read { connection throws(NewsError) in
            let row = try connection.first(Self.query, id.rawValue) { row throws(NewsError) in
                (
                    story: Self.story(row), arrived: row.int64(13), more: row.optionalString(14),
                    body: row.optionalInt64(15), start: row.int(16), length: row.int(17)
                )
            }
            guard let row else { return nil }
            var html: String?
            if let body = row.body {
                html = try Bodies.html(in: body, start: row.start, length: row.length, on: connection)
            }
            return FullStory(
                story: row.story, arrived: Date(timeIntervalSince1970: Double(row.arrived)), contentHTML: html,
                more: FullStory.More(packed: row.more))
        }
    }

    private static let query = """
        SELECT story.id, detail.title, summary, source.name, source.title, source.url, byline, detail.url, published,
            pictures, source.id, flags, sort, arrived, more, body, start, length
        FROM story JOIN detail ON detail.story = story.id JOIN source ON source.id = story.source
        WHERE story.id = ? AND flags & 8 = 0
        """

    private static func story(_ row: Statement) -> Story {
        let flags = Flags(rawValue: row.int(11))
        let published = row.date(8)
        return Story(
            id: StoryID(rawValue: row.int64(0)), title: row.string(1), summary: row.string(2),
            source: row.optionalString(3) ?? row.optionalString(4) ?? Address.host(of: row.string(5)),
            byline: row.optionalString(6), url: row.optionalString(7),
            // A date that cannot be was not used for sorting either.
            published: published.map { _ in Date(timeIntervalSince1970: Double(row.int64(12))) },
            pictures: [Rendition](packed: row.optionalString(9)), sourceID: SourceID(rawValue: row.int64(10)),
            isRead: flags.contains(.read), isStarred: flags.contains(.starred))
    }

    // MARK: Counts

    package func counts() async throws(NewsError) -> StoryCounts {
        let today = search.days.startOfDay(now())
        return try await reader.read { connection throws(NewsError) in
            var counts = StoryCounts()
            func count(_ condition: String) throws(NewsError) -> Int {
                try connection.first("SELECT count(*) FROM story WHERE \(condition)") { $0.int(0) } ?? 0
            }
            counts.all = try count("flags & 72 = 0") + count("flags & 64 AND flags & 8 = 0")
            counts.starred = try count("flags & 10 = 2")
            let today = Int64(today.timeIntervalSince1970)
            counts.today =
                try count("flags & 73 = 0 AND sort >= \(today)")
                + count("flags & 64 AND flags & 9 = 0 AND sort >= \(today)")
            let rows = try connection.rows(
                """
                SELECT unread.source, unread.count, folder.name
                FROM (SELECT source, count(*) AS count FROM story WHERE flags & 9 = 0 GROUP BY source) AS unread
                JOIN source ON source.id = unread.source LEFT JOIN folder ON folder.id = source.folder
                """
            ) { ($0.int64(0), $0.int(1), $0.optionalString(2)) }
            for (source, count, folder) in rows {
                counts.sources[SourceID(rawValue: source)] = count
                counts.unread += count
                if let folder { counts.folders[folder, default: 0] += count }
            }
            return counts
        }
    }
}
