import News

/// The HTML of stories, several in a frame: stories of one feed have so much in common that 4 KB of each take a quarter less than
/// alone, and fill pages that two of them would leave half empty. Frames stay small, since reading one story reads its frame.
struct Bodies {
    /// Bytes of HTML from which on a frame is full.
    private static let full = 24_000

    private let connection: Connection
    private var html = ""
    private var parts: [(story: Int64, start: Int, length: Int)] = []

    init(connection: Connection) { self.connection = connection }

    /// The story's row must be there.
    mutating func add(_ text: String, story: Int64) throws(NewsError) {
        parts.append((story, html.utf8.count, text.utf8.count))
        html += text
        if html.utf8.count >= Self.full { try finish() }
    }

    /// Writes what has been added.
    mutating func finish() throws(NewsError) {
        guard let first = parts.map(\.story).min(), let last = parts.map(\.story).max() else { return }
        try connection.run(
            "INSERT INTO body (first, last, frame) VALUES (?, ?, ?)", first, last, connection.compressor.pack(html))
        let id = connection.lastInsertedRow
        for part in parts {
            try connection.run(
                "UPDATE detail SET body = ?, start = ?, length = ? WHERE story = ?", id, part.start, part.length,
                part.story)
        }
        html = ""
        parts = []
    }

    /// Removes a frame that no story needs any more.
    static func remove(_ id: Int64?, on connection: Connection) throws(NewsError) {
        guard let id else { return }
        try connection.run(
            """
            DELETE FROM body WHERE id = ?1
                AND NOT EXISTS (SELECT 1 FROM detail WHERE story BETWEEN first AND last AND body = ?1)
            """, id)
    }

    /// The HTML at a place of a frame. The frame read last is kept: who reads many stories reads neighbours.
    static func html(in id: Int64, start: Int, length: Int, on connection: Connection) throws(NewsError) -> String {
        if connection.lastFrame?.id != id {
            let frame = try connection.first("SELECT frame FROM body WHERE id = ?", id) {
                $0.withBytes(0, connection.compressor.unpack)
            }
            guard let frame, let frame else { throw .storage(.damaged) }
            connection.lastFrame = (id, frame)
        }
        let bytes = connection.lastFrame!.bytes
        guard start >= 0, length >= 0, start + length <= bytes.count else { throw .storage(.damaged) }
        return String(decoding: bytes[start..<start + length], as: UTF8.self)
    }
}
