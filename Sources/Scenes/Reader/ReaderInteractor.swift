import News

/// Decides what the reader shows.
package struct ReaderInteractor: Sendable {
    private let articles: any ArticleWorker
    private let marks: any MarkWorker

    package init(articles: any ArticleWorker, marks: any MarkWorker) {
        self.articles = articles
        self.marks = marks
    }

    package func article(of id: StoryID) async -> Reader.Response {
        do throws(NewsError) {
            return Reader.Response(id: id, article: try await articles.article(of: id), error: nil)
        } catch {
            return Reader.Response(id: id, article: nil, error: error)
        }
    }

    package func mark(_ mark: Mark, _ id: StoryID) async throws(NewsError) -> MarkChange {
        try await marks.mark(mark, [id])
    }

    package func undo(_ change: MarkChange) async throws(NewsError) { try await marks.undo(change) }

    package func firstUnread(of ids: ArraySlice<StoryID>) async throws(NewsError) -> StoryID? {
        try await marks.firstUnread(of: ids)
    }
}
