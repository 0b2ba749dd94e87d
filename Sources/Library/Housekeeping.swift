import FoundationEssentials
import News
import Storage

extension Store {
    /// Stories that are neither starred nor saved go a year after they came; what was read of them stays known.
    private static let storyTime: TimeInterval = 365 * 86_400
    /// Whoever follows a source again within this time finds its stories as they were.
    private static let removedSourceTime: TimeInterval = 30 * 86_400

    /// Lets go of what was kept long enough; once a day, whichever program refreshes first.
    func keepHouse(now: Date) async throws(NewsError) {
        let today = String(Int(now.timeIntervalSince1970 / 86_400))
        guard try await sources.note("kept-house") != today else { return }
        try await sources.changeNote("kept-house") { _ in today }
        try await sources.purge(removedBefore: now - Self.removedSourceTime)
        try await stories.drop(olderThan: now - Self.storyTime)
        try await search.tidy()
    }
}
