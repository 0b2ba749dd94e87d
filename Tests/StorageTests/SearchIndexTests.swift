import FoundationEssentials
import News
import Testing

@testable import Storage

struct SearchIndexTests {
    private func found(_ query: String, _ fixture: Fixture, _ order: SearchOrder = .date) async throws -> [String] {
        let ids = try await fixture.store.search.search(query, order: order).ids
        return try await fixture.store.stories.stories(ids).map(\.title)
    }

    private func library() async throws -> Fixture {
        let fixture = try await Fixture()
        let gazette = try await fixture.source()
        let guardian = try await fixture.store.sources.add(
            SourceStore.New(url: "https://example.com/feed", title: "The Guardian")
        ).id
        var harbour = story("1", title: "The Harbour Council", age: 1, html: "<p>Nothing of <b>ele</b>phants</p>")
        harbour.byline = "Ada Birch"
        var river = story("2", title: "River", age: 50, html: "<p>The harbour is near</p>")
        river.byline = "Tomás Quill"
        river.summary = "A summary of 東京都 and Ёлка"
        try await fixture.merge([harbour, river], into: gazette)
        try await fixture.merge([story("3", title: "Harbourmaster", age: 2)], into: guardian)
        return fixture
    }

    @Test(arguments: [
        ("harbour ", ["The Harbour Council", "River"]),
        ("harbour", ["The Harbour Council", "Harbourmaster", "River"]),
        ("har* council ", ["The Harbour Council"]),
        ("elephants ", ["The Harbour Council"]),
        ("title:harbour", ["The Harbour Council", "Harbourmaster"]),
        ("author:ada ", ["The Harbour Council"]),
        ("author:tomas ", ["River"]),
        ("\"harbour council\"", ["The Harbour Council"]),
        ("\"council harbour\"", []),
        ("source:guard", ["Harbourmaster"]),
        ("source:\"the guardian\" harb", ["Harbourmaster"]),
        ("-source:guardian harb", ["The Harbour Council", "River"]),
        ("harb* -river", ["The Harbour Council", "Harbourmaster"]),
        ("-harbour", ["Harbourmaster"]),
        ("京都", ["River"]), ("東都", []), ("елка", ["River"]), ("ЁЛ", ["River"]),
        ("before:2027-01-14 harb", ["River"]),
        ("after:2027-01-14", ["The Harbour Council", "Harbourmaster"]),
        ("after:2027-01-14 harbour ", ["The Harbour Council"]),
        ("is:read", []), ("is:unread harbour ", ["The Harbour Council", "River"]),
        ("elefant", []), ("", []),
    ])
    func `words, fields and filters find what they say, newest first`(query: String, titles: [String]) async throws {
        #expect(try await found(query, try await library()) == titles)
    }

    @Test func `marks and words together`() async throws {
        let fixture = try await library()
        let all = try await fixture.store.stories.ids(of: .all)
        _ = try await fixture.store.statuses.mark(.read, [all[0]])
        _ = try await fixture.store.statuses.mark(.starred, [all[2]])
        #expect(try await found("is:unread harb", fixture) == ["Harbourmaster", "River"])
        #expect(try await found("is:starred harb", fixture) == ["River"])
        #expect(try await found("is:read", fixture) == ["The Harbour Council"])
        #expect(try await fixture.titles(.search("harbour ")) == ["The Harbour Council", "River"])
        let unread = try await fixture.store.stories.ids(of: .search("harbour "), onlyUnread: true)
        #expect(unread == [all[2]])
    }

    @Test func `marking all of a search marks what it finds`() async throws {
        let fixture = try await library()
        let found = try await fixture.store.stories.ids(of: .search("harbour "))
        let newest = try #require(found.max { $0.rawValue < $1.rawValue })
        let change = try await fixture.store.statuses.mark(.read, allOf: .search("harbour "), asOf: newest)
        #expect(Set(change.ids) == Set(found))
    }

