import FoundationEssentials

/// Reads the feeds that are XML: RSS of all versions, Atom, CDF. Elements are told by namespace, since prefixes vary, and
/// feeds mix vocabularies, so that one reader takes them all.
final class XMLFeedParser: XMLHandler {
    // Events come one at a time and call nothing that comes back here: nothing overlaps.
    @exclusivity(unchecked) var feed = ParsedFeed(format: .rss20)
    let url: String?
    let cleaner = HTMLCleaner()
    @exclusivity(unchecked) var frames: [Frame] = []
    @exclusivity(unchecked) var elements = NameCache()
    @exclusivity(unchecked) var draft: Draft?
    @exclusivity(unchecked) var capture: Capture?
    @exclusivity(unchecked) var bytes: [UInt8] = []
    @exclusivity(unchecked) var person: ParsedAuthor?
    @exclusivity(unchecked) var link: String?
    var feedAuthors = Authors()
    private var hasRoot = false
    /// Whether names without a namespace are Atom's.
    var isAtom = false
    var image: ParsedImage?
    var sourceAuthors: [ParsedAuthor] = []
    /// Whether the home page found so far is of a type that people read.
    var isAtomPage = false
    /// The elements that are open in a text that keeps its markup.
    var inner: [String] = []

    /// The home page where it is known beforehand.
    let home: String?
    /// What was taken for the home page when something turned out to be relative to it.
    var guesses: Set<String?> = []
    private var hasChannel = false
    private var hasOther = false

    private init(url: String?, home: String?) {
        self.url = url
        self.home = home
    }

    /// The feed in `bytes`, clean UTF-8.
    static func parse(_ bytes: [UInt8], _ prolog: Prolog, url: String?) throws(FeedError) -> ParsedFeed {
        var (parser, isWellFormed) = XMLReader.read(bytes, prolog) { XMLFeedParser(url: url, home: nil) }
        // RDF about other things, such as people.
        if parser.hasOther, !parser.hasChannel, parser.feed.format == .rss10 { throw .notAFeed }
        // The few feeds that name their home page behind what is relative to it are read twice.
        if let home = parser.feed.homePageURL, parser.guesses.contains(where: { $0 != home }) {
            (parser, isWellFormed) = XMLReader.read(bytes, prolog) { XMLFeedParser(url: url, home: home) }
        }
        if !isWellFormed { parser.feed.warnings.append("not well-formed XML") }
        return parser.finished()
    }

    // MARK: Where we are

    /// What an element belongs to.
    enum Scope {
        case document, feed, item, image, person, source, media, ignored
    }

    struct Frame {
        let element: Element
        var scope: Scope
        let base: String?
        let language: String?
    }

    /// A text that is being read.
    struct Capture {
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

    struct Body {
        var bytes: [UInt8]
        var kind: TextKind
        var base: String?
        var mimeType: String?
        var language: String?
    }

    /// Who wrote it, by where that is said.
    struct Authors {
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
    struct Draft {
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
        /// Addresses of pictures and sound that are relative to the story's link, which may still come.
        var relatives: Set<String> = []
    }

    /// More of one kind in one story is no story; each is compared with those before it.
    static let listLimit = 300
    /// More stories than any honest feed has.
    static let storyLimit = 20_000
    /// Bytes of one text; what is longer is cut off.
    private static let textLimit = 12_000_000
    /// Bytes that are read as Markdown, which takes its time; what is more is plain text.
    var markdownLeft = 500_000
    var isCut = false
    var timeToLive: Int?
    var updatePeriod: Int?
    var updateFrequency = 1

    static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    /// The values of sy:updatePeriod (RDF Site Summary 1.0, module syndication), in seconds.
    static let periods = [
        "hourly": 3600, "daily": 86_400, "weekly": 604_800, "monthly": 2_592_000, "yearly": 31_536_000,
    ]

    // MARK: XMLHandler

