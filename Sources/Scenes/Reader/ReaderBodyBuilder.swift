import News

/// Lays an article out in pieces: what is long is cut, so that each piece is made within a frame.
struct ReaderBodyBuilder {
    private(set) var body = Reader.Body()
    private var nextGroup = 0

    /// About what a piece holds at most, in lines.
    private static let pieceLines = 40
    /// Bytes of a paragraph. The longest of real articles have 3,000.
    private static let paragraphLimit = 6000
    /// Bytes of what has no space in it. Addresses have fewer.
    private static let wordLimit = 800
    /// Levels of lists and quotes that are seen; deeper ones would leave no room for text.
    private static let depthLimit = 6

    // MARK: Adding

    mutating func add(
        _ kind: Reader.Text.Kind, _ text: Article.RichText, lead: String = "\n\n"
    ) {
        for part in Self.parts(of: text, limit: Self.paragraphLimit) {
            let index = append(kind, part, lead: lead)
            add(.text(index), lines: Self.lines(of: part))
        }
    }

    mutating func add(_ kind: Reader.Text.Kind, _ words: String, lead: String = "\n\n") {
        guard !words.isEmpty else { return }
        add(kind, Article.RichText(words), lead: lead)
    }

    mutating func add(_ block: Reader.Block, lines: Int, group: Int? = nil) {
        body.pieces.append(Reader.Piece(block: block, lines: max(1, lines), group: group))
    }

    mutating func figure(
        _ figure: Article.Figure, caption: Article.RichText?, credit: String?
    ) -> Reader.Block {
        let captionIndex = caption.map { append(.caption, $0) }
        let creditIndex = credit.map { append(.credit, Article.RichText($0), lead: "\n") }
        return .figure(
            Reader.Figure(
                url: figure.url, label: figure.alternative ?? caption?.text ?? tr("Picture"), width: figure.width,
                height: figure.height, caption: captionIndex, credit: creditIndex))
    }

    /// The blocks of an article, and where its names lead.
    mutating func add(_ article: Article, leavingOut left: Int?) {
        var firstPieces: [Int] = []
        for (index, block) in article.blocks.enumerated() {
            firstPieces.append(body.pieces.count)
            if index != left { add(block) }
        }
        firstPieces.append(body.pieces.count)
        for (name, block) in article.anchors {
            body.anchors[name] = min(firstPieces[min(block, firstPieces.count - 1)], max(0, body.pieces.count - 1))
        }
    }

    // MARK: Blocks

    private mutating func add(_ block: Article.Block) {
        switch block {
        case .paragraph(let text): add(.paragraph, text)
        case .heading(let level, let text): add(.heading(level), text)
        case .code(let text): addCode(text)
        case .table(let rows, let caption): addTable(rows, caption)
        default:
            for (block, lines) in laidOut(block, depth: 0, lead: "\n\n") { add(block, lines: lines) }
        }
    }

    /// One block, in parts of at most about a piece each.
    private mutating func laidOut(
        _ block: Article.Block, depth: Int, lead: String
    ) -> [(block: Reader.Block, lines: Int)] {
        switch block {
        case .paragraph(let text), .heading(_, let text):
            var kind = Reader.Text.Kind.paragraph
            if case .heading(let level, _) = block { kind = .heading(level) }
            return Self.parts(of: text, limit: Self.paragraphLimit).map { part in
                (.text(append(kind, part, lead: lead)), Self.lines(of: part))
            }
        case .code(let text):
            let (parts, columns) = Self.codeParts(text)
            return parts.enumerated().map { index, part in
                (
                    .code(append(.code, Article.RichText(part.text), lead: index == 0 ? lead : "\n"), columns: columns),
                    part.lines
                )
            }
        case .quote(let blocks):
            let inner = laidOut(blocks, depth: depth + 1, lead: lead)
            guard depth < Self.depthLimit else { return inner }
            return Self.gathered(inner).map { (.quote($0.blocks), $0.lines) }
        case .list(let items, let start): return laidOut(items, start: start, depth: depth, lead: lead)
        case .figure(let figure):
            return [(self.figure(figure, caption: figure.caption, credit: nil), 14)]
        case .rule: return [(.rule, 1)]
        case .embed(let url, let title):
            let host = Address.host(of: url)
            return [(.embed(title: title.isEmpty ? host : title, host: host, url: url), 3)]
        case .table(let rows, _):
            // Inside a list or a quote there is no room for columns.
            return laidOut(rows.flatMap { $0 }.flatMap(\.blocks), depth: depth, lead: lead)
        }
    }