    @Test func `ranked, a title comes before a text`() async throws {
        let fixture = try await Fixture()
        try await fixture.merge(
            [
                story("1", title: "Weather", age: 1, html: "<p>Rain over the harbour and the river and the fields</p>"),
                story("2", title: "Harbour", age: 2),
                story("3", title: "Sun", age: 3),
            ], into: fixture.source())
        #expect(try await found("harbour ", fixture, .rank) == ["Harbour", "Weather"])
    }

    @Test func `an edited story is found by its new words only`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        try await fixture.merge([story("1", title: "Draft")], into: source)
        #expect(try await found("draft", fixture) == ["Draft"])
        try await fixture.merge([story("1", title: "Final")], into: source)
        #expect(try await found("draft", fixture) == [])
        #expect(try await found("final", fixture) == ["Final"])
    }

    @Test func `what is unsubscribed is not found, and comes back with it`() async throws {
        let fixture = try await library()
        let source = try #require(try await fixture.store.sources.source(at: "http://example.com/feed"))
        try await fixture.store.sources.remove(source.id)
        #expect(try await found("harbourmaster ", fixture) == [])
        try await fixture.store.sources.restore(source.id)
        #expect(try await found("harbourmaster ", fixture) == ["Harbourmaster"])
    }

    @Test func `a source without the name is said`() async throws {
        let result = try await library().store.search.search("source:nobody harbour")
        #expect(result == SearchResult(ids: [], messages: [.noSource("nobody")]))
    }

    @Test func `a search that is cut says so`() async throws {
        let fixture = try await library()
        #expect(try await fixture.store.search.search("harb", limit: 0).ids.isEmpty)
        let cut = try await fixture.store.search.search("harb", limit: 2)
        #expect(cut.ids.count == 2 && cut.isCut)
        #expect(try await fixture.store.search.search("harb", limit: 4).isCut == false)
    }

    @Test func `many stories of one moment stay in the order of dates`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        // 600 of one hour, three times what the hour has room for, and then an older and a newer one.
        try await fixture.merge((0..<600).map { story("\($0)", title: "Word \($0)", age: 5) }, into: source)
        try await fixture.store.search.index()
        try await fixture.merge(
            [story("old", title: "Word old", age: 6), story("new", title: "Word new", age: 1)], into: source)
        let all = try await fixture.store.stories.ids(of: .all)
        #expect(try await fixture.store.search.search("word ").ids == all)
        #expect(try await fixture.store.search.search("word ", limit: 10).ids == Array(all.prefix(10)))
    }

    @Test func `a beginning of very many words is found too`() async throws {
        let fixture = try await Fixture()
        try await fixture.merge(
            (0..<600).map { story("\($0)", title: "Pre\($0)", age: Double($0)) }, into: fixture.source())
        #expect(try await fixture.store.search.search("pre").ids.count == 600)
        #expect(try await fixture.store.search.search("pre59").ids.count == 11)
    }

    @Test func `an index that is mostly of what has gone is begun anew`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        for round in 0..<4 {
            try await fixture.merge((0..<300).map { story("\($0)", title: "Round\(round)") }, into: source)
            try await fixture.store.search.index()
        }
        #expect(try await fixture.store.search.tidy())
        #expect(try await fixture.store.search.index() == 0)
        #expect(try await fixture.store.search.search("round").ids.count == 300)
        #expect(try await fixture.store.search.tidy() == false)
    }

    @Test func `searches are kept under names`() async throws {
        let search = try await Fixture().store.search
        let saved = try await search.save("is:unread harbour", as: "Harbours")
        #expect(try await search.saved() == [saved])
        let renamed = SavedSearch(id: saved.id, name: "Ports", query: "port")
        try await search.change(renamed)
        #expect(try await search.saved() == [renamed])
        try await search.remove(renamed)
        #expect(try await search.saved().isEmpty)
    }
}
