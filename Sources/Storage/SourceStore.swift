import FoundationEssentials
import News

/// Subscriptions and folders, and what is remembered of requests.
package struct SourceStore: Sendable {
    let writer: Database
    let reader: Database
    let hub: ChangeHub
    let now: @Sendable () -> Date

    /// A subscription to be.
    package struct New: Hashable, Sendable {
        package var url: String
        /// The person's name for it, or that of an OPML file.
        package var name: String?
        package var title: String?
        package var site: String?
        package var folder: String?

        package init(
            url: String, name: String? = nil, title: String? = nil, site: String? = nil, folder: String? = nil
        ) {
            self.url = url
            self.name = name
            self.title = title
            self.site = site
            self.folder = folder
        }
    }

    package struct Added: Hashable, Sendable {
        package let id: SourceID
        /// False where the library had the same address already, perhaps with another scheme or tracking parameters.
        package let isNew: Bool
    }

    // MARK: Subscriptions

    /// Subscribes, in one transaction. An address that is there already stays as it is; one that was just unsubscribed comes
    /// back with its stories.
    @discardableResult
    package func add(_ sources: [New]) async throws(NewsError) -> [Added] {
        let now = now()
        let added = try await writer.write { connection throws(NewsError) in
            var added: [Added] = []
            for source in sources { added.append(try Self.add(source, now: now, on: connection)) }
            return added
        }
        if added.contains(where: \.isNew) { tellOfSources() }
        return added
    }

    package func add(_ source: New) async throws(NewsError) -> Added { try await add([source])[0] }

    private static func add(_ source: New, now: Date, on connection: Connection) throws(NewsError) -> Added {
        let key = Address.canonical(source.url)
        let there = try connection.first("SELECT id, removed IS NOT NULL FROM source WHERE key = ?", key) {
            (id: $0.int64(0), isRemoved: $0.int(1) == 1)
        }
        if let there {
            if there.isRemoved {
                try restore(there.id, on: connection)
                if let name = source.folder {
                    try connection.run(
                        "UPDATE source SET folder = ? WHERE id = ?", try folder(name, on: connection), there.id)
                }
            }
            return Added(id: SourceID(rawValue: there.id), isNew: there.isRemoved)
        }
        let identity = try identity(of: key, on: connection)
        try connection.run(
            """
            INSERT INTO source (url, key, identity, name, title, site, folder, added) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, source.url, key, identity, source.name, source.title, source.site,
            try folder(source.folder, on: connection), now)
        return Added(id: SourceID(rawValue: connection.lastInsertedRow), isNew: true)
    }

    /// What the feed at an address is to its statuses.
    private static func identity(of key: String, on connection: Connection) throws(NewsError) -> Int64 {
        let known = try connection.first("SELECT identity FROM address WHERE key = ?", key) { $0.int64(0) }
        if let known { return known }
        let identity = StableHash.of(key)
        try connection.run("INSERT INTO address (key, identity) VALUES (?, ?)", key, identity)
        return identity
    }

    /// Unsubscribes. The stories are hidden, and `restore` brings them back until `purge`; what was read of them is known
    /// for ever. False where it is not there.
    @discardableResult
    package func remove(_ id: SourceID) async throws(NewsError) -> Bool {
        let now = now()
        let isThere = try await writer.write { connection throws(NewsError) in
            guard
                try connection.run(
                    "UPDATE source SET removed = ? WHERE id = ? AND removed IS NULL", now, id.rawValue) > 0
            else { return false }
            try connection.run("UPDATE story SET flags = flags | 8 WHERE source = ? AND flags & 8 = 0", id.rawValue)
            return true
        }
        if isThere { tellOfSources(everything: true) }
        return isThere
    }

    /// Undoes `remove`. False where it is purged.
    @discardableResult
    package func restore(_ id: SourceID) async throws(NewsError) -> Bool {
        let isThere = try await writer.write { connection throws(NewsError) in
            try Self.restore(id.rawValue, on: connection)
        }
        if isThere { tellOfSources(everything: true) }
        return isThere
    }

    @discardableResult
    private static func restore(_ id: Int64, on connection: Connection) throws(NewsError) -> Bool {
        let count = try connection.run("UPDATE source SET removed = NULL WHERE id = ? AND removed IS NOT NULL", id)
        try connection.run("UPDATE story SET flags = flags & ~8 WHERE source = ? AND flags & 8", id)
        return count > 0
    }

    /// Ends the time in which unsubscribing from sources can be undone, for those removed before a date: their stories go. A
    /// source that has a starred or saved one stays hidden with all it has: whoever follows it again finds them.
    package func purge(removedBefore date: Date) async throws(NewsError) {
        let ids = try await reader.read { connection throws(NewsError) in
            try connection.rows("SELECT id FROM source WHERE removed < ?", date) { $0.int64(0) }
        }
        for id in ids {
            try await writer.write { connection throws(NewsError) in
                // It may have been restored in between.
                let count = try connection.run(
                    """
                    DELETE FROM source WHERE id = ?1 AND removed < ?2
                        AND NOT EXISTS (SELECT 1 FROM story WHERE source = ?1 AND flags & 6)
                    """, id, date)
                if count == 0 { return }
                let stories = "(SELECT id FROM story WHERE source = ?)"
                let bodies = try connection.rows(
                    "SELECT DISTINCT body FROM detail WHERE story IN \(stories) AND body IS NOT NULL", id
                ) { $0.int64(0) }
                try connection.run("DELETE FROM detail WHERE story IN \(stories)", id)
                // A frame may also hold stories that have gone over to another source.
                for body in bodies { try Bodies.remove(body, on: connection) }
                try connection.run("DELETE FROM story WHERE source = ?", id)
            }
        }
    }

    /// Gives a source the person's own name; nil for the feed's.
    package func rename(_ id: SourceID, to name: String?) async throws(NewsError) {
        _ = try await writer.write { connection throws(NewsError) in
            try connection.run("UPDATE source SET name = ? WHERE id = ?", name, id.rawValue)
        }
        tellOfSources()
    }

    /// Puts a source into a folder, which is made where there is none of the name; nil for the top.
    package func move(_ id: SourceID, toFolder name: String?) async throws(NewsError) {
        _ = try await writer.write { connection throws(NewsError) in
            try connection.run(
                "UPDATE source SET folder = ? WHERE id = ?", try Self.folder(name, on: connection), id.rawValue)
        }
        tellOfSources()
    }

    package enum Moved: Hashable, Sendable {
        case moved
        /// The new address was subscribed to already: that source stays, with the stories and marks of both.
        case merged(into: SourceID)
    }

    /// The feed says that it has moved for good (301, 308). What is remembered of requests for the old address goes
    /// (FIELD-GUIDE 1.4: validators).
    package func changeAddress(of id: SourceID, to url: String) async throws(NewsError) -> Moved {
        let now = now()
        let moved = try await writer.write { connection throws(NewsError) -> Moved in
            let key = Address.canonical(url)
            // Where the person has unsubscribed meanwhile, its stories stay hidden, and here.
            let identity = try connection.first(
                "SELECT identity FROM source WHERE id = ? AND removed IS NULL", id.rawValue
            ) { $0.int64(0) }
            guard let identity else { return .moved }
            let other = try connection.first(
                "SELECT id, identity, removed IS NOT NULL FROM source WHERE key = ? AND id <> ?", key, id.rawValue
            ) { (id: $0.int64(0), identity: $0.int64(1), isRemoved: $0.int(2) == 1) }
            if let other {
                if other.isRemoved { try Self.restore(other.id, on: connection) }
                try Statuses.move(from: id.rawValue, to: other.id, identity: other.identity, on: connection)
                try connection.run("UPDATE source SET removed = ? WHERE id = ?", now, id.rawValue)
                try connection.run("UPDATE story SET flags = flags | 8 WHERE source = ?", id.rawValue)
                return .merged(into: SourceID(rawValue: other.id))
            }
            try connection.run(
                "INSERT INTO address (key, identity) VALUES (?, ?) ON CONFLICT DO UPDATE SET identity = excluded.identity",
                key, identity)
            try connection.run(
                "UPDATE source SET url = ?, key = ?, fetch = NULL, next_try = NULL WHERE id = ?", url, key, id.rawValue)
            return .moved
        }
        tellOfSources(everything: moved != .moved)
        return moved
    }

    // MARK: Folders

    private static func folder(_ name: String?, on connection: Connection) throws(NewsError) -> Int64? {
        guard let name, !name.isEmpty else { return nil }
        try connection.run("INSERT INTO folder (name) VALUES (?) ON CONFLICT DO NOTHING", name)
        return try connection.first("SELECT id FROM folder WHERE name = ?", name) { $0.int64(0) }
    }

    /// All folders, also empty ones, by name.
    package func folders() async throws(NewsError) -> [String] {
        try await reader.read { connection throws(NewsError) in
            try connection.rows("SELECT name FROM folder ORDER BY name") { $0.string(0) }
        }
    }

    /// Renames a folder; into that of the new name where there is one.
    package func renameFolder(_ name: String, to newName: String) async throws(NewsError) {
        guard name != newName else { return }
        try await writer.write { connection throws(NewsError) in
            let old = try connection.first("SELECT id FROM folder WHERE name = ?", name) { $0.int64(0) }
            guard let old, let new = try Self.folder(newName, on: connection) else { return }
            try connection.run("UPDATE source SET folder = ? WHERE folder = ?", new, old)
            try connection.run("DELETE FROM folder WHERE id = ?", old)
        }
        tellOfSources()
    }

    /// Removes a folder; its sources go to the top.
    package func removeFolder(_ name: String) async throws(NewsError) {
        try await writer.write { connection throws(NewsError) in
            try connection.run(
                "UPDATE source SET folder = NULL WHERE folder = (SELECT id FROM folder WHERE name = ?)", name)
            try connection.run("DELETE FROM folder WHERE name = ?", name)
        }
        tellOfSources()
    }

    // MARK: Reading

    /// All sources with their health, in the order in which they were added.
    package func all() async throws(NewsError) -> [Source] {
        try await reader.read { connection throws(NewsError) in
            try connection.rows(Self.query + " WHERE removed IS NULL ORDER BY source.id", read: Self.source)
        }
    }

    package func source(_ id: SourceID) async throws(NewsError) -> Source? {
        try await reader.read { connection throws(NewsError) in
            try connection.first(
                Self.query + " WHERE removed IS NULL AND source.id = ?", id.rawValue, read: Self.source)
        }
    }

    /// The source with an address, whatever its scheme and tracking parameters.
    package func source(at url: String) async throws(NewsError) -> Source? {
        try await reader.read { connection throws(NewsError) in
            try connection.first(
                Self.query + " WHERE removed IS NULL AND key = ?", Address.canonical(url), read: Self.source)
        }
    }

    private static let query = """
        SELECT source.id, url, source.name, title, site, icon, folder.name, last_success, error, failing_since, next_try,
            is_stopped, added
        FROM source LEFT JOIN folder ON folder.id = source.folder
        """

    private static func source(_ row: Statement) throws(NewsError) -> Source {
        let url = row.string(1)
        return Source(
            id: SourceID(rawValue: row.int64(0)), url: url,
            title: row.optionalString(2) ?? row.optionalString(3) ?? Address.host(of: url), site: row.optionalString(4),
            icon: row.optionalString(5), folder: row.optionalString(6), lastSuccess: row.date(7),
            error: row.optionalString(8).flatMap { decoded(NewsError.self, $0) }, failingSince: row.date(9),
            nextTry: row.int(11) == 1 ? nil : row.date(10) ?? row.date(12))
    }

    // MARK: Requests

    /// What is remembered of the requests for every source; those never asked are left out.
    package func fetchStates() async throws(NewsError) -> [SourceID: FetchState] {
        let rows = try await reader.read { connection throws(NewsError) in
            try connection.rows("SELECT id, fetch FROM source WHERE fetch IS NOT NULL AND removed IS NULL") {
                ($0.int64(0), $0.string(1))
            }
        }
        var states: [SourceID: FetchState] = [:]
        for (id, text) in rows { states[SourceID(rawValue: id)] = decoded(FetchState.self, text) }
        return states
    }

    /// Remembers what requests gave that brought no stories: 304, failures.
    package func remember(_ states: [SourceID: FetchState]) async throws(NewsError) {
        guard !states.isEmpty else { return }
        try await writer.write { connection throws(NewsError) in
            for (id, state) in states.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                try Self.remember(state, of: id.rawValue, on: connection)
            }
        }
        tellOfSources()
    }

    static func remember(_ state: FetchState, of id: Int64, on connection: Connection) throws(NewsError) {
        try connection.run(
            """
            UPDATE source SET last_success = ?, next_try = ?, failing_since = ?, is_stopped = ?, error = ?, fetch = ?
            WHERE id = ?
            """, state.lastSuccess, state.nextTry, state.failingSince, state.isStopped, state.error.map(encoded),
            encoded(state), id)
    }

    /// What is remembered of hosts, by "host:port".
    package func hostStates() async throws(NewsError) -> [String: HostState] {
        let rows = try await reader.read { connection throws(NewsError) in
            try connection.rows("SELECT name, state FROM host") { ($0.string(0), $0.string(1)) }
        }
        var states: [String: HostState] = [:]
        for (name, text) in rows { states[name] = decoded(HostState.self, text) }
        return states
    }

    /// Remembers a host's state; nil forgets it.
    package func remember(_ state: HostState?, ofHost name: String) async throws(NewsError) {
        _ = try await writer.write { connection throws(NewsError) in
            guard let state else { return try connection.run("DELETE FROM host WHERE name = ?", name) }
            return try connection.run("INSERT OR REPLACE INTO host (name, state) VALUES (?, ?)", name, encoded(state))
        }
    }

    // MARK: Notes

    /// A short text under a name, as the count of requests of a day; nil where there is none.
    package func note(_ name: String) async throws(NewsError) -> String? {
        try await reader.read { connection throws(NewsError) in
            try connection.first("SELECT value FROM note WHERE name = ?", name) { $0.string(0) }
        }
    }

    /// Keeps what `change` makes of a note, with no other program in between; nil removes it.
    @discardableResult
    package func changeNote(
        _ name: String, _ change: @Sendable (String?) -> String?
    ) async throws(NewsError) -> String? {
        try await writer.write { connection throws(NewsError) in
            let old = try connection.first("SELECT value FROM note WHERE name = ?", name) { $0.string(0) }
            let new = change(old)
            if let new, new != old {
                try connection.run("INSERT OR REPLACE INTO note (name, value) VALUES (?, ?)", name, new)
            } else if new == nil, old != nil {
                try connection.run("DELETE FROM note WHERE name = ?", name)
            }
            return new
        }
    }

    private func tellOfSources(everything: Bool = false) {
        var changes = Changes()
        changes.sources = true
        changes.everything = everything
        hub.tell(changes)
    }
}

/// As JSON. These values have nothing that cannot be encoded.
func encoded(_ value: some Encodable) -> String {
    // Infinite dates are the only numbers that JSON lacks: better forgotten than failed for.
    (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
}

/// nil for what another version wrote and this one cannot read: it is then as if nothing were remembered.
func decoded<V: Decodable>(_ type: V.Type, _ text: String) -> V? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
}
