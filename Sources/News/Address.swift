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
