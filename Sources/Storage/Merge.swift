import FoundationEssentials
import News

/// What a document changed.
package struct MergeResult: Hashable, Sendable {
    /// In document order.
    package var new: [StoryID] = []
    package var updated: [StoryID] = []
    package var unchanged = 0

    package init() {}
}

/// Brings one document of one source into the library.
///
/// Which story is which: its guid says so within its source. Where a guid stands for several stories, guid and link together
/// do; where a guid is new but its link belongs to one known story whose guid has gone, it is that story.
struct Merge {
    let source: Int64
    let now: Date
    let connection: Connection
    private var bodies: Bodies
    private var identity: Int64 = 0
    private var result = MergeResult()
    /// Guids that stories have left in this document: others may have them now.
    private var left: Set<Int64> = []

    /// A story of the document, with what identifies it.
    private struct Entry {
        let story: IncomingStory
        let guid: Int64
        /// nil where there is none.
        let link: Int64?
        /// Whether the link leads to this story only.
        var hasOwnLink: Bool
        /// Whether the guid stands for several stories.
        var hasSharedGuid: Bool
    }

    /// A story of the library.
    private struct Row {
        let id: Int64
        let guid: Int64
        let link: Int64?
        let status: Int64
        let content: Int64
        let flags: Flags
    }

    init(source: Int64, now: Date, connection: Connection) {
        self.source = source
        self.now = now
        self.connection = connection
        bodies = Bodies(connection: connection)
    }

    /// Within the caller's transaction. Nothing where the person has unsubscribed meanwhile.
    mutating func run(_ feed: IncomingFeed) throws(NewsError) -> MergeResult {
        let known = try connection.first(
            "SELECT identity, title, site, icon FROM source WHERE id = ? AND removed IS NULL", source
        ) { ($0.int64(0), $0.optionalString(1), $0.optionalString(2), $0.optionalString(3)) }
        guard let (identity, title, site, icon) = known else { return result }
        self.identity = identity
        let facts = (feed.title ?? title, feed.site ?? site, feed.icon ?? icon)
        if facts != (title, site, icon) {
            try connection.run(
                "UPDATE source SET title = ?, site = ?, icon = ? WHERE id = ?", facts.0, facts.1, facts.2, source)
        }

        let entries = Self.entries(of: feed.stories)
        let names = Set(entries.map { Name(guid: $0.guid, link: $0.link) })
        // From the last to the first: what stands higher in the document gets the higher id, and so sorts higher where
        // dates are equal or missing.
        for entry in entries.reversed() { try merge(entry, names) }
        try bodies.finish()
        if !result.new.isEmpty { try Settling.settleIfMany(on: connection) }
        result.new.reverse()
        result.updated.reverse()
        return result
    }

    private struct Name: Hashable {
        let guid: Int64
        let link: Int64?
    }

    /// Each story of the document once.
    private static func entries(of stories: [IncomingStory]) -> [Entry] {
        var names: Set<Name> = []
        var guids: [Int64: Int] = [:]
        var links: [Int64: Int] = [:]
        var entries: [Entry] = []
        for story in stories {
            let guid = StableHash.of(canonicalGuid(story.guid))
            let address = story.url.map(Address.canonical)
            let link = address.map { StableHash.of($0) }
            guard names.insert(Name(guid: guid, link: link)).inserted else { continue }
            guids[guid, default: 0] += 1
            if let link { links[link, default: 0] += 1 }
            // The home page is no story's own.
            let isPage = address.map { $0.utf8.contains(UInt8(ascii: "/")) || $0.utf8.contains(UInt8(ascii: "?")) }
            entries.append(
                Entry(story: story, guid: guid, link: link, hasOwnLink: isPage ?? false, hasSharedGuid: false))
        }
        for index in entries.indices {
            if let link = entries[index].link, links[link]! > 1 { entries[index].hasOwnLink = false }
            if guids[entries[index].guid]! > 1 { entries[index].hasSharedGuid = true }
        }
        return entries
    }

    /// A guid that is an address stays the same when the site turns to https or adds trackers. Unlike with a link, what
    /// follows a "#" tells stories apart.
    private static func canonicalGuid(_ guid: String) -> String {
        guard guid.utf8.starts(with: "http".utf8) else { return guid }
        let address = Address.untracked(guid)
        for scheme in ["https://", "http://"] where address.utf8.starts(with: scheme.utf8) {
            return String(address.utf8.dropFirst(scheme.utf8.count))!
        }
        return guid
    }

    private mutating func merge(_ entry: Entry, _ names: Set<Name>) throws(NewsError) {
        let namesakes = try rows("guid", entry.guid)
        var isShared = entry.hasSharedGuid || namesakes.count > 1 || left.contains(entry.guid)
        if let row = isShared ? namesakes.first(where: { $0.link == entry.link }) : namesakes.first,
            try isStill(row, entry)
        {
            return try update(row, to: entry, isShared: isShared)
        }
        // Namesakes with other links only: one of them may be the same story at a new address, but not to be told which.
        isShared = isShared || !namesakes.isEmpty
        let linked = entry.hasOwnLink ? try rows("link", entry.link) : []
        if let row = try renamed(entry, linked, names) {
            return try update(row, to: entry, isShared: isShared)
        }
        // A page that is written anew every day: its link is no story's own.
        var entry = entry
        if !linked.isEmpty {
            entry.hasOwnLink = false
            for row in linked where !row.flags.contains(.sharedLink) { try share(row) }
        }
        try insert(entry, isShared: isShared)
    }

