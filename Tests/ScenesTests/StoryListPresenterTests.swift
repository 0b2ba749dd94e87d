import FoundationEssentials
import News
import Testing

@testable import Scenes

struct StoryListPresenterTests {
    let presenter = StoryListPresenter(dates: plainDates)
    let feed = Place.feeds(["https://example.org/feed"])

    func present(_ edition: Edition?, of place: Place, error: NewsError? = nil) -> StoryList.ViewModel {
        let response = StoryListInteractor(stories: FakeStories()).show(edition, of: place, after: nil, error: error)
        return presenter.present(response, sections: FakeStories().sections(of: place))
    }

    // MARK: Rows

    @Test func `a row says title, summary, source and how long ago`() {
        let story = Story(
            id: StoryID("1"), title: "Bridge Opens", summary: "At last.", source: "The Gazette",
            published: noon.addingTimeInterval(-7200))
        let row = presenter.row(story, now: noon)
        #expect(row.title == "Bridge Opens")
        #expect(row.summary == "At last.")
        #expect(row.footnote == "The Gazette · 2 hours ago")
        #expect(row.label == "Bridge Opens. The Gazette, 2 hours ago.")
    }

    @Test(arguments: [
        (0, "just now"), (59, "just now"), (60, "1 minute ago"), (119, "1 minute ago"), (3599, "59 minutes ago"),
        (3600, "1 hour ago"), (86_399, "23 hours ago"), (86_400, "day 1773403200"),
        // A server's clock may be ahead; a story of tomorrow has its day.
        (-600, "just now"), (-7200, "day 1773496800"),
    ])
    func `time is relative under a day, then the day`(secondsAgo: Int, words: String) {
        let story = Story(id: StoryID("1"), title: "T", published: noon.addingTimeInterval(-Double(secondsAgo)))
        #expect(presenter.row(story, now: noon).footnote == words)
    }

    @Test func `a story without a title leads with its summary`() {
        let row = presenter.row(Story(id: StoryID("1"), title: "", summary: "A short note"), now: noon)
        #expect(row.title == "A short note")
        #expect(row.summary == "")
    }

    @Test func `a story without any words still has a row with a name`() {
        let row = presenter.row(Story(id: StoryID("1"), title: ""), now: noon)
        #expect(row.title == "Untitled")
        #expect(row.footnote == "")
        #expect(row.label == "Untitled.")
    }

    @Test func `a title that ends as a sentence gets no second stop`() {
        let row = presenter.row(Story(id: StoryID("1"), title: "Who Won?", source: "Gazette"), now: noon)
        #expect(row.label == "Who Won? Gazette.")
    }

    // MARK: Pages

    @Test func `Times stories are titled Top Stories and credited as the terms ask`() {
        let times = Edition(
            title: "U.S. News", stories: [story("a")],
            attribution: Attribution(
                provider: "The New York Times", url: "https://developer.nytimes.com", copyright: "Copyright (c) 2026"))
        let content = present(times, of: .topStories(section: "world"))
        #expect(content.title == "Top Stories")
        #expect(content.chosenSection == Section(id: "world", name: "World"))
        #expect(content.attribution?.text == "Data provided by The New York Times")
        #expect(content.attribution?.url == "https://developer.nytimes.com")
        #expect(content.attribution?.copyright == "Copyright (c) 2026")
        #expect(content.notice == nil)
    }

    @Test func `the sample edition says that it is one`() {
        let content = present(edition("a"), of: .sample(section: "home"))
        #expect(content.title == "Sample Edition")
        #expect(content.notice?.isWarning == false)
        #expect(content.notice?.text.contains("invented") == true)
    }

    @Test func `a feed is titled as it calls itself, or else by its address`() {
        #expect(present(edition("a"), of: feed).title == "Example")
        #expect(present(Edition(title: nil, stories: [story("a")]), of: feed).title == "example.org/feed")
        let several = Place.feeds(["https://a.example/f", "https://b.example/f"])
        #expect(present(edition("a"), of: several).title == "All Stories")
    }

