import CXML2

/// The elements of the feed vocabularies, each by its usual prefix. RSS and Atom share the names without one.
enum Element: String, CaseIterable {
    case rss, rdf = "rdf:rdf", feed, channel, item, entry
    case title, link, id, guid, description, subtitle, tagline, info, abstract, summary, content, language, copyright,
        rights
    case managingEditor = "managingeditor", lastBuildDate = "lastbuilddate", pubDate = "pubdate"
    case updated, modified, published, issued, created, author, contributor, name, uri, url, homepage, email, category
    case enclosure, source, image, width, height, icon, logo, cloud
    case a
    case textInput = "textinput"
    case itemList = "items"
    case atomLink = "atom:link", atomAuthor = "atom:author", atomSummary = "atom:summary"
    case contentEncoded = "content:encoded", xhtmlBody = "xhtml:body", xhtmlDiv = "xhtml:div"
    case dcTitle = "dc:title", dcCreator = "dc:creator", dcAuthor = "dc:author", dcDate = "dc:date", dcSubject =
        "dc:subject"
    case dcLanguage = "dc:language", dcRights = "dc:rights", dcDescription = "dc:description"
    case mediaGroup = "media:group", mediaContent = "media:content", mediaThumbnail = "media:thumbnail"
    case mediaTitle = "media:title", mediaDescription = "media:description", mediaCredit = "media:credit",
        mediaKeywords = "media:keywords"
    case itunesImage = "itunes:image", itunesTitle = "itunes:title", itunesAuthor = "itunes:author", itunesSummary =
        "itunes:summary"
    case itunesSubtitle = "itunes:subtitle", itunesDuration = "itunes:duration", itunesKeywords = "itunes:keywords"
    case itunesOwner = "itunes:owner", itunesCategory = "itunes:category", newFeedURL = "itunes:new-feed-url"
    case googleplayImage = "googleplay:image", webfeedsIcon = "webfeeds:icon"
    case origLink = "feedburner:origlink"
    case markdown = "source:markdown"
    case completeFeed = "fh:complete"
    /// Of skipHours and skipDays.
    case hour, day, skipHours = "skiphours", skipDays = "skipdays"
    case ttl, updatePeriod = "sy:updateperiod", updateFrequency = "sy:updatefrequency"
    case commentCount = "slash:comments", replyCount = "thr:total"
    case other
    /// Of a namespace that is none of the vocabularies'.
    case foreign

    /// By name, as looking through all of them takes microseconds.
    private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// The element of that name, in small letters.
    static func named(_ name: String) -> Element { named[name] ?? .other }

    var startsStory: Bool { self == .item || self == .entry }

    /// Whether it is Media RSS's.
    var isMedia: Bool {
        switch self {
        case .mediaGroup, .mediaContent, .mediaThumbnail, .mediaTitle, .mediaDescription, .mediaCredit, .mediaKeywords:
            true
        default: false
        }
    }

    /// Whether it says who somebody is.
    var isPersonal: Bool { self == .name || self == .email || self == .uri || self == .url || self == .homepage }

    var holdsText: Bool {
        switch self {
        case .rss, .rdf, .feed, .channel, .item, .entry, .contributor, .textInput, .cloud, .itemList, .mediaGroup,
            .mediaContent,
            .mediaThumbnail, .itunesOwner, .itunesCategory, .completeFeed, .atomLink, .a, .skipHours, .skipDays, .other,
            .foreign:
            false
        default: true
        }
    }

    /// Whether Atom's type attribute says what its text is.
    var hasType: Bool {
        switch self {
        case .title, .subtitle, .tagline, .info, .summary, .content, .rights, .copyright, .atomSummary: true
        default: false
        }
    }

    var kind: XMLFeedParser.TextKind {
        switch self {
        case .contentEncoded: .html
        case .xhtmlBody, .xhtmlDiv: .xhtml
        case .title, .description, .subtitle, .tagline, .info, .abstract, .summary, .content, .copyright, .rights,
            .dcTitle,
            .dcDescription, .itunesSummary, .itunesSubtitle, .itunesTitle, .mediaTitle, .mediaDescription, .dcRights,
            .category, .dcSubject:
            .ambiguous
        default: .plain
        }
    }

    /// Whether elements inside are markup of the text.
    var keepsMarkup: Bool {
        switch self {
        case .title, .description, .subtitle, .tagline, .info, .abstract, .summary, .content, .contentEncoded,
            .xhtmlBody, .xhtmlDiv,
            .atomSummary, .dcDescription, .itunesSummary, .copyright, .rights:
            true
        default: false
        }
    }
}

/// Finds elements by the addresses of their names, which libxml2 keeps one copy of in a document.
struct NameCache {
    private var known = [(name: XMLName, element: Element, isAtom: Bool)?](repeating: nil, count: 256)
    /// Whether the element found last stands in an Atom namespace.
    private(set) var isAtomElement = false
    /// The namespace that the root element stands in where it is not the format's: it means the format's own.
    private var rootNamespace: UnsafePointer<xmlChar>?
    /// Whether it is another vocabulary's, which its elements with a prefix then are.
    private var isRootNamespaceKnown = false

    /// Learns what namespace the document's own elements stand in.
    mutating func startRoot(_ name: XMLName) {
        guard name.namespace != nil else { return }
        let prefix = Self.prefix(name)
        if let prefix {
            guard name.prefix == nil, !prefix.isEmpty, prefix != "rdf" else { return }
            guard prefix != "atom" || String(cString: name.local).lowercased() != "feed" else { return }
            isRootNamespaceKnown = true
        }
        rootNamespace = name.namespace
    }

