import FoundationEssentials

/// Reads the feeds that are XML: RSS of all versions, Atom, CDF. Elements are told by namespace, since prefixes vary, and
/// feeds mix vocabularies, so that one reader takes them all.
final class XMLFeedParser: XMLHandler {
    // Events come one at a time and call nothing that comes back here: nothing overlaps.
    @exclusivity(unchecked) private var feed = ParsedFeed(format: .rss20)
    private let url: String?
    private let cleaner = HTMLCleaner()
    @exclusivity(unchecked) private var frames: [Frame] = []
    @exclusivity(unchecked) private var elements = NameCache()
    @exclusivity(unchecked) private var draft: Draft?
    @exclusivity(unchecked) private var capture: Capture?
    @exclusivity(unchecked) private var bytes: [UInt8] = []
    @exclusivity(unchecked) private var person: ParsedAuthor?
    @exclusivity(unchecked) private var link: String?
    private var feedAuthors = Authors()
    private var hasRoot = false
    /// Whether names without a namespace are Atom's.
    private var isAtom = false
    private var image: ParsedImage?
    private var sourceAuthors: [ParsedAuthor] = []
    /// The ids with the addresses of their stories, to tell stories that share an id.
    private var addresses: [String: Set<String>] = [:]

    private init(url: String?) { self.url = url }

    /// The feed in `bytes`, clean UTF-8.
    static func parse(_ bytes: [UInt8], _ prolog: Prolog, url: String?) -> ParsedFeed {
        let (parser, isWellFormed) = XMLReader.read(bytes, prolog) { XMLFeedParser(url: url) }
        if !isWellFormed { parser.feed.warnings.append("not well-formed XML") }
        return parser.finished()
    }

    // MARK: Where we are

    /// What an element belongs to.
    private enum Scope {
        case document, feed, item, image, person, source, media, ignored
    }

    private struct Frame {
        let element: Element
        var scope: Scope
        let base: String?
        let language: String?
    }

    /// A text that is being read.
    private struct Capture {
        let element: Element
        let scope: Scope
        let depth: Int
        let kind: TextKind
        let label: String?
        /// Elements inside are markup to keep.
        let keepsMarkup: Bool
        /// The `div` that XHTML content stands in is dropped (RFC 4287, 3.1.1.3).
        var innerDepth = 0
    }

    enum TextKind {
        case plain, html, xhtml, base64, ambiguous, markdown
    }

    private struct Body {
        var bytes: [UInt8]
        var kind: TextKind
        var base: String?
        var mimeType: String?
        var language: String?
    }

    /// Who wrote it, by where that is said.
    private struct Authors {
        var persons: [ParsedAuthor] = []
        var creators: [ParsedAuthor] = []
        var plain: [ParsedAuthor] = []
        var podcast: [ParsedAuthor] = []

        var best: [ParsedAuthor] {
            if !persons.isEmpty { return persons }
            if !creators.isEmpty { return creators }
            return plain.isEmpty ? podcast : plain
        }
    }

    /// A story under way.
    private struct Draft {
        var item = ParsedItem(id: "")
        var isClosed = false
        var guid: String?
        var guidIsLink = false
        var about: String?
        var link: String?
        var linkIsPage = false
        var originalLink: String?
        var dcTitle: String?
        var content: Body?
        var description: Body?
        var summary: Body?
        var podcastSummary: Body?
        var mediaDescription: Body?
        var caption: String?
        var credit: String?
        var markdown: String?
        var date: Date?
        var authors = Authors()
        var duration: Int?
        var contentSource: String?
    }

    /// More of one kind in one story is no story; each is compared with those before it.
    private static let listLimit = 300
    /// More stories than any honest feed has.
    private static let storyLimit = 20_000
    /// Bytes of one text; what is longer is cut off.
    private static let textLimit = 12_000_000
    /// Bytes that are read as Markdown, which takes its time; what is more is plain text.
    private var markdownLeft = 500_000
    private var isCut = false
    private var timeToLive: Int?
    private var updatePeriod: Int?
    private var updateFrequency = 1

    /// The values of sy:updatePeriod (RDF Site Summary 1.0, module syndication), in seconds.
    private static let periods = [
        "hourly": 3600, "daily": 86_400, "weekly": 604_800, "monthly": 2_592_000, "yearly": 31_536_000,
    ]

    // MARK: XMLHandler

