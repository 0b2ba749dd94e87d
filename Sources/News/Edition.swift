/// A part of an edition: `id` is what the source calls it in its addresses, `name` what people call it.
package struct Section: Hashable, Sendable, Identifiable {
    package let id: String
    package let name: String

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// What a list of stories shows.
package enum Place: Hashable, Sendable {
    /// A section of the sample edition that comes with the program.
    case sample(section: String)
    /// A section of the New York Times Top Stories.
    case topStories(section: String)
    /// Feeds, by their addresses, together.
    case feeds([String])
    /// What the library holds.
    case library(Listing)

    /// It comes with the program: showing it asks nothing of the network.
    package var isBundled: Bool {
        if case .sample = self { true } else { false }
    }
}

/// The stories of one place at one time.
package struct Edition: Hashable, Sendable {
    /// What the source calls itself; nil where it does not say.
    package let title: String?
    /// In the order to show, each once.
    package let ids: [StoryID]
    /// The first of `ids`, in the same order: all of what was just fetched, a page of what the library holds.
    package let stories: [Story]
    package let attribution: Attribution?
    /// The sources that could not be loaded while others could.
    package let failures: [SourceFailure]

    package init(
        title: String?, stories: [Story], attribution: Attribution? = nil, failures: [SourceFailure] = []
    ) {
        self.title = title
        ids = stories.map(\.id)
        self.stories = stories
        self.attribution = attribution
        self.failures = failures
    }

    /// An edition of which only the first page is at hand.
    package init(title: String?, ids: [StoryID], firstPage: [Story], failures: [SourceFailure] = []) {
        self.title = title
        self.ids = ids
        stories = firstPage
        attribution = nil
        self.failures = failures
    }
}

/// Whose data it is: the Times' terms ask that every view of their data says so.
package struct Attribution: Hashable, Sendable {
    package let provider: String
    package let url: String
    /// The copyright line of the answer, as it came.
    package let copyright: String?

    package init(provider: String, url: String, copyright: String?) {
        self.provider = provider
        self.url = url
        self.copyright = copyright
    }
}

/// One source that could not be loaded.
package struct SourceFailure: Hashable, Sendable {
    package let address: String
    package let error: NewsError

    package init(address: String, error: NewsError) {
        self.address = address
        self.error = error
    }
}
