import News

/// Decides what the reader shows.
package struct ReaderInteractor: Sendable {
    private let articles: any ArticleWorker

    package init(articles: any ArticleWorker) { self.articles = articles }

    package func article(of id: StoryID) async -> Reader.Response {
        do throws(NewsError) {
            return Reader.Response(id: id, article: try await articles.article(of: id), error: nil)
        } catch {
            return Reader.Response(id: id, article: nil, error: error)
        }
    }
}
