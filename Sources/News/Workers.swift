/// Fetches stories. The live one is the library's; tests have their own.
package protocol StoryWorker: Sendable {
    /// The sections that can be chosen from where `place` is one; empty where there are none.
    func sections(of place: Place) -> [Section]

    /// What the library holds of a place, without asking the network; nil for a place that it does not hold.
    func stored(_ place: Place) async throws(NewsError) -> Edition?

    /// Stories of the library by their ids, in any order. One that is gone is left out.
    func stories(_ ids: [StoryID]) async throws(NewsError) -> [Story]

    /// The stories of a place, fetched now. Feeds that fail beside others that do not are in `failures`.
    ///
    /// - Parameter byHand: the person asked. By itself the library asks only those of its sources that are due.
    func edition(of place: Place, byHand: Bool) async throws(NewsError) -> Edition
}

/// Reads articles. The live one is the library's; tests have their own.
package protocol ArticleWorker: Sendable {
    /// The story with its text, from what was fetched: the network is not asked. The blocks are made off the main actor.
    /// nil for a story that is gone.
    func article(of id: StoryID) async throws(NewsError) -> StoryArticle?
}

/// Keeps what the person says of stories.
package protocol MarkWorker: Sendable {
    /// What was changed, with which it can be undone.
    func mark(_ mark: Mark, _ ids: [StoryID]) async throws(NewsError) -> MarkChange

    func undo(_ change: MarkChange) async throws(NewsError)

    /// The first of the stories that is not read, in the order given.
    func firstUnread(of ids: ArraySlice<StoryID>) async throws(NewsError) -> StoryID?
}

/// Fetches pictures.
package protocol ImageWorker: Sendable {
    /// The picture, scaled and cropped about its centre to exactly `size`, from memory, disk or network. A second
    /// caller for the same picture shares the first one's work; the work ends when the last caller is cancelled.
    func picture(at url: String, size: PixelSize) async throws(NewsError) -> Picture

    /// The whole picture, as large as it gets within `size` and no larger than it is.
    func picture(at url: String, within size: PixelSize) async throws(NewsError) -> Picture

    /// Pictures that failed may be asked for again: the person refreshes.
    func forgetFailures() async
}