    mutating func element(_ name: XMLName, isAtom: Bool) -> Element {
        let address = Int(bitPattern: name.local) ^ Int(bitPattern: name.namespace)
        let slot = (address >> 3 ^ address >> 11) & 255
        if let (known, element, isAtom) = known[slot], known == name {
            isAtomElement = isAtom
            return element
        }
        let local = String(cString: name.local).lowercased()
        let isOwn =
            name.namespace != nil && name.namespace == rootNamespace && !(isRootNamespaceKnown && name.prefix != nil)
        let prefix = isOwn ? "" : Self.prefix(name)
        let element: Element
        switch prefix {
        case "":
            // "content:encoded" has lost its prefix in some feeds.
            element = local == "encoded" || local == "fullitem" ? .contentEncoded : Element.named(local)
        case "atom":
            element = Self.atom(local, isAtom: isAtom)
        case "dcterms":
            element = Self.dublinCore[local] ?? .other
        case nil:
            element = .foreign
        case let prefix?:
            element = Element.named(prefix + ":" + local)
        }
        known[slot] = (name, element, prefix == "atom")
        isAtomElement = prefix == "atom"
        return element
    }

    /// Atom's elements are the core ones in an Atom document; in RSS they must not overwrite RSS's.
    private static func atom(_ local: String, isAtom: Bool) -> Element {
        if isAtom || local == "feed" { return Element.named(local) }
        switch local {
        case "link": return .atomLink
        case "author": return .atomAuthor
        case "summary": return .atomSummary
        case "source", "content", "updated", "published", "name", "uri", "email", "contributor", "modified", "issued",
            "created":
            return Element.named(local)
        default: return .other
        }
    }

    private static let dublinCore: [String: Element] = [
        "created": .created, "issued": .issued, "modified": .modified, "abstract": .dcDescription, "title": .dcTitle,
        "creator": .dcCreator, "date": .dcDate, "subject": .dcSubject, "language": .dcLanguage,
        "description": .dcDescription,
    ]

    /// The usual prefix of the element's namespace, "" for RSS's own, nil for a strange one. A prefix that the document
    /// does not declare means what it usually means.
    private static func prefix(_ name: XMLName) -> String? {
        guard let namespace = name.namespace else {
            guard let prefix = name.prefix else { return "" }
            let text = String(cString: prefix).lowercased()
            return usual.contains(text) ? text : nil
        }
        var uri = String(cString: namespace).lowercased()
        while uri.hasSuffix("/") || uri.hasSuffix("#") { uri.removeLast() }
        if uri.hasPrefix("https://") { uri = "http://" + uri.dropFirst(8) }
        return namespaces[uri]
    }

    private static let usual: Set<String> = Set(namespaces.values).subtracting([""])

    /// In small letters and without a final stroke or sharp, as feeds spell them both ways.
    private static let namespaces: [String: String] = [
        "": "",
        "http://purl.org/rss/1.0": "",
        "http://my.netscape.com/rdf/simple/0.9": "",
        "http://channel.netscape.com/rdf/simple/0.9": "",
        "http://my.netscape.com/publish/formats/rss-0.91.dtd": "",
        "http://backend.userland.com/rss": "",
        "http://backend.userland.com/rss2": "",
        "http://backend.userland.com/rss091": "",
        "http://backend.userland.com/rss092": "",
        "http://backend.userland.com/rss20": "",
        "http://blogs.law.harvard.edu/tech/rss": "",
        "http://cyber.law.harvard.edu/rss": "",
        "http://cyber.law.harvard.edu/rss/rss.html": "",
        "http://www.rssboard.org/rss-specification": "",
        "http://purl.org/net/rss1.1": "",
        "http://www.w3.org/2005/atom": "atom",
        "http://purl.org/atom/ns": "atom",
        "http://purl.org/atom": "atom",
        "http://example.com/newformat": "atom",
        "http://example.com/necho": "atom",
        "http://purl.org/echo": "atom",
        "uri/of/echo/namespace": "atom",
        "http://purl.org/pie": "atom",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns": "rdf",
        "http://purl.org/dc/elements/1.1": "dc",
        "http://purl.org/dc/elements/1.0": "dc",
        "http://purl.org/dc/terms": "dcterms",
        "http://purl.org/rss/1.0/modules/content": "content",
        "http://www.w3.org/1999/xhtml": "xhtml",
        "http://search.yahoo.com/mrss": "media",
        "http://search.yahoo.com/mrss/rss": "media",
        "http://video.search.yahoo.com/mrss": "media",
        "http://tools.search.yahoo.com/mrss": "media",
        "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
        "http://www.itunes.com/dtd/podcast-1.0.dtd": "itunes",
        "http://example.com/dtds/podcast-1.0.dtd": "itunes",
        "http://www.google.com/schemas/play-podcasts/1.0": "googleplay",
        "http://rssnamespace.org/feedburner/ext/1.0": "feedburner",
        "http://source.scripting.com": "source",
        "http://webfeeds.org/rss/1.0": "webfeeds",
        "http://purl.org/syndication/history/1.0": "fh",
        "http://purl.org/syndication/thread/1.0": "thr",
        "http://purl.org/rss/1.0/modules/slash": "slash",
        "http://wellformedweb.org/commentapi": "wfw",
        "http://purl.org/rss/1.0/modules/syndication": "sy",
        "http://www.georss.org/georss": "georss",
    ]
}
