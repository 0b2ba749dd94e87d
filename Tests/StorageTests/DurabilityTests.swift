import CSQLite
import FoundationEssentials
import Glibc
import News
import Testing

@testable import Storage

/// Four libraries beside each other, fifty kills each.
@Suite struct KillTests {
    @Test func `an emptied file is set aside with its log, which has the stories`() async throws {
        let folder = try Folder()
        let path = folder.path + "/library.db"
        let store = try await Store.open(at: path).store
        _ = try await store.sources.add(SourceStore.New(url: "https://example.org/feed"))
        // As after a kill: what was written last is in the log alone.
        let log = try #require(FileManager.default.contents(atPath: path + "-wal"))
        let copy = folder.path + "/copy.db"
        try Data().write(to: URL(filePath: copy))
        try log.write(to: URL(filePath: copy + "-wal"))
        let opening = try await Store.open(at: copy)
        guard case .setAside(let aside)? = opening.notice else { return #expect(Bool(false), "nothing was set aside") }
        #expect(FileManager.default.contents(atPath: aside + "-wal") == log)
        #expect(try await opening.store.sources.all().isEmpty)
    }

    @Test(arguments: 1...4)
    func `killed in the middle of refreshes and marks, a library is whole and keeps what it has acknowledged`(
        library: Int
    ) async throws {
        let folder = try Folder()
        let path = folder.path + "/library.db"
        var numbers = SystemRandomNumberGenerator()
        var marks: [(mark: String, id: Int64)] = []
        var merges = 0
        for _ in 0..<50 {
            let child = try Child("churn", path)
            // After so many promises it is killed, which finds it somewhere in the next ones.
            for _ in 0..<Int.random(in: 1...20, using: &numbers) { note(child.line(), &marks, &merges) }
            child.kill()
            while let line = child.line() { note(line, &marks, &merges) }
            try check(path, marks.suffix(50))
        }
        try check(path, marks[...])
        #expect(merges > 50)
        #expect(marks.count > 100)
    }

    private func note(_ line: String?, _ marks: inout [(mark: String, id: Int64)], _ merges: inout Int) {
        let words = line?.split(separator: " ") ?? []
        switch words.first {
        case "read", "starred": marks.append((String(words[0]), Int64(words[1])!))
        case "merged": merges += 1
        default: Issue.record("\(line ?? "ended")")
        }
    }

    private func check(_ path: String, _ marks: ArraySlice<(mark: String, id: Int64)>) throws {
        // By another hand than the store's, and without its repairs.
        let connection = try Connection(path: path, flags: SQLITE_OPEN_READWRITE)
        #expect(try connection.rows("PRAGMA integrity_check") { $0.string(0) } == ["ok"])
        try connection.execute("INSERT INTO word (word) VALUES ('integrity-check')")
        for (mark, id) in marks {
            let flag: Flags = mark == "read" ? .read : .starred
            let row = try connection.first("SELECT flags, status FROM story WHERE id = ?", id) {
                ($0.int(0), $0.int64(1))
            }
            guard let (flags, key) = row else { continue }
            #expect(Flags(rawValue: flags).contains(flag), "\(mark) \(id)")
            let status = try connection.first("SELECT flags FROM status WHERE key = ?", key) { $0.int(0) }
            #expect(Flags(rawValue: status ?? 0).contains(flag), "\(mark) \(id)")
        }
        // Half stories: a row without what it shows, a body that is another's.
        let counts = try connection.rows(
            "SELECT (SELECT count(*) FROM story), (SELECT count(*) FROM story JOIN detail ON story = id)"
        ) { [$0.int(0), $0.int(1)] }
        #expect(counts[0][0] == counts[0][1])
        let rows = try connection.rows("SELECT title, body, start, length FROM detail") {
            (title: $0.string(0), body: $0.int64(1), start: $0.int(2), length: $0.int(3))
        }
        for row in rows {
            let html = try Bodies.html(in: row.body, start: row.start, length: row.length, on: connection)
            #expect(html == String(repeating: "<p>\(row.title)</p>", count: 100))
        }
        // Half documents: the five stories that a version brought are there together, or all but the starred one dropped.
        let sources = try connection.rows("SELECT id, fetch FROM source WHERE fetch IS NOT NULL") {
            (id: $0.int64(0), version: Int(decoded(FetchState.self, $0.string(1))?.etag ?? "0") ?? 0)
        }
        for source in sources {
            let numbers = rows.map { $0.title.split(separator: " ") }.filter { $0[0] == "\(source.id)" }
                .map { Int($0[1])! }
            let newest = numbers.count { $0 >= source.version * 5 + 15 }
            #expect(newest == 5 || newest <= 1, "\(numbers)")
            #expect(numbers.allSatisfy { $0 < source.version * 5 + 20 })
        }
    }
}

struct DurabilityTests {
    /// Overwrites the first page of a table, as a broken disk does.
    private func damage(_ table: String, in path: String) throws {
        let connection = try Connection(path: path, flags: SQLITE_OPEN_READONLY)
        let page = try connection.first("SELECT rootpage FROM sqlite_schema WHERE name = ?", table) { $0.int(0) }
        var bytes = try #require(FileManager.default.contents(atPath: path))
        for index in (page! - 1) * 4096..<page! * 4096 { bytes[index] = 0xA5 }
        try bytes.write(to: URL(filePath: path))
    }

