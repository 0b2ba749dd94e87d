import FoundationEssentials
import News

/// Reads the feeds that are JSON: JSON Feed, and the New York Times' answers.
enum JSONFeedParser {
    static func parse(_ bytes: [UInt8], url: String?) throws(FeedError) -> ParsedFeed {
        let (json, hasTail) = JSONRepair.repaired(bytes)
        var feed = try read(json, url: url)
        if hasTail { feed.warnings.append("something else stands behind the feed") }
        return feed
    }

    private static func read(_ bytes: [UInt8], url: String?) throws(FeedError) -> ParsedFeed {
        guard let envelope = decode(Envelope.self, bytes) else {
            guard let closed = JSONEnding.closed(bytes), decode(Envelope.self, closed) != nil else { throw .notAFeed }
            var feed = try read(closed, url: url)
            feed.warnings.append("the document ends early")
            return feed
        }
        if let fault = envelope.fault?.value {
            throw .fault(code: fault.detail?.value?.errorcode?.text ?? "", message: fault.faultstring?.text ?? "")
        }
        if envelope.status?.text == "ERROR", let errors = envelope.errors?.elements {
            throw .fault(code: "", message: errors.compactMap(\.text).joined(separator: "; "))
        }
        if envelope.hasRSS, let document = decode(RSSInJSON.self, bytes) { return document.parsedFeed(url: url) }
        if envelope.isTimes {
            guard let response = decode(TimesResponse.self, bytes) else { throw .notAFeed }
            return response.parsedFeed()
        }
        if envelope.hasResults && (envelope.status != nil || envelope.copyright != nil || envelope.hasSection) {
            guard let response = decode(TopStoriesResponse.self, bytes) else { throw .notAFeed }
            return response.parsedFeed()
        }
        let version = envelope.version?.text ?? ""
        guard version.contains("jsonfeed.org/version/") || envelope.hasItems,
            let document = decode(Document.self, bytes)
        else { throw .notAFeed }
        return feed(document, version, isList: envelope.hasItems, url: url)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        // Why it failed does not matter: lenient JSON is tried next, and then it is no feed.
        if let value = try? JSONDecoder().decode(type, from: Data(bytes)) { return value }
        let lenient = JSONDecoder()
        lenient.allowsJSON5 = true
        return try? lenient.decode(type, from: Data(bytes))
    }

    // MARK: What it is

    /// As much of a document as tells its kind.
    private struct Envelope: Decodable {
        let version, status, copyright: LossyText?
        let fault: Lossy<Fault>?
        let errors: LossyArray<LossyText>?
        let hasItems, hasResults, hasSection, hasRSS: Bool
        /// One of the Times' APIs other than Top Stories.
        let isTimes: Bool

        private enum CodingKeys: String, CodingKey {
            case version, status, copyright, fault, errors, items, results, section, rss, response, docs
        }

        /// What only the other APIs' stories have.
        private struct Story: Decodable, Sendable {
            let isOther: Bool

            private enum CodingKeys: String, CodingKey {
                case media, source
                case asset = "asset_id"
                case slug = "slug_name"
                case keywords = "adx_keywords"
            }

            init(from decoder: any Decoder) throws {
                isOther = try !decoder.container(keyedBy: CodingKeys.self).allKeys.isEmpty
            }
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            version = try fields.decodeIfPresent(LossyText.self, forKey: .version)
            status = try fields.decodeIfPresent(LossyText.self, forKey: .status)
            copyright = try fields.decodeIfPresent(LossyText.self, forKey: .copyright)
            fault = try fields.decodeIfPresent(Lossy<Fault>.self, forKey: .fault)
            errors = try fields.decodeIfPresent(LossyArray<LossyText>.self, forKey: .errors)
            hasItems = (try? fields.nestedUnkeyedContainer(forKey: .items)) != nil
            hasResults = fields.contains(.results)
            hasRSS = fields.contains(.rss)
            let search = try? fields.nestedContainer(keyedBy: CodingKeys.self, forKey: .response)
            let stories = try fields.decodeIfPresent(LossyArray<Story>.self, forKey: .results)?.elements ?? []
            isTimes = search?.contains(.docs) ?? false || stories.contains(where: \.isOther)
            hasSection = fields.contains(.section)
        }
    }

