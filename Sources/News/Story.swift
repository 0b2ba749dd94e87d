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

    package init(
        id: StoryID, title: String, summary: String = "", source: String = "", byline: String? = nil,
        url: String? = nil, published: Date? = nil, pictures: [Rendition] = []
    ) {
        self.id = id
        self.title = title
        self.summary = summary
        self.source = source
        self.byline = byline
        self.url = url
        self.published = published
        self.pictures = pictures
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
