import News

/// The scene of a list of stories: what crosses between its interactor, presenter and view.
package enum StoryList {
    /// What came of asking for a place.
    package struct Response: Hashable, Sendable {
        package let place: Place
        /// What there is to show: the new edition, or where it failed the one shown before.
        package let edition: Edition?
        /// From the stories shown before to those of `edition`.
        package let change: Change
        package let error: NewsError?
    }

    /// A list became another one: at `position`, `removed` rows gave way to `added` others. What lies before and after
    /// stays as it was, with the selection and the place in the list.
    package struct Change: Hashable, Sendable {
        package let position: Int
        package let removed: Int
        package let added: Int
    }

    /// All about the page but its rows, ready to show.
    package struct ViewModel: Hashable, Sendable {
        package let title: String
        package let sections: [Section]
        package let chosenSection: Section?
        package let page: Page
        /// Above the stories.
        package internal(set) var notice: Notice?
        /// Below the stories.
        package let attribution: Attribution?
    }

    /// What fills the page.
    package enum Page: Hashable, Sendable {
        /// Nothing is known yet.
        case loading
        case stories
        case status(Status)
    }

    /// A page with words in place of stories.
    package struct Status: Hashable, Sendable {
        /// A symbolic icon's name.
        package let icon: String
        package let title: String
        package let text: String
        package let action: Action?
    }

    /// Words over stories that stay.
    package struct Notice: Hashable, Sendable {
        package let isWarning: Bool
        package let text: String
        package let action: Action?
    }

    /// The one thing suggested.
    package struct Action: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case refresh
            case open(url: String)
        }

        /// With a mnemonic.
        package let label: String
        package let kind: Kind
    }

    /// The words that credit the provider of the stories, and where they lead.
    package struct Attribution: Hashable, Sendable {
        package let text: String
        package let url: String
        package let copyright: String?
    }

    /// The rows, by id. Equal by `revision`, so that comparing 100,000 of them costs nothing.
    package struct Rows: Equatable, Sendable {
        package let ids: [StoryID]
        /// From the rows before to these.
        package let change: Change
        /// The rows of another place, to be shown from the first.
        package let isOtherPlace: Bool
        package let revision: Int

        package static func == (a: Rows, b: Rows) -> Bool { a.revision == b.revision }
    }

    /// One row, ready to show.
    package struct Row: Hashable, Sendable {
        package let title: String
        package let summary: String
        /// Source and time.
        package let footnote: String
        /// What a screen reader says first; the summary is its description.
        package let label: String
        package let pictures: [Rendition]
    }
}
