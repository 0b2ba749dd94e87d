import News

extension TerminalPage {
    /// The body of a story; its links are numbered, and their addresses stand at the end.
    func article(_ article: Article) {
        var links: [String] = []
        write(article.blocks, lead: nil, indent: "", &links)
        if !links.isEmpty { gap() }
        for (index, link) in links.enumerated() { line("[\(index + 1)] \(link)", dim: true) }
    }

    private func write(_ blocks: [Article.Block], lead: String?, indent: String, _ links: inout [String]) {
        var lead = lead
        for block in blocks {
            // The first block of a list item stands beside its mark.
            if lead == nil { gap() }
            write(block, lead: lead, indent: indent, &links)
            lead = nil
        }
    }

    private func write(_ block: Article.Block, lead: String?, indent: String, _ links: inout [String]) {
        switch block {
        case .paragraph(let text): write(text, lead: lead, indent: indent, &links)
        case .heading(_, let text): write(text, style: "1", lead: lead, indent: indent, &links)
        case .list(let items, let start):
            for (index, item) in items.enumerated() {
                let mark = start.map { "\($0 + index). " } ?? "• "
                let deeper = indent + String(repeating: " ", count: mark.count)
                write(item, lead: (index == 0 ? lead ?? indent : indent) + mark, indent: deeper, &links)
            }
        case .quote(let blocks): write(blocks, lead: lead.map { $0 + "> " }, indent: indent + "> ", &links)
        case .code(let text):
            for row in text.split(separator: "\n", omittingEmptySubsequences: false) {
                line(indent + "    " + row, dim: false)
            }
        case .table(let rows, let caption):
            if let caption { write(caption, style: "1", lead: lead, indent: indent, &links) }
            for row in rows {
                let cells = row.map { cell in numbered(cell.blocks, &links) }
                paragraph(cells.joined(separator: " | "), indent: indent)
            }
        case .figure(let figure):
            let words = figure.alternative ?? figure.caption?.text ?? ""
            links.append(figure.url)
            paragraph("[\(links.count)] \(words)", style: "2", lead: lead, indent: indent)
        case .rule: line(indent + "———", dim: true)
        case .embed(let url, let title):
            links.append(url)
            paragraph("[\(links.count)] \(title)", style: "2", lead: lead, indent: indent)
        }
    }

    private func write(
        _ text: Article.RichText, style: String? = nil, lead: String?, indent: String, _ links: inout [String]
    ) {
        var lead = lead
        for row in numbered(text, &links).split(separator: "\n") {
            paragraph(String(row), style: style, lead: lead, indent: indent)
            lead = nil
        }
    }

    /// The words of a cell on one line.
    private func numbered(_ blocks: [Article.Block], _ links: inout [String]) -> String {
        blocks.map { block in
            switch block {
            case .paragraph(let text), .heading(_, let text): numbered(text, &links)
            case .list(let items, _): items.map { numbered($0, &links) }.joined(separator: ", ")
            case .quote(let blocks): numbered(blocks, &links)
            case .code(let text): text
            case .figure(let figure): figure.alternative ?? ""
            case .embed(_, let title): title
            case .table, .rule: ""
            }
        }.joined(separator: " ")
    }

    private func numbered(_ text: Article.RichText, _ links: inout [String]) -> String {
        var words: [UInt8] = []
        var end = 0
        let bytes = Array(text.text.utf8)
        for run in text.runs {
            guard let link = run.link else { continue }
            words += bytes[end..<run.range.upperBound]
            end = run.range.upperBound
            if links.last != link { links.append(link) }
            words += Array("[\(links.count)]".utf8)
        }
        return String(decoding: words + bytes[end...], as: UTF8.self)
    }
}