    private mutating func laidOut(
        _ blocks: [Article.Block], depth: Int, lead: String
    ) -> [(block: Reader.Block, lines: Int)] {
        var laid: [(block: Reader.Block, lines: Int)] = []
        for (index, block) in blocks.enumerated() {
            laid += laidOut(block, depth: depth, lead: index == 0 ? lead : "\n\n")
        }
        return laid
    }

    private mutating func laidOut(
        _ items: [[Article.Block]], start: Int?, depth: Int, lead: String
    ) -> [(block: Reader.Block, lines: Int)] {
        var parts: [(block: Reader.Block, lines: Int)] = []
        var gathered: [Reader.Item] = []
        var lines = 0
        for (index, item) in items.enumerated() {
            // Numbers may begin anywhere up to the last there is.
            let marker = start.map { "\($0 &+ index)." } ?? (depth % 2 == 0 ? "•" : "◦")
            let before = index == 0 ? lead : "\n"
            let inner = laidOut(item, depth: depth + 1, lead: before + marker + " ")
            if depth >= Self.depthLimit {
                parts += inner
                continue
            }
            for (number, part) in Self.gathered(inner).enumerated() {
                if lines + part.lines > Self.pieceLines, !gathered.isEmpty {
                    parts.append((.list(gathered), lines))
                    (gathered, lines) = ([], 0)
                }
                gathered.append(Reader.Item(marker: number == 0 ? marker : nil, blocks: part.blocks))
                lines += part.lines
            }
        }
        if !gathered.isEmpty { parts.append((.list(gathered), lines)) }
        return parts
    }

    /// Blocks together up to the size of a piece.
    private static func gathered(
        _ parts: [(block: Reader.Block, lines: Int)]
    ) -> [(blocks: [Reader.Block], lines: Int)] {
        var gathered: [(blocks: [Reader.Block], lines: Int)] = []
        for (block, lines) in parts {
            if let last = gathered.indices.last, gathered[last].lines + lines <= pieceLines {
                gathered[last].blocks.append(block)
                gathered[last].lines += lines
            } else {
                gathered.append(([block], lines))
            }
        }
        return gathered
    }

    // MARK: Code

    private mutating func addCode(_ text: String) {
        let (parts, columns) = Self.codeParts(text)
        nextGroup += 1
        for (index, part) in parts.enumerated() {
            let place = append(.code, Article.RichText(part.text), lead: index == 0 ? "\n\n" : "\n")
            add(.code(place, columns: columns), lines: part.lines, group: nextGroup)
        }
    }

