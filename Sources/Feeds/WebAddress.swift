/// Addresses by RFC 3986, as leniently as the web writes them.
enum WebAddress {
    /// The schemes that an address may have.
    struct Schemes: OptionSet {
        let rawValue: Int
        static let web = Schemes(rawValue: 1)
        static let mail = Schemes(rawValue: 2)
        static let telephone = Schemes(rawValue: 4)

        fileprivate init(_ scheme: Substring) {
            switch scheme.lowercased() {
            case "http", "https": self = .web
            case "mailto": self = .mail
            case "tel": self = .telephone
            default: self = []
            }
        }

        init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The parts of a reference (RFC 3986, appendix B).
    private struct Parts {
        var scheme: Substring?
        var authority: Substring?
        var path: Substring
        var query: Substring?
        var fragment: Substring?

        init(_ text: String) {
            var rest = text[...]
            func cut(at byte: UInt8) -> Substring? {
                guard let index = rest.utf8.firstIndex(of: byte) else { return nil }
                let tail = rest[rest.utf8.index(after: index)...]
                rest = rest[..<index]
                return tail
            }
            fragment = cut(at: UInt8(ascii: "#"))
            query = cut(at: UInt8(ascii: "?"))
            if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), WebAddress.isScheme(rest[..<colon]) {
                scheme = rest[..<colon]
                rest = rest[rest.utf8.index(after: colon)...]
            }
            if rest.utf8.starts(with: [0x2F, 0x2F]) {
                let start = rest.utf8.index(rest.startIndex, offsetBy: 2)
                let end = rest[start...].utf8.firstIndex(of: 0x2F) ?? rest.endIndex
                authority = rest[start..<end]
                rest = rest[end...]
            }
            path = rest
        }

        var text: String {
            var text = ""
            if let scheme { text += scheme.lowercased() + ":" }
            if let authority { text += "//" + authority }
            text += path
            if let query { text += "?" + query }
            if let fragment { text += "#" + fragment }
            return text
        }
    }

    /// Bytes that an address may have; no server takes as many.
    private static let longest = 65_536

    /// An absolute http or https address; nil for any other scheme and where there is no base to make it absolute.
    static func web(_ reference: String, base: String? = nil) -> String? {
        absolute(reference, base: base, schemes: .web)
    }

    /// An absolute address with one of the schemes; nil where it has another one or there is no base for it.
    static func absolute(_ reference: String, base: String?, schemes: Schemes) -> String? {
        guard reference.utf8.count <= longest else { return nil }
        if isWhole(reference) { return reference }
        let reference = tidied(reference)
        guard !reference.isEmpty else { return nil }
        var parts = Parts(reference)
        if let scheme = parts.scheme?.lowercased() {
            if scheme == "feed" {
                // feed:https://… and feed://… (the latter means http).
                if parts.authority == nil { return web(String(reference.dropFirst(5))) }
                parts.scheme = "http"
            } else if parts.authority == nil && (scheme == "http" || scheme == "https") {
                // "http:path" and "http:/path": written by hand, meaning two strokes.
                let path = parts.path.drop { $0 == "/" }
                guard !path.isEmpty else { return nil }
                let end = path.firstIndex(of: "/") ?? path.endIndex
                parts.authority = path[..<end]
                parts.path = path[end...]
            }
        } else if parts.authority != nil && base == nil {
            parts.scheme = "https"
        } else {
            guard let base, let resolved = resolve(parts, against: Parts(base)) else { return nil }
            parts = resolved
        }
        guard let scheme = parts.scheme.map(Schemes.init), !scheme.isEmpty, schemes.contains(scheme) else { return nil }
        if scheme == .web {
            guard let authority = parts.authority, isHost(authority) else { return nil }
        }
        return parts.text
    }

