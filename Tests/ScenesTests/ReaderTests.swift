import FoundationEssentials
import News
import Scenes
import Testing

/// Has articles as a test gives them.
actor FakeArticles: ArticleWorker {
    private var articles: [StoryID: StoryArticle] = [:]
    private var error: NewsError?
    private var held: [CheckedContinuation<Void, Never>] = []
    private var isHolding = false

    func keep(_ article: StoryArticle) { articles[article.story.id] = article }
    func fail(_ error: NewsError) { self.error = error }
    func hold() { isHolding = true }

    func release() {
        isHolding = false
        for waiting in held { waiting.resume() }
        held = []
    }

    /// Waits until someone waits.
    func someoneWaits() async { while held.isEmpty { await Task.yield() } }

    func article(of id: StoryID) async throws(NewsError) -> StoryArticle? {
        if isHolding { await withCheckedContinuation { held.append($0) } }
        if let error { throw error }
        return articles[id]
    }
}

/// Keeps marks as a test sets them.
actor FakeMarks: MarkWorker {
    private(set) var marked: [Mark] = []
    private var read: Set<StoryID> = []
    private var error: NewsError?

    func fail(_ error: NewsError) { self.error = error }

    func mark(_ mark: Mark, _ ids: [StoryID]) async throws(NewsError) -> MarkChange {
        if let error { throw error }
        marked.append(mark)
        if mark == .read { read.formUnion(ids) }
        return MarkChange(mark: mark, ids: ids)
    }

    func undo(_ change: MarkChange) async throws(NewsError) { marked.append(change.mark.opposite) }

    func firstUnread(of ids: ArraySlice<StoryID>) async throws(NewsError) -> StoryID? {
        ids.first { !read.contains($0) }
    }
}

@MainActor
final class FakeReaderRouter: ReaderRouter {
    private(set) var opened: [String] = []
    private(set) var remarks: [String] = []
    private(set) var copied: [String] = []
    private(set) var turned: [StoryID] = []
    private(set) var isClosed = false
    var list: [StoryID] = []

    func openInBrowser(_ url: String) { opened.append(url) }
    func show(_ remark: String) { remarks.append(remark) }
    func show(_ remark: String, undo: @escaping @MainActor () -> Void) {
        remarks.append(remark)
        self.undo = undo
    }
    private(set) var undo: () -> Void = {}
    func copyToClipboard(_ text: String) { copied.append(text) }
    func readerTurned(to id: StoryID) { turned.append(id) }
    func closeReader() { isClosed = true }

    func stories(beside id: StoryID, isBackward: Bool) -> ArraySlice<StoryID> {
        guard let index = list.firstIndex(of: id) else { return [] }
        return isBackward ? ArraySlice(list[..<index].reversed()) : list[(index + 1)...]
    }
}

func rich(_ text: String, _ runs: Article.Run...) -> Article.RichText {
    var rich = Article.RichText()
    rich.text = text
    rich.runs = runs
    return rich
}

func article(_ id: String, _ blocks: [Article.Block]?, anchors: [String: Int] = [:]) -> StoryArticle {
    var article = StoryArticle(story: story(id))
    article.body = blocks.map {
        var body = Article()
        body.blocks = $0
        body.anchors = anchors
        return body
    }
    return article
}

@MainActor
struct ReaderViewModelTests {
    let articles = FakeArticles()
    let router = FakeReaderRouter()
    let reader: ReaderViewModel

    let marks = FakeMarks()
    let typography = Observed(wrappedValue: Reader.Typography())

    init() {
        reader = Self.reader(articles, marks, router, typography, .byHand)
    }

    static func reader(
        _ articles: FakeArticles, _ marks: FakeMarks, _ router: FakeReaderRouter,
        _ typography: Observed<Reader.Typography>, _ marking: ReadMarking,
        pause: @escaping (Duration) async throws -> Void = { _ in }
    ) -> ReaderViewModel {
        ReaderViewModel(
            interactor: ReaderInteractor(articles: articles, marks: marks),
            presenter: ReaderPresenter(dates: plainDates), images: FakeImages(), router: router, marking: marking,
            typography: typography, now: { noon }, pause: pause)
    }

    var words: [String] { reader.body.texts.map(\.plain) }

    @Test func `a story that is opened is shown`() async {
        await articles.keep(article("a", [.paragraph(rich("Hello."))]))
        await reader.opened(StoryID("a"))
        #expect(reader.content.page == .article)
        #expect(words.contains("Hello."))
        #expect(words.contains("Story a"))
    }

