import News
import Testing

@testable import Storage

struct SearchQueryTests {
    private func word(_ words: String..., prefix: Bool = false) -> SearchQuery.Term {
        SearchQuery.Term(words: words, isPrefix: prefix)
    }

    @Test func `words are folded, and the last one may go on`() {
        #expect(SearchQuery("Crème brûlée").terms == [word("creme"), word("brulee", prefix: true)])
        #expect(SearchQuery("harbour ").terms == [word("harbour")])
        #expect(SearchQuery("harb* council ").terms == [word("harb", prefix: true), word("council")])
    }

    @Test func `one letter is only itself`() {
        #expect(SearchQuery("a").terms == [word("a")])
        #expect(SearchQuery("京").terms == [word("京")])
    }

    @Test(arguments: ["\"new york\"", "“New York”", "„New York“", "«New York»", "「New York」", "\"new york"])
    func `quotes make a phrase`(text: String) {
        #expect(SearchQuery(text).terms == [word("new", "york")])
    }

    @Test func `what is written without spaces is a phrase`() {
        #expect(SearchQuery("東京都").terms == [word("東", "京", "都")])
        #expect(SearchQuery("don't").terms == [word("don", "t")])
    }

    @Test func `fields narrow a word or a phrase`() {
        var title = word("harbour")
        title.field = .title
        var author = word("ada", "birch")
        author.field = .author
        #expect(SearchQuery("title:harbour author:\"Ada Birch\"").terms == [title, author])
    }

    @Test func `what only looks like a field is words`() {
        #expect(SearchQuery("https://example.org ").terms == [word("https", "example", "org")])
        #expect(SearchQuery("12:30 ").terms == [word("12", "30")])
    }

    @Test func `a minus leaves out`() {
        var excluded = word("whatever")
        excluded.isExcluded = true
        #expect(SearchQuery("-whatever").terms == [excluded])
        #expect(SearchQuery("−whatever").terms == [excluded])
        #expect(SearchQuery("well-known ").terms == [word("well", "known")])
    }

    @Test func `states are flags`() {
        let query = SearchQuery("is:unread is:starred -is:saved")
        #expect(query.required == [.starred] && query.excluded == [.read, .saved])
        #expect(SearchQuery("is:read").required == [.read])
    }

    @Test(arguments: [
        ("2026-01-31", SearchQuery.Day(year: 2026, month: 1, day: 31)),
        ("2026-02", SearchQuery.Day(year: 2026, month: 2, day: 1)),
        ("2026", SearchQuery.Day(year: 2026, month: 1, day: 1)),
        ("2026/1/5", SearchQuery.Day(year: 2026, month: 1, day: 5)),
    ])
    func `dates may be of days, months and years`(text: String, day: SearchQuery.Day) {
        #expect(SearchQuery("before:" + text).before == day)
        #expect(SearchQuery("after:" + text).after == day)
        #expect(SearchQuery("-before:" + text).after == day)
    }

    @Test func `what cannot be meant is a message, and the rest holds`() {
        let query = SearchQuery("before:soon is:blue harbour ")
        #expect(query.messages == [.notADate("soon"), .unknownState("blue")])
        #expect(query.terms == [word("harbour")])
    }

    @Test(arguments: [
        "", " ", "\"", "\"\"", "-", "--", "*", "()", "title:", "is:", "before:", "AND OR NOT", "NEAR(a b)", "a AND (b",
        "^a", "{title}: x", "-\"", "\0", "' OR 1=1", "::::", "\u{FFFF}", "💥", "title:\"", "-title:-x",
    ])
    func `no query is an error`(text: String) async throws {
        let fixture = try await Fixture()
        try await fixture.merge([story("a")], into: fixture.source())
        _ = try await fixture.store.search.search(text)
        _ = try await fixture.store.search.search(text, order: .rank)
    }
}
