import FoundationEssentials
import News
import Storage
import Testing

struct SourceStoreTests {
    @Test func `an address is subscribed to once, whatever its scheme and trackers`() async throws {
        let sources = try await Fixture().store.sources
        let added = try await sources.add([
            SourceStore.New(url: "https://example.org/feed"),
            SourceStore.New(url: "http://example.org/feed?utm_source=x"),
            SourceStore.New(url: "https://example.org/other"),
        ])
        #expect(added.map(\.isNew) == [true, false, true])
        #expect(added[0].id == added[1].id)
        #expect(try await sources.all().map(\.url) == ["https://example.org/feed", "https://example.org/other"])
    }

    @Test func `a source has the person's name, else the feed's, else its host`() async throws {
        let fixture = try await Fixture()
        let sources = fixture.store.sources
        let id = try await sources.add(SourceStore.New(url: "https://example.org/feed")).id
        #expect(try await sources.source(id)?.title == "example.org")
        _ = try await fixture.store.stories.merge(
            IncomingFeed(title: "Gazette", site: "https://example.org", stories: []), into: id)
        #expect(try await sources.source(id)?.title == "Gazette")
        try await sources.rename(id, to: "Mine")
        #expect(try await sources.source(id)?.title == "Mine")
        try await sources.rename(id, to: nil)
        #expect(try await sources.source(id)?.title == "Gazette")
        #expect(try await sources.source(id)?.site == "https://example.org")
    }

    @Test func `folders are made, renamed, joined and removed by their names`() async throws {
        let fixture = try await Fixture()
        let sources = fixture.store.sources
        let one = try await fixture.source("https://example.org/1", folder: "World")
        let two = try await fixture.source("https://example.org/2", folder: "Science")
        #expect(try await sources.folders() == ["Science", "World"])
        try await sources.move(one, toFolder: "Local")
        #expect(try await sources.source(one)?.folder == "Local")
        try await sources.renameFolder("Science", to: "Local")
        #expect(try await sources.folders() == ["Local", "World"])
        #expect(try await sources.source(two)?.folder == "Local")
        try await sources.removeFolder("Local")
        #expect(try await sources.all().map(\.folder) == [nil, nil])
        try await sources.move(one, toFolder: nil)
    }

    @Test func `unsubscribing can be undone, with all its stories`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source(folder: "Local")
        let ids = try await fixture.merge([story("a"), story("b")], into: source).new
        #expect(try await fixture.store.sources.remove(source))
        #expect(try await fixture.store.sources.all().isEmpty)
        #expect(try await fixture.store.stories.counts() == StoryCounts())
        #expect(try await fixture.store.stories.stories(ids).isEmpty)
        #expect(try await fixture.store.sources.remove(source) == false)
        // A refresh that was under way brings nothing.
        #expect(try await fixture.merge([story("c")], into: source).new.isEmpty)

        #expect(try await fixture.store.sources.restore(source))
        #expect(try await fixture.titles(.folder("Local")).count == 2)
        #expect(try await fixture.store.stories.counts().unread == 2)
    }

    @Test func `subscribing again brings back what was just unsubscribed`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        try await fixture.merge([story("a")], into: source)
        try await fixture.store.sources.remove(source)
        let again = try await fixture.store.sources.add(SourceStore.New(url: "https://example.org/feed"))
        #expect(again.id == source && again.isNew)
        #expect(try await fixture.titles() == ["Story a"])
    }

    @Test func `what is remembered of requests comes back whole`() async throws {
        let fixture = try await Fixture()
        let sources = fixture.store.sources
        let source = try await fixture.source()
        #expect(try await sources.fetchStates().isEmpty)
        var state = FetchState()
        state.etag = "W/\"\u{E9} 1\""
        state.lastModified = "Fri, 15 Jan 2027 08:00:00 GMT"
        state.validatorsDate = noon
        state.bodyHash = .max
        state.lastTry = noon
        state.nextTry = noon.addingTimeInterval(600)
        state.failures = 3
        state.failingSince = noon.addingTimeInterval(-86_400)
        state.error = .rateLimited(until: noon)
        state.updateInterval = 3600
        try await sources.remember([source: state])
        #expect(try await sources.fetchStates() == [source: state])
        let shown = try #require(try await sources.source(source))
        #expect(shown.error == .rateLimited(until: noon) && shown.failingSince == state.failingSince)
        #expect(shown.nextTry == noon.addingTimeInterval(600))

        state.isStopped = true
        _ = try await fixture.store.stories.merge(IncomingFeed(stories: []), into: source, state: state)
        #expect(try await sources.source(source)?.nextTry == nil)
    }

    @Test func `hosts and notes are remembered until they are forgotten`() async throws {
        let sources = try await Fixture().store.sources
        let state = HostState(until: noon, refusals: 2)
        try await sources.remember(state, ofHost: "example.org:443")
        #expect(try await sources.hostStates() == ["example.org:443": state])
        try await sources.remember(nil, ofHost: "example.org:443")
        #expect(try await sources.hostStates().isEmpty)

        #expect(try await sources.note("quota") == nil)
        for count in 1...3 {
            let kept = try await sources.changeNote("quota") { String((Int($0 ?? "0") ?? 0) + 1) }
            #expect(kept == String(count))
        }
        try await sources.changeNote("quota") { _ in nil }
        #expect(try await sources.note("quota") == nil)
    }
}
