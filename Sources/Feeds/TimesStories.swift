import FoundationEssentials
import News

/// An answer of the Times' other APIs: Most Popular, Newswire, and Article Search in both its shapes (FIELD-GUIDE 2.5–2.7).
struct TimesResponse: Decodable, Sendable {
    private(set) var format = FeedFormat.mostPopular
    private var copyright: String?
    private var stories: [TimesStory] = []
    private var dropped = 0

    private enum CodingKeys: String, CodingKey {
        case copyright, results, response, docs
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        copyright = try fields.decodeIfPresent(LossyText.self, forKey: .copyright)?.plain
        var list = try fields.decodeIfPresent(LossyArray<TimesStory>.self, forKey: .results)
        if fields.contains(.response) {
            format = .articleSearch
            let response = try fields.nestedContainer(keyedBy: CodingKeys.self, forKey: .response)
            list = try response.decodeIfPresent(LossyArray<TimesStory>.self, forKey: .docs)
        }
        stories = list?.elements.filter { !$0.isEmpty } ?? []
        dropped = (list?.dropped ?? 0) + (list?.elements.count ?? 0) - stories.count
        if format == .mostPopular, stories.contains(where: \.isNewswire) { format = .newswire }
    }

    func parsedFeed() -> ParsedFeed {
        var feed = ParsedFeed(format: format)
        feed.copyright = copyright
        feed.items = stories.map(\.item)
        if dropped > 0 { feed.warnings.append("results left out: \(dropped)") }
        feed.items.makeIDsTellStoriesApart()
        return feed
    }
}

/// A story of any of those APIs: each calls the same things by other names.
private struct TimesStory: Decodable, Sendable {
    var item = ParsedItem(id: "")
    /// Only Newswire has slugs.
    var isNewswire = false

