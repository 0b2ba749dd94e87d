import FoundationEssentials

/// The identity of a story: positive for one in the library, which never gives it to another; negative for one that is only
/// shown.
package struct StoryID: Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// For a story that is not in the library: made from its source and what the source calls it (FNV-1a, 64 bits).
    package init(_ name: String) {
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        rawValue = Int64(bitPattern: hash | 1 << 63)
    }
}

/// A story as a list shows it: what a parser read, made into what the program promises.
package struct Story: Hashable, Sendable, Identifiable {
    package let id: StoryID
    /// Plain text. Empty only where the source gives neither title nor summary.
    package let title: String
    /// Plain text, one paragraph; empty where there is none.
    package let summary: String
    /// The name of the source, as the person reading knows it.
    package let source: String
    /// Who wrote it, for display; nil where unknown.
    package let byline: String?
    /// The original, http or https.
    package let url: String?
    package let published: Date?
    /// The renditions of the story's picture, in the source's order.
    package let pictures: [Rendition]
    /// nil for a story that is only shown.
    package let sourceID: SourceID?
    package let isRead: Bool
    package let isStarred: Bool

    package init(
        id: StoryID, title: String, summary: String = "", source: String = "", byline: String? = nil,
        url: String? = nil, published: Date? = nil, pictures: [Rendition] = [], sourceID: SourceID? = nil,
        isRead: Bool = false, isStarred: Bool = false
    ) {
        self.id = id
        self.title = title
        self.summary = summary
        self.source = source
        self.byline = byline
        self.url = url
        self.published = published
        self.pictures = pictures
        self.sourceID = sourceID
        self.isRead = isRead
        self.isStarred = isStarred
    }
}

extension Story {
    /// The same story, with what was said of it.
    package func marked(isRead: Bool, isStarred: Bool) -> Story {
        Story(
            id: id, title: title, summary: summary, source: source, byline: byline, url: url, published: published,
            pictures: pictures, sourceID: sourceID, isRead: isRead, isStarred: isStarred)
    }
}

/// A story of the library with all that is kept of it, for the reader and for scripts.
package struct FullStory: Hashable, Sendable {
    package let story: Story
    package let arrived: Date
    /// Sanitised, with absolute addresses; nil where the feed gives none.
    package let contentHTML: String?
    package let more: More

    package init(story: Story, arrived: Date, contentHTML: String?, more: More) {
        self.story = story
        self.arrived = arrived
        self.contentHTML = contentHTML
        self.more = more
    }

    /// What few stories have, and no list shows.
    package struct More: Hashable, Sendable {
        /// Where the story points to beside its own page.
        package var externalURL: String?
        package var modified: Date?
        package var authors: [Author] = []
        package var attachments: [Attachment] = []
        package var tags: [String] = []
        package var language: String?
        package var commentCount: Int?
        /// Of the story's picture.
        package var caption: String?
        package var credit: String?

        package init() {}
    }

    package struct Author: Hashable, Sendable {
        package let name: String?
        package let url: String?

        package init(name: String?, url: String?) {
            self.name = name
            self.url = url
        }
    }

    package struct Attachment: Hashable, Sendable {
        package let url: String
        package let mimeType: String?
        package let title: String?
        /// Bytes.
        package let size: Int?
        /// Seconds.
        package let duration: Int?

        package init(url: String, mimeType: String?, title: String?, size: Int?, duration: Int?) {
            self.url = url
            self.mimeType = mimeType
            self.title = title
            self.size = size
            self.duration = duration
        }
    }
}

/// What can be said of a story.
package enum Mark: String, Hashable, Sendable, CaseIterable {
    case read, unread, starred, unstarred
    /// Kept for later.
    case saved, unsaved

    package var opposite: Mark {
        switch self {
        case .read: .unread
        case .unread: .read
        case .starred: .unstarred
        case .unstarred: .starred
        case .saved: .unsaved
        case .unsaved: .saved
        }
    }
}

/// What a mark changed, for undo: stories that were so already are not among them.
package struct MarkChange: Hashable, Sendable {
    package let mark: Mark
    package let ids: [StoryID]

    package init(mark: Mark, ids: [StoryID]) {
        self.mark = mark
        self.ids = ids
    }
}

/// One size of a picture.
package struct Rendition: Hashable, Sendable {
    package let url: String
    /// Pixels; nil where the source does not say.
    package let width: Int?
    package let height: Int?

    package init(url: String, width: Int? = nil, height: Int? = nil) {
        self.url = url
        self.width = width
        self.height = height
    }
}

extension [Rendition] {
    /// The smallest rendition at least `width` pixels wide, else the largest; one of unknown size only where no size is known.
    package func best(forWidth width: Int) -> Rendition? {
        let sized = filter { $0.width != nil }.sorted { $0.width! < $1.width! }
        return sized.first { $0.width! >= width } ?? sized.last ?? first
    }
}
