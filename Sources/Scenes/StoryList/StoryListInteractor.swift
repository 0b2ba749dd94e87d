import News

/// Decides what a list shows: a failure never takes away what was there, and a refresh is one change.
package struct StoryListInteractor: Sendable {
    private let stories: any StoryWorker

    package init(stories: any StoryWorker) { self.stories = stories }

    package func sections(of place: Place) -> [Section] { stories.sections(of: place) }

    /// What is there of `place` before anyone asks the network; nil where there is nothing.
    package func atHand(_ place: Place, shown: Edition?) async -> StoryList.Response? {
        if place.isBundled { return await refresh(place, shown: shown) }
        do throws(NewsError) {
            return try await stories.stored(place).map { show($0, of: place, after: shown) }
        } catch {
            return show(nil, of: place, after: shown, error: error)
        }
    }

    /// Stories of the library, read by their ids.
    package func stories(_ ids: [StoryID]) async throws(NewsError) -> [Story] { try await stories.stories(ids) }

    /// Asks for `place` anew, over what is `shown` of it; `byHand` where the person wants it so.
    package func refresh(_ place: Place, shown: Edition?, byHand: Bool = true) async -> StoryList.Response {
        do throws(NewsError) {
            let edition = try await stories.edition(of: place, byHand: byHand)
            guard edition.ids.isEmpty, !edition.failures.isEmpty, let shown else {
                return show(edition, of: place, after: shown)
            }
            // All failed, each for a reason of its own.
            let kept = Edition(
                title: shown.title, ids: shown.ids, firstPage: shown.stories, failures: edition.failures)
            return show(kept, of: place, after: shown)
        } catch {
            return show(shown, of: place, after: shown, error: error)
        }
    }

    /// Puts an edition that is there already in place of the one shown.
    package func show(
        _ edition: Edition?, of place: Place, after shown: Edition?, error: NewsError? = nil
    ) -> StoryList.Response {
        let change = StoryList.Change(from: shown?.ids ?? [], to: edition?.ids ?? [])
        return StoryList.Response(place: place, edition: edition, change: change, error: error)
    }
}

extension StoryList.Change {
    /// The one range outside of which both lists agree.
    init(from old: [StoryID], to new: [StoryID]) {
        let shorter = min(old.count, new.count)
        var prefix = 0
        while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
        var suffix = 0
        while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
            suffix += 1
        }
        self.init(position: prefix, removed: old.count - prefix - suffix, added: new.count - prefix - suffix)
    }
}
