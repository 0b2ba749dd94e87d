import FoundationEssentials
import Glibc
import News
import Testing

@testable import Storage

struct ConcurrencyTests {
    @Test func `reads do not wait for a refresh`() async throws {
        let fixture = try await Fixture()
        let store = fixture.store
        let ids = try await fixture.merge([story("a")], into: fixture.source()).new
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (wait, go) = (ends[0], ends[1])
        async let refresh: Void = store.writer.write { connection throws(NewsError) in
            try connection.run("UPDATE detail SET title = 'Half'")
            // In the middle of the transaction until somebody has read.
            var byte: UInt8 = 0
            _ = read(wait, &byte, 1)
            try connection.run("UPDATE detail SET title = 'Whole'")
        }
        while store.writer.isIdle { await Task.yield() }
        #expect(try await store.stories.stories(ids).map(\.title) == ["Story a"])
        #expect(try await store.search.search("is:unread").ids == ids)
        _ = write(go, [1], 1)
        try await refresh
        #expect(try await store.stories.stories(ids).map(\.title) == ["Whole"])
        close(wait)
        close(go)
    }

    @Test @MainActor func `nothing is read or written on the main thread`() async throws {
        let fixture = try await Fixture()
        let main = pthread_self()
        for database in [fixture.store.writer, fixture.store.reader, fixture.store.searcher] {
            let isMain = try await database.direct { _ in pthread_equal(pthread_self(), main) != 0 }
            #expect(!isMain)
        }
    }

    @Test func `two programs write into one library`() async throws {
        let fixture = try await Fixture()
        let other = try await Store.open(at: fixture.path, now: { noon }, days: utc).store
        let source = try await fixture.source()
        let same = try await other.sources.add(SourceStore.New(url: "https://example.org/feed"))
        #expect(same.id == source && !same.isNew)
        let second = try await other.sources.add(SourceStore.New(url: "https://example.org/other")).id
        await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { try await fixture.merge([story("a\(number)")], into: source) }
                group.addTask {
                    _ = try await other.stories.merge(IncomingFeed(stories: [story("b\(number)")]), into: second)
                }
                group.addTask { try await other.search.index() }
                group.addTask { try await fixture.store.search.index() }
            }
        }
        #expect(try await fixture.store.stories.counts().all == 40)
        #expect(try await fixture.store.search.search("story ").ids.count == 40)
        #expect(try await other.problems() == [])
    }

    @Test func `changes end with the library`() async throws {
        var fixture: Fixture? = try await Fixture()
        let changes = try #require(fixture).store.changes()
        fixture = nil
        for await _ in changes { Issue.record("told") }
    }

    @Test func `a closed library says so`() async throws {
        let fixture = try await Fixture()
        await fixture.store.close()
        await #expect(throws: NewsError.self) { try await fixture.store.stories.counts() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder) == ["library.db"])
    }
}