    @Test func `a story that is gone and one that cannot be read say so`() async {
        await reader.opened(StoryID("gone"))
        guard case .status = reader.content.page else { Issue.record("no status"); return }
        await articles.fail(.storage(.busy))
        await reader.opened(StoryID("a"))
        guard case .status(_, let text) = reader.content.page else { Issue.record("no status"); return }
        #expect(text.contains("The Library Cannot Be Used"))
    }

    @Test func `of two stories opened at once the last one is shown`() async {
        for id in ["a", "b"] { await articles.keep(article(id, [.paragraph(rich("Text of \(id)."))])) }
        await articles.hold()
        async let first: Void = reader.opened(StoryID("a"))
        await articles.someoneWaits()
        async let second: Void = reader.opened(StoryID("b"))
        while reader.story != StoryID("b") { await Task.yield() }
        await articles.release()
        _ = await (first, second)
        #expect(words.contains("Text of b."))
        #expect(!words.contains("Text of a."))
    }

    @Test func `links go to the browser, names inside the text are gone to`() async {
        await articles.keep(
            article("a", [.paragraph(rich("One")), .paragraph(rich("Two"))], anchors: ["note 1": 1]))
        await reader.opened(StoryID("a"))
        reader.linkChosen("https://example.org/")
        #expect(router.opened == ["https://example.org/"])
        reader.linkChosen("#note%201")
        guard case .piece(let piece)? = reader.goal?.place, case .text(let index) = reader.body.pieces[piece].block
        else { Issue.record("no goal"); return }
        #expect(reader.body.texts[index].plain == "Two")
        reader.linkChosen("#nowhere")
        #expect(router.remarks == ["This link leads to nothing in the story"])
    }

    @Test func `next and previous go through the list it was opened from`() async {
        for id in ["a", "b"] { await articles.keep(article(id, nil)) }
        router.list = [StoryID("a"), StoryID("b")]
        await reader.opened(StoryID("a"))
        await reader.neighbourAsked(isBackward: false)
        #expect(reader.story == StoryID("b"))
        #expect(words.contains("Story b"))
        await reader.neighbourAsked(isBackward: false)
        #expect(router.remarks == ["No more stories in this list"])
        await reader.neighbourAsked(isBackward: true)
        #expect(router.turned == [StoryID("b"), StoryID("a")])
    }

    @Test func `a story is marked as read at once, after a time or by hand, as the setting says`() async {
        await articles.keep(article("a", nil))
        await reader.opened(StoryID("a"))
        #expect(await marks.marked == [])
        await reader.readToggled()
        #expect(await marks.marked == [.read])
        #expect(router.remarks == ["Marked as read"])
        let atOnce = Self.reader(articles, marks, router, typography, .atOnce)
        await atOnce.opened(StoryID("a"))
        #expect(atOnce.content.isRead)
        var waits: [Duration] = []
        let later = Self.reader(articles, marks, router, typography, .after(.seconds(2))) { waits.append($0) }
        await later.opened(StoryID("a"))
        #expect(later.content.isRead)
        #expect(waits == [.seconds(2)])
    }

    @Test func `a story that was left in time is not marked as read`() async {
        for id in ["a", "b"] { await articles.keep(article(id, nil)) }
        struct Left: Error {}
        let later = Self.reader(articles, marks, router, typography, .after(.seconds(2))) { _ in throw Left() }
        await later.opened(StoryID("a"))
        #expect(await marks.marked == [])
    }

    @Test func `a star is given, and taken back by undo`() async {
        await articles.keep(article("a", nil))
        await reader.opened(StoryID("a"))
        await reader.starToggled()
        #expect(reader.content.isStarred)
        router.undo()
        while reader.content.isStarred { await Task.yield() }
        #expect(await marks.marked == [.starred, .unstarred])
        await marks.fail(.storage(.diskFull))
        await reader.starToggled()
        #expect(!reader.content.isStarred)
        #expect(router.remarks.last?.contains("disk is full") == true)
    }

    @Test func `the next unread story is found over those that are read`() async throws {
        for id in ["a", "b", "c"] { await articles.keep(article(id, nil)) }
        router.list = ["a", "b", "c"].map { StoryID($0) }
        _ = try await marks.mark(.read, [StoryID("b")])
        await reader.opened(StoryID("a"))
        await reader.unreadAsked()
        #expect(reader.story == StoryID("c"))
        await reader.unreadAsked()
        #expect(router.remarks == ["No more unread stories in this list"])
    }

