/// Markdown (CommonMark's commonest parts) as HTML, which has to be cleaned: Markdown may hold HTML.
struct Markdown {
    private var lines: ArraySlice<Substring>
    private var html = ""

    static func html(_ text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return html(lines[...], depth: 0)
    }

    private static let depthLimit = 20

    private static func html(_ lines: ArraySlice<Substring>, depth: Int) -> String {
        var reader = Markdown(lines: lines)
        while !reader.lines.isEmpty { reader.block(depth) }
        return reader.html
    }

    private init(lines: ArraySlice<Substring>) { self.lines = lines }

    // MARK: Blocks

    private mutating func block(_ depth: Int) {
        guard let line = lines.first else { return }
        let text = line.drop { $0 == " " }
        let fence = text.prefix { $0 == "`" || $0 == "~" }
        if text.isEmpty {
            lines.removeFirst()
        } else if fence.count >= 3 {
            lines.removeFirst()
            let body = lines.prefix { !$0.drop { $0 == " " }.hasPrefix(fence) }
            lines = lines.dropFirst(body.count + 1)
            html += "<pre><code>" + Self.escaped(body.joined(separator: "\n")) + "\n</code></pre>"
        } else if let level = Self.headingLevel(text) {
            lines.removeFirst()
            let title = text.dropFirst(level).trimmed.reversed().drop { $0 == "#" }.reversed()
            html += "<h\(level)>" + inline(Substring(String(title)).trimmed) + "</h\(level)>"
        } else if Self.isRule(text) {
            lines.removeFirst()
            html += "<hr>"
        } else if text.hasPrefix(">"), depth < Self.depthLimit {
            let body = lines.prefix { !$0.trimmed.isEmpty }
            lines = lines.dropFirst(body.count)
            let inner = body.map { line -> Substring in
                let text = line.drop { $0 == " " }
                return text.hasPrefix("> ") ? text.dropFirst(2) : text.hasPrefix(">") ? text.dropFirst() : text
            }
            html += "<blockquote>" + Self.html(inner[...], depth: depth + 1) + "</blockquote>"
        } else if let marker = Self.marker(text), depth < Self.depthLimit {
            list(marker.number, depth)
        } else {
            paragraph()
        }
    }

    /// Items, each with the lines that are indented under it.
    private mutating func list(_ number: Int?, _ depth: Int) {
        html += number == nil ? "<ul>" : number == 1 ? "<ol>" : "<ol start=\"\(number!)\">"
        while let line = lines.first {
            let indent = line.prefix { $0 == " " }.count
            guard let marker = Self.marker(line.dropFirst(indent)), (marker.number == nil) == (number == nil) else {
                break
            }
            lines.removeFirst()
            var body = [line.dropFirst(indent + marker.width)]
            while let next = lines.first {
                let isIndented = next.prefix { $0 == " " }.count >= min(indent + marker.width, indent + 2)
                if next.trimmed.isEmpty {
                    guard let after = lines.dropFirst().first, after.hasPrefix("  "), !after.trimmed.isEmpty else {
                        lines.removeFirst()
                        break
                    }
                } else if !isIndented, Self.marker(next.drop { $0 == " " }) != nil || Self.startsBlock(next) {
                    break
                }
                lines.removeFirst()
                body.append(next.dropFirst(min(indent + marker.width, next.prefix { $0 == " " }.count)))
            }
            let isTight = !body.contains { $0.trimmed.isEmpty }
            let inner = Self.html(body[...], depth: depth + 1)
            html += "<li>" + (isTight ? Self.withoutFirstParagraph(inner) : inner) + "</li>"
        }
        html += number == nil ? "</ul>" : "</ol>"
    }

    private static func withoutFirstParagraph(_ html: String) -> String {
        guard html.hasPrefix("<p>"), let end = html.firstRange(of: "</p>") else { return html }
        return String(html[html.index(html.startIndex, offsetBy: 3)..<end.lowerBound] + html[end.upperBound...])
    }

