import News

extension XMLFeedParser {
    func endStory() {
        guard let draft else { return }
        self.draft = nil
        feed.items.append(finish(draft))
    }

    private func finish(_ draft: Draft) -> ParsedItem {
        var item = draft.item
        item.title = item.title ?? draft.dcTitle
        var url = draft.link ?? draft.contentSource
        if url == nil, draft.guidIsLink, let guid = draft.guid, guid.lowercased().hasPrefix("http") {
            url = WebAddress.web(guid)
        }
        if url == nil, let about = draft.about, about.lowercased().hasPrefix("http") { url = WebAddress.web(about) }
        if let original = draft.originalLink {
            if url != original { item.externalURL = url }
            url = original
        }
        item.url = url.map(Address.untracked)
        item.published = item.published ?? draft.date
        item.authors = draft.authors.best
        if item.url == nil, home == nil { guesses.insert(feed.homePageURL) }
        let base = (isAtom ? url ?? item.url : item.url) ?? home ?? feed.homePageURL ?? self.url
        if !draft.relatives.isEmpty { resolve(draft.relatives, in: &item, base: base) }
        setTexts(&item, draft, base: base)
        for index in item.images.indices {
            if item.images[index].caption == nil { item.images[index].caption = draft.caption }
            if item.images[index].credit == nil { item.images[index].credit = draft.credit }
        }
        if let duration = draft.duration,
            let index = item.attachments.firstIndex(where: { MediaType.isTimed($0.mimeType, $0.url) })
        {
            item.attachments[index].duration = item.attachments[index].duration ?? duration
        }
        item.id = draft.guid ?? draft.about ?? item.url ?? Self.hash(item)
        return item
    }

    /// Makes the addresses of pictures and sound absolute, and takes out those that cannot be.
    private func resolve(_ relatives: Set<String>, in item: inout ParsedItem, base: String?) {
        func absolute(_ address: String) -> String? {
            relatives.contains(address) ? WebAddress.web(address, base: base) : address
        }
        item.images = item.images.compactMap { image in
            guard let url = absolute(image.url) else { return nil }
            var image = image
            image.url = url
            return image
        }
        item.attachments = item.attachments.compactMap { attachment in
            guard let url = absolute(attachment.url) else { return nil }
            var attachment = attachment
            attachment.url = url
            return attachment
        }
    }

    /// content:encoded before content before description; a description beside another content is the summary.
    private func setTexts(_ item: inout ParsedItem, _ draft: Draft, base: String?) {
        var content = draft.content ?? draft.markdown.map { Body(bytes: Array($0.utf8), kind: .markdown) }
        if content == nil, draft.summary != nil { content = draft.description }
        let brief = draft.summary ?? draft.description ?? draft.podcastSummary
        if let content {
            item.contentHTML = html(content, base: base)
            if let brief, brief.bytes != content.bytes { item.summary = plain(brief) }
            if let language = content.language, language != feed.language { item.language = item.language ?? language }
        } else if let brief {
            item.summary = plain(brief)
            let isMarkup = brief.kind == .xhtml || brief.kind != .plain && HTMLText.looksLikeHTML(brief.bytes)
            if draft.summary == nil || isMarkup { item.contentHTML = html(brief, base: base) }
        } else if draft.item.images.isEmpty || !draft.item.attachments.isEmpty {
            item.summary = draft.caption
            item.contentHTML = draft.mediaDescription.map { html($0, base: base) }
        }
        if item.contentHTML?.isEmpty ?? false { item.contentHTML = nil }
        if item.summary?.isEmpty ?? false { item.summary = nil }
    }

    func html(_ body: Body, base: String?) -> String {
        let base = body.base ?? base
        switch body.kind {
        case .plain: return cleaner.paragraphs(body.bytes)
        case .ambiguous where !HTMLText.looksLikeHTML(body.bytes): return cleaner.paragraphs(body.bytes)
        case .ambiguous, .html, .base64: return cleaner.clean(body.bytes, base: base)
        case .markdown:
            markdownLeft -= body.bytes.count
            if markdownLeft < 0 { return cleaner.paragraphs(body.bytes) }
            return cleaner.clean(Array(Markdown.html(String(decoding: body.bytes, as: UTF8.self)).utf8), base: base)
        case .xhtml: return cleaner.clean(Self.withoutDiv(body.bytes), base: base)
        }
    }

    func plain(_ body: Body) -> String {
        body.kind == .plain ? HTMLText.collapsed(body.bytes) : HTMLText.plain(body.bytes)
    }

    private static func withoutDiv(_ bytes: [UInt8]) -> [UInt8] {
        let body = bytes.drop { $0 <= 0x20 }
        guard body.starts(with: "<div".utf8), let start = body.firstIndex(of: UInt8(ascii: ">")),
            let end = body.lastIndex(of: UInt8(ascii: "<")), body[end...].starts(with: "</div>".utf8)
        else { return bytes }
        return Array(body[(start + 1)..<end])
    }

    /// An identity for a story that names none: the same for the same words (FNV-1a, 64 bits).
    static func hash(_ item: ParsedItem) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in [item.title, item.summary, item.contentHTML, item.published.map(FeedDate.text)] {
            for byte in (text ?? "").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        return "hash:" + String(hash, radix: 16)
    }

    func finished() -> ParsedFeed {
        // The document stopped in the middle of a story or a text: half an address or a date would be another one.
        if draft != nil || capture != nil { feed.warnings.append("the document ends early") }
        // Atom lets the feed's author follow the entries (RFC 4287, 4.1.1).
        if isAtom {
            for index in feed.items.indices where feed.items[index].authors.isEmpty {
                feed.items[index].authors = feedAuthors.persons
            }
        }
        if isCut { feed.warnings.append("only the first \(Self.storyLimit) items are read") }
        feed.updateInterval = timeToLive ?? updatePeriod.map { max($0 / updateFrequency, 1) }
        feed.authors = feedAuthors.best
        feed.items.makeIDsTellStoriesApart()
        return feed
    }
}

extension [ParsedItem] {
    /// Where stories with different addresses share an id, the address is the id: some software numbers all alike.
    mutating func makeIDsTellStoriesApart() {
        var addresses: [String: String?] = [:]
        var shared: Set<String> = []
        for item in self {
            if let known = addresses[item.id] {
                if known != item.url { shared.insert(item.id) }
            } else {
                addresses[item.id] = item.url
            }
        }
        guard !shared.isEmpty else { return }
        for index in indices where shared.contains(self[index].id) {
            if let url = self[index].url { self[index].id = url }
        }
    }
}
