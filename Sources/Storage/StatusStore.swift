import FoundationEssentials
import News

/// What people have said of stories: read, starred, saved. It outlives the stories.
package struct StatusStore: Sendable {
    let writer: Database
    let stories: StoryStore
    let hub: ChangeHub

    /// Marks stories. Read and unread hold for the same story in other sources, too: the ids that change are in what is given
    /// back, with which it can be undone.
    package func mark(_ mark: Mark, _ ids: [StoryID]) async throws(NewsError) -> MarkChange {
        tell(
            try await writer.write { connection throws(NewsError) in
                try Statuses.mark(mark, ids.map(\.rawValue), everywhere: true, on: connection)
            })
    }

    /// Marks what a list had when its newest story was `newest`: what has arrived since is not touched.
    package func mark(
        _ mark: Mark, allOf listing: Listing, asOf newest: StoryID
    ) async throws(NewsError) -> MarkChange {
        let days = stories.search.days
        let today = days.startOfDay(stories.now())
        return tell(
            try await writer.write { connection throws(NewsError) in
                let ids = try StoryStore.ids(
                    of: listing, onlyUnread: false, limit: nil, today: today, days: days, on: connection)
                return try Statuses.mark(
                    mark, ids.map(\.rawValue).filter { $0 <= newest.rawValue }, everywhere: true, on: connection)
            })
    }

    /// Takes a mark back from the stories that it changed.
    @discardableResult
    package func undo(_ change: MarkChange) async throws(NewsError) -> MarkChange {
        tell(
            try await writer.write { connection throws(NewsError) in
                try Statuses.mark(
                    change.mark.opposite, change.ids.map(\.rawValue), everywhere: false, on: connection)
            })
    }

    private func tell(_ change: MarkChange) -> MarkChange {
        var changes = Changes()
        changes.marked = change.ids
        hub.tell(changes)
        return change
    }
}

/// Statuses, within a transaction.
enum Statuses {
    /// Marks stories, and with `everywhere` the same ones in other sources.
    static func mark(
        _ mark: Mark, _ ids: [Int64], everywhere: Bool, on connection: Connection
    ) throws(NewsError) -> MarkChange {
        var changed: [StoryID] = []
        var links: Set<Int64> = []
        for id in ids {
            let row = try connection.first(
                "SELECT status, iif(flags & 16, NULL, link), flags FROM story WHERE id = ?", id
            ) { ($0.int64(0), $0.optionalInt64(1), Flags(rawValue: $0.int(2))) }
            guard let (key, link, flags) = row, flags.with(mark) != flags else { continue }
            try set(flags.with(mark), story: id, key: key, link: link, on: connection)
            changed.append(StoryID(rawValue: id))
            if let link { links.insert(link) }
        }
        if everywhere, mark == .read || mark == .unread, !links.isEmpty {
            for (id, key, link, flags) in try twins(links, on: connection) where flags.with(mark) != flags {
                try set(flags.with(mark), story: id, key: key, link: link, on: connection)
                changed.append(StoryID(rawValue: id))
            }
            // Those of stories that are not there now: they are to come back in the same state.
            for link in links {
                try connection.run(
                    mark == .read
                        ? "UPDATE status SET flags = flags | 1 WHERE link = ? AND flags & 1 = 0"
                        : "UPDATE status SET flags = flags & ~1 WHERE link = ? AND flags & 1", link)
            }
        }
        return MarkChange(mark: mark, ids: changed)
    }

    static func write(_ flags: Flags, key: Int64, link: Int64?, on connection: Connection) throws(NewsError) {
        try connection.run(
            "INSERT INTO status (key, link, flags) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET link = ?2, flags = ?3",
            key, link, flags.rawValue)
    }

    private static func set(
        _ flags: Flags, story: Int64, key: Int64, link: Int64?, on connection: Connection
    ) throws(NewsError) {
        try connection.run("UPDATE story SET flags = ? WHERE id = ?", flags.rawValue, story)
        try write(flags.intersection(.marks), key: key, link: link, on: connection)
    }

    private typealias Twin = (id: Int64, key: Int64, link: Int64, flags: Flags)

