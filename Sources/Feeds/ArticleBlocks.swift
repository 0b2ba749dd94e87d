import CXML2
import News

/// Makes blocks for the reader of the HTML of a story. It takes cleaned HTML, which is what the store holds, but trusts it
/// no further than to be text: nothing of it is run or fetched.
package enum ArticleBlocks {
    /// The article in `html`.
    package static func article(_ html: String) -> Article {
        let builder = Builder()
        HTMLReader().read(Array(html.utf8), builder)
        return builder.finished()
    }

    private final class Builder: HTMLHandler {
        private var article = Article()
        private var containers = [Container(kind: .root)]
        private var styles: [Inline] = []
        private var text = Article.RichText()
        /// Bytes of the text that runs cover already.
        private var styledEnd = 0
        private var pendingSpace = false
        private var code: [UInt8]?
        private var names: [HTMLName] = []
        private var vocabulary = NameTable<HTMLName>(other: .other)
        private var languages: [(depth: Int, language: String?, isRightToLeft: Bool?)] = []

        /// What blocks are collected for.
        private struct Container {
            enum Kind: Equatable {
                case root, quote, item, heading(Int)
                case list(start: Int?)
                case table, row
                case cell(isHeader: Bool, columns: Int, rows: Int)
                case figure, caption
            }

            let kind: Kind
            var blocks: [Article.Block] = []
            var items: [[Article.Block]] = []
            var rows: [[Article.Cell]] = []
            var cells: [Article.Cell] = []
            var caption: Article.RichText?
            var link: (url: String, title: String)?

            init(kind: Kind) { self.kind = kind }
        }

        private struct Inline {
            let name: HTMLName
            let style: Article.Style
            let link: String?
        }

        // MARK: Events

        func start(_ pointer: UnsafePointer<xmlChar>, _ attributes: HTMLAttributes) {
            let name = vocabulary[pointer]
            names.append(name)
            // Each level costs a search; the cleaner allows fewer.
            guard names.count < 400 else { return }
            if let id = attributes["id"] {
                let place = article.blocks.isEmpty && containers.count == 1 ? 0 : containers[0].blocks.count
                if article.anchors[id] == nil { article.anchors[id] = place }
            }
            if let style = Self.style(of: name) {
                // The space before is not part of what begins.
                append("")
                closeRun()
                styles.append(Inline(name: name, style: style, link: name == .a ? attributes["href"] : nil))
                return
            }
            switch name {
            case .br: if code != nil { code?.append(0x0A) } else { lineBreak() }
            case .img: image(attributes)
            case .q: append("\u{201C}")
            case .hr: flush(); add(.rule)
            case .video, .audio:
                if let source = attributes["src"] {
                    flush()
                    add(.embed(url: source, title: attributes["title"] ?? ""))
                }
            default: startBlock(name, attributes)
            }
        }

        private func startBlock(_ name: HTMLName, _ attributes: HTMLAttributes) {
            guard name.breaksText else { return }
            flush()
            if let tag = attributes["lang"] ?? attributes["dir"].map({ _ in "" }) {
                let outer = languages.last
                languages.append(
                    (
                        names.count, tag.isEmpty ? outer?.language : tag,
                        attributes["dir"].map { $0.lowercased() == "rtl" } ?? outer?.isRightToLeft
                    ))
            }
            switch name {
            case .blockquote: open(.quote)
            case .ul, .menu, .dir, .dl: open(.list(start: nil))
            case .ol: open(.list(start: attributes["start"].flatMap { Int($0) } ?? 1))
            case .li, .dt, .dd: open(.item)
            case .h1: open(.heading(1))
            case .h2: open(.heading(2))
            case .h3: open(.heading(3))
            case .h4: open(.heading(4))
            case .h5: open(.heading(5))
            case .h6: open(.heading(6))
            case .table: open(.table)
            case .tr: open(.row)
            case .td, .th:
                func span(_ name: StaticString) -> Int { min(max(attributes[name].flatMap { Int($0) } ?? 1, 1), 100) }
                open(.cell(isHeader: name == .th, columns: span("colspan"), rows: span("rowspan")))
            case .figure: open(.figure)
            case .figcaption, .caption: open(.caption)
            case .pre: code = []
            default: break
            }
        }

        func end(_ pointer: UnsafePointer<xmlChar>) {
            let name = vocabulary[pointer]
            guard let index = names.lastIndex(of: name) else { return }
            names.removeSubrange(index...)
            if Self.style(of: name) != nil {
                closeRun()
                if let place = styles.lastIndex(where: { $0.name == name }) { styles.remove(at: place) }
                return
            }
            if name == .q { append("\u{201D}") }
            guard name.breaksText else { return }
            if name == .pre, let bytes = code {
                code = nil
                var lines = bytes[...]
                if lines.first == 0x0A { lines = lines.dropFirst() }
                while let last = lines.last, last <= 0x20 { lines = lines.dropLast() }
                text = Article.RichText()
                if !lines.isEmpty { add(.code(String(decoding: lines, as: UTF8.self))) }
            } else {
                flush()
            }
            switch name {
            case .blockquote: close { $0 == .quote }
            case .ul, .menu, .dir, .dl, .ol: close { if case .list = $0 { true } else { false } }
            case .li, .dt, .dd: close { $0 == .item }
            case .h1, .h2, .h3, .h4, .h5, .h6: close { if case .heading = $0 { true } else { false } }
            case .table: close { $0 == .table }
            case .tr: close { $0 == .row }
            case .td, .th: close { if case .cell = $0 { true } else { false } }
            case .figure: close { $0 == .figure }
            case .figcaption, .caption: close { $0 == .caption }
            default: break
            }
            while let last = languages.last, last.depth > names.count { languages.removeLast() }
        }

        func text(_ bytes: UnsafeBufferPointer<UInt8>) {
            if code != nil {
                code?.append(contentsOf: bytes)
                return
            }
            var word = 0
            for i in bytes.indices where bytes[i] <= 0x20 {
                if i > word { append(String(decoding: bytes[word..<i], as: UTF8.self)) }
                pendingSpace = true
                word = i + 1
            }
            if word < bytes.count { append(String(decoding: bytes[word...], as: UTF8.self)) }
        }

        // MARK: Text

        private static func style(of name: HTMLName) -> Article.Style? {
            switch name {
            case .b, .strong: .strong
            case .i, .em, .cite, .dfn, .`var`: .emphasis
            case .code, .kbd, .samp, .tt: .code
            case .sup: .superscript
            case .sub: .subscript
            case .del, .s, .strike: .deleted
            case .u, .ins: .underlined
            case .mark: .marked
            case .a: []
            default: nil
            }
        }

        private func append(_ word: String) {
            if pendingSpace {
                pendingSpace = false
                if !text.text.isEmpty && text.text.utf8.last != 0x0A { text.text += " " }
            }
            text.text += word
        }

        private func lineBreak() {
            pendingSpace = false
            if !text.text.isEmpty { text.text += "\n" }
        }

        /// Gives the text since the last change of style the style that held until now.
        private func closeRun() {
            let end = text.text.utf8.count
            defer { styledEnd = end }
            guard end > styledEnd, !styles.isEmpty else { return }
            let style = styles.reduce(into: Article.Style()) { $0.formUnion($1.style) }
            let link = styles.last { $0.link != nil }?.link
            if !style.isEmpty || link != nil {
                text.runs.append(Article.Run(range: styledEnd..<end, style: style, link: link))
            }
        }

        /// Ends the text under way: a paragraph, or what the container makes of it.
        private func flush() {
            closeRun()
            pendingSpace = false
            styledEnd = 0
            var done = text
            text = Article.RichText()
            while done.text.utf8.last == 0x0A { done.text.removeLast() }
            let end = done.text.utf8.count
            done.runs = done.runs.compactMap { run in
                let range = run.range.clamped(to: 0..<end)
                return range.isEmpty ? nil : Article.Run(range: range, style: run.style, link: run.link)
            }
            guard !done.text.isEmpty else { return }
            done.language = languages.last?.language
            done.isRightToLeft = languages.last?.isRightToLeft
            let last = containers.count - 1
            switch containers[last].kind {
            case .figure:
                // A figure of nothing but a link is a player.
                if let run = done.runs.first, done.runs.count == 1, let link = run.link, run.range == 0..<end {
                    containers[last].link = (link, done.text)
                } else {
                    containers[last].blocks.append(.paragraph(done))
                }
            default: containers[last].blocks.append(.paragraph(done))
            }
        }

        private func image(_ attributes: HTMLAttributes) {
            guard let source = attributes["src"] else { return }
            let link = styles.last { $0.link != nil }?.link
            flush()
            var figure = Article.Figure(
                url: source, alternative: attributes["alt"].flatMap { $0.isEmpty ? nil : $0 },
                width: attributes["width"].flatMap { Int($0) }, height: attributes["height"].flatMap { Int($0) })
            figure.link = link
            add(.figure(figure))
        }

        // MARK: Containers

        private func add(_ block: Article.Block) { containers[containers.count - 1].blocks.append(block) }

        private func open(_ kind: Container.Kind) { containers.append(Container(kind: kind)) }

        private func close(_ isWanted: (Container.Kind) -> Bool) {
            guard let index = containers.lastIndex(where: { isWanted($0.kind) }), index > 0 else { return }
            while containers.count > index { closeLast() }
        }

        private func closeLast() {
            var closed = containers.removeLast()
            let outer = containers.count - 1
            switch closed.kind {
            case .root: break
            case .quote: if !closed.blocks.isEmpty { add(.quote(closed.blocks)) }
            case .heading(let level):
                for block in closed.blocks {
                    if case .paragraph(let text) = block { add(.heading(level, text)) } else { add(block) }
                }
            case .item:
                if case .list = containers[outer].kind {
                    containers[outer].items.append(closed.blocks)
                } else {
                    containers[outer].blocks += closed.blocks
                }
            case .list(let start):
                // What stands in a list outside its items is kept before it.
                for block in closed.blocks { add(block) }
                if !closed.items.isEmpty { add(.list(items: closed.items, start: start)) }
            case .cell(let isHeader, let columns, let rows):
                containers[outer].cells.append(
                    Article.Cell(blocks: closed.blocks, isHeader: isHeader, columns: columns, rows: rows))
            case .row:
                if !closed.cells.isEmpty { containers[outer].rows.append(closed.cells) }
                containers[outer].blocks += closed.blocks
            case .table:
                if !closed.cells.isEmpty { closed.rows.append(closed.cells) }
                for block in closed.blocks { add(block) }
                // A table of one cell is there for the layout of a letter.
                if closed.rows.count == 1, closed.rows[0].count == 1 {
                    for block in closed.rows[0][0].blocks { add(block) }
                } else if !closed.rows.isEmpty {
                    add(.table(rows: closed.rows, caption: closed.caption))
                }
            case .caption:
                if case .paragraph(let text)? = closed.blocks.first, closed.blocks.count == 1,
                    containers[outer].kind == .figure || containers[outer].kind == .table
                {
                    containers[outer].caption = text
                } else {
                    for block in closed.blocks { add(block) }
                }
            case .figure:
                if let link = closed.link, closed.blocks.isEmpty {
                    add(.embed(url: link.url, title: link.title))
                } else {
                    for block in closed.blocks {
                        guard case .figure(var figure) = block, let caption = closed.caption else {
                            add(block)
                            continue
                        }
                        figure.caption = caption
                        closed.caption = nil
                        add(.figure(figure))
                    }
                    if let caption = closed.caption { add(.paragraph(caption)) }
                }
            }
        }

        func finished() -> Article {
            flush()
            while containers.count > 1 { closeLast() }
            article.blocks = containers[0].blocks
            return article
        }
    }
}

extension HTMLName {
    /// Whether text before and after it stands apart.
    fileprivate var breaksText: Bool {
        switch self {
        case .abbr, .acronym, .bdi, .bdo, .big, .br, .data, .q, .rp, .rt, .ruby, .small, .span, .time, .wbr, .other:
            false
        default: true
        }
    }
}
