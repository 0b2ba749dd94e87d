import FoundationEssentials
import News
import Scenes
import Synchronization

/// Answers as a test tells it, when the test tells it.
actor FakeStories: StoryWorker {
    private var answers: [Place: Result<Edition, NewsError>] = [:]
    private var held: [CheckedContinuation<Void, Never>] = []
    private var isHolding = false
    private var arrivals: [CheckedContinuation<Void, Never>] = []
    private(set) var asked: [Place] = []
    /// Those of them that no person asked for.
    private(set) var askedByItself: [Place] = []
    private var kept: Edition?
    private var library: [Story] = []
    /// Which stories were read by their ids, each time.
    private(set) var read: [Set<StoryID>] = []

    nonisolated func sections(of place: Place) -> [Section] {
        if case .feeds = place { return [] }
        return [Section(id: "home", name: "Home"), Section(id: "world", name: "World")]
    }

    func answer(_ place: Place, _ answer: Result<Edition, NewsError>) { answers[place] = answer }

    /// From now on the library holds `stories`.
    func keep(_ stories: [Story], firstPage: Int) {
        kept = Edition(title: nil, ids: stories.map(\.id), firstPage: Array(stories.prefix(firstPage)))
        library = stories
    }

    func stored(_ place: Place) async throws(NewsError) -> Edition? {
        if case .library = place { kept } else { nil }
    }

    func stories(_ ids: [StoryID]) async throws(NewsError) -> [Story] {
        read.append(Set(ids))
        return library.filter { ids.contains($0.id) }
    }

    func edition(of place: Place, byHand: Bool) async throws(NewsError) -> Edition {
        if !byHand { askedByItself.append(place) }
        asked.append(place)
        for arrival in arrivals { arrival.resume() }
        arrivals = []
        let answer = answers[place] ?? .failure(.offline)
        if isHolding { await withCheckedContinuation { held.append($0) } }
        return try answer.get()
    }

    /// From now on whoever asks waits until `release`.
    func hold() { isHolding = true }

    func release() {
        isHolding = false
        for waiting in held { waiting.resume() }
        held = []
    }

    /// Waits until there were `count` questions in all.
    func questions(_ count: Int) async {
        while asked.count < count { await withCheckedContinuation { arrivals.append($0) } }
    }
}

/// Gives one picture to everyone, or an error.
struct FakeImages: ImageWorker {
    static let picture = Picture(width: 1, height: 1, pixels: [0, 0, 0, 255])
    let answer: @Sendable (String, PixelSize) async throws(NewsError) -> Picture

    init(answer: @escaping @Sendable (String, PixelSize) async throws(NewsError) -> Picture = { _, _ in picture }) {
        self.answer = answer
    }

    func picture(at url: String, size: PixelSize) async throws(NewsError) -> Picture { try await answer(url, size) }

    func picture(at url: String, within size: PixelSize) async throws(NewsError) -> Picture {
        try await answer(url, size)
    }

    func forgetFailures() async {}
}

@MainActor
final class FakeRouter: StoryListRouter {
    private(set) var opened: [String] = []
    private(set) var remarks: [String] = []
    private(set) var read: [StoryID] = []

    func openReader(for id: StoryID) { read.append(id) }
    func openInBrowser(_ url: String) { opened.append(url) }
    func show(_ remark: String) { remarks.append(remark) }
}

/// 14 March 2026, 12:00 UTC.
let noon = Date(timeIntervalSince1970: 1_773_489_600)

/// Dates as Unix seconds, so that a test says what it expects without a time zone.
let plainDates = DateWords(
    day: { date, _ in "day \(Int(date.timeIntervalSince1970))" },
    time: { "time \(Int($0.timeIntervalSince1970))" }, clock: { "clock \(Int($0.timeIntervalSince1970))" })

func story(_ id: String, title: String? = nil, url: String? = nil) -> Story {
    Story(id: StoryID(id), title: title ?? "Story \(id)", url: url ?? "https://example.org/\(id)")
}

func edition(_ ids: String...) -> Edition { Edition(title: "Example", stories: ids.map { story($0) }) }

extension StoryListViewModel {
    func row(for id: StoryID) -> StoryRowViewModel { row(at: rows.ids.firstIndex(of: id)!) }
}