    var isEmpty: Bool { item.title == nil && item.summary == nil && item.url == nil }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case title, headline, abstract, snippet, url, uri, id, byline, multimedia, media, keywords
        case leadParagraph = "lead_paragraph"
        case webURL = "web_url"
        case searchID = "_id"
        case slug = "slug_name"
        case published = "published_date"
        case publicationDate = "pub_date"
        case firstPublished = "first_published_date"
        case created = "created_date"
        case updatedDate = "updated_date"
        case updated
        case keywordList = "adx_keywords"
        case topics = "des_facet"
        case organisations = "org_facet"
        case people = "per_facet"
        case places = "geo_facet"
        case thumbnail = "thumbnail_standard"
    }

    /// An object that holds a text in one of several members, or that text itself.
    private struct Wrapped: Decodable, Sendable {
        let text: String?

        private enum CodingKeys: String, CodingKey {
            case main, original, value
        }

        init(from decoder: any Decoder) throws {
            if let fields = try? decoder.container(keyedBy: CodingKeys.self) {
                let texts = try [CodingKeys.main, .original, .value].map {
                    try fields.decodeIfPresent(LossyText.self, forKey: $0)?.plain
                }
                text = texts.compactMap { $0 }.first
            } else {
                text = try LossyText(from: decoder).plain
            }
        }
    }

    /// Who Article Search says wrote a story whose byline is not in words.
    private struct Byline: Decodable, Sendable {
        let authors: [ParsedAuthor]

        private struct Person: Decodable, Sendable {
            let firstname, middlename, lastname: LossyText?
        }

        private enum CodingKeys: String, CodingKey {
            case person, organization
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            var names = try fields.decodeIfPresent(LossyArray<Person>.self, forKey: .person)?.elements.map {
                [$0.firstname, $0.middlename, $0.lastname].compactMap { $0?.plain }.joined(separator: " ")
            }
            names?.removeAll(where: \.isEmpty)
            if names?.isEmpty ?? true {
                names = try fields.decodeIfPresent(LossyText.self, forKey: .organization)?.plain.map { [$0] }
            }
            authors = names?.map { ParsedAuthor(name: $0) } ?? []
        }
    }

    /// A picture of Most Popular, with its renditions, or one of the others, which is its own rendition.
    private struct Media: Decodable, Sendable {
        let images: [ParsedImage]

        private enum CodingKeys: String, CodingKey {
            case caption, copyright, credit
            case metadata = "media-metadata"
            case standard = "default"
            case thumbnail
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            var found = try fields.decodeIfPresent(LossyArray<TimesPicture>.self, forKey: .metadata)?.elements ?? []
            for key in [CodingKeys.standard, .thumbnail] {
                if let picture = try fields.decodeIfPresent(Lossy<TimesPicture>.self, forKey: key)?.value {
                    found.append(picture)
                }
            }
            found.append(try TimesPicture(from: decoder))
            let caption = try fields.decodeIfPresent(LossyText.self, forKey: .caption)?.plain
            let credit =
                try fields.decodeIfPresent(LossyText.self, forKey: .copyright)?.plain
                ?? fields.decodeIfPresent(LossyText.self, forKey: .credit)?.plain
            images = found.compactMap(\.image).map {
                var image = $0
                image.caption = image.caption ?? caption
                image.credit = image.credit ?? credit
                return image
            }
        }
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ keys: CodingKeys...) throws -> String? {
            for key in keys {
                if let text = try fields.decodeIfPresent(Wrapped.self, forKey: key)?.text { return text }
            }
            return nil
        }
        func date(_ keys: CodingKeys...) throws -> Date? {
            for key in keys {
                if let date = try fields.decodeIfPresent(LossyText.self, forKey: key)?.text.flatMap(FeedDate.parse) {
                    return date
                }
            }
            return nil
        }
        isNewswire = fields.contains(.slug) || fields.contains(.firstPublished) || fields.contains(.thumbnail)
        item.title = try text(.title, .headline)
        item.summary = try text(.abstract, .snippet, .leadParagraph)
        item.url = try (text(.url) ?? text(.webURL)).flatMap { WebAddress.web($0) }.map(Address.untracked)
        item.authors = try TimesByline.authors(text(.byline))
        if item.authors.isEmpty {
            item.authors = try fields.decodeIfPresent(Lossy<Byline>.self, forKey: .byline)?.value?.authors ?? []
        }
        item.published = try date(.published, .publicationDate, .firstPublished, .created)
        item.modified = try date(.updatedDate)
        if let updated = try text(.updated) { item.modified = NewYorkTime.date(updated) ?? item.modified }
        var tags =
            try fields.decodeIfPresent(LossyText.self, forKey: .keywordList)?.plain?.split(separator: ";").map(
                String.init) ?? []
        tags +=
            try fields.decodeIfPresent(LossyArray<Wrapped>.self, forKey: .keywords)?.elements.compactMap(\.text) ?? []
        for key in [CodingKeys.topics, .organisations, .people, .places] {
            tags +=
                try fields.decodeIfPresent(LossyArray<LossyText>.self, forKey: key)?.elements.compactMap(\.plain) ?? []
        }
        for tag in tags where !tag.hasPrefix("internal-") && !item.tags.contains(tag) { item.tags.append(tag) }
        for key in [CodingKeys.multimedia, .media] {
            let media = try fields.decodeIfPresent(LossyArray<Media>.self, forKey: key)?.elements ?? []
            item.images += media.flatMap(\.images)
        }
        if item.images.isEmpty, let address = try text(.thumbnail).flatMap({ WebAddress.web($0) }) {
            item.images = [ParsedImage(url: address, width: 75, height: 75)]
        }
        item.id = try text(.uri, .searchID, .id) ?? item.url ?? XMLFeedParser.hash(item)
    }
}

/// Times of day in New York, which some of the Times' dates leave unsaid.
enum NewYorkTime {
    /// "2026-11-30 08:00:00" without a zone, as a moment; any date that says its zone as it stands.
    static func date(_ text: String) -> Date? {
        guard let date = FeedDate.parse(text) else { return nil }
        guard text.utf8.count == 19, text.utf8.dropFirst(10).first == UInt8(ascii: " ") else { return date }
        return date.addingTimeInterval(isSummer(date) ? 4 * 3600 : 5 * 3600)
    }

    /// From the second Sunday of March to the first of November, at two o'clock (Energy Policy Act of 2005).
    private static func isSummer(_ local: Date) -> Bool {
        let year = FeedDate.text(local).prefix(4)
        func sunday(_ number: Int, ofMonth month: String) -> Date? {
            guard let first = FeedDate.parse("\(year)-\(month)-01T02:00:00Z") else { return nil }
            // 1 January 1970 was a Thursday.
            let weekday = (Int(first.timeIntervalSince1970) / 86_400 + 4) % 7
            return first.addingTimeInterval(Double(((7 - weekday) % 7 + 7 * (number - 1)) * 86_400))
        }
        guard let start = sunday(2, ofMonth: "03"), let end = sunday(1, ofMonth: "11") else { return false }
        return local >= start && local < end
    }
}
