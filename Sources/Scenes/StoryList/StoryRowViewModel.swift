import News

/// The state of one row that is shown somewhere.
@MainActor
package final class StoryRowViewModel {
    package let id: StoryID
    /// Nil until it was read.
    private(set) var story: Story?
    @Observed package private(set) var content: StoryList.Row
    /// The thumbnail; nil, and a placeholder shown, until it is there and where there is none.
    @Observed package private(set) var picture: Picture?

    /// Grows when a thumbnail that is not there is worth asking for again.
    @Observed package private(set) var attempt = 0

    private weak let list: StoryListViewModel?
    private let images: any ImageWorker

    init(
        id: StoryID, story: Story?, list: StoryListViewModel, images: any ImageWorker, content: StoryList.Row
    ) {
        self.id = id
        self.story = story
        self.list = list
        self.images = images
        self.content = content
    }

    isolated deinit { list?.rowEnded(id) }

    /// The row is near what is seen: its thumbnail is fetched, exactly as large as it is drawn.
    package func cameNear(thumbnail size: PixelSize) async {
        guard picture == nil, let rendition = content.pictures.best(forWidth: size.width) else { return }
        // A picture that fails stays a placeholder, without a word: the story is what counts.
        let loaded = try? await images.picture(at: rendition.url, size: size)
        if !Task.isCancelled { picture = loaded }
    }

    /// The row is out of reach: its pixels are let go here; the worker's memory may keep them.
    package func wentFar() { picture = nil }

    func show(_ story: Story, as row: StoryList.Row) {
        self.story = story
        let isOtherPicture = row.pictures != content.pictures
        content = row
        guard isOtherPicture else { return }
        picture = nil
        attempt += 1
    }

    func tryAgain() { if picture == nil, !content.pictures.isEmpty { attempt += 1 } }
}
