/// Markdown (CommonMark's commonest parts, and tables) as HTML, which has to be cleaned: Markdown may hold HTML.
struct Markdown {
    private var lines: ArraySlice<Substring>
    private var html = ""
    private var line: MarkdownLine

    static func html(_ text: String) -> String {
        var line = MarkdownLine()
        let lines = line.withoutDefinitions(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline))
        return html(lines[...], &line, depth: 0)
    }

    private static let depthLimit = 20
    private static let columnLimit = 100

    private static func html(_ lines: ArraySlice<Substring>, _ line: inout MarkdownLine, depth: Int) -> String {
        var reader = Markdown(lines: lines, line: line)
        while !reader.lines.isEmpty { reader.block(depth) }
        line = reader.line
        return reader.html
    }

    private init(lines: ArraySlice<Substring>, line: MarkdownLine) {
        self.lines = lines
        self.line = line
    }

    private mutating func block(_ depth: Int) {
        guard let first = lines.first else { return }
        let text = first.drop { $0 == " " }
        let fence = text.prefix { $0 == "`" || $0 == "~" }
        if text.trimmed.isEmpty {
            lines.removeFirst()
        } else if Self.isIndented(first) {
            code()
        } else if fence.count >= 3 {
            lines.removeFirst()
            let body = lines.prefix { !$0.drop { $0 == " " }.hasPrefix(fence) }
            lines = lines.dropFirst(body.count + 1)
            html += "<pre><code>" + MarkdownLine.escaped(body.joined(separator: "\n")) + "\n</code></pre>"
        } else if let level = Self.headingLevel(text) {
            lines.removeFirst()
            let title = text.dropFirst(level).trimmed.reversed().drop { $0 == "#" }.reversed()
            html += "<h\(level)>" + line.html(Substring(String(title)).trimmed) + "</h\(level)>"
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
            html += "<blockquote>" + Self.html(inner[...], &line, depth: depth + 1) + "</blockquote>"
        } else if let marker = Self.marker(text), depth < Self.depthLimit {
            list(marker.number, depth)
        } else if first.contains("|"), let next = lines.dropFirst().first, Self.isTableRule(next, columnsOf: first) {
            table()
        } else {
            paragraph()
        }
    }

    // MARK: Code

    private static func isIndented(_ line: Substring) -> Bool { line.hasPrefix("    ") || line.hasPrefix("\t") }

    private mutating func code() {
        var body = lines.prefix { Self.isIndented($0) || $0.trimmed.isEmpty }
        lines = lines.dropFirst(body.count)
        while body.last?.trimmed.isEmpty ?? false { body.removeLast() }
        let text = body.map { $0.hasPrefix("\t") ? $0.dropFirst() : $0.dropFirst(4) }.joined(separator: "\n")
        html += "<pre><code>" + MarkdownLine.escaped(text) + "\n</code></pre>"
    }

    // MARK: Lists

    /// Items, each with the lines that are indented under it.
    private mutating func list(_ number: Int?, _ depth: Int) {
        html += number == nil ? "<ul>" : number == 1 ? "<ol>" : "<ol start=\"\(number!)\">"
        while let first = lines.first {
            let indent = first.prefix { $0 == " " }.count
            guard let marker = Self.marker(first.dropFirst(indent)), (marker.number == nil) == (number == nil) else {
                break
            }
            lines.removeFirst()
            var body = [first.dropFirst(indent + marker.width)]
            while let next = lines.first {
                let isIndented =
                    next.hasPrefix("\t") || next.prefix { $0 == " " }.count >= min(indent + marker.width, indent + 2)
                if next.trimmed.isEmpty {
                    guard let after = lines.dropFirst().first, after.hasPrefix("  ") || after.hasPrefix("\t"),
                        !after.trimmed.isEmpty
                    else {
                        lines.removeFirst()
                        break
                    }
                } else if !isIndented, Self.marker(next.drop { $0 == " " }) != nil || Self.startsBlock(next) {
                    break
                }
                lines.removeFirst()
                let width = next.hasPrefix("\t") ? 1 : min(indent + marker.width, next.prefix { $0 == " " }.count)
                body.append(next.dropFirst(width))
            }
            let isTight = !body.contains { $0.trimmed.isEmpty }
            let inner = Self.html(body[...], &line, depth: depth + 1)
            html += "<li>" + (isTight ? Self.withoutFirstParagraph(inner) : inner) + "</li>"
        }
        html += number == nil ? "</ul>" : "</ol>"
    }

    private static func withoutFirstParagraph(_ html: String) -> String {
        guard html.hasPrefix("<p>"), let end = html.firstRange(of: "</p>") else { return html }
        return String(html[html.index(html.startIndex, offsetBy: 3)..<end.lowerBound] + html[end.upperBound...])
    }

    /// The mark of a list's item: its number, if it has one, and its width with the space behind.
    private static func marker(_ text: Substring) -> (number: Int?, width: Int)? {
        if let first = text.first, first == "-" || first == "*" || first == "+",
            text.dropFirst().hasPrefix(" ") || text.dropFirst().hasPrefix("\t")
        {
            return (nil, 2)
        }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...9).contains(digits.count), let number = Int(digits) else { return nil }
        let rest = text.dropFirst(digits.count)
        return rest.hasPrefix(". ") || rest.hasPrefix(") ") ? (number, digits.count + 2) : nil
    }

    // MARK: Tables

    /// Whether it is the row of dashes under a table's head, which has as many columns (GitHub's Markdown, 4.10).
    private static func isTableRule(_ line: Substring, columnsOf head: Substring) -> Bool {
        guard line.contains("-"), line.allSatisfy({ $0 == "-" || $0 == "|" || $0 == ":" || $0.isWhitespace }) else {
            return false
        }
        let columns = cells(line)
        return columns.count <= columnLimit && columns.count == cells(head).count
            && columns.allSatisfy { $0.contains("-") }
    }

    private static func cells(_ line: Substring) -> [Substring] {
        var text = line.trimmed
        if text.hasPrefix("|") { text = text.dropFirst() }
        if text.hasSuffix("|"), !text.hasSuffix("\\|") { text = text.dropLast() }
        var cells: [Substring] = []
        var start = text.startIndex
        var isEscaped = false
        for index in text.indices {
            if text[index] == "|", !isEscaped {
                cells.append(text[start..<index].trimmed)
                start = text.index(after: index)
            }
            isEscaped = text[index] == "\\" && !isEscaped
        }
        return cells + [text[start...].trimmed]
    }

    private mutating func table() {
        let head = Self.cells(lines.removeFirst())
        lines.removeFirst()
        html += "<table><thead><tr>" + head.map { "<th>" + line.html($0) + "</th>" }.joined() + "</tr></thead><tbody>"
        while let row = lines.first, !row.trimmed.isEmpty, !Self.startsBlock(row) {
            lines.removeFirst()
            let cells = Self.cells(row).prefix(head.count)
            html += "<tr>" + cells.map { "<td>" + line.html($0) + "</td>" }.joined() + "</tr>"
        }
        html += "</tbody></table>"
    }

    // MARK: Paragraphs and headings

    private mutating func paragraph() {
        var body: [Substring] = []
        while let next = lines.first, !next.trimmed.isEmpty {
            if !body.isEmpty, let level = Self.underlineLevel(next) {
                lines.removeFirst()
                html += "<h\(level)>" + line.html(Self.joined(body)[...]) + "</h\(level)>"
                return
            }
            guard body.isEmpty || !Self.startsBlock(next) else { break }
            body.append(next)
            lines.removeFirst()
        }
        let text = Self.joined(body)
        let isMarkup = text.hasPrefix("<") && !text.hasPrefix("<http")
        html += isMarkup ? line.html(text[...]) : "<p>" + line.html(text[...]) + "</p>"
    }

    private static func joined(_ lines: [Substring]) -> String {
        var text = ""
        for (index, line) in lines.enumerated() {
            if index > 0 {
                text += lines[index - 1].hasSuffix("  ") || lines[index - 1].hasSuffix("\\") ? "<br>" : "\n"
            }
            text += line.hasSuffix("\\") && index < lines.count - 1 ? line.dropLast().trimmed : line.trimmed
        }
        return text
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

    /// The level of the heading that this line makes of those before it.
    private static func underlineLevel(_ line: Substring) -> Int? {
        let text = line.trimmed
        guard let first = text.first, first == "=" || first == "-", text.allSatisfy({ $0 == first }) else { return nil }
        return first == "=" ? 1 : text.count > 1 ? 2 : nil
    }

    private static func isRule(_ text: Substring) -> Bool {
        let marks = text.filter { $0 != " " }
        guard marks.count >= 3, let first = marks.first, first == "-" || first == "*" || first == "_" else {
            return false
        }
        return marks.allSatisfy { $0 == first }
    }
}
