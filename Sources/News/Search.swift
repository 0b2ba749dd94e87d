/// What came of a search.
package struct SearchResult: Hashable, Sendable {
    package let ids: [StoryID]
    /// The limit was reached: there may be more.
    package let isCut: Bool
    /// What of the query could not be taken as it was meant. The rest of it was.
    package let messages: [SearchMessage]

    package init(ids: [StoryID], isCut: Bool = false, messages: [SearchMessage] = []) {
        self.ids = ids
        self.isCut = isCut
        self.messages = messages
    }
}

/// What is wrong with a query; presenters find the words.
package enum SearchMessage: Hashable, Sendable {
    /// `before:` or `after:` with what is no date.
    case notADate(String)
    /// `is:` with what stories cannot be.
    case unknownState(String)
    /// No source has the name.
    case noSource(String)
}

package enum SearchOrder: Sendable {
    /// Newest first.
    case date
    /// The best of the newest thousand that match.
    case rank
}

/// A search kept under a name.
package struct SavedSearch: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let name: String
    package let query: String

    package init(id: Int64, name: String, query: String) {
        self.id = id
        self.name = name
        self.query = query
    }
}