    @Test func `text grows by steps within bounds, and goes back`() {
        for _ in 1...50 { reader.textSizeAsked(1) }
        #expect(typography.wrappedValue.scale == 3)
        reader.textSizeAsked(-1)
        #expect(typography.wrappedValue.scale == 2.9)
        reader.textSizeAsked(0)
        #expect(typography.wrappedValue.scale == 1)
    }

    @Test func `what is looked for is counted, and gone through in a circle`() async {
        await articles.keep(article("a", [.paragraph(rich("An apple, an APPLE")), .paragraph(rich("and an apple."))]))
        await reader.opened(StoryID("a"))
        reader.findChanged("apple")
        #expect(reader.found.words == "1 of 3")
        reader.matchAsked(isBackward: true)
        #expect(reader.found.words == "3 of 3")
        reader.matchAsked(isBackward: false)
        #expect(reader.found.words == "1 of 3")
        reader.findChanged("pear")
        #expect(reader.found.words == "No results")
        reader.findChanged("")
        #expect(reader.found == Reader.Found())
    }

    @Test func `the original is opened, copied and sent`() async {
        await articles.keep(article("a", nil))
        await reader.opened(StoryID("a"))
        reader.originalAsked()
        reader.linkCopied()
        reader.mailAsked()
        #expect(router.copied == ["https://example.org/a"])
        #expect(
            router.opened == [
                "https://example.org/a", "mailto:?subject=Story%20a&body=https%3A%2F%2Fexample.org%2Fa",
            ])
    }
}

struct ReaderBodyTests {
    let presenter = ReaderPresenter(dates: plainDates)

    func body(_ blocks: [Article.Block], anchors: [String: Int] = [:]) async -> Reader.Body {
        await presenter.body(of: article("a", blocks, anchors: anchors), now: noon)
    }

