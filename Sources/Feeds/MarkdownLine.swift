/// What stands inside the lines of Markdown: emphasis, code, links and pictures, by reference too.
struct MarkdownLine {
    private struct Target {
        let address: Substring
        let title: Substring?
    }

    /// Where references lead, by their names in small letters.
    private var targets: [String: Target] = [:]
    /// Each bracket costs a search for its end.
    private var searchesLeft = 20_000
    private static let targetLimit = 10_000
    private static let depthLimit = 20

    /// The lines without those that say where a reference leads: `[name]: address "title"`.
    mutating func withoutDefinitions(_ lines: [Substring]) -> [Substring] {
        var isCode = false
        return lines.filter { line in
            let text = line.drop { $0 == " " }
            if text.hasPrefix("```") || text.hasPrefix("~~~") { isCode.toggle() }
            guard text.hasPrefix("["), !isCode, targets.count < Self.targetLimit,
                let end = text.utf8.prefix(1000).firstIndex(of: UInt8(ascii: "]"))
            else { return true }
            let name = text[..<end].dropFirst()
            let tail = text[end...].dropFirst()
            // A footnote is no address.
            guard tail.hasPrefix(":"), !name.isEmpty, !name.hasPrefix("^") else { return true }
            guard let target = Self.target(tail.dropFirst()) else { return true }
            let key = Self.key(name)
            if targets[key] == nil { targets[key] = target }
            return false
        }
    }

    private static func key(_ name: Substring) -> String {
        name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// An address, in angle brackets or without, and a title in quotation marks or parentheses.
    private static func target(_ text: Substring) -> Target? {
        let parts = text.trimmed.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let first = parts.first else { return nil }
        let address = first.hasPrefix("<") && first.hasSuffix(">") ? first.dropFirst().dropLast() : first
        guard parts.count > 1 else { return Target(address: address, title: nil) }
        let title = parts[1].trimmed
        guard title.count > 1, let mark = title.first, mark == "\"" || mark == "'" || mark == "(" else { return nil }
        return Target(address: address, title: title.dropFirst().dropLast())
    }

    /// Emphasis, code, links and pictures; HTML and references pass.
    mutating func html(_ text: Substring, depth: Int = 0) -> String {
        var out = ""
        var rest = text
        // Marks that nothing closes are looked for once: each search goes to the end of the text.
        var unclosed: Set<Substring> = []
        func inside(_ mark: Substring) -> Substring? {
            guard !unclosed.contains(mark) else { return nil }
            let tail = rest.dropFirst(mark.count)
            guard let first = tail.first, !first.isWhitespace, let end = tail.firstRange(of: mark),
                end.lowerBound > tail.startIndex
            else {
                if tail.firstRange(of: mark) == nil { unclosed.insert(mark) }
                return nil
            }
            rest = tail[end.upperBound...]
            return tail[..<end.lowerBound]
        }
        while let character = rest.first {
            let previous = out.last
            switch character {
            case "\\":
                rest = rest.dropFirst()
                if let next = rest.first, next.isASCII, next.isPunctuation || next.isSymbol {
                    out += Self.escaped(String(next))
                    rest = rest.dropFirst()
                } else {
                    out += "\\"
                }
                continue
            case "`":
                let mark = rest.prefix { $0 == "`" }
                if let code = inside(mark) {
                    out += "<code>" + Self.escaped(String(code.trimmed)) + "</code>"
                    continue
                }
            case "*", "_":
                let isWord = character == "_" && (previous?.isLetter ?? false)
                let isStrong = rest.dropFirst().first == character
                let mark = Substring(String(repeating: character, count: isStrong ? 2 : 1))
                if !isWord, depth < Self.depthLimit, let words = inside(mark) {
                    let name = isStrong ? "strong" : "em"
                    out += "<\(name)>" + html(words, depth: depth + 1) + "</\(name)>"
                    continue
                }
            case "~" where rest.hasPrefix("~~"):
                if depth < Self.depthLimit, let words = inside("~~") {
                    out += "<del>" + html(words, depth: depth + 1) + "</del>"
                    continue
                }
            case "[", "!":
                if depth < Self.depthLimit, let (link, after) = link(rest, depth) {
                    out += link
                    rest = after
                    continue
                }
            case "<":
                let inner = rest.dropFirst().prefix(2000).prefix { $0 != ">" && $0 != "<" }
                if inner.hasPrefix("http://") || inner.hasPrefix("https://"), !inner.contains(" ") {
                    let address = Self.escaped(String(inner))
                    out += "<a href=\"\(address)\">\(address)</a>"
                    rest = rest.dropFirst(inner.count + 2)
                    continue
                }
            default: break
            }
            out.append(character)
            rest = rest.dropFirst()
        }
        return out
    }

    /// `[words](address "title")`, `[words][name]`, `[name]` or, with an exclamation mark before it, a picture; and what
    /// follows it.
    private mutating func link(_ text: Substring, _ depth: Int) -> (String, after: Substring)? {
        let isPicture = text.hasPrefix("!")
        let start = text.dropFirst(isPicture ? 1 : 0)
        guard start.hasPrefix("["), searchesLeft > 0, let close = closing(start) else { return nil }
        let words = start[..<close].dropFirst()
        let tail = start[close...].dropFirst()
        let found: Target
        let after: Substring
        if tail.hasPrefix("("), let end = closing(tail), let target = Self.target(tail[..<end].dropFirst()) {
            found = target
            after = tail[end...].dropFirst()
        } else {
            var name = words
            var rest = tail
            if tail.hasPrefix("["), let end = closing(tail) {
                if tail[..<end].count > 1 { name = tail[..<end].dropFirst() }
                rest = tail[end...].dropFirst()
            }
            guard !targets.isEmpty, let target = targets[Self.key(name)] else { return nil }
            found = target
            after = rest
        }
        let href = Self.escaped(String(found.address))
        let title = found.title.map { " title=\"" + Self.escaped(String($0)) + "\"" } ?? ""
        let made =
            isPicture
            ? "<img src=\"\(href)\" alt=\"\(Self.escaped(String(words)))\"\(title)>"
            : "<a href=\"\(href)\"\(title)>" + html(words, depth: depth + 1) + "</a>"
        return (made, after)
    }

    /// Where the bracket or parenthesis that `text` starts with is closed; nobody writes longer ones.
    private mutating func closing(_ text: Substring) -> Substring.Index? {
        searchesLeft -= 1
        let bytes = text.utf8.prefix(2000)
        guard let open = bytes.first else { return nil }
        let close: UInt8 = open == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")")
        var depth = 0
        var isEscaped = false
        for index in bytes.indices {
            let byte = bytes[index]
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == open {
                depth += 1
            } else if byte == close {
                depth -= 1
                if depth == 0 { return index }
            }
        }
        return nil
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}

extension Substring {
    /// Without white space around it.
    var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...end]
    }
}
