import Desktop
import Feeds
import FoundationEssentials
import Glibc
import Library
import News
import Scenes
import SoupLoader
import Storage

/// `broadsheet-cli front-page`: the stories that the window would show, in a terminal or as a JSON Feed.
enum FrontPageCommand {
    static let usage = "broadsheet-cli front-page [--section SECTION] [--json] [ADDRESS…]"

    static func run(_ arguments: [String]) async throws(Misuse) -> Int32 {
        let arguments = try Arguments(arguments, flags: ["--json"], values: ["--section"])
        let section = arguments["--section"]
        let addresses = arguments.words
        let key = getenv("NYT_API_KEY").map { String(cString: $0) }
        let place: Place =
            if !addresses.isEmpty {
                .feeds(addresses)
            } else if key?.isEmpty == false {
                .topStories(section: section ?? "home")
            } else {
                .sample(section: section ?? "home")
            }
        // The library counts the requests that the Times allow.
        var opened: OpenStore?
        if case .topStories = place, let store = try? await Store.open(at: Folders.library()).store {
            opened = { store }
        }
        let library = StoryLibrary(client: SampleClient(next: SoupClient()), library: opened, timesKey: key)
        let presenter = StoryListPresenter(dates: .system)
        let sections = library.sections(of: place)
        if let section, !sections.contains(where: { $0.id == section }) {
            guard !sections.isEmpty else { throw Misuse(message: "feeds have no sections") }
            let known = sections.map(\.id).joined(separator: " ")
            throw Misuse(message: "no section “\(section)”; there are: \(known)")
        }
        let response = await StoryListInteractor(stories: library).refresh(place, shown: nil)
        guard let edition = response.edition else {
            return complain(response.error.map(presenter.sentences) ?? "", status: 1)
        }
        for failure in edition.failures {
            _ = complain("\(presenter.readable(failure.address)): \(presenter.sentences(failure.error))", status: 0)
        }
        if edition.ids.isEmpty, !edition.failures.isEmpty { return 1 }
        let content = presenter.present(response, sections: sections)
        let text = arguments.has("--json") ? json(edition, title: content.title) : page(edition, content, presenter)
        return print(text)
    }

    private static func page(
        _ edition: Edition, _ content: StoryList.ViewModel, _ presenter: StoryListPresenter
    ) -> [UInt8] {
        let page = TerminalPage()
        page.heading([content.title, content.chosenSection?.name].compactMap { $0 }.joined(separator: " — "))
        if let notice = content.notice, !notice.isWarning { page.paragraph(notice.text) }
        let now = Date()
        for story in edition.stories {
            let row = presenter.row(story, now: now)
            page.heading(row.title)
            if !row.summary.isEmpty { page.paragraph(row.summary) }
            page.line(row.footnote, dim: true)
            if let url = story.url { page.line(url, dim: true) }
        }
        if let attribution = content.attribution {
            page.heading(attribution.text)
            page.line(attribution.url, dim: true)
            if let copyright = attribution.copyright { page.line(copyright, dim: true) }
        }
        return Array(page.text.utf8)
    }

    /// JSON Feed 1.1.
    private static func json(_ edition: Edition, title: String) -> [UInt8] {
        var feed = ParsedFeed(format: .jsonFeed11)
        feed.title = edition.title ?? title
        feed.copyright = edition.attribution?.copyright
        feed.items = edition.stories.map { story in
            var item = ParsedItem(id: String(UInt64(bitPattern: story.id.rawValue), radix: 16))
            item.url = story.url
            item.title = story.title.isEmpty ? nil : story.title
            item.summary = story.summary.isEmpty ? nil : story.summary
            item.published = story.published
            item.authors = story.byline.map { [ParsedAuthor(name: $0)] } ?? []
            item.images = story.pictures.map { ParsedImage(url: $0.url, width: $0.width, height: $0.height) }
            return item
        }
        var json = JSONFeedWriter()
        json.write(feed)
        json.append("\n")
        return json.bytes
    }
}
