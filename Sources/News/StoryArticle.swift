/// A story with all there is to read of it.
package struct StoryArticle: Hashable, Sendable {
    package var story: Story
    /// The whole summary, as plain text: a list shows the beginning of it.
    package var summary = ""
    /// nil where the source gives no more than the summary.
    package var body: Article?
    package var tags: [String] = []
    /// Of the story's picture.
    package var caption: String?
    package var credit: String?
    /// Whose data it is, where that must be said.
    package var attribution: Attribution?

    package init(story: Story) { self.story = story }
}
