import FoundationEssentials
import News
import Storage

let noon = Date(timeIntervalSince1970: 1_800_000_000)  // 15 January 2027, 08:00 UTC

/// Days as they are at Greenwich.
let utc = LocalDays(
    startOfDay: { Date(timeIntervalSince1970: ($0.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400) },
    start: { year, month, day in
        // Howard Hinnant's days_from_civil.
        let year = month > 2 ? year : year - 1
        let era = year / 400
        let ofEra = year - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
        return Date(timeIntervalSince1970: Double(days) * 86_400)
    })

/// A library in a folder of its own, which goes with it.
final class Fixture: Sendable {
    let folder: String
    let path: String
    let store: Store

    init(now: @escaping @Sendable () -> Date = { noon }) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "broadsheet-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        path = folder + "/library.db"
        store = try await Store.open(at: path, now: now, days: utc).store
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func source(_ url: String = "https://example.org/feed", folder: String? = nil) async throws -> SourceID {
        try await store.sources.add(SourceStore.New(url: url, title: "Gazette", folder: folder)).id
    }

    @discardableResult
    func merge(_ stories: [IncomingStory], into source: SourceID) async throws -> MergeResult {
        try await store.stories.merge(IncomingFeed(stories: stories), into: source)
    }

    func titles(_ listing: Listing = .all) async throws -> [String] {
        try await store.stories.stories(store.stories.ids(of: listing)).map(\.title)
    }
}

/// A story whose link follows from its guid, an hour older for each `age`.
func story(
    _ guid: String, link: String? = nil, title: String? = nil, age: Double? = 0, html: String? = "<p>Body</p>"
) -> IncomingStory {
    IncomingStory(
        guid: guid, url: link ?? "https://example.org/\(guid)", title: title ?? "Story \(guid)", contentHTML: html,
        published: age.map { noon.addingTimeInterval(-3600 * $0) })
}
