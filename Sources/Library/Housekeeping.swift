import FoundationEssentials
import News
import Storage

extension Store {
    /// Stories that are neither starred nor saved go a year after they came; what was read of them stays known.
    private static let storyTime: TimeInterval = 365 * 86_400
    /// Whoever follows a source again within this time finds its stories as they were.
    private static let removedSourceTime: TimeInterval = 30 * 86_400

    /// In days.
    private static let longestPause = 31

    /// Lets go of what was kept long enough; once a day, whichever program refreshes first.
    func keepHouse(now: Date) async throws(NewsError) {
        let today = Int(now.timeIntervalSince1970 / 86_400)
        let last = try await sources.note("kept-house").flatMap { Int($0) }
        guard last != today else { return }
        try await sources.changeNote("kept-house") { _ in String(today) }
        // A clock that has jumped may be wrong, and what goes does not come back: if it is right, there is the next day.
        guard let last, (1...Self.longestPause).contains(today - last) else { return }
        try await sources.purge(removedBefore: now - Self.removedSourceTime)
        try await stories.drop(olderThan: now - Self.storyTime)
        if try await search.tidy() { try await search.index() }
    }
}
