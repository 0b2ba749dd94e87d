import CSQLite
import News

/// Takes out of a damaged file what can still be read: subscriptions and marks above all, which no refresh brings back.
struct Salvage {
    private let damaged: String
    private let connection: Connection

    init(from damaged: String, into connection: Connection) {
        self.damaged = damaged
        self.connection = connection
    }

    /// Whatever is readable is copied, row by row; that nothing is, is no error.
    func run() throws(NewsError) {
        // Not attached to the new one: its damage would end the transaction.
        let old: Connection
        do throws(NewsError) {
            old = try Connection(path: damaged, flags: SQLITE_OPEN_READONLY)
        } catch {
            return
        }
        try connection.transaction { () throws(NewsError) in
            for table in ["folder", "address", "source", "status", "saved_search", "note", "host"] {
                try copy(table, of: old)
            }
            for table in ["body", "detail", "story"] { try copy(table, of: old) }
            try connection.execute(
                """
                DELETE FROM story WHERE id NOT IN (SELECT story FROM detail) OR source NOT IN (SELECT id FROM source);
                DELETE FROM detail WHERE story NOT IN (SELECT id FROM story);
                UPDATE detail SET body = NULL WHERE body NOT IN (SELECT id FROM body);
                DELETE FROM body WHERE id NOT IN (SELECT body FROM detail WHERE body IS NOT NULL);
                UPDATE source SET folder = NULL WHERE folder NOT IN (SELECT id FROM folder);
                INSERT OR IGNORE INTO status (key, link, flags)
                    SELECT status, iif(flags & 16, NULL, link), flags & 7 FROM story WHERE flags & 7;
                -- Or servers would say that nothing has changed, and what could not be read would not come again.
                UPDATE source SET fetch = json_remove(fetch, '$.etag', '$.lastModified', '$.validatorsDate', '$.bodyHash')
                    WHERE json_valid(fetch);
                """)
        }
    }

    private func copy(_ table: String, of old: Connection) throws(NewsError) {
        let columns = try columns(of: table, old)
        if columns.isEmpty { return }
        let list = columns.joined(separator: ", ")
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let write = try Statement("INSERT OR IGNORE INTO \(table) (\(list)) VALUES (\(places))", on: connection)
        // From both ends, up to the page that cannot be read.
        for order in ["", " ORDER BY 1 DESC"] {
            do throws(NewsError) {
                let read = try Statement("SELECT \(list) FROM \(table)\(order)", on: old)
                while try read.step() {
                    try write.bind(row: read, columns: columns.count)
                    _ = try write.step()
                }
                return
            } catch .storage(.damaged) {
                continue
            } catch .storage(.other) {
                // The table is not there.
                continue
            }
        }
    }

    /// Those that both files have. The place in the index is not taken over: the index is made anew.
    private func columns(of table: String, _ old: Connection) throws(NewsError) -> [String] {
        let wanted = try connection.rows("SELECT name FROM pragma_table_info(?)", table) { $0.string(0) }
        do throws(NewsError) {
            let there = try old.rows("SELECT name FROM pragma_table_info(?)", table) { $0.string(0) }
            return wanted.filter { there.contains($0) && $0 != "document" }
        } catch {
            return []
        }
    }
}