    @Test func `styles become markup, and one link with a bold word in it is one link`() async {
        let text = rich(
            "a <b> & link", Article.Run(range: 6..<8, style: .strong, link: "https://example.org/?a&b=\""),
            Article.Run(range: 8..<12, style: [], link: "https://example.org/?a&b=\""))
        let body = await body([.paragraph(text)])
        let shown = body.texts.first { $0.kind == .paragraph }
        #expect(
            shown?.markup
                == "a &lt;b&gt; <a href=\"https://example.org/?a&amp;b=&quot;\"><b>&amp; </b>link</a>")
        #expect(shown?.links.map(\.range) == [6..<12])
        #expect(shown?.links.map(\.url) == ["https://example.org/?a&b=\""])
    }

    @Test func `long paragraphs are cut at the ends of sentences and lose nothing`() async {
        let words = String(repeating: "One sentence about nothing. ", count: 2000)
        let body = await body([.paragraph(rich(words))])
        let parts = body.texts.filter { $0.kind == .paragraph }.map(\.plain)
        #expect(parts.count > 5)
        #expect(parts.allSatisfy { $0.utf8.count <= 6000 })
        #expect(parts.joined(separator: " ") + " " == words || parts.joined(separator: " ") == words)
    }

    @Test func `five thousand lines of code are many pieces that scroll together`() async {
        let code = (1...5000).map { "line \($0)" }.joined(separator: "\n")
        let body = await body([.code(code)])
        let pieces = body.pieces.filter { if case .code = $0.block { true } else { false } }
        #expect(pieces.count > 50)
        #expect(Set(pieces.map(\.group)).count == 1)
        let everything = body.everything!
        #expect(body.words(from: everything.start, to: everything.end).contains(code))
    }

    @Test func `long lists and quotes are cut, numbers go on, and depth ends`() async {
        let items = (1...300).map { [Article.Block.paragraph(rich("Item \($0)"))] }
        var deep = Article.Block.paragraph(rich("Bottom"))
        for _ in 1...200 { deep = .quote([deep]) }
        let body = await body([.list(items: items, start: 5), deep])
        let lists = body.pieces.compactMap { if case .list(let items) = $0.block { items } else { nil } }
        #expect(lists.count > 3)
        #expect(lists.flatMap { $0 }.map(\.marker) == (5...304).map { "\($0)." })
        #expect(body.texts.contains { $0.plain == "Bottom" })
        #expect(Self.depth(body.pieces.last { if case .quote = $0.block { true } else { false } }!.block) <= 8)
    }

    static func depth(_ block: Reader.Block) -> Int {
        if case .quote(let blocks) = block { 1 + (blocks.map(depth).max() ?? 0) } else { 0 }
    }

    @Test func `cells that span keep the others in their columns`() async {
        func cell(_ text: String, columns: Int = 1, rows: Int = 1) -> Article.Cell {
            Article.Cell(blocks: [.paragraph(rich(text))], isHeader: false, columns: columns, rows: rows)
        }
        let body = await body([
            .table(rows: [[cell("a", rows: 2), cell("b", columns: 2)], [cell("c"), cell("d")]], caption: nil)
        ])
        guard
            case .table(let table)? = body.pieces.map(\.block).first(where: {
                if case .table = $0 { true } else { false }
            })
        else { Issue.record("no table"); return }
        #expect(table.rows.map { $0.map(\.column) } == [[0, 1], [1, 2]])
    }

    @Test func `a summary that is how the text begins is not said twice`() async {
        var article = article("a", [.paragraph(rich("It rained all day, and then it stopped."))])
        article.summary = "It rained all day"
        let once = await presenter.body(of: article, now: noon)
        #expect(!once.texts.contains { $0.kind == .summary })
        article.summary = "A day of rain"
        let both = await presenter.body(of: article, now: noon)
        #expect(both.texts.contains { $0.kind == .summary })
    }

    @Test func `the picture of the story stands over the text once, with its caption`() async {
        var figure = Article.Figure(url: "https://example.org/p.jpg?w=600", alternative: "A boat")
        figure.caption = rich("The boat.")
        var article = StoryArticle(
            story: Story(
                id: StoryID("a"), title: "A", pictures: [Rendition(url: "https://example.org/p.jpg", width: 1200)]))
        var body = Article()
        body.blocks = [.paragraph(rich("Before.")), .figure(figure), .paragraph(rich("After."))]
        article.body = body
        let shown = await presenter.body(of: article, now: noon)
        let figures = shown.pieces.compactMap { if case .figure(let figure) = $0.block { figure } else { nil } }
        #expect(figures.map(\.label) == ["A boat"])
        #expect(figures[0].caption.map { shown.texts[$0].plain } == "The boat.")
        #expect(shown.texts.filter { $0.kind == .paragraph }.map(\.plain) == ["Before.", "After."])
    }

    @Test func `a story of the Times has picture, tags, attribution and the way to its page`() async {
        var article = StoryArticle(
            story: Story(
                id: StoryID("t"), title: "T", byline: "By A", url: "https://www.nytimes.com/t",
                pictures: [Rendition(url: "https://example.org/p.jpg", width: 1200, height: 800)]))
        article.summary = "Abstract."
        article.tags = ["Bells", "Harbours"]
        article.credit = "A Photographer"
        article.attribution = Attribution(
            provider: "The New York Times", url: "https://developer.nytimes.com", copyright: "Copyright line.")
        let body = await presenter.body(of: article, now: noon)
        let words = body.texts.map(\.plain)
        for expected in [
            "Abstract.", "Tags: Bells · Harbours", "A Photographer", "Data provided by The New York Times",
            "Copyright line.",
        ] { #expect(words.contains(expected)) }
        #expect(
            body.pieces.contains {
                $0.block == .button(label: "Read at nytimes.com", url: "https://www.nytimes.com/t", isSuggested: true)
            })
    }

    @Test func `text from the right is known by its first letter`() async {
        let body = await body([.paragraph(rich("«سلام» world")), .paragraph(rich("1. Hello سلام"))])
        #expect(body.texts.filter { $0.kind == .paragraph }.map(\.isRightToLeft) == [true, false])
    }

    @Test func `what is copied runs across paragraphs and stays at whole characters`() async {
        let body = await body([.paragraph(rich("Café one.")), .list(items: [[.paragraph(rich("Item"))]], start: nil)])
        let first = body.texts.firstIndex { $0.plain == "Café one." }!
        let words = body.words(
            from: Reader.Position(text: first + 1, offset: 2), to: Reader.Position(text: first, offset: 6))
        #expect(words == "one.\n\n• It" || words == " one.\n\n• It")
        let word = body.word(at: Reader.Position(text: first, offset: 2))
        #expect((word.start.offset, word.end.offset) == (0, 5))
    }

    @Test func `the piece that shows a text is found`() async {
        let body = await body([
            .paragraph(rich("One")), .rule, .quote([.paragraph(rich("Two")), .paragraph(rich("Three"))]), .rule,
        ])
        for (index, text) in body.texts.enumerated() {
            let piece = body.piece(showing: index)!
            #expect("\(body.pieces[piece])".contains("\(index)"), "\(text.plain)")
        }
        #expect(body.piece(showing: body.texts.count - 1) == body.piece(showing: body.texts.count - 2))
    }
}