    /// How Apigee, the Times' gateway, says no.
    private struct Fault: Decodable, Sendable {
        struct Detail: Decodable, Sendable { let errorcode: LossyText? }
        let faultstring: LossyText?
        let detail: Lossy<Detail>?
    }

    // MARK: JSON Feed

    private struct Document: Decodable {
        let title, description, homePageURL, feedURL, nextURL, icon, favicon, language: LossyText?
        let expired: Lossy<Bool>?
        let author, authors: LossyArray<Author>?
        let hubs: LossyArray<Hub>?
        let items: LossyArray<Item>?

        private enum CodingKeys: String, CodingKey {
            case title, description, homePageURL = "home_page_url", feedURL = "feed_url", nextURL = "next_url", icon,
                favicon, language, expired, author, authors, hubs, items
        }
    }

    private struct Author: Decodable, Sendable {
        let name, url, avatar: LossyText?

        private enum CodingKeys: String, CodingKey {
            case name, url, avatar
        }

        /// A name alone is one too.
        init(from decoder: any Decoder) throws {
            guard let fields = try? decoder.container(keyedBy: CodingKeys.self) else {
                name = try LossyText(from: decoder)
                url = nil
                avatar = nil
                return
            }
            name = try fields.decodeIfPresent(LossyText.self, forKey: .name)
            url = try fields.decodeIfPresent(LossyText.self, forKey: .url)
            avatar = try fields.decodeIfPresent(LossyText.self, forKey: .avatar)
        }
    }

    private struct Hub: Decodable, Sendable {
        let url: LossyText?
    }

    private struct Item: Decodable, Sendable {
        let id, url, externalURL, title, contentHTML, contentText, summary, image, bannerImage: LossyText?
        let datePublished, dateModified, language: LossyText?
        let author, authors: LossyArray<Author>?
        let tags: LossyArray<LossyText>?
        let attachments: LossyArray<Attachment>?

        /// Whether it holds nothing of a story.
        var isEmpty: Bool {
            let texts = [id, url, externalURL, title, contentHTML, contentText, summary, image, bannerImage]
            return texts.allSatisfy { $0?.nonEmpty == nil } && attachments?.elements.isEmpty ?? true
        }

        private enum CodingKeys: String, CodingKey {
            case id, url, externalURL = "external_url", title, contentHTML = "content_html", contentText =
                "content_text", summary, image, bannerImage = "banner_image", datePublished = "date_published",
                dateModified = "date_modified", language, author, authors, tags, attachments
        }
    }

    private struct Attachment: Decodable, Sendable {
        let url, mimeType, title, sizeInBytes, durationInSeconds: LossyText?

        private enum CodingKeys: String, CodingKey {
            case url, mimeType = "mime_type", title, sizeInBytes = "size_in_bytes", durationInSeconds =
                "duration_in_seconds"
        }
    }

