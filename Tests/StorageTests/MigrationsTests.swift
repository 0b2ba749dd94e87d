import CSQLite
import FoundationEssentials
import News
import Testing

@testable import Storage

struct MigrationsTests {
    private static let versions = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "versions").path

    private func connection(_ folder: Folder) throws -> Connection {
        try Connection(path: folder.path + "/library.db", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    }

    @Test(arguments: 1...Migrations.steps.count)
    func `a library of every version opens with all that it has`(version: Int) async throws {
        let folder = try Folder()
        let sql = try String(contentsOfFile: Self.versions + "/\(version).sql", encoding: .utf8)
        try connection(folder).execute(sql)
        let opening = try await Store.open(at: folder.path + "/library.db", now: { noon }, days: utc)
        let store = opening.store
        #expect(opening.notice == nil)
        let source = try #require(try await store.sources.all().first)
        #expect(source.title == "Mine" && source.folder == "Local")
        #expect(try await store.sources.fetchStates()[source.id]?.etag == "\"1\"")
        #expect(try await store.sources.hostStates()["example.org:443"]?.refusals == 2)
        #expect(try await store.sources.note("quota") == "3")
        #expect(try await store.search.saved().map(\.query) == ["is:unread"])

        let ids = try await store.stories.ids(of: .all)
        #expect(ids.map(\.rawValue) == [10, 11, 12])
        #expect(try await store.stories.ids(of: .unread).map(\.rawValue) == [11, 12])
        #expect(try await store.stories.ids(of: .starred).map(\.rawValue) == [11])
        let one = try #require(try await store.stories.fullStory(ids[0]))
        #expect(one.contentHTML == "<p>First body</p>" && one.more.tags == ["news"])
        #expect(one.story.pictures == [Rendition(url: "https://example.org/1.jpg", width: 600, height: 400)])
        #expect(try await store.stories.fullStory(ids[1])?.contentHTML == "<p>Second body</p>")
        #expect(try await store.search.search("body ").ids == Array(ids[0...1]))
        #expect(try await store.search.search("thre").ids == [ids[2]])
        #expect(try await store.problems() == [])
        // The one that was unsubscribed comes back.
        try await store.sources.restore(SourceID(rawValue: 2))
        #expect(try await store.stories.ids(of: .all).count == 4)
    }

    /// A step that is out there may not be changed: what differs then is told by this.
    @Test func `a stored library of the present version has the tables of a new one`() throws {
        func tables(_ connection: Connection) throws -> [String] {
            try connection.rows("SELECT name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1") {
                $0.string(0)
            }
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        }
        let (old, new) = (try Folder(), try Folder())
        let stored = try connection(old)
        let sql = try String(contentsOfFile: Self.versions + "/\(Migrations.steps.count).sql", encoding: .utf8)
        try stored.execute(sql)
        let fresh = try connection(new)
        try Migrations.apply(to: fresh)
        #expect(try tables(stored) == tables(fresh))
    }

    @Test func `steps are done once each, in their order`() throws {
        let folder = try Folder()
        let connection = try connection(folder)
        let first = "CREATE TABLE a (x)"
        let second = "ALTER TABLE a ADD COLUMN y DEFAULT 7"
        try Migrations.apply(to: connection, steps: [first])
        try connection.run("INSERT INTO a (x) VALUES (1)")
        try Migrations.apply(to: connection, steps: [first, second])
        try Migrations.apply(to: connection, steps: [first, second])
        #expect(try connection.rows("SELECT x, y FROM a") { [$0.int(0), $0.int(1)] } == [[1, 7]])
        #expect(try Migrations.version(of: connection) == 2)
    }

    @Test func `a step that fails leaves the library as it was`() throws {
        let folder = try Folder()
        let connection = try connection(folder)
        try Migrations.apply(to: connection, steps: ["CREATE TABLE a (x)"])
        #expect(throws: NewsError.self) {
            try Migrations.apply(to: connection, steps: ["", "CREATE TABLE b (x); INSERT INTO none VALUES (1)"])
        }
        #expect(try connection.rows("SELECT name FROM sqlite_schema") { $0.string(0) } == ["a"])
        #expect(try Migrations.version(of: connection) == 1)
    }
}
