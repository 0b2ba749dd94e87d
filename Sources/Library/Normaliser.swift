import Feeds
import FoundationEssentials
import News
import Storage

/// Makes what a document says into what the program promises: an identity, a name, dates that can be.
struct Normaliser {
    /// Where the feed comes from: it keeps equal ids of two feeds apart.
    let source: String
    /// The name to show; nil for the feed's own.
    var name: String?
    let now: Date

    /// The stories in document order, each once.
    func stories(of feed: ParsedFeed) -> [Story] { entries(of: feed).map(\.story) }

    /// The stories, each with what the document says of it.
    func entries(of feed: ParsedFeed) -> [(story: Story, item: ParsedItem)] {
        var taken: [StoryID: String?] = [:]
        return feed.items.compactMap { item in
            var id = StoryID("\(source) \(item.id)")
            if let url = taken[id] {
                // Feeds give one guid to several stories; the link tells them apart. The same with the same link is one.
                guard let other = item.url, other != url else { return nil }
                id = StoryID("\(source) \(item.id) \(other)")
                guard taken[id] == nil else { return nil }
            }
            taken[id] = .some(item.url)
            let story = Story(
                id: id, title: item.title ?? "", summary: item.excerpt.map(shortened) ?? "",
                source: name ?? feed.title ?? feed.homePageURL.map(Address.host) ?? Address.host(of: source),
                byline: byline(item.authors), url: item.url ?? item.externalURL,
                published: (item.published ?? item.modified).flatMap(plausible),
                pictures: item.images.map { Rendition(url: $0.url, width: $0.width, height: $0.height) })
            return (story, item)
        }
    }

    /// All of the document, as the store keeps it: identities and dates are the store's to judge.
    func incoming(_ feed: ParsedFeed) -> IncomingFeed {
        IncomingFeed(
            title: feed.title, site: feed.homePageURL, icon: feed.iconURL ?? feed.faviconURL,
            stories: feed.items.map(incoming))
    }

    private func incoming(_ item: ParsedItem) -> IncomingStory {
        var more = FullStory.More()
        more.externalURL = item.externalURL
        more.modified = item.modified
        more.authors = item.authors.map { FullStory.Author(name: $0.name, url: $0.url) }
        more.attachments = item.attachments.map {
            FullStory.Attachment(
                url: $0.url, mimeType: $0.mimeType, title: $0.title, size: $0.size, duration: $0.duration)
        }
        more.tags = item.tags
        more.language = item.language
        more.commentCount = item.commentCount
        let picture = item.images.first { $0.caption != nil || $0.credit != nil }
        more.caption = picture?.caption
        more.credit = picture?.credit
        return IncomingStory(
            guid: item.id, url: item.url ?? item.externalURL, title: item.title ?? "",
            summary: item.excerpt.map(shortened) ?? "", byline: byline(item.authors), contentHTML: item.contentHTML,
            published: item.published ?? item.modified,
            pictures: item.images.map { Rendition(url: $0.url, width: $0.width, height: $0.height) }, more: more)
    }

    /// A list shows a few lines; many feeds put the whole story there, which for 5,000 of them took 15 MB.
    private func shortened(_ summary: String) -> String {
        guard let end = summary.index(summary.startIndex, offsetBy: 240, limitedBy: summary.endIndex),
            end < summary.endIndex
        else { return summary }
        let words = summary[..<end]
        let last = words.lastIndex(of: " ") ?? words.endIndex
        return words[..<last] + "…"
    }

    private func byline(_ authors: [ParsedAuthor]) -> String? {
        let names = authors.compactMap(\.name)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// Dates before 1990 or more than a day ahead are slips of the feed (FIELD-GUIDE 1.3).
    private func plausible(_ date: Date) -> Date? {
        date.timeIntervalSince1970 >= 631_152_000 && date <= now.addingTimeInterval(24 * 3600) ? date : nil
    }
}