    func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if !hasRoot { elements.startRoot(name) }
        let element = elements.element(name, isAtom: isAtom)
        if capture != nil {
            if element.startsStory, capture?.kind != .xhtml {
                endCapture()
            } else if capture?.element == .author, element.isPersonal {
                // Atom's form of an author in RSS.
                capture = nil
                frames[frames.count - 1].scope = .person
            } else if capture?.element == .image {
                capture = nil
            } else {
                startInside(name, element, attributes)
                let parent = frames.last
                frames.append(
                    Frame(element: element, scope: parent?.scope ?? .document, base: parent?.base, language: nil))
                return
            }
        }
        let parent = frames.last
        var base = parent?.base
        var language = parent?.language
        if attributes.count > 0 {
            if let reference = attributes["base", prefix: "xml"] {
                base = WebAddress.base(reference, within: base ?? url)
            }
            // An empty one takes back what was said outside (XML 1.0, 2.12).
            if let tag = attributes["lang", prefix: "xml"] { language = tag.isEmpty ? nil : tag }
        }
        if !hasRoot { startRoot(element, name, attributes) }
        if feed.format == .cdf, let reference = attributes["base"] {
            base = WebAddress.base(reference, within: base ?? url)
        }
        if feed.format == .rss10, element == .channel, let namespace = name.namespace,
            String(cString: namespace).contains("netscape.com/rdf/simple/0.9")
        {
            feed.format = .rss090
        }
        let scope = enter(
            element, in: parent?.scope ?? .document, attributes, base: base ?? fallbackBase, language: language)
        frames.append(Frame(element: element, scope: scope, base: base, language: language))
    }

    func end() {
        guard let frame = frames.popLast() else { return }
        if let capture {
            if capture.depth == frames.count {
                endCapture(base: frame.base, language: frame.language)
                if frame.element == .image { leave(frame) }
            } else {
                endInside(frame.element)
            }
        } else {
            leave(frame)
        }
        if frame.element.startsStory, draft != nil, frame.scope == .item {
            draft?.isClosed = true
            endStory()
        }
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        guard let capture else { return }
        let text = text.wholeCharacters(upTo: Self.textLimit - bytes.count)
        if capture.kind == .xhtml || capture.keepsMarkup && capture.innerDepth > 0 {
            for byte in text {
                switch byte {
                case 0x3C: bytes += "&lt;".utf8
                case 0x3E: bytes += "&gt;".utf8
                case 0x26: bytes += "&amp;".utf8
                default: bytes.append(byte)
                }
            }
        } else {
            bytes.append(contentsOf: text)
        }
    }

    // MARK: Elements

    private func startRoot(_ element: Element, _ name: XMLName, _ attributes: XMLAttributes) {
        hasRoot = true
        switch element {
        case .rss:
            feed.format = Self.rssFormat(attributes["version"])
        case .rdf:
            feed.format = .rss10
        case .feed:
            isAtom = true
            let namespace = name.namespace.map { String(cString: $0) } ?? ""
            let isOld =
                namespace.contains("purl.org/atom") || attributes["version"] == "0.3" || namespace.contains("pie")
            feed.format = isOld ? .atom03 : .atom10
        case .channel:
            feed.format = attributes["href"] != nil || attributes["base"] != nil ? .cdf : .rss20
            if String(cString: name.local) == "CHANNEL" { feed.format = .cdf }
            // RSS 1.1 is RSS 1.0 without the envelope.
            if name.namespace.map({ String(cString: $0) })?.contains("purl.org/net/rss1.1") ?? false {
                feed.format = .rss10
            }
        default:
            break
        }
    }

    private static func rssFormat(_ version: String?) -> FeedFormat {
        switch version?.filter({ $0 != " " }) {
        case "0.90": .rss090
        case "0.91": .rss091
        case "0.92": .rss092
        case "0.93": .rss093
        case "0.94": .rss094
        case "1.0": .rss10
        default: .rss20
        }
    }

    /// Takes up an element and says what those inside it belong to.
    private func enter(
        _ element: Element, in scope: Scope, _ attributes: XMLAttributes, base: String?, language: String?
    ) -> Scope {
        switch element {
        case .rss, .rdf:
            return .document
        case .feed, .channel:
            if feed.language == nil { feed.language = language }
            if feed.format == .cdf {
                if let href = attributes["href"] { feed.homePageURL = WebAddress.web(href, base: base) }
                feed.updated = attributes["lastmod"].flatMap(FeedDate.parse)
            }
            if feed.format == .rss10, let about = attributes["about", prefix: "rdf"], url == nil { link = about }
            return .feed
        case .item, .entry:
            guard scope != .source, scope != .ignored else { return scope }
            endStory()
            guard feed.items.count < Self.storyLimit else {
                isCut = true
                return .ignored
            }
            draft = Draft()
            draft?.about = attributes["about", prefix: "rdf"]
            if let language, language != feed.language { draft?.item.language = language }
            if feed.format == .cdf {
                draft?.link = attributes["href"].flatMap { WebAddress.web($0, base: base) }
                draft?.item.modified = attributes["lastmod"].flatMap(FeedDate.parse)
            }
            return .item
        case .image where scope == .feed || scope == .document || scope == .item:
            image = ParsedImage(url: "")
            beginCapture(element, .image, attributes)
            return .image
        case .textInput, .cloud:
            return .ignored
        case .source where scope == .item && (isAtom || attributes.count == 0 || attributes["url"] == nil):
            sourceAuthors = []
            return .source
        case .author where scope == .feed || scope == .item || scope == .source:
            person = ParsedAuthor()
            capture = Capture(
                element: element, scope: scope, depth: frames.count, kind: .plain, label: nil, keepsMarkup: false)
            bytes.removeAll(keepingCapacity: true)
            if isAtom || elements.isAtomElement {
                capture = nil
                return .person
            }
            return scope
        case .atomAuthor where scope == .feed || scope == .item || scope == .source:
            person = ParsedAuthor()
            return .person
        case .contributor, .itunesOwner:
            return .ignored
        case .mediaGroup where scope == .item:
            return .item
        case .mediaContent where scope == .item || scope == .media,
            .mediaThumbnail where scope == .item || scope == .media:
            media(element, attributes, base: base)
            return element == .mediaContent ? .media : scope
        case .itunesImage, .googleplayImage:
            let address = (attributes["href"] ?? attributes["url"]).flatMap { WebAddress.web($0, base: base) }
            if let address {
                if scope == .item {
                    draft?.item.images.append(ParsedImage(url: address))
                } else if scope == .feed, feed.iconURL == nil {
                    feed.iconURL = address
                }
                return scope
            }
        case .enclosure where scope == .item:
            enclosure(
                attributes["url"] ?? attributes["href"], type: attributes["type"], length: attributes["length"],
                title: nil,
                base: base)
            return scope
        case .link, .atomLink:
            if let href = attributes["href"],
                element == .atomLink || isAtom || attributes["rel"] != nil || attributes.count > 0
            {
                atomLink(href, attributes, scope: scope, base: base)
                return scope
            }
            if element == .atomLink { return scope }
        case .a where feed.format == .cdf:
            let address = attributes["href"].flatMap { WebAddress.web($0, base: base) }
            if scope == .item { draft?.link = address } else { feed.homePageURL = address ?? feed.homePageURL }
            return scope
        case .logo where feed.format == .cdf:
            if let href = attributes["href"], feed.iconURL == nil { feed.iconURL = WebAddress.web(href, base: base) }
            return scope
        case .category where isAtom || attributes["term"] != nil:
            let label = attributes["label"] ?? attributes["term"]
            if let label, scope == .item { tag(HTMLText.plain(label)) }
            return scope
        case .itunesCategory:
            return scope
        case .content where scope == .item && attributes["src"] != nil:
            draft?.contentSource = attributes["src"].flatMap { WebAddress.web($0, base: base) }
        case .completeFeed:
            if scope == .feed { feed.isComplete = true }
            return scope
        default:
            break
        }
        if element != .other { beginCapture(element, scope, attributes) }
        return scope
    }

    private func leave(_ frame: Frame) {
        let outer = frames.last?.scope ?? .document
        switch frame.element {
        case .author, .atomAuthor:
            guard frame.scope == .person, let person else { return }
            self.person = nil
            add(person, to: \.persons, in: outer)
        case .image where frame.scope == .image:
            guard let image else { return }
            self.image = nil
            guard !image.url.isEmpty else { return }
            if outer == .item {
                draft?.item.images.append(image)
            } else if feed.iconURL == nil {
                feed.iconURL = image.url
            }
        case .source where frame.scope == .source:
            if let authors = draft?.authors, authors.best.isEmpty { draft?.authors.podcast = sourceAuthors }
        default:
            break
        }
    }

    private func add(_ author: ParsedAuthor, to list: WritableKeyPath<Authors, [ParsedAuthor]>, in scope: Scope) {
        guard author.name != nil || author.url != nil else { return }
        let isFull = (scope == .feed ? feedAuthors : draft?.authors)?[keyPath: list].count ?? 0 >= Self.listLimit
        guard !isFull, sourceAuthors.count < Self.listLimit else { return }
        switch scope {
        case .item:
            if draft?.authors[keyPath: list].contains(author) == false { draft?.authors[keyPath: list].append(author) }
        case .source: sourceAuthors.append(author)
        case .feed: if !feedAuthors[keyPath: list].contains(author) { feedAuthors[keyPath: list].append(author) }
        default: break
        }
    }

    private func tag(_ name: String) {
        guard !name.isEmpty, let tags = draft?.item.tags, tags.count < Self.listLimit, !tags.contains(name) else {
            return
        }
        draft?.item.tags.append(name)
    }

    // MARK: Links and media

    private func atomLink(_ href: String, _ attributes: XMLAttributes, scope: Scope, base: String?) {
        guard let address = WebAddress.web(href, base: base) else { return }
        let type = attributes["type"]?.lowercased()
        var rel = attributes["rel"]?.lowercased() ?? "alternate"
        if let slash = rel.lastIndex(of: "/"), rel.hasPrefix("http://www.iana.org/") {
            rel = String(rel[rel.index(after: slash)...])
        }
        switch (scope, rel) {
        case (.feed, "alternate"), (.document, "alternate"):
            if feed.homePageURL == nil || type == "text/html" && !isAtomPage { feed.homePageURL = address }
            isAtomPage = type == nil || type == "text/html"
        case (.feed, "self"), (.document, "self"): if feed.feedURL == nil { feed.feedURL = address }
        case (.feed, "hub"), (.document, "hub"): feed.hubs.append(address)
        case (.feed, "next"), (.document, "next"), (.feed, "prev-archive"):
            if feed.nextURL == nil { feed.nextURL = address }
        case (.feed, "current"), (.document, "current"): feed.currentURL = address
        case (.feed, "next-archive"), (.document, "next-archive"): feed.nextArchiveURL = address
        case (.item, "alternate"):
            let isPage = type == nil || type == "text/html" || type == "application/xhtml+xml"
            if draft?.link == nil || isPage && draft?.linkIsPage == false {
                draft?.link = address
                draft?.linkIsPage = isPage
            }
        case (.item, "enclosure"):
            enclosure(href, type: type, length: attributes["length"], title: attributes["title"], base: base)
        case (.item, "replies"):
            let count = (attributes["count", prefix: "thr"] ?? attributes["count"]).flatMap { Int($0) }
            if draft?.item.commentCount == nil, let count, count >= 0 { draft?.item.commentCount = count }
        case (.item, "related"): if draft?.item.externalURL == nil { draft?.item.externalURL = address }
        case (.person, _): break
        default: break
        }
    }

    private var isAtomPage = false

    private func enclosure(_ reference: String?, type: String?, length: String?, title: String?, base: String?) {
        guard let address = reference.flatMap({ WebAddress.web($0, base: base) }) else { return }
        let size = length.flatMap { Int($0.filter { $0 != "," && $0 != " " }) }.flatMap { $0 > 0 ? $0 : nil }
        let type = type.flatMap { $0.contains("/") ? $0 : nil }
        guard let known = draft?.item.attachments, known.count < Self.listLimit,
            !known.contains(where: { $0.url == address })
        else { return }
        draft?.item.attachments.append(
            ParsedAttachment(url: address, mimeType: type, title: title, size: size))
        if MediaType.isImage(type, address), draft?.item.images.contains(where: { $0.url == address }) == false {
            draft?.item.images.append(ParsedImage(url: address))
        }
    }

    private func media(_ element: Element, _ attributes: XMLAttributes, base: String?) {
        image = nil
        guard let address = attributes["url"].flatMap({ WebAddress.web($0, base: base) }) else { return }
        guard let item = draft?.item, item.images.count + item.attachments.count < Self.listLimit else { return }
        let width = attributes["width"].flatMap { Int($0.prefix { $0.isNumber }) }.flatMap { $0 > 0 ? $0 : nil }
        let height = attributes["height"].flatMap { Int($0.prefix { $0.isNumber }) }.flatMap { $0 > 0 ? $0 : nil }
        let type = attributes["type"]?.lowercased()
        let medium = attributes["medium"]?.lowercased()
        if element == .mediaThumbnail || medium == "image" || medium == nil && MediaType.isImage(type, address) {
            guard draft?.item.images.contains(where: { $0.url == address && $0.width == width }) == false else {
                return
            }
            draft?.item.images.append(ParsedImage(url: address, width: width, height: height))
        } else if draft?.item.attachments.contains(where: { $0.url == address }) == false {
            let size = attributes["filesize"].flatMap { Int($0) }
            let duration = attributes["duration"].flatMap(Self.seconds)
            draft?.item.attachments.append(
                ParsedAttachment(url: address, mimeType: type, size: size, duration: duration))
        }
    }

    /// Seconds of "3723", "1:02:03" or "62:03".
    private static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":").map { Double($0.filter { $0 != " " }) }
        guard !parts.isEmpty, parts.count <= 3, !parts.contains(nil) else { return nil }
        let total = parts.reduce(0.0) { $0 * 60 + ($1 ?? 0) }
        return total >= 0 && total < 1e7 ? Int(total) : nil
    }

    // MARK: Texts

    private func beginCapture(_ element: Element, _ scope: Scope, _ attributes: XMLAttributes) {
        guard scope != .ignored, element.holdsText else { return }
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

    private func startInside(_ name: XMLName, _ element: Element, _ attributes: XMLAttributes) {
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

    private var inner: [String] = []

    private func endInside(_ element: Element) {
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

    private func endCapture(base: String? = nil, language: String? = nil) {
        guard let capture else { return }
        self.capture = nil
        inner.removeAll(keepingCapacity: true)
        take(capture, ownBase: base ?? frames.last?.base, language: language)
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
    private static func text(base64 bytes: [UInt8], _ label: String?) -> String {
        guard let decoded = Base64.decoded(bytes) else { return HTMLText.collapsed(bytes) }
        let text = TextEncoding.cleaned(decoded)
        return label == "text/plain" ? HTMLText.collapsed(text) : HTMLText.plain(text)
    }

    private var trimmed: String { HTMLText.collapsed(bytes) }

    private func body(_ capture: Capture, base: String?, language: String?) -> Body? {
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
            base = WebAddress.base(own, within: base ?? fallbackBase)
        }
        return Body(bytes: content, kind: kind, base: base, mimeType: capture.label, language: language)
    }

    /// The base of addresses that the div around XHTML content names, before it is dropped.
    private static func base(ofDiv bytes: [UInt8]) -> String? {
        let body = bytes.drop { $0 <= 0x20 }
        guard body.starts(with: "<div ".utf8), let end = body.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let tag = String(decoding: body[..<end], as: UTF8.self)
        guard let start = tag.firstRange(of: " xml:base=\"") else { return nil }
        return String(tag[start.upperBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
    }

    /// What addresses are relative to where no xml:base says it: in Atom the document (RFC 4287), in RSS what its software
    /// meant, the site.
    private var fallbackBase: String? { isAtom ? url : feed.homePageURL ?? url }

    private func take(_ capture: Capture, ownBase: String?, language: String?) {
        let base = ownBase ?? fallbackBase
        switch capture.scope {
        case .person: takePerson(capture.element, base: base)
        case .image: takeImage(capture.element, base: base)
        case .item, .media: takeStory(capture, ownBase: ownBase, language: language)
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
        case .uri, .url, .homepage: person?.url = WebAddress.web(text, base: base)
        default: break
        }
    }

    private func takeImage(_ element: Element, base: String?) {
        switch element {
        case .url, .image: image?.url = WebAddress.web(trimmed, base: base) ?? ""
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
            if let address = WebAddress.web(trimmed, base: base) { feed.homePageURL = address }
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
        case .icon: feed.faviconURL = WebAddress.web(trimmed, base: base)
        case .logo, .webfeedsIcon: feed.iconURL = WebAddress.web(trimmed, base: base) ?? feed.iconURL
        case .ttl: if let minutes = Int(trimmed), (1...525_600).contains(minutes) { timeToLive = minutes * 60 }
        case .updatePeriod: updatePeriod = Self.periods[trimmed.lowercased()]
        case .updateFrequency: if let number = Int(trimmed), number > 0 { updateFrequency = number }
        case .itunesImage, .googleplayImage:
            if feed.iconURL == nil { feed.iconURL = WebAddress.web(trimmed, base: base) }
        case .newFeedURL: feed.feedURL = WebAddress.web(trimmed, base: base) ?? feed.feedURL
        default: break
        }
    }

    private func takeStory(_ capture: Capture, ownBase: String?, language: String?) {
        let base = ownBase ?? fallbackBase
        guard draft != nil else { return }
        switch capture.element {
        case .title: if let title = line(capture.kind, label: capture.label) { draft?.item.title = title }
        case .dcTitle: draft?.dcTitle = line(.ambiguous) ?? draft?.dcTitle
        // The title of one of several media is not the story's.
        case .mediaTitle, .itunesTitle:
            if capture.scope == .item, draft?.dcTitle == nil { draft?.dcTitle = line(.ambiguous) }
        case .itunesImage, .googleplayImage:
            if let address = WebAddress.web(trimmed, base: base) {
                draft?.item.images.append(ParsedImage(url: address))
            }
        case .link: if let address = WebAddress.web(trimmed, base: base) { draft?.link = address }
        case .guid, .id: if !trimmed.isEmpty { draft?.guid = trimmed }
        case .description, .abstract: draft?.description = body(capture, base: ownBase, language: language)
        case .dcDescription:
            if draft?.description == nil { draft?.description = body(capture, base: ownBase, language: language) }
        case .summary, .atomSummary: draft?.summary = body(capture, base: ownBase, language: language)
        case .content, .contentEncoded, .xhtmlBody, .xhtmlDiv:
            let found = body(capture, base: ownBase, language: language)
            // The first content wins but for plain text, which any other is better than.
            if draft?.content == nil || draft?.content?.kind == .plain && found?.kind != .plain
                || capture.element == .contentEncoded
            {
                if let found { draft?.content = found }
            }
        case .itunesSummary: draft?.podcastSummary = body(capture, base: ownBase, language: language)
        case .itunesSubtitle:
            if draft?.podcastSummary == nil { draft?.podcastSummary = body(capture, base: ownBase, language: language) }
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
        case .origLink: draft?.originalLink = WebAddress.web(trimmed, base: base)
        case .mediaDescription:
            if capture.scope == .media {
                setOnLastImage(\.caption, line(.ambiguous))
            } else {
                draft?.caption = line(.ambiguous)
                draft?.mediaDescription = body(capture, base: ownBase, language: language)
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

    /// "a@b (Name)", "Name <a@b>", "Name (a@b)", "Name", "a@b": the name, else the address.
    static func author(_ text: String) -> ParsedAuthor? {
        let text = HTMLText.plain(text)
        var name = text
        if let open = text.lastIndex(of: "("), let close = text.lastIndex(of: ")"), open < close {
            let inside = text[text.index(after: open)..<close]
            let outside = text[..<open]
            if inside.contains("@") { name = String(outside) } else if outside.contains("@") { name = String(inside) }
        } else if let open = text.firstIndex(of: "<"), let close = text.lastIndex(of: ">"), open < close,
            text[open..<close].contains("@")
        {
            let outside = text[..<open].filter { $0 != "\"" }
            name = outside.allSatisfy(\.isWhitespace) ? String(text[text.index(after: open)..<close]) : outside
        }
        name = HTMLText.collapsed(Array(name.utf8))
        if name.lowercased().hasPrefix("mailto:") { name = String(name.dropFirst(7)) }
        return name.isEmpty ? nil : ParsedAuthor(name: name)
    }

    // MARK: Stories

    private func endStory() {
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
        item.url = url.map(WebAddress.untracked)
        item.published = item.published ?? draft.date
        item.authors = draft.authors.best
        if item.authors.isEmpty && isAtom { item.authors = feedAuthors.persons }

        let base = isAtom ? url ?? item.url ?? feed.homePageURL : item.url ?? feed.homePageURL ?? url
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

    private func html(_ body: Body, base: String?) -> String {
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

    private func plain(_ body: Body) -> String {
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

    private func finished() -> ParsedFeed {
        if capture != nil { endCapture() }
        // The document stopped in the middle of a story: it is kept only where there is no complete one.
        if draft != nil {
            feed.warnings.append("the document ends early")
            if feed.items.isEmpty { endStory() }
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
