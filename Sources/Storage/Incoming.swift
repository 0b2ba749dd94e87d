import FoundationEssentials
import News

/// What a source's document says, ready to be merged.
package struct IncomingFeed: Sendable {
    /// The feed's own name; nil leaves what is known, as with the next two.
    package var title: String?
    package var site: String?
    package var icon: String?
    /// In document order.
    package var stories: [IncomingStory]

    package init(title: String? = nil, site: String? = nil, icon: String? = nil, stories: [IncomingStory]) {
        self.title = title
        self.site = site
        self.icon = icon
        self.stories = stories
    }
}

/// One story as its document has it. Dates are as written: the store decides what can be (FIELD-GUIDE 1.3).
package struct IncomingStory: Hashable, Sendable {
    /// guid, id, or what stands in for it; need not be unique.
    package var guid: String
    package var url: String?
    package var title: String
    package var summary: String
    package var byline: String?
    package var contentHTML: String?
    package var published: Date?
    package var pictures: [Rendition]
    package var more: FullStory.More

    package init(
        guid: String, url: String? = nil, title: String = "", summary: String = "", byline: String? = nil,
        contentHTML: String? = nil, published: Date? = nil, pictures: [Rendition] = [],
        more: FullStory.More = FullStory.More()
    ) {
        self.guid = guid
        self.url = url
        self.title = title
        self.summary = summary
        self.byline = byline
        self.contentHTML = contentHTML
        self.published = published
        self.pictures = pictures
        self.more = more
    }

    /// Changes whenever anything does that is stored. Without the count of comments, which would rewrite busy feeds at every
    /// refresh.
    var contentHash: Int64 {
        var hash = StableHash()
        for text in [title, summary, byline, url, contentHTML] { hash.add(text) }
        hash.add(number: published.map { Int64($0.timeIntervalSince1970) })
        hash.add(number: Int64(pictures.count))
        for picture in pictures {
            hash.add(picture.url)
            hash.add(number: picture.width.map(Int64.init))
        }
        hash.add(more.packed(withComments: false))
        return hash.value
    }
}

extension [Rendition] {
    var packed: String? {
        Packing.pack(map { [$0.url, $0.width.map(String.init), $0.height.map(String.init)] })
    }

    init(packed: String?) {
        self = Packing.unpack(packed).compactMap { fields in
            guard fields.count == 3, let url = fields[0] else { return nil }
            return Rendition(url: url, width: fields[1].flatMap { Int($0) }, height: fields[2].flatMap { Int($0) })
        }
    }
}

extension FullStory.More {
    /// Each record begins with the name of what it holds; records that a later version adds are passed over.
    func packed(withComments: Bool = true) -> String? {
        var records: [[String?]] = []
        if let externalURL { records.append(["external", externalURL]) }
        if let modified { records.append(["modified", String(Int64(modified.timeIntervalSince1970))]) }
        for author in authors { records.append(["author", author.name, author.url]) }
        for file in attachments {
            records.append([
                "attachment", file.url, file.mimeType, file.title, file.size.map(String.init),
                file.duration.map(String.init),
            ])
        }
        if !tags.isEmpty { records.append(["tags"] + tags) }
        if let language { records.append(["language", language]) }
        if withComments, let commentCount { records.append(["comments", String(commentCount)]) }
        if let caption { records.append(["caption", caption]) }
        if let credit { records.append(["credit", credit]) }
        return Packing.pack(records)
    }

    init(packed: String?) {
        self.init()
        for record in Packing.unpack(packed) {
            let fields = record.dropFirst() + Array(repeating: nil, count: 6)
            let first = fields[1]
            switch record.first {
            case "external": externalURL = first
            case "modified": modified = first.flatMap(Double.init).map(Date.init(timeIntervalSince1970:))
            case "author": authors.append(FullStory.Author(name: first, url: fields[2]))
            case "attachment":
                guard let url = first else { continue }
                attachments.append(
                    FullStory.Attachment(
                        url: url, mimeType: fields[2], title: fields[3], size: fields[4].flatMap { Int($0) },
                        duration: fields[5].flatMap { Int($0) }))
            case "tags": tags = record.dropFirst().compactMap { $0 }
            case "language": language = first
            case "comments": commentCount = first.flatMap { Int($0) }
            case "caption": caption = first
            case "credit": credit = first
            default: continue
            }
        }
    }
}