    private mutating func paragraph() {
        var body: [Substring] = []
        while let line = lines.first, !line.trimmed.isEmpty, body.isEmpty || !Self.startsBlock(line) {
            body.append(line)
            lines.removeFirst()
        }
        var text = ""
        for (index, line) in body.enumerated() {
            if index > 0 { text += body[index - 1].hasSuffix("  ") || body[index - 1].hasSuffix("\\") ? "<br>" : "\n" }
            text += line.hasSuffix("\\") && index < body.count - 1 ? line.dropLast().trimmed : line.trimmed
        }
        let isMarkup = text.hasPrefix("<") && !text.hasPrefix("<http")
        html += isMarkup ? inline(text[...]) : "<p>" + inline(text[...]) + "</p>"
    }

    private static func startsBlock(_ line: Substring) -> Bool {
        let text = line.drop { $0 == " " }
        return headingLevel(text) != nil || isRule(text) || text.hasPrefix(">") || text.hasPrefix("```")
            || marker(text) != nil
    }

    private static func headingLevel(_ text: Substring) -> Int? {
        let level = text.prefix { $0 == "#" }.count
        return (1...6).contains(level) && (text.count == level || text.dropFirst(level).hasPrefix(" ")) ? level : nil
    }

    private static func isRule(_ text: Substring) -> Bool {
        let marks = text.filter { $0 != " " }
        guard marks.count >= 3, let first = marks.first, first == "-" || first == "*" || first == "_" else {
            return false
        }
        return marks.allSatisfy { $0 == first }
    }

    /// The mark of a list's item: its number, if it has one, and its width with the space behind.
    private static func marker(_ text: Substring) -> (number: Int?, width: Int)? {
        if let first = text.first, first == "-" || first == "*" || first == "+", text.dropFirst().hasPrefix(" ") {
            return (nil, 2)
        }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...9).contains(digits.count), let number = Int(digits) else { return nil }
        let rest = text.dropFirst(digits.count)
        return rest.hasPrefix(". ") || rest.hasPrefix(") ") ? (number, digits.count + 2) : nil
    }

    // MARK: Inside a line

    /// Emphasis, code, links and pictures; HTML and references pass.
    private func inline(_ text: Substring, depth: Int = 0) -> String {
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
                    out += "<\(name)>" + inline(words, depth: depth + 1) + "</\(name)>"
                    continue
                }
            case "~" where rest.hasPrefix("~~"):
                if depth < Self.depthLimit, let words = inside("~~") {
                    out += "<del>" + inline(words, depth: depth + 1) + "</del>"
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

    /// `[words](address "title")` or, with an exclamation mark before it, a picture; and what follows it.
    private func link(_ text: Substring, _ depth: Int) -> (String, after: Substring)? {
        let isPicture = text.hasPrefix("!")
        // Nobody writes longer ones, and each bracket that nothing closes would cost a search.
        let start = text.dropFirst(isPicture ? 1 : 0).prefix(2000)
        guard start.hasPrefix("["), let close = start.firstRange(of: "]("),
            let end = start[close.upperBound...].firstIndex(of: ")")
        else { return nil }
        let words = start[..<close.lowerBound].dropFirst()
        let target = start[close.upperBound..<end].split(maxSplits: 1, whereSeparator: { $0 == " " })
        guard let address = target.first else { return nil }
        let href = Self.escaped(String(address.filter { $0 != "<" && $0 != ">" }))
        let title = target.count > 1 ? " title=\"" + Self.escaped(String(target[1].filter { $0 != "\"" })) + "\"" : ""
        let html =
            isPicture
            ? "<img src=\"\(href)\" alt=\"\(Self.escaped(String(words)))\"\(title)>"
            : "<a href=\"\(href)\"\(title)>" + inline(words, depth: depth + 1) + "</a>"
        return (html, text[text.index(after: end)...])
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...end]
    }
}
