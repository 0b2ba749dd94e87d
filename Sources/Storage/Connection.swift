import CSQLite
import FoundationEssentials
import Glibc
import News

/// One connection to SQLite, for one thread at a time, with its prepared statements.
final class Connection {
    let handle: OpaquePointer
    let path: String
    private var statements: [String: Statement] = [:]
    /// What `PRAGMA data_version` last said.
    var dataVersion: Int64?
    let compressor = Compressor()
    /// The frame of bodies that was read last; frames never change.
    var lastFrame: (id: Int64, bytes: [UInt8])?
    /// Of the connection that reads stories for the index.
    var vocabulary = Vocabulary()

    init(path: String, flags: Int32) throws(NewsError) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            // Even a failed open gives a handle, which has to be closed (sqlite3_open_v2).
            let error = opened.map { NewsError(code: sqlite3_extended_errcode($0), on: $0) }
            sqlite3_close_v2(opened)
            throw error ?? .storage(.other("out of memory"))
        }
        handle = opened
        self.path = path
        // Another process may be in the middle of a transaction.
        sqlite3_busy_timeout(handle, 10_000)
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    /// Runs one or more statements of which nothing is bound and no row wanted.
    func execute(_ sql: String) throws(NewsError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// A statement, prepared once, without values and before its first row.
    func prepare(_ sql: String) throws(NewsError) -> Statement {
        if let statement = statements[sql] {
            statement.reset()
            return statement
        }
        let statement = try Statement(sql, on: self)
        statements[sql] = statement
        return statement
    }

    /// Runs a statement to its end; the number of rows that it changed.
    @discardableResult
    func run(_ sql: String, _ values: any Bindable...) throws(NewsError) -> Int {
        let statement = try prepare(sql)
        try statement.bind(values)
        while try statement.step() {}
        return Int(sqlite3_changes64(handle))
    }

    /// What `read` makes of each row.
    func rows<R>(
        _ sql: String, _ values: any Bindable..., read: (Statement) throws(NewsError) -> R
    ) throws(NewsError) -> [R] {
        let statement = try prepare(sql)
        try statement.bind(values)
        var rows: [R] = []
        while try statement.step() { rows.append(try read(statement)) }
        return rows
    }

    /// What `read` makes of the first row; nil where there is none.
    func first<R>(
        _ sql: String, _ values: any Bindable..., read: (Statement) throws(NewsError) -> R
    ) throws(NewsError) -> R? {
        let statement = try prepare(sql)
        try statement.bind(values)
        guard try statement.step() else { return nil }
        let row = try read(statement)
        statement.reset()
        return row
    }

    /// All or nothing: what throws is rolled back. Begins as a writer, since a reader that turns into one can be refused.
    func transaction<R>(_ body: () throws(NewsError) -> R) throws(NewsError) -> R {
        try execute("BEGIN IMMEDIATE")
        do throws(NewsError) {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            // Some errors (a full disk) have rolled back already; then this fails, and nothing is lost by it.
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    /// Several reads of one state.
    func snapshot<R>(_ body: () throws(NewsError) -> R) throws(NewsError) -> R {
        try execute("BEGIN")
        defer { sqlite3_exec(handle, "COMMIT", nil, nil, nil) }
        return try body()
    }

    /// How many rows were ever changed on this connection.
    var changes: Int { Int(sqlite3_total_changes64(handle)) }

    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Turns any code but that of success into what it means.
    func check(_ code: Int32) throws(NewsError) {
        if code != SQLITE_OK { throw NewsError(code: code, on: handle) }
    }
}

extension NewsError {
    /// What a result code of SQLite means to the library.
    init(code: Int32, on handle: OpaquePointer) {
        self =
            switch code & 0xFF {
            case SQLITE_FULL: .storage(.diskFull)
            case SQLITE_IOERR: NewsError(errno: sqlite3_system_errno(handle), code: code, on: handle)
            case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .storage(.notAllowed)
            case SQLITE_BUSY, SQLITE_LOCKED: .storage(.busy)
            case SQLITE_CORRUPT, SQLITE_NOTADB: .storage(.damaged)
            default: .storage(.other(String(cString: sqlite3_errmsg(handle)) + " (\(code))"))
            }
    }

    /// What the system said when SQLite could not read or write.
    private init(errno: Int32, code: Int32, on handle: OpaquePointer) {
        self =
            switch errno {
            case ENOSPC, EDQUOT, EFBIG: .storage(.diskFull)
            case EACCES, EPERM, EROFS: .storage(.notAllowed)
            default: .storage(.other(String(cString: sqlite3_errmsg(handle)) + " (\(code), \(errno))"))
            }
    }
}