    /// The stories with these links as their own. There is no index of links over all sources: it would be the most scattered
    /// of all to write. A few links are looked up source by source (2 ms in 1,000 of them), many by one walk.
    private static func twins(_ links: Set<Int64>, on connection: Connection) throws(NewsError) -> [Twin] {
        func twin(_ row: Statement) throws(NewsError) -> Twin {
            (row.int64(0), row.int64(1), row.int64(2), Flags(rawValue: row.int(3)))
        }
        let columns = "story.id, story.status, story.link, story.flags"
        guard links.count <= 10 else {
            let ids = try connection.rows("SELECT id, link FROM story WHERE link IS NOT NULL AND flags & 16 = 0") {
                ($0.int64(0), $0.int64(1))
            }
            var twins: [Twin] = []
            for (id, link) in ids where links.contains(link) {
                if let row = try connection.first("SELECT \(columns) FROM story WHERE id = ?", id, read: twin) {
                    twins.append(row)
                }
            }
            return twins
        }
        var twins: [Twin] = []
        for link in links {
            twins += try connection.rows(
                """
                SELECT \(columns) FROM source CROSS JOIN story
                ON story.source = source.id AND story.link = ? AND story.flags & 16 = 0
                """, link, read: twin)
        }
        return twins
    }

    /// What was read, starred and saved in one source is so in another that turns out to be the same, and what only the one has
    /// goes over to the other: its feed may not have it any more.
    static func move(
        from source: Int64, to other: Int64, identity: Int64, on connection: Connection
    ) throws(NewsError) {
        let rows = try connection.rows(
            """
            SELECT id, guid, link, flags, (SELECT count(*) FROM story WHERE source = ?1 AND guid = old.guid)
            FROM story AS old WHERE source = ?1
            """, source
        ) { (id: $0.int64(0), guid: $0.int64(1), link: $0.optionalInt64(2), flags: $0.int(3), namesakes: $0.int(4)) }
        for row in rows {
            let flags = Flags(rawValue: row.flags)
            let ownLink = flags.contains(.sharedLink) ? nil : row.link
            let there = try stories("guid = ?", row.guid, of: other, on: connection)
            // Where a guid stands for several stories, the link tells which one it is, as where the guids differ (Merge).
            let isShared = row.namesakes > 1 || there.count > 1
            var twin = isShared ? there.first { $0.link == row.link } : there.first
            if twin == nil, let ownLink {
                twin = try stories("link = ? AND flags & 16 = 0", ownLink, of: other, on: connection).first
            }
            if let twin {
                let both = twin.flags.union(flags.intersection(.marks))
                let link = twin.flags.contains(.sharedLink) ? nil : twin.link
                if both != twin.flags { try set(both, story: twin.id, key: twin.key, link: link, on: connection) }
                continue
            }
            let key = key(identity: identity, guid: row.guid, link: row.link, isShared: isShared)
            let known = try connection.first("SELECT flags FROM status WHERE key = ?", key) {
                Flags(rawValue: $0.int(0)).intersection(.marks)
            }
            try connection.run("UPDATE story SET source = ?, status = ? WHERE id = ?", other, key, row.id)
            let all = flags.union(known ?? [])
            if all.intersection(.marks) != (known ?? []) || all != flags {
                try set(all, story: row.id, key: key, link: ownLink, on: connection)
            }
        }
    }

    private static func stories(
        _ condition: String, _ value: Int64, of source: Int64, on connection: Connection
    ) throws(NewsError) -> [(id: Int64, key: Int64, link: Int64?, flags: Flags)] {
        try connection.rows(
            "SELECT id, status, link, flags FROM story WHERE source = ? AND \(condition)", source, value
        ) {
            ($0.int64(0), $0.int64(1), $0.optionalInt64(2), Flags(rawValue: $0.int(3)))
        }
    }

    /// Under which a story's status is kept.
    static func key(identity: Int64, guid: Int64, link: Int64?, isShared: Bool) -> Int64 {
        var hash = StableHash(identity)
        hash.add(number: guid)
        if isShared { hash.add(number: link) }
        return hash.value
    }
}
