import FoundationEssentials
import News

/// The library on disk: one file, of which this is the whole way in.
///
/// One connection writes; lists and pages are read on another, searches on a third, and neither waits for a refresh.
package struct Store: Sendable {
    package let sources: SourceStore
    package let stories: StoryStore
    package let statuses: StatusStore
    package let search: SearchIndex
    /// Nothing can be changed: the folder is not ours to write. `write`s throw `.storage(.notAllowed)`.
    package let isReadOnly: Bool
    let writer: Database
    let reader: Database
    let searcher: Database
    private let hub: ChangeHub

    /// What opening gave, and what the person should hear of it.
    package struct Opening: Sendable {
        package let store: Store
        package let notice: Notice?
    }

    package enum Notice: Hashable, Sendable {
        /// The file was damaged; it is kept under this name, and a new library was begun with what could be read of it.
        case setAside(path: String)
        /// The library can be read but not changed: its folder is not ours to write, or its disk is full.
        case readOnly
    }

    /// Opens the library, or begins it; the folder must be there. A file that is damaged is set aside, and one of a newer version
    /// is left alone (`.storage(.tooNew)`).
    ///
    /// - Parameters:
    ///   - now: the clock by which stories arrive.
    ///   - days: when the person's days begin.
    @concurrent
    package static func open(
        at path: String, now: @escaping @Sendable () -> Date = { Date() },
        days: LocalDays = .system
    ) async throws(NewsError) -> Opening {
        let file = LibraryFile(path: path, now: now())
        let (writing, access, notice) = try file.open()
        let reading = try file.connect(access == .full ? .readOnly : access)
        try reading.execute("PRAGMA cache_size = -2000")
        let searching = try file.connect(access == .full ? .readOnly : access)
        try searching.execute("PRAGMA cache_size = -4000")
        try Fitness.register(on: searching)
        let store = Store(writing, reading, searching, isReadOnly: access != .full, now: now, days: days)
        return Opening(store: store, notice: notice)
    }

    private init(
        _ writing: sending Connection, _ reading: sending Connection, _ searching: sending Connection, isReadOnly: Bool,
        now: @escaping @Sendable () -> Date, days: LocalDays
    ) {
        self.isReadOnly = isReadOnly
        writer = Database(writing)
        reader = Database(reading)
        searcher = Database(searching)
        hub = ChangeHub()
        sources = SourceStore(writer: writer, reader: reader, hub: hub, now: now)
        search = SearchIndex(writer: writer, searcher: searcher, hub: hub, days: days)
        stories = StoryStore(writer: writer, reader: reader, hub: hub, search: search, now: now)
        statuses = StatusStore(writer: writer, stories: stories, hub: hub)
    }

    /// Closes the file when what is under way is done. The last program to do so leaves nothing beside it.
    package func close() async {
        await searcher.close()
        await reader.close()
        await writer.close()
    }

    /// What every transaction changes from now on, for one listener.
    package func changes() -> AsyncStream<Changes> { hub.listen() }

    /// Looks whether another program changed the library since this was last asked, and tells the listeners then.
    package func noticeOthers() async throws(NewsError) {
        // On the connection that writes, since for the other one our own commits are others', too.
        let hasChanged = try await writer.direct { connection throws(NewsError) in
            let version = try connection.first("PRAGMA data_version") { $0.int64(0) } ?? 0
            defer { connection.dataVersion = version }
            return connection.dataVersion.map { $0 != version } ?? false
        }
        guard hasChanged else { return }
        var changes = Changes()
        changes.everything = true
        hub.tell(changes)
    }

    /// What SQLite finds wrong with the file, in its words; nothing where it is whole.
    package func problems() async throws(NewsError) -> [String] {
        try await reader.read { connection throws(NewsError) in
            try connection.rows("PRAGMA integrity_check") { $0.string(0) }.filter { $0 != "ok" }
        }
    }
}