    @Test(arguments: ["body", "detail", "story", "story_all", "word_data"])
    func `a damaged file is set aside, and what can be read of it is kept`(table: String) async throws {
        let folder = try Folder()
        let path = folder.path + "/library.db"
        try await fill(path, stories: 200)
        try damage(table, in: path)
        LibraryFile.suspect(path)
        let bytes = FileManager.default.contents(atPath: path)

        let opening = try await Store.open(at: path, now: { noon }, days: utc)
        let store = opening.store
        #expect(opening.notice == .setAside(path: path + ".damaged-2027-01-15-080000"))
        #expect(FileManager.default.contents(atPath: path + ".damaged-2027-01-15-080000") == bytes)
        let source = try #require(try await store.sources.all().first)
        #expect(source.url == "https://example.org/feed" && source.folder == "Local")
        #expect(try await store.problems() == [])
        // All that is listed can be read, too.
        let ids = try await store.stories.ids(of: .all)
        #expect(ids.count == (["detail", "story"].contains(table) ? 0 : 200))
        for id in ids {
            let full = try #require(try await store.stories.fullStory(id))
            #expect(full.contentHTML == (table == "body" ? nil : "<p>\(full.story.title)</p>"))
        }
        // What was read stays read, also of stories that come back by a refresh.
        _ = try await store.stories.merge(document(200), into: source.id)
        let counts = try await store.stories.counts()
        #expect(counts.all == 200 && counts.unread == 199)
        #expect(try await store.search.search("story ").ids.count == 200)
    }

    @Test(arguments: [
        Array("This is no library.".utf8) + Array(repeating: 0x20, count: 5000), Array(repeating: 0, count: 4096),
    ])
    func `a file that is no library is set aside`(bytes: [UInt8]) async throws {
        let folder = try Folder()
        let path = folder.path + "/library.db"
        try Data(bytes).write(to: URL(filePath: path))
        let opening = try await Store.open(at: path, now: { noon }, days: utc)
        #expect(opening.notice == .setAside(path: path + ".damaged-2027-01-15-080000"))
        #expect(try await opening.store.sources.all().isEmpty)
        #expect(FileManager.default.contents(atPath: path + ".damaged-2027-01-15-080000") == Data(bytes))
    }

    @Test func `a file that was cut off is set aside`() async throws {
        let folder = try Folder()
        let path = folder.path + "/library.db"
        try await fill(path, stories: 200)
        let bytes = try #require(FileManager.default.contents(atPath: path))
        try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
        let opening = try await Store.open(at: path, now: { noon }, days: utc)
        #expect(opening.notice != nil)
        #expect(try await opening.store.problems() == [])
    }

    @Test func `damage met in the middle of work is found out at the next start`() async throws {
        let folder = try Folder()
        let path = folder.path + "/library.db"
        try await fill(path, stories: 200)
        try damage("detail", in: path)
        let first = try await Store.open(at: path, now: { noon }, days: utc)
        #expect(first.notice == nil)
        let ids = try await first.store.stories.ids(of: .all)
        await #expect(throws: NewsError.storage(.damaged)) { try await first.store.stories.stories(ids) }
        await first.store.close()
        let second = try await Store.open(at: path, now: { noon }, days: utc)
        #expect(second.notice == .setAside(path: path + ".damaged-2027-01-15-080000"))
        #expect(try await second.store.sources.all().count == 1)
    }

