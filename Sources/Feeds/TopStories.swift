import FoundationEssentials
import News

/// An answer of the New York Times Top Stories API, version 2. Everything is optional, and a bad result never loses the
/// rest (FIELD-GUIDE 2.2 lists what is really sent).
package struct TopStoriesResponse: Decodable, Sendable {
    /// The name of the section for people: "World News".
    package let section: String?
    package let copyright: String?
    package let lastUpdated: Date?
    package let results: [TopStory]
    /// Results that could not be read, or that have neither title, abstract nor address.
    package let dropped: Int

    private enum CodingKeys: String, CodingKey {
        case section, copyright, results
        case lastUpdated = "last_updated"
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        // Without results it is an error that came with a good status.
        guard fields.contains(.results) else {
            throw DecodingError.keyNotFound(
                CodingKeys.results, .init(codingPath: fields.codingPath, debugDescription: "no results"))
        }
        section = try fields.decodeIfPresent(LossyText.self, forKey: .section)?.plain
        copyright = try fields.decodeIfPresent(LossyText.self, forKey: .copyright)?.plain
        lastUpdated = try fields.decodeIfPresent(LossyText.self, forKey: .lastUpdated)?.text.flatMap(FeedDate.parse)
        let list = try fields.decodeIfPresent(LossyArray<TopStory>.self, forKey: .results)
        results = list?.elements.filter { !$0.isEmpty } ?? []
        dropped = (list?.dropped ?? 0) + (list?.elements.count ?? 0) - results.count
    }

    /// The same as any feed says it.
    package func parsedFeed() -> ParsedFeed {
        var feed = ParsedFeed(format: .topStories)
        feed.title = section
        feed.copyright = copyright
        feed.updated = lastUpdated
        feed.items = results.map { $0.parsedItem() }
        if dropped > 0 { feed.warnings.append("results left out: \(dropped)") }
        feed.items.makeIDsTellStoriesApart()
        return feed
    }
}

/// A story of the Top Stories API.
package struct TopStory: Decodable, Sendable {
    package let title: String?
    package let abstract: String?
    /// http or https; "null" and "" are sent as well.
    package let url: String?
    /// "nyt://article/…": the lasting identity.
    package let uri: String?
    package let byline: String?
    package let published: Date?
    package let updated: Date?
    /// Without the internal ones.
    package let tags: [String]
    package let multimedia: [ParsedImage]

    private enum CodingKeys: String, CodingKey {
        case title, abstract, url, uri, byline, multimedia
        case shortURL = "short_url"
        case created = "created_date"
        case published = "published_date"
        case updated = "updated_date"
        case topics = "des_facet"
        case organisations = "org_facet"
        case people = "per_facet"
        case places = "geo_facet"
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> LossyText? { try fields.decodeIfPresent(LossyText.self, forKey: key) }
        title = try text(.title)?.plain
        abstract = try text(.abstract)?.plain
        url = try Self.address(text(.url)) ?? Self.address(text(.shortURL))
        uri = try text(.uri)?.nonEmpty
        byline = try text(.byline)?.plain
        published = try text(.published)?.text.flatMap(FeedDate.parse) ?? text(.created)?.text.flatMap(FeedDate.parse)
        updated = try text(.updated)?.text.flatMap(FeedDate.parse)
        var tags: [String] = []
        for key in [CodingKeys.topics, .organisations, .people, .places] {
            let facets = try fields.decodeIfPresent(LossyArray<LossyText>.self, forKey: key)?.elements ?? []
            for tag in facets.compactMap(\.plain) where !tag.hasPrefix("internal-") && !tags.contains(tag) {
                tags.append(tag)
            }
        }
        self.tags = tags
        let pictures = try fields.decodeIfPresent(LossyArray<TimesPicture>.self, forKey: .multimedia)?.elements ?? []
        multimedia = pictures.compactMap(\.image)
    }

    private static func address(_ text: LossyText?) -> String? {
        text?.nonEmpty.flatMap { WebAddress.web($0) }
    }

    var isEmpty: Bool { title == nil && abstract == nil && url == nil }

    func parsedItem() -> ParsedItem {
        var item = ParsedItem(id: uri ?? url ?? "")
        item.url = url.map(Address.untracked)
        item.title = title
        item.summary = abstract
        item.authors = TimesByline.authors(byline)
        item.published = published
        item.modified = updated
        item.images = multimedia
        item.tags = tags
        if item.id.isEmpty { item.id = XMLFeedParser.hash(item) }
        return item
    }
}

/// A rendition of a picture as the Times' APIs describe it.
struct TimesPicture: Decodable, Sendable {
    let image: ParsedImage?

    private enum CodingKeys: String, CodingKey {
        case url, width, height, caption, copyright, credit, type
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> LossyText? { try fields.decodeIfPresent(LossyText.self, forKey: key) }
        let type = try text(.type)?.text ?? "image"
        // Article Search gives paths under this host before 2025.
        let address = try text(.url)?.nonEmpty.flatMap { WebAddress.web($0, base: "https://static01.nyt.com/") }
        guard let address, type == "image" || type == "photo" || type.isEmpty else {
            image = nil
            return
        }
        image = try ParsedImage(
            url: address, width: text(.width)?.size, height: text(.height)?.size, caption: text(.caption)?.plain,
            credit: text(.copyright)?.plain ?? text(.credit)?.plain)
    }
}

/// "By Ana Ruiz, Bo Lee and THE NEW YORK TIMES" as authors.
enum TimesByline {
    static func authors(_ byline: String?) -> [ParsedAuthor] {
        guard var names = byline else { return [] }
        if names.lowercased().hasPrefix("by ") { names.removeFirst(3) }
        return names.replacing(" and ", with: ", ").split(separator: ", ")
            .map { HTMLText.collapsed(Array($0.utf8)) }
            .filter { !$0.isEmpty }
            .map { ParsedAuthor(name: $0) }
    }
}