    private func rows(_ column: String, _ value: Int64?) throws(NewsError) -> [Row] {
        try connection.rows(
            "SELECT id, guid, link, status, content, flags FROM story WHERE source = ? AND \(column) = ?", source, value
        ) {
            Row(
                id: $0.int64(0), guid: $0.int64(1), link: $0.optionalInt64(2), status: $0.int64(3),
                content: $0.int64(4), flags: Flags(rawValue: $0.int(5)))
        }
    }

    /// The known story that has got a new guid. Its link must be its own on both sides, and nothing in the document it under
    /// its old guid; and not both title and date may be new, as with a page that is written anew every day.
    private func renamed(_ entry: Entry, _ rows: [Row], _ names: Set<Name>) throws(NewsError) -> Row? {
        guard rows.count == 1, let row = rows.first, !row.flags.contains(.sharedLink),
            !names.contains(Name(guid: row.guid, link: row.link))
        else { return nil }
        return try isAlike(row, entry) ? row : nil
    }

    /// Whether it is the known story of its guid: some feeds give the guids of old stories to new ones.
    private func isStill(_ row: Row, _ entry: Entry) throws(NewsError) -> Bool {
        if row.link == nil || entry.link == nil || row.link == entry.link { return true }
        return try isAlike(row, entry)
    }

    /// Whether title or date are the same.
    private func isAlike(_ row: Row, _ entry: Entry) throws(NewsError) -> Bool {
        try connection.first("SELECT title, published FROM detail WHERE story = ?", row.id) {
            $0.string(0) == entry.story.title || $0.date(1) == entry.story.published
        } ?? false
    }

    /// Marks no longer go from a story to others by its link.
    private func share(_ row: Row) throws(NewsError) {
        try connection.run(
            "UPDATE story SET flags = ? WHERE id = ?", row.flags.union(.sharedLink).rawValue, row.id)
        try connection.run("UPDATE status SET link = NULL WHERE key = ?", row.status)
    }

    private mutating func update(_ row: Row, to entry: Entry, isShared: Bool) throws(NewsError) {
        var flags = row.flags
        if !entry.hasOwnLink {
            flags.insert(.sharedLink)
        } else if flags.contains(.sharedLink), try rows("link", entry.link).allSatisfy({ $0.id == row.id }) {
            flags.remove(.sharedLink)
        }
        if row.guid != entry.guid { left.insert(row.guid) }
        let content = entry.story.contentHash
        let status = isShared || row.guid != entry.guid ? statusKey(entry, isShared: isShared) : row.status
        let isSame = content == row.content
        if isSame, flags == row.flags, status == row.status, row.guid == entry.guid {
            result.unchanged += 1
            return
        }
        if status != row.status {
            // Under both keys: the old one may come back.
            try connection.run(
                """
                INSERT INTO status (key, link, flags) SELECT ?, link, flags FROM status WHERE key = ?
                ON CONFLICT DO UPDATE SET flags = flags | excluded.flags
                """, status, row.status)
        }
        try connection.run(
            """
            UPDATE story SET guid = ?, link = ?, status = ?, content = ?, flags = ?,
                document = iif(content = ?4, document, NULL)
            WHERE id = ?
            """, entry.guid, entry.link, status, content, flags.rawValue, row.id)
        guard !isSame else {
            result.unchanged += 1
            return
        }
        let body = try connection.first("SELECT body FROM detail WHERE story = ?", row.id) { $0.optionalInt64(0) }
        try write(entry.story, id: row.id)
        try Bodies.remove(body ?? nil, on: connection)
        result.updated.append(StoryID(rawValue: row.id))
    }

    private mutating func insert(_ entry: Entry, isShared: Bool) throws(NewsError) {
        let status = statusKey(entry, isShared: isShared)
        let known = try connection.first("SELECT flags FROM status WHERE key = ?", status) {
            Flags(rawValue: $0.int(0))
        }
        if let known, known.contains(.dropped) {
            result.unchanged += 1
            return
        }
        var flags = (known?.intersection(.marks) ?? []).union(.unsettled)
        if !entry.hasOwnLink {
            flags.insert(.sharedLink)
        } else if known == nil, let link = entry.link {
            // Read in another source, or under another guid.
            let read = try connection.first("SELECT 1 FROM status WHERE link = ? AND flags & 1", link) { $0.int(0) }
            if read != nil { flags.insert(.read) }
        }
        let sort = entry.story.published.flatMap(plausible) ?? now
        try connection.run(
            """
            INSERT INTO story (source, guid, link, status, content, sort, arrived, flags) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, source, entry.guid, entry.link, status, entry.story.contentHash, Int64(sort.timeIntervalSince1970),
            Int64(now.timeIntervalSince1970), flags.rawValue)
        let id = connection.lastInsertedRow
        try write(entry.story, id: id)
        result.new.append(StoryID(rawValue: id))
    }

    private mutating func write(_ story: IncomingStory, id: Int64) throws(NewsError) {
        try connection.run(
            """
            INSERT OR REPLACE INTO detail (story, title, summary, byline, url, published, pictures, more)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, id, story.title, story.summary, story.byline, story.url, story.published, story.pictures.packed,
            story.more.packed())
        if let html = story.contentHTML { try bodies.add(html, story: id) }
    }

    private func statusKey(_ entry: Entry, isShared: Bool) -> Int64 {
        Statuses.key(identity: identity, guid: entry.guid, link: entry.link, isShared: isShared)
    }

    /// Dates before 1990 or more than a day ahead are slips of the feed (FIELD-GUIDE 1.3).
    private func plausible(_ date: Date) -> Date? {
        date.timeIntervalSince1970 >= 631_152_000 && date <= now.addingTimeInterval(24 * 3600) ? date : nil
    }
}
