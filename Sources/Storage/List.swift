import News

/// Reads ids, newest first: by date, and stories of one date from the top of their document down.
struct List {
    let limit: Int?
    let connection: Connection

    /// Where the conditions about flags are those of an index, word for word, SQLite uses it.
    func ids(_ condition: String, _ values: [any Bindable] = []) throws(NewsError) -> [StoryID] {
        try rows(condition, values).map { StoryID(rawValue: $0.id) }
    }

    /// A list of all sources: what is in the index, and what is not yet.
    func byDate(
        settled: String, any: String, _ values: [any Bindable] = [], index: String = ""
    ) throws(NewsError) -> [StoryID] {
        let old = try rows(settled, values, index: index)
        let new = try rows("flags & 64 AND " + any, values)
        if new.isEmpty { return old.map { StoryID(rawValue: $0.id) } }
        var ids: [StoryID] = []
        let count = min(limit ?? .max, old.count + new.count)
        ids.reserveCapacity(count)
        var (nextOld, nextNew) = (0, 0)
        while ids.count < count {
            let isOld =
                nextNew == new.count
                || nextOld < old.count
                    && (old[nextOld].sort, old[nextOld].id) > (new[nextNew].sort, new[nextNew].id)
            ids.append(StoryID(rawValue: isOld ? old[nextOld].id : new[nextNew].id))
            if isOld { nextOld += 1 } else { nextNew += 1 }
        }
        return ids
    }

    private func rows(
        _ condition: String, _ values: [any Bindable], index: String = ""
    ) throws(NewsError) -> [(id: Int64, sort: Int64)] {
        let statement = try connection.prepare(
            "SELECT id, sort FROM story \(index) WHERE \(condition) ORDER BY sort DESC, id DESC LIMIT ?")
        try statement.bind(values + [Int64(limit ?? -1)])
        var rows: [(id: Int64, sort: Int64)] = []
        while try statement.step() { rows.append((statement.int64(0), statement.int64(1))) }
        return rows
    }
}
