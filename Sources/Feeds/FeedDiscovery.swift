import CXML2

/// Finds the feeds and icons of a web page. It asks nobody: which requests to try is the caller's.
package enum FeedDiscovery {
    /// What a page says of its feeds and icons.
    package struct Page: Hashable, Sendable {
        package var title: String?
        /// The main one first, those of comments last.
        package var feeds: [Link] = []
        /// Best first: large drawings for touch screens, drawings of any size, then the rest.
        package var icons: [Icon] = []
    }

    package struct Link: Hashable, Sendable {
        package let url: String
        package var title: String?
        package var mimeType: String?
        package var isOfComments = false
    }

    package struct Icon: Hashable, Sendable {
        package let url: String
        /// Pixels of a side; nil where the page does not say, or for a drawing of any size.
        package var size: Int?
        package var isScalable = false
    }

    /// The feeds and icons that a page links to.
    package static func page(_ bytes: [UInt8], url: String, contentType: String? = nil) -> Page {
        let scanner = Scanner(base: url)
        return scanner.scan(TextEncoding.decode(bytes, contentType: contentType).bytes)
    }

    /// Where the feeds of a page on a well-known host are, without asking the page; empty for other hosts.
    package static func knownFeeds(for address: String) -> [String] {
        guard let address = WebAddress.web(address) else { return [] }
        let parts = address.split(separator: "/", omittingEmptySubsequences: true).dropFirst()
        guard var host = parts.first?.lowercased() else { return [] }
        if host.hasPrefix("www.") { host.removeFirst(4) }
        let query = address.split(separator: "?").dropFirst().first?.prefix { $0 != "#" } ?? ""
        let path = parts.dropFirst().map { String($0.prefix { $0 != "?" && $0 != "#" }) }.filter { !$0.isEmpty }
        let root = "https://\(parts.first ?? "")"
        if isOfFeed(path) { return [] }
        switch host {
        case "youtube.com", "m.youtube.com":
            let feed = "https://www.youtube.com/feeds/videos.xml?"
            if let list = query.split(separator: "&").first(where: { $0.hasPrefix("list=") }) {
                return [feed + "playlist_id=" + list.dropFirst(5)]
            }
            if path.count >= 2, path[0] == "channel" { return [feed + "channel_id=" + path[1]] }
            if path.count >= 2, path[0] == "user" { return [feed + "user=" + path[1]] }
            // Handles say nothing of the channel's number: the page itself has to be asked.
            return []
        case "reddit.com", "old.reddit.com", "new.reddit.com":
            guard let first = path.first, ["r", "u", "user", "domain", "comments"].contains(first) else {
                return ["https://www.reddit.com/.rss"]
            }
            return ["https://www.reddit.com/" + path.joined(separator: "/") + "/.rss"]
        case "github.com":
            if path.count == 1 { return ["https://github.com/\(path[0]).atom"] }
            guard path.count >= 2 else { return [] }
            let repository = "https://github.com/\(path[0])/\(path[1])"
            let feeds = ["/releases.atom", "/commits.atom", "/tags.atom"].map { repository + $0 }
            return path.count > 2 && path[2] == "commits" ? [feeds[1], feeds[0], feeds[2]] : feeds
        case "gitlab.com":
            guard path.count >= 2 else { return path.map { "https://gitlab.com/\($0).atom" } }
            let project = path.prefix { $0 != "-" }.joined(separator: "/")
            return ["https://gitlab.com/\(project).atom", "https://gitlab.com/\(project)/-/tags?format=atom"]
        case "medium.com":
            guard let first = path.first else { return [] }
            if first == "tag", path.count > 1 { return ["https://medium.com/feed/tag/" + path[1]] }
            return ["https://medium.com/feed/" + first]
        case "vimeo.com":
            guard let first = path.first, Int(first) == nil else { return [] }
            if ["channels", "groups"].contains(first), path.count > 1 {
                return ["https://vimeo.com/\(first)/\(path[1])/videos/rss"]
            }
            return ["https://vimeo.com/\(first)/videos/rss"]
        case _ where host.hasSuffix(".substack.com"), _ where host.hasSuffix(".medium.com"):
            return [root + "/feed"]
        case _ where host.hasSuffix(".wordpress.com"):
            return [root + "/feed/"]
        case _ where host.hasSuffix(".blogspot.com"), _ where host.contains(".blogspot."):
            return [root + "/feeds/posts/default"]
        case _ where host.hasSuffix(".tumblr.com"):
            return [root + "/rss"]
        case _ where path.count == 1 && path[0].hasPrefix("@") && path[0].count > 1:
            // Mastodon and its kin, whatever their host.
            return ["\(root)/\(path[0]).rss"]
        default:
            return []
        }
    }

    /// Whether it is the address of a feed already: of the very one that is wanted.
    private static func isOfFeed(_ path: [String]) -> Bool {
        guard let last = path.last?.lowercased() else { return false }
        return [".atom", ".rss", ".xml", ".rdf", ".json"].contains { last.hasSuffix($0) }
            || path.contains { ["feed", "feeds", "rss", "atom"].contains($0.lowercased()) }
    }

    /// Addresses worth a try where a page names no feed; only when the person asks for it.
    package static func guesses(for address: String) -> [String] {
        ["/feed", "/rss", "/atom.xml", "/index.xml", "/feed.xml", "/rss.xml", "/feed.json"]
            .compactMap { WebAddress.web($0, base: address) }
    }

    /// Reads a page for its links.
    private final class Scanner: HTMLHandler {
        private var page = Page()
        private var base: String
        private let reader = HTMLReader()
        private var titleBytes: [UInt8]?
        private var depth = 0

        init(base: String) { self.base = base }

        func scan(_ bytes: [UInt8]) -> Page {
            reader.read(bytes, self)
            // What stands first is the main one; those of comments go last, in a stable order.
            page.feeds = page.feeds.filter { !$0.isOfComments } + page.feeds.filter(\.isOfComments)
            let ranked = page.icons.enumerated().sorted { a, b in
                (rank(a.element), -a.offset) > (rank(b.element), -b.offset)
            }
            page.icons = ranked.map(\.element)
            if let icon = WebAddress.web("/favicon.ico", base: base), !page.icons.contains(where: { $0.url == icon }) {
                page.icons.append(Icon(url: icon))
            }
            return page
        }

        private func rank(_ icon: Icon) -> Int { icon.isScalable ? 150 : icon.size ?? 16 }

        func start(_ name: UnsafePointer<xmlChar>, _ attributes: HTMLAttributes) {
            switch String(cString: name) {
            case "base":
                if let href = attributes["href"] { base = WebAddress.base(href, within: base) ?? base }
            case "title": if page.title == nil { titleBytes = [] }
            case "link": link(attributes)
            default: break
            }
        }

        func end(_ name: UnsafePointer<xmlChar>) {
            guard let bytes = titleBytes, String(cString: name) == "title" else { return }
            titleBytes = nil
            let title = HTMLText.collapsed(bytes)
            page.title = title.isEmpty ? nil : title
        }

        func text(_ bytes: UnsafeBufferPointer<UInt8>) { titleBytes?.append(contentsOf: bytes) }

        private func link(_ attributes: HTMLAttributes) {
            let relations = Set(
                (attributes["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace).map(String.init))
            guard let address = attributes["href"].flatMap({ WebAddress.web($0, base: base) }) else { return }
            let type = attributes["type"]?.lowercased().split(separator: ";").first.map { $0.filter { $0 != " " } }
            if relations.contains("alternate") || relations.contains("feed") {
                guard relations.contains("feed") && type == nil || type.map(FeedDiscovery.types.contains) ?? false
                else { return }
                guard !relations.contains("stylesheet"), attributes["hreflang"] == nil || type != "text/html" else {
                    return
                }
                // WordPress offers each page to programs as JSON, which is no feed.
                guard !address.contains("/wp-json/"), !page.feeds.contains(where: { $0.url == address }) else { return }
                let title = attributes["title"].map(HTMLText.plain).flatMap { $0.isEmpty ? nil : $0 }
                let words = (title ?? "").lowercased() + " " + address.lowercased()
                page.feeds.append(
                    Link(
                        url: address, title: title, mimeType: type,
                        isOfComments: words.contains("comment") || words.contains("kommentar")))
            }
            guard
                !relations.isDisjoint(with: ["icon", "apple-touch-icon", "apple-touch-icon-precomposed", "fluid-icon"])
            else { return }
            let isScalable = type == "image/svg+xml" || address.hasSuffix(".svg")
            let sizes = (attributes["sizes"] ?? "").lowercased().split(separator: " ")
            let size = sizes.compactMap { $0.split(separator: "x").first.flatMap { Int($0) } }.max()
            let usual = relations.contains("icon") ? nil : 180
            page.icons.append(Icon(url: address, size: isScalable ? nil : size ?? usual, isScalable: isScalable))
        }
    }

    private static let types: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "application/json",
        "application/rdf+xml",
        "text/xml", "application/xml", "text/rss+xml", "application/x.atom+xml", "application/x-atom+xml", "text/rss",
        "application/rss",
    ]
}