    @Test func `a file of a newer version is left alone`() async throws {
        let folder = try Folder()
        let path = folder.path + "/library.db"
        try await fill(path, stories: 3)
        try Connection(path: path, flags: SQLITE_OPEN_READWRITE).execute("PRAGMA user_version = 1000")
        let before = FileManager.default.contents(atPath: path)
        await #expect(throws: NewsError.storage(.tooNew)) { try await Store.open(at: path) }
        #expect(FileManager.default.contents(atPath: path) == before)
    }

    // MARK: Permissions

    @Test func `a library in a folder that may not be written is read`() async throws {
        let folder = try Folder(mode: 0o755)
        let path = folder.path + "/library.db"
        try await fill(path, stories: 2)
        chmod(path, 0o444)
        chmod(folder.path, 0o555)
        #expect(
            try Child("look", path).lines() == [
                "opened, readOnly", "read Story 1, Story 0", "found 0", "storage(News.StorageProblem.notAllowed)",
            ])
        chmod(folder.path, 0o755)
    }

    @Test func `a file that may not be written is read`() async throws {
        let folder = try Folder(mode: 0o777)
        let path = folder.path + "/library.db"
        try await fill(path, stories: 2)
        chmod(path, 0o444)
        #expect(try Child("look", path).lines().prefix(2) == ["opened, readOnly", "read Story 1, Story 0"])
    }

    @Test func `a file that may not be read is an error, and stays as it is`() async throws {
        let folder = try Folder(mode: 0o777)
        let path = folder.path + "/library.db"
        try await fill(path, stories: 2)
        chmod(path, 0)
        #expect(try Child("look", path).lines() == ["storage(News.StorageProblem.notAllowed)"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["library.db"])
    }

