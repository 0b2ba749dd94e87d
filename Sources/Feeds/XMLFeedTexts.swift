import FoundationEssentials

extension XMLFeedParser {
    func beginCapture(_ element: Element, _ scope: Scope, _ attributes: XMLAttributes) {
        guard scope != .ignored else { return }
        var kind = element.kind
        var label: String?
        if element.hasType {
            let type = attributes["type"]?.lowercased().filter { $0 != " " }
            let mode = attributes["mode"]?.lowercased()
            label = type
            switch (type, mode) {
            case (_, "base64"): kind = .base64
            case (_, "escaped"): kind = type == "text/plain" ? .plain : .html
            case ("xhtml", _), ("application/xhtml+xml", _): kind = .xhtml
            case ("html", _): kind = .html
            case ("text/html", _): kind = mode == "xml" ? .xhtml : .html
            case ("text", _), ("text/plain", _): kind = .plain
            case (nil, "xml"): kind = .xhtml
            case (nil, _): if isAtom || elements.isAtomElement { kind = .plain }
            case (let type?, _):
                if type.hasSuffix("+xml") || type.hasSuffix("/xml") {
                    kind = .xhtml
                } else if type.hasPrefix("text/") {
                    kind = .plain
                } else {
                    kind = feed.format == .atom10 ? .base64 : .ambiguous
                }
            }
        }
        if element == .guid { draft?.guidIsLink = attributes["ispermalink"]?.lowercased() != "false" }
        bytes.removeAll(keepingCapacity: true)
        capture = Capture(
            element: element, scope: scope, depth: frames.count, kind: kind, label: label,
            keepsMarkup: element.keepsMarkup)
    }

    func startInside(_ name: XMLName, _ element: Element, _ attributes: XMLAttributes) {
        guard let kept = capture?.keepsMarkup, kept else { return }
        capture?.innerDepth += 1
        let local = String(cString: name.local)
        bytes.append(0x3C)
        bytes += local.utf8
        for i in 0..<attributes.count {
            let (name, value) = attributes.field(i)
            bytes.append(0x20)
            bytes += name.utf8
            bytes += "=\"".utf8
            for byte in value.utf8 {
                switch byte {
                case 0x22: bytes += "&quot;".utf8
                case 0x26: bytes += "&amp;".utf8
                default: bytes.append(byte)
                }
            }
            bytes.append(0x22)
        }
        bytes.append(0x3E)
        inner.append(local)
    }

    func endInside(_ element: Element) {
        guard let kept = capture?.keepsMarkup, kept else { return }
        capture?.innerDepth -= 1
        guard let name = inner.popLast() else { return }
        if ["br", "img", "hr", "wbr", "col", "area", "source", "input", "embed", "param"].contains(name.lowercased()) {
            return
        }
        bytes += "</".utf8
        bytes += name.utf8
        bytes.append(0x3E)
    }

    func endCapture(base: String? = nil, language: String? = nil) {
        guard let capture else { return }
        self.capture = nil
        inner.removeAll(keepingCapacity: true)
        take(capture, base: base ?? frames.last?.base, language: language)
    }

    /// One line of plain text out of what was read, by its kind; nil where there is none.
    private func line(_ kind: TextKind, label: String? = nil) -> String? {
        let text =
            switch kind {
            case .plain: HTMLText.collapsed(bytes)
            case .base64: Self.text(base64: bytes, label)
            case .html, .xhtml, .ambiguous, .markdown: HTMLText.plain(bytes)
            }
        return text.isEmpty ? nil : text
    }

    /// What Atom 0.3 packed is HTML unless it says otherwise.
    static func text(base64 bytes: [UInt8], _ label: String?) -> String {
        guard let decoded = Base64.decoded(bytes) else { return HTMLText.collapsed(bytes) }
        let text = TextEncoding.cleaned(decoded)
        return label == "text/plain" ? HTMLText.collapsed(text) : HTMLText.plain(text)
    }