    /// Code by some lines each, and the length of its longest line. What is no line of text at all is broken.
    private static func codeParts(_ text: String) -> (parts: [(text: String, lines: Int)], columns: Int) {
        var lines: [String] = []
        var columns = 1
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var rest = line
            repeat {
                let part = rest.prefix(1000)
                rest = rest[part.endIndex...]
                lines.append(String(part))
                columns = max(columns, width(of: part))
            } while !rest.isEmpty
        }
        let size = pieceLines * 2
        let parts = stride(from: 0, to: lines.count, by: size).map { from in
            let part = lines[from..<min(from + size, lines.count)]
            return (part.joined(separator: "\n"), part.count)
        }
        return (parts, columns)
    }

    /// In columns of a terminal.
    private static func width(of line: Substring) -> Int {
        var width = 0
        for scalar in line.unicodeScalars {
            width += scalar == "\t" ? 8 - width % 8 : scalar.value >= 0x1100 && isWide(scalar.value) ? 2 : 1
        }
        return width
    }

    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    // MARK: Tables

    private mutating func addTable(_ rows: [[Article.Cell]], _ caption: Article.RichText?) {
        let isData = rows.allSatisfy { row in
            row.allSatisfy { cell in
                cell.blocks.allSatisfy { block in
                    switch block {
                    case .paragraph(let text), .heading(_, let text): text.text.utf8.count <= 600
                    default: false
                    }
                }
            }
        }
        if let caption { add(.caption, caption) }
        guard isData else {
            // It is there for the layout of a page.
            for block in rows.flatMap({ $0 }).flatMap(\.blocks) { add(block) }
            return
        }
        let label = caption?.text ?? tr("Table")
        nextGroup += 1
        var columns: [Int] = []
        var pending: [[Reader.Cell]] = []
        var parts: [[[Reader.Cell]]] = []
        /// The rows that each column is still taken for, by a cell above.
        var taken: [Int] = []
        for row in rows {
            var cells: [Reader.Cell] = []
            var column = 0
            for cell in row {
                while column < taken.count, taken[column] > 0 { column += 1 }
                guard column < 200 else { break }
                let text = Self.joined(cell.blocks)
                let index = append(
                    cell.isHeader ? .headerCell : .cell, text, lead: cells.isEmpty ? "\n" : "\t")
                while columns.count < column + cell.columns { columns.append(3) }
                while taken.count < column + cell.columns { taken.append(0) }
                if cell.columns == 1 {
                    let longest = text.text.split(separator: "\n").map { Self.width(of: $0) }.max() ?? 0
                    columns[column] = min(max(columns[column], longest), 28)
                }
                // It ends with its piece at the latest.
                let height = min(cell.rows, Self.pieceLines / 2 - pending.count)
                for each in column..<column + cell.columns { taken[each] = height }
                cells.append(
                    Reader.Cell(
                        text: index, isHeader: cell.isHeader, column: column, columns: cell.columns, rows: height))
                column += cell.columns
            }
            for each in taken.indices where taken[each] > 0 { taken[each] -= 1 }
            pending.append(cells)
            if pending.count == Self.pieceLines / 2 {
                parts.append(pending)
                pending = []
                taken = []
            }
        }
        if !pending.isEmpty { parts.append(pending) }
        for part in parts {
            add(
                .table(Reader.Table(label: label, columns: columns, rows: part)), lines: part.count * 2,
                group: nextGroup)
        }
    }

    /// The paragraphs of a cell as one text.
    private static func joined(_ blocks: [Article.Block]) -> Article.RichText {
        var joined = Article.RichText()
        for block in blocks {
            guard let text = block.text else { continue }
            if joined.text.isEmpty {
                joined = text
                continue
            }
            joined.text += "\n"
            let start = joined.text.utf8.count
            joined.text += text.text
            joined.runs += text.runs.map {
                Article.Run(
                    range: $0.range.lowerBound + start..<$0.range.upperBound + start, style: $0.style, link: $0.link)
            }
        }
        return joined
    }

    // MARK: Text

    private mutating func append(
        _ kind: Reader.Text.Kind, _ rich: Article.RichText, lead: String = "\n\n"
    ) -> Int {
        let text = Reader.Text(kind, rich, lead: lead)
        for link in text.links {
            let words = String(
                decoding: text.plain.utf8.dropFirst(link.range.lowerBound).prefix(link.range.count), as: UTF8.self)
            body.links.append(Reader.Link(words: words, url: link.url))
        }
        body.texts.append(text)
        return body.texts.count - 1
    }

    private static func lines(of text: Article.RichText) -> Int { 1 + text.text.utf8.count / 70 }

    /// A text cut at the ends of sentences, or else of words, into parts of at most `limit` bytes.
    private static func parts(of text: Article.RichText, limit: Int) -> [Article.RichText] {
        let bytes = Array(text.text.utf8)
        var limit = limit
        if bytes.count > wordLimit {
            // Pango takes the square of the length of a word that it has to break.
            let longest = bytes.split { $0 <= 0x20 || $0 >= 0x80 }.map(\.count).max() ?? 0
            if longest > wordLimit { limit = wordLimit }
        }
        guard bytes.count > limit else { return [text] }
        var parts: [Article.RichText] = []
        var start = 0
        while start < bytes.count {
            var end = bytes.count
            if end - start > limit {
                end = start + limit
                // Not inside a character.
                while bytes[end] & 0xC0 == 0x80 { end -= 1 }
                let window = max(start + limit / 2, start + 1)..<end
                let space = window.last { bytes[$0] == 0x20 && ".!?".utf8.contains(bytes[$0 - 1]) }
                if let space = space ?? window.last(where: { bytes[$0] == 0x20 || bytes[$0] == 0x0A }) { end = space }
            }
            var part = Article.RichText(String(decoding: bytes[start..<end], as: UTF8.self))
            part.language = text.language
            part.isRightToLeft = text.isRightToLeft
            part.runs = text.runs.compactMap { run in
                let range = run.range.clamped(to: start..<end)
                return range.isEmpty
                    ? nil
                    : Article.Run(
                        range: range.lowerBound - start..<range.upperBound - start, style: run.style, link: run.link)
            }
            parts.append(part)
            start = end
            while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x0A { start += 1 }
        }
        return parts
    }
}

extension Article.RichText {
    fileprivate init(_ words: String) {
        self.init()
        text = words
    }
}

extension Article.Block {
    fileprivate var text: Article.RichText? {
        switch self {
        case .paragraph(let text), .heading(_, let text): text
        default: nil
        }
    }
}