    /// - Parameter isList: whether the items are a list, and not one item alone, or something else in their place.
    private static func feed(_ document: Document, _ version: String, isList: Bool, url: String?) -> ParsedFeed {
        var feed = ParsedFeed(format: version.hasSuffix("/1") || version.hasSuffix("/1.0") ? .jsonFeed10 : .jsonFeed11)
        let own = document.feedURL?.text.flatMap { WebAddress.web($0, base: url) } ?? url
        func address(_ text: LossyText?, base: String?) -> String? {
            text?.nonEmpty.flatMap { WebAddress.web($0, base: base) }
        }
        feed.title = document.title?.plain
        feed.summary = document.description?.plain
        feed.homePageURL = address(document.homePageURL, base: own)
        feed.feedURL = address(document.feedURL, base: own)
        // Addresses should be absolute; one that is not is that of a page, except where the next document is.
        let base = feed.homePageURL ?? own
        feed.nextURL = address(document.nextURL, base: own ?? base)
        feed.iconURL = address(document.icon, base: base)
        feed.faviconURL = address(document.favicon, base: base)
        feed.language = document.language?.nonEmpty
        feed.isExpired = document.expired?.value ?? false
        feed.authors = authors(document.authors, document.author, base: base)
        feed.hubs = document.hubs?.elements.compactMap { address($0.url, base: base) } ?? []
        let cleaner = HTMLCleaner()
        var items = document.items?.elements ?? []
        if !isList { items.removeAll(where: \.isEmpty) }
        feed.items = items.map { item($0, base: base, cleaner) }
        if let dropped = document.items?.dropped, dropped > 0 { feed.warnings.append("items left out: \(dropped)") }
        if version.isEmpty { feed.warnings.append("no version") }
        feed.items.makeIDsTellStoriesApart()
        return feed
    }

    private static func item(_ json: Item, base: String?, _ cleaner: HTMLCleaner) -> ParsedItem {
        var base = base
        func address(_ text: LossyText?) -> String? { text?.nonEmpty.flatMap { WebAddress.web($0, base: base) } }
        var item = ParsedItem(id: json.id?.nonEmpty ?? "")
        item.url = address(json.url).map(Address.untracked)
        base = item.url ?? base
        item.externalURL = address(json.externalURL).map(Address.untracked)
        item.title = json.title?.plain
        item.summary = json.summary?.plain
        item.published = json.datePublished?.text.flatMap(FeedDate.parse)
        item.modified = json.dateModified?.text.flatMap(FeedDate.parse)
        item.language = json.language?.nonEmpty
        item.authors = authors(json.authors, json.author, base: base)
        // More of them in one story is no story; each is compared with those before it.
        for tag in json.tags?.elements.prefix(300).compactMap(\.plain) ?? [] where !item.tags.contains(tag) {
            item.tags.append(tag)
        }
        if let html = json.contentHTML?.nonEmpty {
            item.contentHTML = cleaner.clean(Array(html.utf8), base: base)
        } else if let text = json.contentText?.nonEmpty {
            item.contentHTML = cleaner.paragraphs(Array(text.utf8))
        }
        if item.contentHTML?.isEmpty ?? false { item.contentHTML = nil }
        for image in [json.image, json.bannerImage].compactMap(address)
        where !item.images.contains(where: { $0.url == image }) {
            item.images.append(ParsedImage(url: image))
        }
        for attachment in json.attachments?.elements ?? [] {
            guard let url = address(attachment.url) else { continue }
            item.attachments.append(
                ParsedAttachment(
                    url: url, mimeType: attachment.mimeType?.nonEmpty, title: attachment.title?.plain,
                    size: attachment.sizeInBytes?.size, duration: attachment.durationInSeconds?.size))
        }
        if item.id.isEmpty { item.id = item.url ?? XMLFeedParser.hash(item) }
        return item
    }

    /// `authors` of version 1.1 before `author` of 1.0.
    private static func authors(_ list: LossyArray<Author>?, _ one: LossyArray<Author>?, base: String?)
        -> [ParsedAuthor]
    {
        func authors(_ list: LossyArray<Author>?) -> [ParsedAuthor] {
            (list?.elements ?? []).compactMap { author in
                let parsed = ParsedAuthor(
                    name: author.name?.plain, url: author.url?.nonEmpty.flatMap { WebAddress.web($0, base: base) },
                    avatarURL: author.avatar?.nonEmpty.flatMap { WebAddress.web($0, base: base) })
                return parsed == ParsedAuthor() ? nil : parsed
            }
        }
        let several = authors(list)
        return several.isEmpty ? authors(one) : several
    }
}