    /// Whether nothing has to be done to it: http or https in small letters, a plain host, no character to escape.
    private static func isWhole(_ reference: String) -> Bool {
        var reference = reference
        return reference.withUTF8 { bytes in
            let start = bytes.starts(with: "https://".utf8) ? 8 : bytes.starts(with: "http://".utf8) ? 7 : 0
            guard start > 0, start < bytes.count, isLetterOrDigit(bytes[start]) else { return false }
            var i = start
            while i < bytes.count, isLetterOrDigit(bytes[i]) || bytes[i] == 0x2E || bytes[i] == 0x2D { i += 1 }
            if i + 1 < bytes.count, bytes[i] == 0x3A {
                i += 1
                while i < bytes.count, bytes[i] >= 0x30, bytes[i] <= 0x39 { i += 1 }
            }
            guard i == bytes.count || bytes[i] == 0x2F else { return false }
            while i < bytes.count {
                switch bytes[i] {
                case 0...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x7F: return false
                default: i += 1
                }
            }
            return true
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39
    }

    /// Whether it takes a base to make an address of it.
    static func isRelative(_ reference: String) -> Bool {
        if reference.utf8.count > longest || isWhole(reference) { return false }
        let reference = tidied(reference)
        return !reference.isEmpty && Parts(reference).scheme == nil
    }

    /// An absolute base for further references: `reference` against `base`, or `base` where it is none.
    static func base(_ reference: String, within base: String?) -> String? {
        web(reference, base: base) ?? base
    }

    /// RFC 3986, 5.2.2.
    private static func resolve(_ reference: Parts, against base: Parts) -> Parts? {
        guard base.scheme != nil, base.authority != nil else { return nil }
        var target = base
        target.fragment = reference.fragment
        if reference.authority != nil {
            target.authority = reference.authority
            target.path = removingDots(reference.path)
            target.query = reference.query
        } else if reference.path.isEmpty {
            if reference.query != nil { target.query = reference.query }
        } else {
            if reference.path.hasPrefix("/") {
                target.path = removingDots(reference.path)
            } else {
                let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? "/"
                target.path = removingDots(folder + reference.path)
            }
            target.query = reference.query
        }
        return target
    }

    /// RFC 3986, 5.2.4.
    private static func removingDots(_ path: Substring) -> Substring {
        guard path.contains(".") else { return path }
        var kept: [Substring] = []
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            switch piece {
            case ".": if isLast { kept.append("") }
            case "..":
                if kept.count > 1 { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(piece)
            }
        }
        return Substring(kept.joined(separator: "/"))
    }

    /// Without surrounding space, line breaks and tabs inside (WHATWG URL, 4.4), with the rest of what is unsafe escaped.
    private static func tidied(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            $0 > 0x20 && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E && $0 != 0x5C && $0 != 0x7F
        }
        if isPlain { return text }
        var bytes: [UInt8] = []
        let body = text.utf8.drop { $0 <= 0x20 }
        let end = body.lastIndex { $0 > 0x20 }
        guard let end else { return "" }
        var inQuery = false
        for byte in body[...end] {
            switch byte {
            case 0x09, 0x0A, 0x0D: continue
            case 0x20: bytes += "%20".utf8
            case 0x22: bytes += "%22".utf8
            case 0x3C: bytes += "%3C".utf8
            case 0x3E: bytes += "%3E".utf8
            case 0x5C where !inQuery: bytes.append(0x2F)
            case 0..<0x20, 0x7F: continue
            default:
                if byte == 0x3F || byte == 0x23 { inQuery = true }
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A else { return false }
        return text.utf8.allSatisfy { byte in
            (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39
                || byte == 0x2B || byte == 0x2D || byte == 0x2E
        }
    }

    private static func isHost(_ authority: Substring) -> Bool {
        let user = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
        let host = user.map { authority.utf8[$0...].dropFirst() } ?? authority.utf8[...]
        guard let first = host.first, first != UInt8(ascii: ":") else { return false }
        return host.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "%") }
    }

    /// Percent escapes as the characters they stand for (RFC 3986, 2.1).
    static func unescaped(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var i = 0
        while i < bytes.count {
            if bytes[i] == UInt8(ascii: "%"), i + 2 < bytes.count,
                let value = UInt8(String(decoding: bytes[i + 1...i + 2], as: UTF8.self), radix: 16)
            {
                decoded.append(value)
                i += 3
            } else {
                decoded.append(bytes[i])
                i += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
