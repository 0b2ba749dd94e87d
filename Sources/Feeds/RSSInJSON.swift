import FoundationEssentials
import News

/// RSS 2.0 written as JSON (rss.channel.item…), with attributes as members that start with "@", "#" or nothing.
struct RSSInJSON: Decodable, Sendable {
    private let rss: Body

    private struct Body: Decodable, Sendable {
        let channel: Channel
    }

    private struct Channel: Decodable, Sendable {
        let title, link, description, language, copyright, managingEditor, pubDate, lastBuildDate: Text?
        let image: Lossy<Image>?
        let item: LossyArray<Item>?
    }

    private struct Image: Decodable, Sendable {
        let url: Text?
    }

    private struct Item: Decodable, Sendable {
        let title, link, description, guid, author, pubDate, creator, encoded: Text?
        let category: LossyArray<Text>?
        let enclosure: LossyArray<Enclosure>?

        enum CodingKeys: String, CodingKey {
            case title, link, description, guid, author, pubDate, category, enclosure
            case creator = "dc:creator"
            case encoded = "content:encoded"
        }
    }

    private struct Enclosure: Decodable, Sendable {
        let url, type, length: String?

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            url = fields.text("url")
            type = fields.text("type")
            length = fields.text("length")
        }
    }

    /// A text, or an object with the text of an element and its attributes.
    private struct Text: Decodable, Sendable {
        var text: String?
        var isPermaLink: Bool?

        init(from decoder: any Decoder) throws {
            if let fields = try? decoder.container(keyedBy: Key.self) {
                text = fields.text("value") ?? fields.text("text") ?? fields.text("t")
                isPermaLink = fields.text("isPermaLink").map { $0 != "false" }
            } else {
                text = try LossyText(from: decoder).text
            }
        }

        var plain: String? { text.map(HTMLText.plain).flatMap { $0.isEmpty ? nil : $0 } }
    }

    fileprivate struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func parsedFeed(url: String?) -> ParsedFeed {
        let channel = rss.channel
        var feed = ParsedFeed(format: .rssInJSON)
        feed.title = channel.title?.plain
        feed.summary = channel.description?.plain
        feed.homePageURL = channel.link?.text.flatMap { WebAddress.web($0, base: url) }
        feed.language = channel.language?.plain
        feed.copyright = channel.copyright?.plain
        feed.iconURL = channel.image?.value?.url?.text.flatMap { WebAddress.web($0, base: url) }
        feed.updated = (channel.lastBuildDate?.text ?? channel.pubDate?.text).flatMap(FeedDate.parse)
        feed.authors = channel.managingEditor?.text.flatMap(XMLFeedParser.author).map { [$0] } ?? []
        let cleaner = HTMLCleaner()
        feed.items = (channel.item?.elements ?? []).map { item($0, base: feed.homePageURL ?? url, cleaner) }
        feed.items.makeIDsTellStoriesApart()
        return feed
    }

    private func item(_ json: Item, base: String?, _ cleaner: HTMLCleaner) -> ParsedItem {
        var base = base
        var item = ParsedItem(id: json.guid?.text ?? "")
        item.title = json.title?.plain
        item.url = json.link?.text.flatMap { WebAddress.web($0, base: base) }.map(Address.untracked)
        if item.url == nil, json.guid?.isPermaLink != false {
            item.url = json.guid?.text.flatMap { WebAddress.web($0) }
        }
        base = item.url ?? base
        let brief = json.description?.text
        let content = json.encoded?.text ?? brief
        if let content, !content.isEmpty {
            let bytes = Array(content.utf8)
            item.contentHTML =
                HTMLText.looksLikeHTML(bytes) ? cleaner.clean(bytes, base: base) : cleaner.paragraphs(bytes)
            if json.encoded?.text == nil || brief != content { item.summary = json.description?.plain }
        }
        item.authors = (json.creator ?? json.author)?.text.flatMap(XMLFeedParser.author).map { [$0] } ?? []
        item.published = json.pubDate?.text.flatMap(FeedDate.parse)
        item.tags = json.category?.elements.compactMap(\.plain) ?? []
        for enclosure in json.enclosure?.elements ?? [] {
            guard let address = enclosure.url.flatMap({ WebAddress.web($0, base: base) }) else { continue }
            item.attachments.append(
                ParsedAttachment(url: address, mimeType: enclosure.type, size: enclosure.length.flatMap { Int($0) }))
            if MediaType.isImage(enclosure.type, address) { item.images.append(ParsedImage(url: address)) }
        }
        if item.id.isEmpty { item.id = item.url ?? XMLFeedParser.hash(item) }
        return item
    }
}

extension KeyedDecodingContainer<RSSInJSON.Key> {
    /// The member of that name, with or without the sign of an attribute.
    fileprivate func text(_ name: String) -> String? {
        for prefix in ["", "#", "@", "$"] {
            // An absent or strange member is passed over: another spelling may be there.
            let key = RSSInJSON.Key(stringValue: prefix + name)
            if let text = try? decode(LossyText.self, forKey: key).text { return text }
            if let flag = try? decode(Bool.self, forKey: key) { return String(flag) }
        }
        return nil
    }
}
