/// What people type, paste or click, made into an address that can be fetched.
package enum Address {
    /// `feed:` links and addresses without a scheme become http or https ones; nil for what is neither.
    package static func normalised(_ text: String) -> String? {
        var text = text.trimmingPrefix { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        // feed:https://host/path and feed://host/path are both in use; the second means http.
        if hasScheme("feed", text) {
            text = text.dropFirst("feed:".count)
            if text.hasPrefix("//") { text = "http:" + text }
        }
        if let scheme = ["https", "http"].first(where: { hasScheme($0, text) }) {
            let rest = text.dropFirst(scheme.count + 1)
            guard rest.hasPrefix("//"), isHost(rest.dropFirst(2)) else { return nil }
            return scheme + ":" + rest
        }
        guard isHost(text), !hasOtherScheme(text) else { return nil }
        let isLoopback = ["localhost", "127.", "[::1]"].contains { text.hasPrefix($0) }
        return (isLoopback ? "http://" : "https://") + text
    }

    /// The host of an http or https address, with its port.
    package static func host(of url: String) -> String {
        guard let start = url.firstRange(of: "//")?.upperBound else { return url }
        let authority = url[start...].prefix { !"/?#".contains($0) }
        return String(authority.split(separator: "@").last ?? authority)
    }

    /// What two addresses of one page or feed have in common: neither scheme, trackers, fragment, default port nor the case of
    /// the host tell pages apart. Not an address itself.
    package static func canonical(_ url: String) -> String {
        let url = untracked(url)
        var rest = url[...]
        var port: Substring?
        for (scheme, usual) in [("https://", ":443"), ("http://", ":80")] {
            let start = url.utf8.prefix(scheme.utf8.count)
            if start.elementsEqual(scheme.utf8, by: { $0 | 0x20 == $1 | 0x20 }) {
                rest = url[url.utf8.index(url.startIndex, offsetBy: scheme.utf8.count)...]
                port = usual[...]
                break
            }
        }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            let name = rest[rest.utf8.index(after: mark)...]
            // "#!/story" and "#/story" are pages of programs that run in the browser; a comment is not the page under it.
            if !["!", "/", "comment"].contains(where: name.hasPrefix) { rest = rest[..<mark] }
        }
        let end = rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        var host = rest[..<end]
        var path = rest[end...]
        if let port, host.hasSuffix(port) { host = host.dropLast(port.count) }
        if path == "/" { path = "" }
        return host.lowercased() + path
    }

    /// The address without the parameters that only say which newsletter or advertisement was clicked.
    package static func untracked(_ address: String) -> String {
        guard let mark = address.utf8.firstIndex(of: UInt8(ascii: "?")) else { return address }
        let tail = address[address.utf8.index(after: mark)...]
        let end = tail.firstIndex(of: "#") ?? tail.endIndex
        let pairs = tail[..<end].split(separator: "&", omittingEmptySubsequences: false)
        let kept = pairs.filter { !isTracking($0) }
        guard kept.count < pairs.count else { return address }
        return address[..<mark] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&")) + tail[end...]
    }

    private static func isTracking(_ pair: Substring) -> Bool {
        let name = pair.prefix { $0 != "=" }.lowercased()
        return name.hasPrefix("utm_") || trackers.contains(name)
    }

    private static let trackers: Set<String> = [
        "fbclid", "gclid", "gclsrc", "dclid", "msclkid", "yclid", "twclid", "igshid", "mc_cid", "mc_eid", "mkt_tok",
        "_hsenc", "_hsmi", "oly_anon_id", "oly_enc_id", "vero_id", "wickedid", "ml_subscriber", "ml_subscriber_hash",
        "wbraid", "gbraid",
    ]

    private static func hasScheme(_ scheme: String, _ text: Substring) -> Bool {
        text.prefix(scheme.count + 1).lowercased() == scheme + ":"
    }

    /// "mailto:…" has one, "localhost:8000" and "example.org:80/feed" do not.
    private static func hasOtherScheme(_ text: Substring) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        let name = text[..<colon]
        guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else {
            return false
        }
        return text[text.index(after: colon)...].first?.isNumber != true
    }

    /// Begins with something that can be a host: a dotted name, an IP literal or localhost.
    private static func isHost(_ text: Substring) -> Bool {
        let host = text.prefix { !"/?#".contains($0) }
        // "./feed.xml" is a file.
        guard host.contains(where: { $0.isLetter || $0.isNumber || $0 == ":" }), !host.contains(where: \.isWhitespace)
        else { return false }
        return host.contains(".") || host.hasPrefix("[") || host.prefix { $0 != ":" } == "localhost"
    }
}
