extension XMLFeedParser {
    func atomLink(_ href: String, _ attributes: XMLAttributes, scope: Scope, base: String?) {
        let type = attributes["type"]?.lowercased()
        var rel = attributes["rel"]?.lowercased() ?? "alternate"
        if let slash = rel.lastIndex(of: "/"), rel.hasPrefix("http://www.iana.org/") {
            rel = String(rel[rel.index(after: slash)...])
        }
        if scope == .item, rel == "enclosure" {
            enclosure(href, type: type, length: attributes["length"], title: attributes["title"], base: base)
            return
        }
        let isHome = scope != .item && rel == "alternate"
        guard let address = isHome ? WebAddress.web(href, base: base ?? url) : web(href, base: base) else { return }
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
        case (.item, "replies"):
            let count = (attributes["count", prefix: "thr"] ?? attributes["count"]).flatMap { Int($0) }
            if draft?.item.commentCount == nil, let count, count >= 0 { draft?.item.commentCount = count }
        case (.item, "related"): if draft?.item.externalURL == nil { draft?.item.externalURL = address }
        case (.person, _): break
        default: break
        }
    }

    func enclosure(_ reference: String?, type: String?, length: String?, title: String?, base: String?) {
        guard let address = reference.flatMap({ storyAddress($0, base: base) }) else { return }
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

    func media(_ element: Element, _ attributes: XMLAttributes, base: String?) {
        image = nil
        guard let address = attributes["url"].flatMap({ storyAddress($0, base: base) }) else { return }
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
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":").map { Double($0.filter { $0 != " " }) }
        guard !parts.isEmpty, parts.count <= 3, !parts.contains(nil) else { return nil }
        let total = parts.reduce(0.0) { $0 * 60 + ($1 ?? 0) }
        return total >= 0 && total < 1e7 ? Int(total) : nil
    }
}
