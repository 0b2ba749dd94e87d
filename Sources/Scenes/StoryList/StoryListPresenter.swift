import FoundationEssentials
import News

/// Finds the words of a list of stories.
package struct StoryListPresenter: Sendable {
    private let dates: DateWords

    package init(dates: DateWords) { self.dates = dates }

    /// The page while nothing is known of `place` and someone asks.
    package func loading(_ place: Place, sections: [Section]) -> StoryList.ViewModel {
        content(place, sections: sections, edition: nil, page: .loading)
    }

    /// The page of a place that nobody has asked for yet.
    package func waiting(_ place: Place, sections: [Section]) -> StoryList.ViewModel {
        let status = StoryList.Status(
            icon: "view-refresh-symbolic", title: tr("Nothing Fetched Yet"),
            text: tr("Refresh to fetch the stories of this page."),
            action: StoryList.Action(label: tr("_Refresh"), kind: .refresh))
        return content(place, sections: sections, edition: nil, page: .status(status))
    }

    package func present(_ response: StoryList.Response, sections: [Section]) -> StoryList.ViewModel {
        let edition = response.edition
        var page = StoryList.Page.stories
        var notice: StoryList.Notice?
        if let edition, !edition.ids.isEmpty {
            notice =
                response.error.map(warning)
                ?? missing(edition.failures) ?? sample(response.place)
        } else if let error = response.error {
            let words = words(error)
            page = .status(
                StoryList.Status(icon: words.icon, title: words.title, text: words.text, action: action(error)))
        } else if let failures = edition?.failures, !failures.isEmpty {
            page = .status(
                StoryList.Status(
                    icon: "dialog-warning-symbolic", title: tr("No Feed Could Be Loaded"), text: reasons(failures),
                    action: StoryList.Action(label: tr("_Try Again"), kind: .refresh)))
        } else {
            page = .status(
                StoryList.Status(
                    icon: "view-list-symbolic", title: tr("No Stories"),
                    text: tr("There is nothing here right now. Look again later."),
                    action: StoryList.Action(label: tr("_Refresh"), kind: .refresh)))
        }
        return content(response.place, sections: sections, edition: edition, page: page, notice: notice)
    }

    package func row(_ story: Story, now: Date) -> StoryList.Row {
        // A story without a title leads with its summary.
        let hasTitle = !story.title.isEmpty
        let lead = hasTitle ? story.title : story.summary
        let title = lead.isEmpty ? tr("Untitled") : lead
        let origin = [story.source, story.published.map { relative($0, now: now) } ?? ""].filter { !$0.isEmpty }
        return StoryList.Row(
            title: title, summary: hasTitle ? story.summary : "", footnote: origin.joined(separator: " · "),
            label: [title, origin.joined(separator: ", ")].filter { !$0.isEmpty }.map(closed).joined(separator: " "),
            pictures: story.pictures)
    }

    /// A row whose story is still to be read.
    package var blankRow: StoryList.Row {
        StoryList.Row(title: "", summary: "", footnote: "", label: tr("Loading"), pictures: [])
    }

    /// The error over stories that stay.
    package func warning(_ error: NewsError) -> StoryList.Notice {
        StoryList.Notice(isWarning: true, text: sentences(error), action: action(error))
    }

    /// What of a query was not understood.
    package func words(_ message: SearchMessage) -> String {
        switch message {
        case .notADate(let text): tr("“{0}” is no date such as 2026-01-31", text)
        case .unknownState(let text): tr("Stories cannot be “{0}”, but read, unread, starred or saved", text)
        case .noSource(let text): tr("No source is called “{0}”", text)
        }
    }

    /// Said when the library was damaged and a new one begun.
    package func setAside(_ path: String) -> String {
        tr("The library was damaged. It was kept as {0}; what could be read of it is in a new one.", path)
    }

    /// Said when the library is in a place where it can be read but not written.
    package var isReadOnly: String { tr("The library can be read but not changed") }

    /// Said when a story that has no address is opened.
    package var noAddress: String { tr("This story has no page to open") }

    /// The error in one line, for a terminal or a bar.
    package func sentences(_ error: NewsError) -> String {
        let words = words(error)
        return tr("{0}. {1}", words.title, words.text)
    }

    /// An address without what people do not read, and without what nobody else may: a name, a password, a key.
    package func readable(_ address: String) -> String {
        let scheme = ["https://", "http://"].first { address.hasPrefix($0) } ?? ""
        let shown = address.dropFirst(scheme.count).prefix { !"?#".contains($0) }
        guard let at = shown.prefix(while: { $0 != "/" }).lastIndex(of: "@") else { return String(shown) }
        return String(shown[shown.index(after: at)...])
    }

    // MARK: Pages

    private func content(
        _ place: Place, sections: [Section], edition: Edition?, page: StoryList.Page, notice: StoryList.Notice? = nil
    ) -> StoryList.ViewModel {
        let title: String
        var section: String?
        switch place {
        case .sample(let id): (title, section) = (tr("Sample Edition"), id)
        case .topStories(let id): (title, section) = (tr("Top Stories"), id)
        case .feeds(let addresses):
            title = addresses.count == 1 ? edition?.title ?? readable(addresses[0]) : tr("All Stories")
        case .library(let listing): title = name(listing, edition)
        }
        let attribution = edition?.attribution.map {
            StoryList.Attribution(text: tr("Data provided by {0}", $0.provider), url: $0.url, copyright: $0.copyright)
        }
        return StoryList.ViewModel(
            title: title, sections: sections, chosenSection: sections.first { $0.id == section }, page: page,
            notice: notice, attribution: attribution)
    }

    private func name(_ listing: Listing, _ edition: Edition?) -> String {
        switch listing {
        case .all: tr("All Stories")
        case .unread: tr("Unread")
        case .starred: tr("Starred")
        case .today: tr("Today")
        case .source: edition?.title ?? ""
        case .folder(let name): name
        case .search(let query): tr("Search: {0}", query)
        }
    }

    private func sample(_ place: Place) -> StoryList.Notice? {
        guard case .sample = place else { return nil }
        return StoryList.Notice(
            isWarning: false, text: tr("A sample edition: its stories are invented, its pictures drawn for it."),
            action: nil)
    }

    private func missing(_ failures: [SourceFailure]) -> StoryList.Notice? {
        guard let first = failures.first else { return nil }
        let text =
            failures.count == 1
            ? tr("{0}: {1}", readable(first.address), sentences(first.error))
            : ntr("{0} feed could not be loaded.", "{0} feeds could not be loaded.", failures.count)
        return StoryList.Notice(isWarning: true, text: text, action: action(first.error))
    }

    /// A line for each of the first, then how many more there are.
    private func reasons(_ failures: [SourceFailure]) -> String {
        let named = 4
        var lines = failures.prefix(named).map { tr("{0}: {1}", readable($0.address), sentences($0.error)) }
        let more = failures.count - lines.count
        if more > 0 { lines.append(ntr("and {0} more", "and {0} more", more)) }
        return lines.joined(separator: "\n")
    }

    private func action(_ error: NewsError) -> StoryList.Action? {
        switch error {
        case .keyMissing, .keyRefused, .keyNotEnabled:
            StoryList.Action(label: tr("Open the _Key Page"), kind: .open(url: "https://developer.nytimes.com/my-apps"))
        case .badAddress: nil
        default: StoryList.Action(label: tr("_Try Again"), kind: .refresh)
        }
    }

    // MARK: Words

    private func words(_ error: NewsError) -> (icon: String, title: String, text: String) {
        let warning = "dialog-warning-symbolic"
        let network = "network-server-symbolic"
        let key = "dialog-password-symbolic"
        return switch error {
        case .offline:
            ("network-offline-symbolic", tr("You Are Offline"), tr("Connect to the internet to fetch new stories."))
        case .captivePortal:
            (
                network, tr("The Network Wants You to Log In"),
                tr("Open any page in the browser to log in. Then try again.")
            )
        case .unreachable(let host):
            (network, tr("Server Not Reached"), tr("{0} does not answer. Check the address, or try again later.", host))
        case .timedOut:
            (network, tr("The Server Is Too Slow"), tr("It did not answer in time. Try again later."))
        case .insecure(let host):
            (
                "channel-insecure-symbolic", tr("The Connection Is Not Secure"),
                tr("{0} could not prove who it is, so nothing was loaded.", host)
            )
        case .cutShort:
            (network, tr("The Answer Broke Off"), tr("The connection ended before everything had come. Try again."))
        case .tooManyRedirects:
            (warning, tr("The Address Leads Nowhere"), tr("The server forwards it again and again without end."))
        case .leadsElsewhere:
            (warning, tr("The Address Leads Elsewhere"), tr("The server forwards it to what is not a web page."))
        case .tooLarge(let limit):
            (warning, tr("The Feed Is Too Large"), tr("Broadsheet reads at most {0} MB of a feed.", limit >> 20))
        case .status(404), .status(410):
            (warning, tr("Nothing at This Address"), tr("The server says that there is no such page."))
        case .status(let code) where code < 500:
            (warning, tr("Access Refused"), tr("The server does not allow access to this page (status {0}).", code))
        case .status(let code):
            (network, tr("The Server Has a Problem"), tr("It answered with status {0}. Try again later.", code))
        case .keyMissing:
            (key, tr("An API Key Is Needed"), tr("The New York Times gives its stories to those who have a free key."))
        case .keyRefused:
            (
                key, tr("The API Key Was Refused"),
                tr("The New York Times does not know this key. Check it on their page.")
            )
        case .keyNotEnabled:
            (
                key, tr("The API Key Lacks Top Stories"),
                tr("The key is good, but the Top Stories API is not enabled for it. Enable it on their page.")
            )
        case .rateLimited(let until):
            (
                "alarm-symbolic", tr("Too Many Requests"),
                until.map { tr("The server asks to wait until {0}.", dates.time($0)) }
                    ?? tr("The server asks to wait a while before the next request.")
            )
        case .notAFeed:
            (warning, tr("Not a Feed"), tr("What is at this address is not an RSS, Atom or JSON feed."))
        case .badAddress(let address):
            (
                warning, tr("Not an Address"),
                tr("“{0}” cannot be opened. An address begins with http:// or https://.", address)
            )
        case .storage(let problem):
            ("drive-harddisk-symbolic", tr("The Library Cannot Be Used"), words(problem))
        case .badPicture, .cancelled:
            // Neither reaches a page: a picture falls back to its placeholder, and nobody waits for a cancelled answer.
            (warning, tr("Something Went Wrong"), tr("Try again."))
        }
    }

    private func words(_ problem: StorageProblem) -> String {
        switch problem {
        case .diskFull: tr("The disk is full. Free some space, then try again.")
        case .notAllowed: tr("Broadsheet may not write to its folder. Check who owns it.")
        case .busy: tr("Another program keeps it busy. Try again in a moment.")
        case .damaged: tr("Its file is damaged.")
        case .tooNew: tr("It was written by a newer version of Broadsheet.")
        case .other(let text): text
        }
    }

    /// Relative under a day, then the day.
    private func relative(_ date: Date, now: Date) -> String {
        let seconds = now.timeIntervalSince(date)
        // A server's clock that is a little ahead is no news from the future.
        guard seconds > -3600 else { return dates.day(date, now) }
        let minutes = Int(seconds / 60)
        if minutes < 1 { return tr("just now") }
        if minutes < 60 { return ntr("{0} minute ago", "{0} minutes ago", minutes) }
        if minutes < 24 * 60 { return ntr("{0} hour ago", "{0} hours ago", minutes / 60) }
        return dates.day(date, now)
    }

    /// Ends a text as a sentence, so that a screen reader pauses.
    private func closed(_ text: String) -> String {
        text.last.map { ".!?…。！？".contains($0) } == true ? text : text + "."
    }
}
