import News

/// Where the list of stories leads.
@MainActor
package protocol StoryListRouter: AnyObject {
    func openReader(for id: StoryID)

    func openInBrowser(_ url: String)

    /// Shows a passing remark.
    func show(_ remark: String)
}