    @Test func `where no library can be begun it is an error`() async throws {
        let folder = try Folder(mode: 0o555)
        #expect(try Child("look", folder.path + "/library.db").lines() == ["storage(News.StorageProblem.notAllowed)"])
        #expect(
            try Child("look", folder.path + "/none/library.db").lines() == ["storage(News.StorageProblem.notAllowed)"])
        chmod(folder.path, 0o755)
    }

    // MARK: A full disk

    @Test(.enabled(if: SmallDisk.canBeMade, "only root can mount a small disk"))
    func `on a full disk nothing is lost, and with room again all goes on`() async throws {
        let disk = try SmallDisk(megabytes: 2)
        let path = disk.path + "/library.db"
        let store = try await Store.open(at: path, now: { noon }, days: utc).store
        let source = try await store.sources.add(SourceStore.New(url: "https://example.org/feed")).id
        var kept = 0
        await #expect(throws: NewsError.storage(.diskFull)) {
            for number in 0..<1000 {
                let html =
                    "<p>"
                    + (0..<2000).map { String(($0 &* (number &+ 7) &* 2_654_435_761) & 0xFFFF, radix: 36) }.joined()
                let new = try await store.stories.merge(
                    IncomingFeed(stories: [story("\(number)", html: html)]), into: source
                ).new
                kept += 1
                if number % 2 == 0 { _ = try await store.statuses.mark(.read, new) }
            }
        }
        #expect(kept > 10)
        let read = kept / 2
        var counts = try await store.stories.counts()
        #expect(counts.all == kept && abs(counts.all - counts.unread - read) <= 1)
        #expect(try await store.problems() == [])
        let unread = counts.unread

        // Opened anew on the full disk the library can at least be read.
        let again = try await Store.open(at: path, now: { noon }, days: utc).store
        #expect(try await again.stories.counts().unread == unread)

        try disk.grow(megabytes: 8)
        _ = try await store.stories.merge(IncomingFeed(stories: [story("last")]), into: source)
        counts = try await store.stories.counts()
        #expect(counts.all == kept + 1)
    }

    @Test(.enabled(if: SmallDisk.canBeMade, "only root can mount a small disk"))
    func `on a full disk no library can be begun, and none is left half begun`() async throws {
        let disk = try SmallDisk(megabytes: 1)
        try disk.fill()
        let path = disk.path + "/library.db"
        await #expect(throws: NewsError.storage(.diskFull)) { try await Store.open(at: path) }
        try disk.grow(megabytes: 8)
        let opening = try await Store.open(at: path)
        #expect(opening.notice == nil)
        #expect(try await opening.store.sources.all().isEmpty)
    }

    @Test(.enabled(if: SmallDisk.canBeMade, "only root can mount a small disk"))
    func `a damaged file for which a full disk has no second place waits for room`() async throws {
        let disk = try SmallDisk(megabytes: 16)
        let path = disk.path + "/library.db"
        try await fill(path, stories: 3)
        let store = try await Store.open(at: path, now: { noon }, days: utc).store
        let source = try #require(try await store.sources.all().first).id
        // Nothing that packs well.
        let html = (0..<300_000).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
        _ = try await store.stories.merge(IncomingFeed(stories: [story("long", html: html)]), into: source)
        await store.close()
        try damage("story_all", in: path)
        LibraryFile.suspect(path)
        let size = try #require(FileManager.default.contents(atPath: path)).count
        #expect(size > 2 << 20)
        try disk.grow(megabytes: (size >> 20) + 2)
        await #expect(throws: NewsError.storage(.diskFull)) { try await Store.open(at: path, now: { noon }, days: utc) }
        try disk.grow(megabytes: 16)
        let opening = try await Store.open(at: path, now: { noon }, days: utc)
        #expect(opening.notice == .setAside(path: path + ".damaged-2027-01-15-080000"))
        #expect(try await opening.store.stories.ids(of: .all).count == 4)
        let left = try FileManager.default.contentsOfDirectory(atPath: disk.path)
        #expect(left.allSatisfy { !$0.contains(".new") && !$0.contains(".suspect") })
    }

    @Test func `where a program was killed before the new file came to its place, it comes there`() async throws {
        let folder = try Folder()
        let path = folder.path + "/library.db"
        try await fill(path, stories: 3)
        rename(path, path + ".new")
        // The log of the damaged one, which is not the new one's.
        try Data("A log".utf8).write(to: URL(filePath: path + "-wal"))
        let store = try await Store.open(at: path, now: { noon }, days: utc).store
        #expect(try await store.stories.ids(of: .all).count == 3)
        #expect(
            FileManager.default.contents(atPath: path + ".damaged-2027-01-15-080000-wal") == Data("A log".utf8))
    }

    @Test func `two programs that find the damage at once set one file aside, and both go on with the new one`()
        async throws
    {
        let folder = try Folder()
        let path = folder.path + "/library.db"
        try await fill(path, stories: 200)
        try damage("story_all", in: path)
        LibraryFile.suspect(path)
        let openings = try await withThrowingTaskGroup(of: Store.Opening.self) { group in
            for _ in 1...4 { group.addTask { try await Store.open(at: path, now: { noon }, days: utc) } }
            return try await group.reduce(into: [Store.Opening]()) { $0.append($1) }
        }
        #expect(openings.count { $0.notice != nil } == 1)
        for opening in openings { #expect(try await opening.store.stories.ids(of: .all).count == 200) }
    }

    @Test func `after damage no server is asked whether what could not be read has changed`() async throws {
        let folder = try Folder()
        let path = folder.path + "/library.db"
        try await fill(path, stories: 3)
        let store = try await Store.open(at: path, now: { noon }, days: utc).store
        let source = try #require(try await store.sources.all().first).id
        var state = FetchState()
        state.etag = "\"1\""
        state.bodyHash = .max
        state.validatorsDate = noon
        state.failures = 2
        try await store.sources.remember([source: state])
        await store.close()
        try damage("story", in: path)
        let again = try await Store.open(at: path, now: { noon }, days: utc).store
        let kept = try #require(try await again.sources.fetchStates()[source])
        #expect(kept.etag == nil && kept.bodyHash == nil && kept.validatorsDate == nil)
        #expect(kept.failures == 2)
    }

    // MARK: Making libraries

    private func document(_ count: Int) -> IncomingFeed {
        IncomingFeed(
            title: "Gazette",
            stories: (0..<count).map {
                story("\($0)", age: Double(count - $0), html: "<p>Story \($0)</p>")
            })
    }

    /// A library that was closed, of which the newest story is read.
    private func fill(_ path: String, stories: Int) async throws {
        let store = try await Store.open(at: path, now: { noon }, days: utc).store
        let source = try await store.sources.add(SourceStore.New(url: "https://example.org/feed", folder: "Local")).id
        let ids = try await store.stories.merge(document(stories), into: source).new
        if stories > 2 { _ = try await store.statuses.mark(.read, [ids.last!]) }
        await store.close()
    }
}
