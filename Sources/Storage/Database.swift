import CSQLite
import News

/// One connection and the thread that it is used on. A library has one that writes, and others that only read and wait for
/// nobody: with a write-ahead log they see the state before the writer's transaction.
package actor Database {
    private let thread: SerialThread
    /// nil when it is closed.
    private var connection: Connection?

    init(_ connection: sending Connection) {
        thread = SerialThread()
        self.connection = connection
    }

    deinit { thread.end() }

    nonisolated package var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Whether what is asked for now is done at once.
    nonisolated var isIdle: Bool { thread.isIdle }

    /// Changes, all or nothing.
    func write<R: Sendable>(
        _ body: @Sendable (Connection) throws(NewsError) -> R
    ) throws(NewsError) -> R {
        try direct { connection throws(NewsError) in
            try connection.transaction { () throws(NewsError) in try body(connection) }
        }
    }

    /// Reads of one state.
    func read<R: Sendable>(_ body: @Sendable (Connection) throws(NewsError) -> R) throws(NewsError) -> R {
        try direct { connection throws(NewsError) in
            try connection.snapshot { () throws(NewsError) in try body(connection) }
        }
    }

    /// What must stand outside a transaction.
    func direct<R: Sendable>(_ body: @Sendable (Connection) throws(NewsError) -> R) throws(NewsError) -> R {
        guard let connection else { throw .storage(.other("The library is closed")) }
        thread.note(isWorking: true)
        defer { thread.note(isWorking: false) }
        do throws(NewsError) {
            return try body(connection)
        } catch {
            if error == .storage(.damaged) { LibraryFile.suspect(connection.path) }
            throw error
        }
    }

    func close() { connection = nil }
}
