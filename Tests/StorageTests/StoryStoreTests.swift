import FoundationEssentials
import News
import Storage
import Testing

struct StoryStoreTests {
    @Test func `stories come back as they went in`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        var incoming = story("a", html: "<p>Grüße, 世界</p>")
        incoming.summary = "What it says"
        incoming.byline = "Ada Birch"
        incoming.pictures = [
            Rendition(url: "https://example.org/a.jpg", width: 600, height: 400),
            Rendition(url: "https://example.org/b.jpg"),
        ]
        incoming.more.tags = ["news", "local"]
        incoming.more.language = "de"
        incoming.more.commentCount = 12
        incoming.more.authors = [FullStory.Author(name: "Ada Birch", url: nil)]
        incoming.more.attachments = [
            FullStory.Attachment(
                url: "https://example.org/a.mp3", mimeType: "audio/mpeg", title: nil, size: 1_000, duration: 60)
        ]
        let result = try await fixture.merge([incoming], into: source)
        let id = try #require(result.new.first)
        let full = try #require(try await fixture.store.stories.fullStory(id))
        #expect(
            full.story
                == Story(
                    id: id, title: "Story a", summary: "What it says", source: "Gazette", byline: "Ada Birch",
                    url: "https://example.org/a", published: noon, pictures: incoming.pictures, sourceID: source))
        #expect(full.contentHTML == "<p>Grüße, 世界</p>")
        #expect(full.more == incoming.more)
        #expect(full.arrived == noon)
    }

    @Test func `a list is newest first`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let other = try await fixture.source("https://example.com/feed", folder: "Local")
        try await fixture.merge([story("old", age: 30), story("new", age: 1)], into: source)
        try await fixture.merge([story("between", age: 2)], into: other)
        #expect(try await fixture.titles(.all) == ["Story new", "Story between", "Story old"])
        #expect(try await fixture.titles(.today) == ["Story new", "Story between"])
        #expect(try await fixture.titles(.source(source)) == ["Story new", "Story old"])
        #expect(try await fixture.titles(.folder("Local")) == ["Story between"])
        let ids = try await fixture.store.stories.ids(of: .all, limit: 2)
        #expect(ids.count == 2)
    }

    @Test func `marks change the lists and the counts, and can be undone`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source(folder: "Local")
        let ids = try await fixture.merge([story("a"), story("b", age: 1), story("c", age: 20)], into: source).new
        let read = try await fixture.store.statuses.mark(.read, [ids[0], ids[2]])
        _ = try await fixture.store.statuses.mark(.starred, [ids[1]])
        #expect(read == MarkChange(mark: .read, ids: [ids[0], ids[2]]))
        #expect(try await fixture.titles(.unread) == ["Story b"])
        #expect(try await fixture.titles(.starred) == ["Story b"])
        var counts = try await fixture.store.stories.counts()
        #expect(counts.all == 3 && counts.unread == 1 && counts.starred == 1 && counts.today == 1)
        #expect(counts.sources == [source: 1] && counts.folders == ["Local": 1])

        try await fixture.store.statuses.undo(read)
        counts = try await fixture.store.stories.counts()
        #expect(counts.unread == 3 && counts.today == 2)
    }

    @Test func `marking all leaves what came after the list was shown`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let shown = try await fixture.merge([story("a"), story("b")], into: source).new
        try await fixture.merge([story("c"), story("a"), story("b")], into: source)
        let newest = try #require(shown.max { $0.rawValue < $1.rawValue })
        let change = try await fixture.store.statuses.mark(.read, allOf: .source(source), asOf: newest)
        #expect(Set(change.ids) == Set(shown))
        #expect(try await fixture.titles(.unread) == ["Story c"])
    }

    @Test func `a document that is the same writes nothing`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        try await fixture.merge([story("a"), story("b")], into: source)
        let again = try await fixture.merge([story("a"), story("b")], into: source)
        #expect(again.new.isEmpty && again.updated.isEmpty && again.unchanged == 2)
    }

    @Test func `listeners hear what changed`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        var changes = fixture.store.changes().makeAsyncIterator()
        let new = try await fixture.merge([story("a")], into: source).new
        #expect(await changes.next()?.added == new)
        _ = try await fixture.store.statuses.mark(.read, new)
        #expect(await changes.next()?.marked == new)
        // Nothing changes, nobody is told.
        _ = try await fixture.store.statuses.mark(.read, new)
        try await fixture.store.sources.rename(source, to: "Mine")
        #expect(await changes.next()?.sources == true)
    }

    @Test func `another program's changes are noticed when asked for`() async throws {
        let fixture = try await Fixture()
        let source = try await fixture.source()
        let other = try await Store.open(at: fixture.path, now: { noon }).store
        try await fixture.store.noticeOthers()
        var changes = fixture.store.changes().makeAsyncIterator()
        _ = try await other.stories.merge(IncomingFeed(stories: [story("a")]), into: source)
        try await fixture.store.noticeOthers()
        #expect(await changes.next()?.everything == true)
        #expect(try await fixture.titles() == ["Story a"])
    }
}
