import News

/// New stories come into the indices by date in thousands, not source by source: each document's dates are all over the index, and
/// 50,000 stories of 1,000 documents wrote 750 MB with every transaction touching most of it, 250 MB so. Until then lists look
/// for them apart.
enum Settling {
    /// How many stories may wait: as many as a list can look through and sort in a few milliseconds.
    private static let room: Int64 = 4000

    /// Within the transaction that added stories.
    static func settleIfMany(on connection: Connection) throws(NewsError) {
        let waiting = try connection.first("SELECT max(id) - min(id) FROM story WHERE flags & 64") { $0.int64(0) } ?? 0
        if waiting >= room { try settle(on: connection) }
    }

    static func settle(on connection: Connection) throws(NewsError) {
        try connection.run("UPDATE story SET flags = flags & ~64 WHERE flags & 64")
    }
}
