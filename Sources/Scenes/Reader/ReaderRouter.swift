import News

/// Where an article leads.
@MainActor
package protocol ReaderRouter: AnyObject {
    func openInBrowser(_ url: String)

    /// Shows a passing remark.
    func show(_ remark: String)

    /// Shows a passing remark about something that can be undone.
    func show(_ remark: String, undo: @escaping @MainActor () -> Void)

    func copyToClipboard(_ text: String)

    /// The stories after one in the list that it was opened from, nearest first; with `isBackward` those before it.
    func stories(beside id: StoryID, isBackward: Bool) -> ArraySlice<StoryID>

    /// The reader shows another story: the list follows.
    func readerTurned(to id: StoryID)

    /// Back to where the person was.
    func closeReader()
}
