import FoundationEssentials

/// What a feed's document says, and nothing that it does not: whatever is absent there is nil or empty here.
package struct ParsedFeed: Hashable, Sendable {
    package var format: FeedFormat
    /// What was wrong with the document and got over, in English, for people who run feeds.
    package var warnings: [String] = []
    /// Plain text.
    package var title: String?
    package var summary: String?
    /// http or https, absolute, as every address below.
    package var homePageURL: String?
    package var feedURL: String?
    /// Where older stories are: the next page, or the archive before this document (RFC 5005, 3 and 4).
    package var nextURL: String?
    /// In an archive: the feed that is still written, and the archive after this one (RFC 5005, 4).
    package var currentURL: String?
    package var nextArchiveURL: String?
    package var iconURL: String?
    package var faviconURL: String?
    package var authors: [ParsedAuthor] = []
    package var language: String?
    package var copyright: String?
    package var updated: Date?
    package var hubs: [String] = []
    /// The feed says that it will never change again.
    package var isExpired = false
    /// Stories that are not in the document are gone (RFC 5005, 2).
    package var isComplete = false
    /// How often the feed says that it changes, in seconds: ttl, or sy:updatePeriod and sy:updateFrequency.
    package var updateInterval: Int?
    /// Hours of the day in GMT, 0 to 23, and days of the week, 0 for Sunday, in which the feed asks to be left alone.
    package var skippedHours: [Int] = []
    package var skippedDays: [Int] = []
    /// In document order.
    package var items: [ParsedItem] = []

    package init(format: FeedFormat) { self.format = format }
}

/// What the document says of one story.
package struct ParsedItem: Hashable, Sendable {
    /// Never empty: guid or id, else the permalink, else a hash of the content.
    package var id: String
    package var url: String?
    /// Where the item points to beside its own page.
    package var externalURL: String?
    /// Plain text.
    package var title: String?
    /// Plain text.
    package var summary: String?
    /// Sanitised, with absolute addresses.
    package var contentHTML: String?
    package var authors: [ParsedAuthor] = []
    package var published: Date?
    package var modified: Date?
    /// Each rendition that the document names, in its order.
    package var images: [ParsedImage] = []
    package var attachments: [ParsedAttachment] = []
    package var tags: [String] = []
    package var language: String?
    /// How many comments there are: slash:comments, thr:total or the thr:count of a link to them.
    package var commentCount: Int?

    package init(id: String) { self.id = id }
}

extension ParsedItem {
    /// The summary, or where there is none how the content begins, as plain text.
    package var excerpt: String? {
        if let summary { return summary }
        guard var beginning = contentHTML?.utf8.prefix(4000) else { return nil }
        // Not in the middle of a tag.
        if let tag = beginning.lastIndex(of: UInt8(ascii: "<")), !beginning[tag...].contains(UInt8(ascii: ">")) {
            beginning = beginning[..<tag]
        }
        let text = HTMLText.plain(Array(beginning))
        return text.isEmpty ? nil : text
    }
}

package struct ParsedAuthor: Hashable, Sendable {
    package var name: String?
    package var url: String?
    package var avatarURL: String?

    package init(name: String? = nil, url: String? = nil, avatarURL: String? = nil) {
        self.name = name
        self.url = url
        self.avatarURL = avatarURL
    }
}

package struct ParsedImage: Hashable, Sendable {
    package var url: String
    /// Pixels.
    package var width: Int?
    package var height: Int?
    package var caption: String?
    package var credit: String?

    package init(url: String, width: Int? = nil, height: Int? = nil, caption: String? = nil, credit: String? = nil) {
        self.url = url
        self.width = width
        self.height = height
        self.caption = caption
        self.credit = credit
    }
}

package struct ParsedAttachment: Hashable, Sendable {
    package var url: String
    package var mimeType: String?
    package var title: String?
    /// Bytes.
    package var size: Int?
    /// Seconds.
    package var duration: Int?

    package init(url: String, mimeType: String? = nil, title: String? = nil, size: Int? = nil, duration: Int? = nil) {
        self.url = url
        self.mimeType = mimeType
        self.title = title
        self.size = size
        self.duration = duration
    }
}

/// The name of a format, as `broadsheet-cli parse` prints it.
package enum FeedFormat: String, Sendable {
    case rss090 = "rss0.90"
    case rss091 = "rss0.91"
    case rss092 = "rss0.92"
    case rss093 = "rss0.93"
    case rss094 = "rss0.94"
    case rss10 = "rss1.0"
    case rss20 = "rss2.0"
    case atom03 = "atom0.3"
    case atom10 = "atom1.0"
    case cdf
    case jsonFeed10 = "jsonfeed1.0"
    case jsonFeed11 = "jsonfeed1.1"
    case rssInJSON = "rss-in-json"
    case topStories = "nyt-topstories"
    case mostPopular = "nyt-mostpopular"
    case newswire = "nyt-newswire"
    case articleSearch = "nyt-articlesearch"
}
