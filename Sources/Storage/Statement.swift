import CSQLite
import FoundationEssentials
import News

/// A prepared statement: values go in by position from 1, columns come out by position from 0.
final class Statement {
    private let statement: OpaquePointer
    private unowned let connection: Connection

    init(_ sql: String, on connection: Connection) throws(NewsError) {
        self.connection = connection
        var prepared: OpaquePointer?
        try connection.check(
            sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
        statement = prepared!
    }

    deinit { sqlite3_finalize(statement) }

    func bind(_ values: [any Bindable]) throws(NewsError) {
        for (index, value) in values.enumerated() {
            try connection.check(value.bind(to: statement, at: Int32(index + 1)))
        }
    }

    /// Takes over the values of another statement's row.
    func bind(row: Statement, columns: Int) throws(NewsError) {
        for column in 0..<Int32(columns) {
            try connection.check(sqlite3_bind_value(statement, column + 1, sqlite3_column_value(row.statement, column)))
        }
    }

    /// Steps to the next row; false after the last one, when the statement is ready to be run again.
    func step() throws(NewsError) -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            reset()
            return false
        case let code:
            // Reading the words of the error comes before the reset, which forgets them.
            let error = NewsError(code: code, on: connection.handle)
            reset()
            throw error
        }
    }

    func reset() {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

    func double(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    func optionalInt64(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }

    func string(_ column: Int32) -> String { optionalString(column) ?? "" }

    func optionalString(_ column: Int32) -> String? {
        // The text before its length: asking for the text may convert it.
        guard let text = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// Bytes that live until the next step.
    func withBytes<R>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        let bytes = sqlite3_column_blob(statement, column)
        return body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
    }

    /// Kept as seconds since 1970.
    func date(_ column: Int32) -> Date? {
        isNull(column) ? nil : Date(timeIntervalSince1970: sqlite3_column_double(statement, column))
    }
}

/// What can be put into a statement.
protocol Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, self) }
}

extension Int: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { Int64(self).bind(to: statement, at: index) }
}

extension Bool: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { (self ? 1 : 0).bind(to: statement, at: index) }
}

extension Date: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_double(statement, index, timeIntervalSince1970)
    }
}

extension String: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                // An empty string may have no address, which SQLite would take for NULL.
                let copying = broadsheet_sqlite_transient()
                guard let start = $0.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, copying) }
                return sqlite3_bind_text64(statement, index, start, UInt64($0.count), copying, UInt8(SQLITE_UTF8))
            }
        }
    }
}

/// UTF-8 as text, without becoming a String first.
struct FoldedText: Bindable {
    let bytes: [UInt8]

    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            let text = bytes.assumingMemoryBound(to: CChar.self)
            let copying = broadsheet_sqlite_transient()
            guard let start = text.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, copying) }
            return sqlite3_bind_text64(statement, index, start, UInt64(text.count), copying, UInt8(SQLITE_UTF8))
        }
    }
}

extension [UInt8]: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        withUnsafeBytes {
            guard let start = $0.baseAddress else { return sqlite3_bind_zeroblob(statement, index, 0) }
            return sqlite3_bind_blob64(statement, index, start, UInt64($0.count), broadsheet_sqlite_transient())
        }
    }
}

extension Optional: Bindable where Wrapped: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
    }
}
