import FoundationEssentials
import News
import Storage
import Testing

/// Which story is which: nothing is lost, doubled or brought back.
struct IdentityTests {
    private func read(_ ids: [StoryID], _ fixture: Fixture) async throws {
        _ = try await fixture.store.statuses.mark(.read, ids)
    }

    // MARK: Within a feed

    @Test func `two stories with one guid and different links stay two, in any order`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let a = story("x", link: "https://example.org/a", title: "A", age: 1)
        let b = story("x", link: "https://example.org/b", title: "B", age: 2)
        let ids = try await fixture.merge([a, b], into: source).new
        #expect(ids.count == 2)
        try await read([ids[0]], fixture)
        let again = try await fixture.merge([b, a], into: source)
        #expect(again.new.isEmpty && again.updated.isEmpty)
        #expect(try await fixture.titles(.unread) == ["B"])
    }

    @Test func `a guid that comes to stand for several leaves the first what it was`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let a = story("x", link: "https://example.org/a", title: "A", age: 3)
        let b = story("x", link: "https://example.org/b", title: "B", age: 2)
        let c = story("x", link: "https://example.org/c", title: "C", age: 1)
        try await read(try await fixture.merge([a], into: source).new, fixture)
        #expect(try await fixture.merge([b, a], into: source).new.count == 1)
        // And alone again, it is known by its link.
        #expect(try await fixture.merge([c], into: source).new.count == 1)
        #expect(try await fixture.merge([a], into: source).new.isEmpty)
        #expect(try await fixture.titles(.all) == ["C", "B", "A"])
        #expect(try await fixture.titles(.unread) == ["C", "B"])
    }

    @Test func `what a document has twice is there once`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let result = try await fixture.merge([story("a"), story("a"), story("b")], into: source)
        #expect(result.new.count == 2)
    }

    @Test func `an edited story is changed in its place, and stays read`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let ids = try await fixture.merge([story("a", title: "Draft"), story("b", age: 1)], into: source).new
        try await read(ids, fixture)
        let result = try await fixture.merge(
            [story("a", title: "Final", html: "<p>More</p>"), story("b", age: 1)], into: source)
        #expect(result.updated == [ids[0]] && result.new.isEmpty)
        #expect(try await fixture.titles() == ["Final", "Story b"])
        #expect(try await fixture.titles(.unread).isEmpty)
        #expect(try await fixture.store.stories.fullStory(ids[0])?.contentHTML == "<p>More</p>")
    }

    @Test func `a link may change where the guid stays`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let ids = try await fixture.merge([story("a", link: "https://example.org/draft")], into: source).new
        let result = try await fixture.merge([story("a", link: "https://example.org/final")], into: source)
        #expect(result.updated == ids && result.new.isEmpty)
    }

    @Test func `a new guid on a known link is the same story`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let ids = try await fixture.merge([story("1", link: "https://example.org/a", title: "A")], into: source).new
        try await read(ids, fixture)
        // Once with an edited title, once with another date.
        #expect(
            try await fixture.merge([story("2", link: "https://example.org/a", title: "A+")], into: source).updated
                == ids)
        #expect(
            try await fixture.merge([story("3", link: "https://example.org/a", title: "A+", age: -1)], into: source)
                .updated == ids)
        #expect(try await fixture.titles() == ["A+"])
        #expect(try await fixture.titles(.unread).isEmpty)
        // The newest guid is the one it goes by.
        #expect(
            try await fixture.merge([story("3", link: "https://example.org/b", title: "A+", age: -1)], into: source)
                .updated == ids)
    }

    @Test func `a new guid beside the old one is another story, whatever its link`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let a = story("1", link: "https://example.org/page", title: "A", age: 2)
        let b = story("2", link: "https://example.org/page", title: "B", age: 1)
        try await read(try await fixture.merge([a], into: source).new, fixture)
        #expect(try await fixture.merge([b, a], into: source).new.count == 1)
        #expect(try await fixture.titles(.unread) == ["B"])
        // The link is nobody's own from then on: reading B has no effect on A, nor the reverse.
        _ = try await fixture.store.statuses.mark(.unread, try await fixture.store.stories.ids(of: .all))
        try await read([try await fixture.store.stories.ids(of: .all)[0]], fixture)
        #expect(try await fixture.titles(.unread) == ["A"])
    }

    @Test func `a page that is written anew every day has new stories`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let monday = story("mon", link: "https://example.org/weather", title: "Rain", age: 24)
        let tuesday = story("tue", link: "https://example.org/weather", title: "Sun", age: 0)
        let first = try await fixture.merge([monday], into: source).new
        try await read(first, fixture)
        #expect(try await fixture.merge([tuesday], into: source).new.count == 1)
        #expect(try await fixture.titles(.unread) == ["Sun"])
        // Also when it comes a second time, no mark of the one is the other's.
        try await fixture.merge([tuesday], into: source)
        _ = try await fixture.store.statuses.mark(.unread, first)
        try await read(first, fixture)
        #expect(try await fixture.titles(.unread) == ["Sun"])
    }

    @Test func `the home page is no story's own`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        try await fixture.merge([story("1", link: "https://example.org/", title: "Notice")], into: source)
        #expect(
            try await fixture.merge([story("2", link: "https://example.org", title: "Notice")], into: source).new.count
                == 1)
    }

    @Test(arguments: [
        ("http://example.org/a", "https://example.org/a"),
        ("https://example.org/a", "https://example.org/a?utm_source=rss"),
        ("https://example.org/a", "https://Example.org:443/a#top"),
    ])
    func `schemes, trackers and fragments make no other story`(first: String, second: String) async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        // The guid is the permalink, as it often is.
        let ids = try await fixture.merge([story(first, link: first, title: "Draft", age: 2)], into: source).new
        try await read(ids, fixture)
        let result = try await fixture.merge([story(second, link: second, title: "Draft", age: 2)], into: source)
        #expect(result.new.isEmpty)
        #expect(try await fixture.titles(.unread).isEmpty)
    }

    // MARK: Dates

    @Test func `a feed that dates everything anew keeps its order`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        try await fixture.merge([story("a", age: 1), story("b", age: 2), story("c", age: 3)], into: source)
        let result = try await fixture.merge(
            [story("a", age: 0.3), story("b", age: 0.2), story("c", age: 0.1)], into: source)
        #expect(result.new.isEmpty)
        #expect(try await fixture.titles() == ["Story a", "Story b", "Story c"])
    }

    @Test func `without dates the order is that of the document, newest arrivals first`() async throws {
        let clock = Clock()
        let fixture = try await Fixture(now: { clock.now })
        let source = try await fixture.source()
        try await fixture.merge([story("b", age: nil), story("a", age: nil)], into: source)
        clock.advance(3600)
        try await fixture.merge(
            [story("d", age: nil), story("c", age: nil), story("b", age: nil), story("a", age: nil)], into: source)
        let order = ["Story d", "Story c", "Story b", "Story a"]
        #expect(try await fixture.titles() == order)
        // The document turns round, and nothing moves.
        clock.advance(3600)
        try await fixture.merge(
            [story("a", age: nil), story("b", age: nil), story("c", age: nil), story("d", age: nil)], into: source)
        #expect(try await fixture.titles() == order)
    }

    @Test(arguments: [
        Date(timeIntervalSince1970: 631_151_999), Date(timeIntervalSince1970: 0), noon.addingTimeInterval(86_401),
        noon.addingTimeInterval(1e9),
    ])
    func `a date that cannot be gives way to that of the arrival, for good`(date: Date) async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        var slip = story("slip")
        slip.published = date
        try await fixture.merge([story("a", age: 1), slip, story("b", age: -1)], into: source)
        #expect(try await fixture.titles() == ["Story b", "Story slip", "Story a"])
        // Corrected later, it stays where it is.
        slip.published = noon.addingTimeInterval(-7200)
        try await fixture.merge([story("a", age: 1), slip, story("b", age: -1)], into: source)
        #expect(try await fixture.titles() == ["Story b", "Story slip", "Story a"])
    }

    @Test func `dates up to a day ahead are taken as they are`() async throws {
        let fixture = try await Fixture()
        try await fixture.merge([story("a"), story("b", age: -23.9)], into: fixture.source())
        #expect(try await fixture.titles() == ["Story b", "Story a"])
    }

    // MARK: Between feeds

    @Test func `what is read in one section is read in the others`() async throws {
        let fixture = try await Fixture()
        let home = try await fixture.source("https://example.org/home")
        let world = try await fixture.source("https://example.org/world")
        let late = try await fixture.source("https://example.org/late")
        let page = "https://example.org/2027/story"
        let first = try await fixture.merge([story("h1", link: page), story("h2")], into: home).new
        let other = try await fixture.merge([story("w1", link: page + "?utm_medium=rss")], into: world).new
        let change = try await fixture.store.statuses.mark(.read, [first[0]])
        #expect(Set(change.ids) == [first[0], other[0]])
        // Also where it comes later.
        try await fixture.merge([story("l1", link: page)], into: late)
        #expect(try await fixture.titles(.unread) == ["Story h2"])
        // And unread again.
        _ = try await fixture.store.statuses.mark(.unread, other)
        #expect(try await fixture.titles(.unread).count == 4)
    }

    @Test func `many marks at once reach the other sections, too`() async throws {
        let fixture = try await Fixture()
        let home = try await fixture.source("https://example.org/home")
        let world = try await fixture.source("https://example.org/world")
        let ids = try await fixture.merge((0..<40).map { story("\($0)") }, into: home).new
        try await fixture.merge((0..<30).map { story("w\($0)", link: "https://example.org/\($0)") }, into: world)
        let change = try await fixture.store.statuses.mark(.read, ids)
        #expect(change.ids.count == 70)
        #expect(try await fixture.titles(.unread).isEmpty)
        try await fixture.store.statuses.undo(change)
        #expect(try await fixture.titles(.unread).count == 70)
    }

    @Test func `equal guids of two feeds are two stories`() async throws {
        let fixture = try await Fixture()
        let one = try await fixture.source("https://example.org/feed")
        let two = try await fixture.source("https://example.com/feed")
        let ids = try await fixture.merge([story("1", link: "https://example.org/1")], into: one).new
        try await fixture.merge([story("1", link: "https://example.com/1")], into: two)
        try await read(ids, fixture)
        #expect(try await fixture.titles(.unread).count == 1)
    }

    // MARK: Going and coming back

    @Test func `what is dropped for its age does not come back, and starred stories stay`() async throws {
        let clock = Clock()
        let fixture = try await Fixture(now: { clock.now })
        let source = try await fixture.source()
        let document = [story("a", age: 1), story("b", age: 2), story("c", age: 3), story("d", age: nil)]
        let ids = try await fixture.merge(document, into: source).new
        _ = try await fixture.store.statuses.mark(.starred, [ids[1]])
        try await read([ids[0]], fixture)
        clock.advance(30 * 86_400)
        let dropped = try await fixture.store.stories.drop(olderThan: clock.now.addingTimeInterval(-7 * 86_400))
        #expect(Set(dropped) == [ids[0], ids[2], ids[3]])
        #expect(try await fixture.merge(document, into: source).new.isEmpty)
        #expect(try await fixture.titles() == ["Story b"])
        #expect(try await fixture.titles(.search("story ")) == ["Story b"])
    }

    @Test func `an old story that has just arrived is not dropped yet`() async throws {
        let fixture = try await Fixture()
        try await fixture.merge([story("a", age: 10_000)], into: fixture.source())
        #expect(try await fixture.store.stories.drop(olderThan: noon.addingTimeInterval(-86_400)).isEmpty)
    }

    @Test func `a guid that goes from one story to the next makes no story read, and takes none away`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        func item(_ guid: String, _ title: String, age: Double) -> IncomingStory {
            story(guid, link: "https://example.org/" + title, title: title, age: age)
        }
        try await read(try await fixture.merge([item("g", "A", age: 3)], into: source).new, fixture)
        #expect(try await fixture.merge([item("g", "B", age: 2)], into: source).new.count == 1)
        #expect(try await fixture.merge([item("g", "C", age: 1)], into: source).new.count == 1)
        #expect(try await fixture.titles() == ["C", "B", "A"])
        #expect(try await fixture.titles(.unread) == ["C", "B"])
        #expect(try await fixture.merge([item("g", "C", age: 1)], into: source).new.isEmpty)
        #expect(try await fixture.titles(.unread) == ["C", "B"])
    }

    @Test func `guids that are places in the document tell no story`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let titles = ["D", "C", "B", "A"]
        func page(_ shown: ArraySlice<String>) -> [IncomingStory] {
            shown.enumerated().map { place, title in
                story(
                    String(place + 1), link: "https://example.org/" + title, title: title,
                    age: Double(titles.firstIndex(of: title)!))
            }
        }
        try await read(try await fixture.merge(page(titles[2...]), into: source).new, fixture)
        try await fixture.merge(page(titles[1...]), into: source)
        #expect(try await fixture.titles() == ["C", "B", "A"])
        #expect(try await fixture.titles(.unread) == ["C"])
        try await fixture.merge(page(titles[0..<3]), into: source)
        #expect(try await fixture.titles() == titles)
        #expect(try await fixture.titles(.unread) == ["D", "C"])
    }

    @Test func `marks outlive a subscription`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let ids = try await fixture.merge([story("a"), story("b", age: 1), story("c", age: 2)], into: source).new
        try await read([ids[0]], fixture)
        try await fixture.store.sources.remove(source)
        #expect(try await fixture.titles().isEmpty)
        try await fixture.store.sources.purge(removedBefore: .distantFuture)
        let again = try await fixture.source("http://example.org/feed")
        #expect(again != source)
        #expect(
            try await fixture.merge([story("a"), story("b", age: 1), story("c", age: 2)], into: again).new.count == 3)
        #expect(try await fixture.titles(.unread) == ["Story b", "Story c"])
    }

    @Test func `a source that was unsubscribed keeps all it has while a story of it is starred`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let ids = try await fixture.merge([story("a"), story("b", age: 1)], into: source).new
        _ = try await fixture.store.statuses.mark(.starred, [ids[1]])
        try await fixture.store.sources.remove(source)
        try await fixture.store.sources.purge(removedBefore: .distantFuture)
        #expect(try await fixture.titles().isEmpty)
        #expect(try await fixture.source(folder: "Again") == source)
        #expect(try await fixture.titles(.starred) == ["Story b"])
        #expect(try await fixture.titles(.folder("Again")) == ["Story a", "Story b"])
    }

    @Test func `marks go with a feed that moves, and are known at both addresses`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        try await read(try await fixture.merge([story("a")], into: source).new, fixture)
        #expect(try await fixture.store.sources.changeAddress(of: source, to: "https://example.com/new") == .moved)
        #expect(try await fixture.store.sources.source(source)?.url == "https://example.com/new")
        #expect(try await fixture.merge([story("a")], into: source).new.isEmpty)
        for address in ["https://example.com/new", "https://example.org/feed"] {
            for source in try await fixture.store.sources.all() { try await fixture.store.sources.remove(source.id) }
            try await fixture.store.sources.purge(removedBefore: .distantFuture)
            let again = try await fixture.source(address)
            #expect(
                try await fixture.merge([story("a", link: "https://example.org/other")], into: again).new.count == 1)
            #expect(try await fixture.titles(.unread).isEmpty)
        }
    }

    @Test func `a feed that moves to one that is there becomes one with it, with the marks of both`() async throws {
        let fixture = try await Fixture()
        let old = try await fixture.source("https://example.org/old")
        let new = try await fixture.source("https://example.org/new")
        let before = try await fixture.merge([story("a"), story("b", age: 1)], into: old).new
        try await read([before[0]], fixture)
        _ = try await fixture.store.statuses.mark(.starred, [before[1]])
        // b comes to the new one only later.
        try await fixture.merge([story("a", link: "https://example.org/elsewhere")], into: new)
        let moved = try await fixture.store.sources.changeAddress(of: old, to: "http://example.org/new")
        #expect(moved == .merged(into: new))
        try await fixture.merge([story("a", link: "https://example.org/elsewhere"), story("b", age: 1)], into: new)
        #expect(try await fixture.store.sources.all().map(\.id) == [new])
        #expect(try await fixture.titles() == ["Story a", "Story b"])
        #expect(try await fixture.titles(.unread) == ["Story b"])
        #expect(try await fixture.titles(.starred) == ["Story b"])
    }

    @Test func `what only the old one of two feeds has goes over to the other one, and is not purged`() async throws {
        let fixture = try await Fixture()
        let old = try await fixture.source("https://example.org/old")
        let new = try await fixture.source("https://example.org/new")
        let body = "<p>Kept</p>"
        let document = [story("a", html: body), story("b", age: 1, html: body), story("c", age: 2, html: body)]
        let before = try await fixture.merge(document, into: old).new
        _ = try await fixture.store.statuses.mark(.starred, [before[1]])
        try await read([before[2]], fixture)
        // The same story under another guid.
        try await fixture.merge([story("other", link: "https://example.org/a")], into: new)
        _ = try await fixture.store.sources.changeAddress(of: old, to: "https://example.org/new")
        try await fixture.store.sources.purge(removedBefore: .distantFuture)
        #expect(try await fixture.titles() == ["Story other", "Story b", "Story c"])
        #expect(try await fixture.titles(.starred) == ["Story b"])
        #expect(try await fixture.titles(.unread) == ["Story other", "Story b"])
        #expect(try await fixture.store.stories.fullStory(before[1])?.contentHTML == body)
        // It is known in its new place: neither twice, nor back again once it is dropped.
        #expect(try await fixture.merge(document, into: new).new.isEmpty)
        let dropped = try await fixture.store.stories.drop(olderThan: noon.addingTimeInterval(60))
        #expect(dropped.count == 2)
        #expect(try await fixture.merge(document.suffix(1), into: new).new.isEmpty)
    }

    @Test func `stories of one guid keep their own marks when two feeds become one`() async throws {
        let fixture = try await Fixture()
        let old = try await fixture.source("https://example.org/old")
        let new = try await fixture.source("https://example.org/new")
        let document = [
            story("same", link: "https://example.org/1", title: "One"),
            story("same", link: "https://example.org/2", title: "Two", age: 1),
        ]
        let before = try await fixture.merge(document, into: old).new
        try await fixture.merge(document, into: new)
        _ = try await fixture.store.statuses.mark(.starred, [before[0]])
        _ = try await fixture.store.sources.changeAddress(of: old, to: "https://example.org/new")
        #expect(try await fixture.titles() == ["One", "Two"])
        #expect(try await fixture.titles(.starred) == ["One"])
    }

    @Test func `a mark of a story that has gone is kept when two feeds become one`() async throws {
        let fixture = try await Fixture()
        let first = try await fixture.source("https://example.org/new")
        try await read(try await fixture.merge([story("a")], into: first).new, fixture)
        try await fixture.store.sources.remove(first)
        try await fixture.store.sources.purge(removedBefore: .distantFuture)
        let old = try await fixture.source("https://example.org/old")
        _ = try await fixture.source("https://example.org/new")
        let starred = try await fixture.merge([story("a")], into: old).new
        _ = try await fixture.store.statuses.mark(.starred, starred)
        _ = try await fixture.store.sources.changeAddress(of: old, to: "https://example.org/new")
        #expect(try await fixture.titles(.starred) == ["Story a"])
        #expect(try await fixture.titles(.unread).isEmpty)
    }
}
