import CSQLite
import News

/// How well a story fits the words of a search, as a function of FTS5 in SQL: `fitness(word)`.
///
/// Like BM25, without weighing rare words more: every result has all of them, and counting the stories that have a word takes
/// longer than the rest of the search.
enum Fitness {
    /// Of title, author and text.
    private static let weights = [10.0, 5, 1]
    /// The number of words at which a text counts as one of ordinary length.
    private static let usual = [10.0, 2, 500]

    /// Makes the function known to a connection.
    static func register(on connection: Connection) throws(NewsError) {
        // FTS5, 7: the pointer to its functions comes out of a statement that gets a place for it.
        let place = UnsafeMutablePointer<UnsafeMutablePointer<fts5_api>?>.allocate(capacity: 1)
        place.initialize(to: nil)
        defer { place.deallocate() }
        var statement: OpaquePointer?
        try connection.check(sqlite3_prepare_v2(connection.handle, "SELECT fts5(?)", -1, &statement, nil))
        broadsheet_bind_fts5_api(statement, place)
        sqlite3_step(statement)
        sqlite3_finalize(statement)
        guard let api = place.pointee else { throw .storage(.other("SQLite without FTS5")) }
        let code = api.pointee.xCreateFunction(
            api, "fitness", nil,
            { api, context, result, _, _ in sqlite3_result_double(result, Fitness.of(api!.pointee, context)) }, nil)
        try connection.check(code)
    }

    private static func of(_ api: Fts5ExtensionApi, _ context: OpaquePointer?) -> Double {
        var count: Int32 = 0
        guard api.xInstCount(context, &count) == SQLITE_OK else { return 0 }
        // A phrase of many choices (a beginning) is many phrases: they count as one together.
        var found = (0.0, 0.0, 0.0)
        for index in 0..<count {
            var (phrase, column, offset): (Int32, Int32, Int32) = (0, 0, 0)
            guard api.xInst(context, index, &phrase, &column, &offset) == SQLITE_OK else { return 0 }
            switch column {
            case 0: found.0 += 1
            case 1: found.1 += 1
            default: found.2 += 1
            }
        }
        return worth(found.0, of: 0, api, context) + worth(found.1, of: 1, api, context)
            + worth(found.2, of: 2, api, context)
    }

    /// What so many words of a column are worth: the second adds less than the first, and less in a long text.
    private static func worth(
        _ found: Double, of column: Int, _ api: Fts5ExtensionApi, _ context: OpaquePointer?
    ) -> Double {
        var words: Int32 = 0
        guard found > 0, api.xColumnSize(context, Int32(column), &words) == SQLITE_OK else { return 0 }
        return weights[column] * found / (found + 1.2 * (0.25 + 0.75 * Double(words) / usual[column]))
    }
}