    @Test func `a key or password in an address is not shown`() {
        let address = "https://me:pass@example.org/feed.json?api-key=secret#x"
        let untitled = Edition(title: nil, stories: [story("a")])
        #expect(present(untitled, of: .feeds([address])).title == "example.org/feed.json")
        let failure = SourceFailure(address: address, error: .timedOut)
        let notice = present(Edition(title: nil, stories: [story("a")], failures: [failure]), of: feed).notice
        #expect(notice?.text.hasPrefix("example.org/feed.json: ") == true)
    }

    @Test func `stories stay under a warning when a refresh fails`() {
        let content = present(edition("a"), of: feed, error: .unreachable(host: "example.org"))
        #expect(content.page == .stories)
        #expect(content.notice?.isWarning == true)
        #expect(content.notice?.text.contains("example.org does not answer") == true)
        #expect(content.notice?.action?.kind == .refresh)
    }

    @Test func `one feed that fails beside others is named`() {
        let some = Edition(
            title: nil, stories: [story("a")],
            failures: [SourceFailure(address: "https://b.example/f", error: .status(404))])
        let notice = present(some, of: .feeds(["https://a.example/f", "https://b.example/f"])).notice
        #expect(notice?.text.hasPrefix("b.example/f: Nothing at This Address.") == true)
    }

    @Test func `an empty feed has a page that says so`() {
        guard case .status(let status) = present(edition(), of: feed).page else {
            Issue.record("no status page")
            return
        }
        #expect(status.title == "No Stories")
        #expect(status.action?.kind == .refresh)
    }

    @Test(arguments: [
        (NewsError.offline, "You Are Offline"), (.timedOut, "The Server Is Too Slow"), (.notAFeed, "Not a Feed"),
        (.status(404), "Nothing at This Address"), (.status(403), "Access Refused"),
        (.status(500), "The Server Has a Problem"), (.tooLarge(limit: 20 << 20), "The Feed Is Too Large"),
        (.keyRefused, "The API Key Was Refused"), (.keyMissing, "An API Key Is Needed"),
        (.keyNotEnabled, "The API Key Lacks Top Stories"), (.rateLimited(until: nil), "Too Many Requests"),
        (.insecure(host: "example.org"), "The Connection Is Not Secure"), (.cutShort, "The Answer Broke Off"),
        (.tooManyRedirects, "The Address Leads Nowhere"),
        (.leadsElsewhere, "The Address Leads Elsewhere"), (.badAddress("gopher:x"), "Not an Address"),
        (.unreachable(host: "example.org"), "Server Not Reached"),
    ])
    func `each failure has a page with its own words`(error: NewsError, title: String) {
        guard case .status(let status) = present(nil, of: feed, error: error).page else {
            Issue.record("no status page")
            return
        }
        #expect(status.title == title)
        #expect(!status.text.isEmpty)
    }

    @Test func `a refused key leads to the page where keys are made`() {
        guard case .status(let status) = present(nil, of: .topStories(section: "home"), error: .keyRefused).page else {
            Issue.record("no status page")
            return
        }
        #expect(status.action?.kind == .open(url: "https://developer.nytimes.com/my-apps"))
    }

    @Test func `a quota says until when, where the server said so`() {
        let words = presenter.sentences(.rateLimited(until: noon))
        #expect(words.contains("time 1773489600"))
    }

    @Test func `feeds that all fail are named with their reasons, the first of them`() {
        let failures = (1...6).map { number in
            SourceFailure(
                address: "https://\(number).example/f", error: number == 1 ? .timedOut : .status(404))
        }
        let content = present(Edition(title: nil, stories: [], failures: failures), of: .library(.all))
        guard case .status(let status) = content.page else {
            Issue.record("no status page")
            return
        }
        let lines = status.text.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines[0].hasPrefix("1.example/f: The Server Is Too Slow."))
        #expect(lines[4] == "and 2 more")
        #expect(status.action?.kind == .refresh)
    }
}