    private var trimmed: String { HTMLText.collapsed(bytes) }

    func body(_ capture: Capture, base: String?, language: String?) -> Body? {
        guard bytes.contains(where: { $0 > 0x20 }) else { return nil }
        var kind = capture.kind
        var content = bytes
        if kind == .base64 {
            // Bytes of another kind, such as a picture, are nothing to read.
            guard let decoded = Base64.decoded(bytes), UTF8Scan(decoded).isValid, UTF8Scan(decoded).isClean else {
                return nil
            }
            content = decoded
            kind =
                capture.label == "text/plain" ? .plain : capture.label?.contains("html") ?? false ? .html : .ambiguous
        }
        var base = base
        if kind == .xhtml, let own = Self.base(ofDiv: content) {
            base = web(own, base: base) ?? base
        }
        return Body(bytes: content, kind: kind, base: base, mimeType: capture.label, language: language)
    }

    /// The base of addresses that the div around XHTML content names, before it is dropped.
    static func base(ofDiv bytes: [UInt8]) -> String? {
        let body = bytes.drop { $0 <= 0x20 }
        guard body.starts(with: "<div ".utf8), let end = body.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let tag = String(decoding: body[..<end], as: UTF8.self)
        guard let start = tag.firstRange(of: " xml:base=\"") else { return nil }
        return String(tag[start.upperBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
    }

    /// The absolute address. Where no `base` was named, a relative one is so to the document in Atom (RFC 4287), in RSS to
    /// what its software meant, the site.
    func web(_ reference: String, base: String?) -> String? {
        if base == nil, !isAtom, home == nil, WebAddress.isRelative(reference) { guesses.insert(feed.homePageURL) }
        return WebAddress.web(reference, base: base ?? (isAtom ? url : home ?? feed.homePageURL ?? url))
    }

    /// The address of a picture or of sound in a story: a relative one is left so until the story's link is known.
    func storyAddress(_ reference: String, base: String?) -> String? {
        guard base == nil, !isAtom || url == nil, WebAddress.isRelative(reference) else {
            return web(reference, base: base)
        }
        draft?.relatives.insert(reference)
        return reference
    }

    private func take(_ capture: Capture, base: String?, language: String?) {
        switch capture.scope {
        case .person: takePerson(capture.element, base: base)
        case .image: takeImage(capture.element, base: base)
        case .item, .media: takeStory(capture, base: base, language: language)
        case .feed, .document: takeFeed(capture, base: base)
        case .source:
            if capture.element == .author, let author = Self.author(trimmed) { sourceAuthors.append(author) }
        case .ignored: break
        }
    }

    private func takePerson(_ element: Element, base: String?) {
        guard let text = line(.plain) else { return }
        switch element {
        case .name: person?.name = HTMLText.plain(text)
        case .email: if person?.name == nil { person?.name = text }
        case .uri, .url, .homepage: person?.url = web(text, base: base)
        default: break
        }
    }

    private func takeImage(_ element: Element, base: String?) {
        switch element {
        case .url, .image:
            image?.url = (draft == nil ? web(trimmed, base: base) : storyAddress(trimmed, base: base)) ?? ""
        case .width: image?.width = Int(trimmed)
        case .height: image?.height = Int(trimmed)
        default: break
        }
    }

    private func takeFeed(_ capture: Capture, base: String?) {
        switch capture.element {
        case .title: if let title = line(capture.kind, label: capture.label) { feed.title = title }
        case .dcTitle: if feed.title == nil { feed.title = line(.ambiguous) }
        case .description, .subtitle, .tagline, .abstract, .info:
            if feed.summary == nil || capture.element != .info {
                feed.summary = line(capture.kind, label: capture.label) ?? feed.summary
            }
        case .itunesSummary, .itunesSubtitle, .dcDescription: if feed.summary == nil { feed.summary = line(.ambiguous) }
        case .link:
            if let address = WebAddress.web(trimmed, base: base ?? url) { feed.homePageURL = address }
        case .id: if isAtom { link = trimmed }
        case .language, .dcLanguage: if let text = line(.plain) { feed.language = text }
        case .copyright, .rights, .dcRights:
            if feed.copyright == nil { feed.copyright = line(capture.kind, label: capture.label) }
        case .managingEditor, .author:
            if let author = Self.author(trimmed) { add(author, to: \.plain, in: .feed) }
        case .itunesAuthor: if let author = Self.author(trimmed) { add(author, to: \.podcast, in: .feed) }
        case .dcCreator, .dcAuthor: if let author = Self.author(trimmed) { add(author, to: \.creators, in: .feed) }
        case .lastBuildDate, .updated, .modified: if let date = FeedDate.parse(trimmed) { feed.updated = date }
        case .pubDate, .dcDate, .published:
            if feed.updated == nil { feed.updated = FeedDate.parse(trimmed) }
        case .icon: feed.faviconURL = web(trimmed, base: base)
        case .logo, .webfeedsIcon: feed.iconURL = web(trimmed, base: base) ?? feed.iconURL
        case .ttl: if let minutes = Int(trimmed), (1...525_600).contains(minutes) { timeToLive = minutes * 60 }
        // Some count to 24, from the time before RSS 2.0.
        case .hour: if let hour = Int(trimmed), (0...24).contains(hour) { feed.skippedHours.append(hour % 24) }
        case .day:
            if let day = Self.weekdays.firstIndex(of: trimmed.lowercased()) { feed.skippedDays.append(day) }
        case .updatePeriod: updatePeriod = Self.periods[trimmed.lowercased()]
        case .updateFrequency: if let number = Int(trimmed), number > 0 { updateFrequency = number }
        case .itunesImage, .googleplayImage:
            if feed.iconURL == nil { feed.iconURL = web(trimmed, base: base) }
        case .newFeedURL: feed.feedURL = web(trimmed, base: base) ?? feed.feedURL
        default: break
        }
    }

    private func takeStory(_ capture: Capture, base: String?, language: String?) {
        guard draft != nil else { return }
        switch capture.element {
        case .title: if let title = line(capture.kind, label: capture.label) { draft?.item.title = title }
        case .dcTitle: draft?.dcTitle = line(.ambiguous) ?? draft?.dcTitle
        // The title of one of several media is not the story's.
        case .mediaTitle, .itunesTitle:
            if capture.scope == .item, draft?.dcTitle == nil { draft?.dcTitle = line(.ambiguous) }
        case .itunesImage, .googleplayImage:
            if let address = storyAddress(trimmed, base: base) {
                draft?.item.images.append(ParsedImage(url: address))
            }
        case .link: if let address = web(trimmed, base: base) { draft?.link = address }
        case .guid, .id: if !trimmed.isEmpty { draft?.guid = trimmed }
        case .description, .abstract: draft?.description = body(capture, base: base, language: language)
        case .dcDescription:
            if draft?.description == nil { draft?.description = body(capture, base: base, language: language) }
        case .summary, .atomSummary: draft?.summary = body(capture, base: base, language: language)
        case .content, .contentEncoded, .xhtmlBody, .xhtmlDiv:
            let found = body(capture, base: base, language: language)
            // The first content wins but for plain text, which any other is better than.
            if draft?.content == nil || draft?.content?.kind == .plain && found?.kind != .plain
                || capture.element == .contentEncoded
            {
                if let found { draft?.content = found }
            }
        case .itunesSummary: draft?.podcastSummary = body(capture, base: base, language: language)
        case .itunesSubtitle:
            if draft?.podcastSummary == nil { draft?.podcastSummary = body(capture, base: base, language: language) }
        case .pubDate, .published, .issued:
            if let date = FeedDate.parse(trimmed) { draft?.item.published = date }
        case .created: if draft?.date == nil { draft?.date = FeedDate.parse(trimmed) }
        case .dcDate: if let date = FeedDate.parse(trimmed) { draft?.date = date }
        case .updated, .modified: if let date = FeedDate.parse(trimmed) { draft?.item.modified = date }
        case .author: if let author = Self.author(trimmed) { add(author, to: \.plain, in: .item) }
        case .dcCreator, .dcAuthor: if let author = Self.author(trimmed) { add(author, to: \.creators, in: .item) }
        case .itunesAuthor: if let author = Self.author(trimmed) { add(author, to: \.podcast, in: .item) }
        case .category, .dcSubject: if let text = line(.ambiguous) { tag(text) }
        case .mediaKeywords, .itunesKeywords:
            for word in trimmed.split(separator: ",") { tag(HTMLText.plain(Array(word.utf8))) }
        case .origLink: draft?.originalLink = web(trimmed, base: base)
        case .mediaDescription:
            if capture.scope == .media {
                setOnLastImage(\.caption, line(.ambiguous))
            } else {
                draft?.caption = line(.ambiguous)
                draft?.mediaDescription = body(capture, base: base, language: language)
            }
        case .mediaCredit:
            if capture.scope == .media {
                setOnLastImage(\.credit, line(.ambiguous))
            } else {
                draft?.credit = line(.ambiguous)
            }
        case .commentCount, .replyCount:
            if let count = Int(trimmed), count >= 0 { draft?.item.commentCount = count }
        case .itunesDuration: draft?.duration = Self.seconds(trimmed)
        case .markdown: draft?.markdown = String(decoding: bytes, as: UTF8.self)
        case .language, .dcLanguage: draft?.item.language = line(.plain)
        case .enclosure: break
        default: break
        }
    }

    private func setOnLastImage(_ field: WritableKeyPath<ParsedImage, String?>, _ text: String?) {
        guard let last = draft?.item.images.indices.last else { return }
        draft?.item.images[last][keyPath: field] = text
    }

    /// Where the comment that opens at `open` closes: comments nest (RFC 5322, 3.2.2).
    private static func endOfComment(in text: String, from open: String.Index) -> String.Index? {
        var depth = 0
        for index in text[open...].indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            if depth == 0 { return index }
        }
        return text[open...].lastIndex(of: ")")
    }

    /// "a@b (Name)", "Name <a@b>", "Name (a@b)", "a@b Name", "Name", "a@b": the name, else the address.
    static func author(_ text: String) -> ParsedAuthor? {
        let text = HTMLText.plain(text)
        var name = text
        if let open = text.firstIndex(of: "("), let close = endOfComment(in: text, from: open) {
            let inside = text[text.index(after: open)..<close]
            let outside = text[..<open]
            if inside.contains("@") {
                name = outside.allSatisfy(\.isWhitespace) ? String(inside) : String(outside)
            } else if outside.contains("@") {
                name = String(inside.isEmpty ? outside : inside)
            }
        } else if let open = text.firstIndex(of: "<"), let close = text.lastIndex(of: ">"), open < close,
            text[open..<close].contains("@")
        {
            let outside = text[..<open].filter { $0 != "\"" }
            name = outside.allSatisfy(\.isWhitespace) ? String(text[text.index(after: open)..<close]) : outside
        }
        if name == text {
            let words = text.split(separator: " ")
            let others = words.filter { !$0.contains("@") }
            // "Ana Ruiz, ana@a.example", but "Ana @ana".
            let endsInMail = words.last.map { $0.contains("@") && $0.contains(".") && $0.first != "@" } ?? false
            if others.count + 1 == words.count, endsInMail || words.first?.contains("@") ?? false, !others.isEmpty {
                name = others.joined(separator: " ")
                while let last = name.last, " ,;-–|".contains(last) { name.removeLast() }
            }
        }
        name = HTMLText.collapsed(Array(name.utf8))
        if name.lowercased().hasPrefix("mailto:") { name = String(name.dropFirst(7)) }
        return name.isEmpty ? nil : ParsedAuthor(name: name)
    }
}