    func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if !hasRoot { elements.startRoot(name) }
        let element = elements.element(name, isAtom: isAtom)
        if capture != nil {
            if element.startsStory, draft == nil, capture?.kind != .xhtml {
                endCapture()
            } else if capture?.element == .author, element.isPersonal {
                // Atom's form of an author in RSS.
                capture = nil
                frames[frames.count - 1].scope = .person
            } else if capture?.element == .image {
                capture = nil
            } else {
                startInside(name, element, attributes)
                frames.append(Frame(element: element, scope: .ignored, base: frames.last?.base, language: nil))
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
        let scope = enter(element, in: parent?.scope ?? .document, attributes, base: base, language: language)
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
        let parent = frames.last?.element
        // Media RSS describes media: what else stands in its elements is not the story's.
        if parent == .mediaGroup || parent == .mediaContent, !element.isMedia { return .ignored }
        switch element {
        case .feed where scope == .document, .channel where scope == .document:
            hasChannel = true
            if feed.language == nil { feed.language = language }
            if feed.format == .cdf {
                if let href = attributes["href"] { feed.homePageURL = WebAddress.web(href, base: base ?? url) }
                feed.updated = attributes["lastmod"].flatMap(FeedDate.parse)
            }
            if feed.format == .rss10, let about = attributes["about", prefix: "rdf"], url == nil { link = about }
            return .feed
        case .item, .entry:
            guard scope != .source, scope != .ignored || draft == nil else { return scope }
            hasChannel = true
            endStory()
            guard feed.items.count < Self.storyLimit else {
                isCut = true
                return .ignored
            }
            draft = Draft()
            draft?.about = attributes["about", prefix: "rdf"]
            if let language, language != feed.language { draft?.item.language = language }
            if feed.format == .cdf {
                draft?.link = attributes["href"].flatMap { web($0, base: base) }
                draft?.item.modified = attributes["lastmod"].flatMap(FeedDate.parse)
            }
            return .item
        case .image where scope == .feed || scope == .document || scope == .item:
            image = ParsedImage(url: "")
            beginCapture(element, .image, attributes)
            return .image
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
        case .mediaGroup where scope == .item || scope == .feed,
            .itemList where scope == .feed || scope == .document,
            .skipHours where scope == .feed, .skipDays where scope == .feed:
            return scope
        case .mediaContent where scope == .item || scope == .media,
            .mediaThumbnail where scope == .item || scope == .media:
            media(element, attributes, base: base)
            return element == .mediaContent ? .media : .ignored
        case .mediaContent where scope == .feed, .mediaThumbnail where scope == .feed:
            if feed.iconURL == nil, let address = attributes["url"].flatMap({ web($0, base: base) }),
                element == .mediaThumbnail || attributes["medium"]?.lowercased() == "image"
                    || MediaType.isImage(attributes["type"]?.lowercased(), address)
            {
                feed.iconURL = address
            }
            return .ignored
        case .itunesImage, .googleplayImage:
            if let reference = attributes["href"] ?? attributes["url"],
                let address = scope == .item ? storyAddress(reference, base: base) : web(reference, base: base)
            {
                if scope == .item {
                    draft?.item.images.append(ParsedImage(url: address))
                } else if scope == .feed, feed.iconURL == nil {
                    feed.iconURL = address
                }
                return .ignored
            }
        case .enclosure where scope == .item:
            enclosure(
                attributes["url"] ?? attributes["href"], type: attributes["type"], length: attributes["length"],
                title: nil,
                base: base)
            return .ignored
        case .link, .atomLink:
            if let href = attributes["href"],
                element == .atomLink || isAtom || attributes["rel"] != nil || attributes.count > 0
            {
                atomLink(href, attributes, scope: scope, base: base)
                return .ignored
            }
        case .a where feed.format == .cdf:
            if scope == .item { draft?.link = attributes["href"].flatMap { web($0, base: base) } }
            if scope == .feed, let address = attributes["href"].flatMap({ WebAddress.web($0, base: base ?? url) }) {
                feed.homePageURL = address
            }
        case .logo where feed.format == .cdf:
            if scope == .feed, let href = attributes["href"], feed.iconURL == nil {
                feed.iconURL = web(href, base: base)
            }
            return .ignored
        case .category where isAtom || attributes["term"] != nil:
            let label = attributes["label"] ?? attributes["term"]
            if let label, scope == .item { tag(HTMLText.plain(label)) }
            return .ignored
        // Its parts are contents like any other (Atom 0.3, 4.13.12).
        case .content where scope == .item && attributes["type"]?.lowercased().hasPrefix("multipart/") ?? false:
            return scope
        case .content where scope == .item && attributes["src"] != nil:
            draft?.contentSource = attributes["src"].flatMap { web($0, base: base) }
        case .completeFeed:
            if scope == .feed { feed.isComplete = true }
        default:
            break
        }
        // What stands inside any other element is not the story's: an activity's object has a title of its own.
        guard element.holdsText else {
            if frames.count == 1 { hasOther = true }
            return frames.isEmpty ? .document : .ignored
        }
        beginCapture(element, scope, attributes)
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

    func add(_ author: ParsedAuthor, to list: WritableKeyPath<Authors, [ParsedAuthor]>, in scope: Scope) {
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

    func tag(_ name: String) {
        guard !name.isEmpty, let tags = draft?.item.tags, tags.count < Self.listLimit, !tags.contains(name) else {
            return
        }
        draft?.item.tags.append(name)
    }
}
