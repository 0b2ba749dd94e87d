import CGLib
import CGtk
import GLibKit
import GtkKit
import News
import Scenes

/// What pieces ask of the page they are on.
@MainActor
protocol PieceHost: AnyObject {
    func linkChosen(_ url: String)
    func originalChosen(_ url: String)
    func picture(_ url: String, within size: PixelSize) async -> Picture?
    func pictureRetried() async
    func pictureChosen(_ figure: Reader.Figure)
    func heightChanged()
    /// The sideways place of pieces that scroll together.
    func adjustment(of group: Int) -> UnsafeMutablePointer<GtkAdjustment>
}

/// The widgets of one piece of an article.
@MainActor
final class PieceView {
    let widget: Widget
    /// Those that show text, in reading order, with its index.
    private(set) var labels: [(text: Int, label: Widget)] = []
    private(set) var figures: [FigureView] = []
    /// What each text shows of selection and search, by its index: only what changes is laid out again.
    var drawn: [Int: [TextMark]] = [:]
    private let body: Reader.Body
    private let group: Int?
    private weak let host: (any PieceHost)?

    init(_ piece: Reader.Piece, of body: Reader.Body, host: any PieceHost) {
        self.body = body
        self.host = host
        group = piece.group
        widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        gtk_widget_add_css_class(widget, "piece")
        gtk_box_append(widget.cast(), make(piece.block))
    }

    /// Nobody looks any more.
    func end() { for figure in figures { figure.isNear = false } }

    // MARK: Blocks

    private func make(_ block: Reader.Block) -> Widget {
        switch block {
        case .text(let index): makeText(index)
        case .list(let items): makeList(items)
        case .quote(let blocks): makeQuote(blocks)
        case .code(let index, let columns): makeCode(index, columns: columns)
        case .table(let table): makeTable(table)
        case .figure(let figure): makeFigure(figure)
        case .rule: makeRule()
        case .embed(let title, let host, let url): makeEmbed(title: title, host: host, url: url)
        case .button(let label, let url, let isSuggested): makeButton(label, url: url, isSuggested: isSuggested)
        }
    }

    private func makeText(_ index: Int) -> Widget {
        let text = body.texts[index]
        let label = gtk_label_new(nil)!
        gtk_widget_set_direction(label, text.isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
        gtk_label_set_xalign(label.object, 0)
        if text.kind != .code {
            gtk_label_set_wrap(label.object, 1)
            gtk_label_set_wrap_mode(label.object, PANGO_WRAP_WORD_CHAR)
        }
        gtk_widget_add_css_class(label, "text")
        for name in text.kind.styles { gtk_widget_add_css_class(label, name) }
        switch text.kind {
        case .title, .heading: label.setRole(GTK_ACCESSIBLE_ROLE_HEADING)
        case .headerCell: label.setRole(GTK_ACCESSIBLE_ROLE_COLUMN_HEADER)
        default: break
        }
        gtk_label_set_markup(label.object, text.markup)
        if !text.links.isEmpty {
            connect(label.object, "activate-link") { [weak host] arguments in
                if let url = arguments.string(1) { host?.linkChosen(url) }
                arguments.answer(true)
            }
        }
        labels.append((index, label))
        return label
    }

    private func makeColumn(_ blocks: [Reader.Block]) -> Widget {
        let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        gtk_widget_set_hexpand(column, 1)
        for block in blocks { gtk_box_append(column.cast(), make(block)) }
        return column
    }

    private func makeQuote(_ blocks: [Reader.Block]) -> Widget {
        let quote = makeColumn(blocks)
        gtk_widget_add_css_class(quote, "quote")
        gtk_widget_set_direction(quote, direction(of: .quote(blocks)))
        return quote
    }

    private func makeList(_ items: [Reader.Item]) -> Widget {
        let list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        gtk_widget_add_css_class(list, "list")
        list.setRole(GTK_ACCESSIBLE_ROLE_LIST)
        list.describe(label: tr("List"))
        let direction = direction(of: .list(items))
        gtk_widget_set_direction(list, direction)
        for item in items {
            let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
            gtk_widget_set_direction(row, direction)
            row.setRole(GTK_ACCESSIBLE_ROLE_LIST_ITEM)
            let marker = gtk_label_new(item.marker ?? "")!
            gtk_widget_add_css_class(marker, "marker")
            gtk_widget_set_valign(marker, GTK_ALIGN_START)
            gtk_label_set_xalign(marker.object, 1)
            gtk_label_set_width_chars(marker.object, 3)
            marker.markAsDecoration()
            gtk_box_append(row.cast(), marker)
            let before = labels.count
            gtk_box_append(row.cast(), makeColumn(item.blocks))
            let words = labels.dropFirst(before).first.map { String(body.texts[$0.text].plain.prefix(200)) } ?? ""
            row.describe(label: [item.marker ?? "", words].filter { !$0.isEmpty }.joined(separator: " "))
            gtk_box_append(list.cast(), row)
        }
        return list
    }

    private func direction(of block: Reader.Block) -> GtkTextDirection {
        block.firstText.map { body.texts[$0].isRightToLeft } == true ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR
    }

    private func makeCode(_ index: Int, columns: Int) -> Widget {
        let label = makeText(index)
        gtk_label_set_width_chars(label.object, Int32(min(columns, 1000)))
        let pane = sideways(label)
        gtk_widget_add_css_class(pane, "code-pane")
        return pane
    }

    /// What is too wide scrolls; the wheel stays with the page.
    private func sideways(_ child: Widget) -> Widget {
        let pane = gtk_scrolled_window_new()!
        gtk_scrolled_window_set_policy(pane.object, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
        if let group, let adjustment = host?.adjustment(of: group) {
            gtk_scrolled_window_set_hadjustment(pane.object, adjustment)
        }
        gtk_scrolled_window_set_child(pane.object, child)
        return pane
    }

    private func makeTable(_ table: Reader.Table) -> Widget {
        let grid = gtk_grid_new()!
        gtk_widget_add_css_class(grid, "table")
        grid.setRole(GTK_ACCESSIBLE_ROLE_TABLE)
        grid.describe(label: table.label)
        gtk_widget_set_halign(grid, GTK_ALIGN_START)
        for (row, cells) in table.rows.enumerated() {
            for cell in cells {
                let label = makeText(cell.text)
                gtk_label_set_yalign(label.object, 0)
                if cell.columns == 1 {
                    let width = Int32(table.columns[cell.column] + 1)
                    gtk_label_set_width_chars(label.object, width)
                    gtk_label_set_max_width_chars(label.object, width)
                }
                gtk_grid_attach(
                    grid.cast(), label, Int32(cell.column), Int32(row), Int32(cell.columns), Int32(max(1, cell.rows)))
            }
        }
        return sideways(grid)
    }

    private func makeFigure(_ figure: Reader.Figure) -> Widget {
        let view = FigureView(figure, host: host)
        figures.append(view)
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        gtk_widget_add_css_class(box, "figure")
        gtk_box_append(box.cast(), view.widget)
        for text in [figure.caption, figure.credit].compactMap({ $0 }) { gtk_box_append(box.cast(), makeText(text)) }
        return box
    }

    private func makeRule() -> Widget {
        let rule = gtk_separator_new(GTK_ORIENTATION_HORIZONTAL)!
        gtk_widget_add_css_class(rule, "rule")
        rule.markAsDecoration()
        return rule
    }

    private func makeEmbed(title: String, host name: String, url: String) -> Widget {
        let button = gtk_button_new()!
        gtk_widget_add_css_class(button, "embed")
        let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
        let icon = gtk_image_new_from_icon_name("media-playback-start-symbolic")!
        icon.markAsDecoration()
        gtk_box_append(box.cast(), icon)
        let words = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)!
        for (line, style) in [(title, "heading"), (tr("Plays at {0}", name), "dim-label")] {
            let label = gtk_label_new(line)!
            gtk_label_set_xalign(label.object, 0)
            gtk_label_set_ellipsize(label.object, PANGO_ELLIPSIZE_END)
            gtk_widget_add_css_class(label, style)
            gtk_box_append(words.cast(), label)
        }
        gtk_box_append(box.cast(), words)
        gtk_button_set_child(button.cast(), box)
        button.describe(label: tr("{0}, plays at {1}", title, name))
        gtk_widget_set_tooltip_text(button, url)
        connect(button.object, "clicked") { [weak host] _ in host?.linkChosen(url) }
        return button
    }

    private func makeButton(_ label: String, url: String, isSuggested: Bool) -> Widget {
        let button = gtk_button_new_with_label(label)!
        gtk_widget_add_css_class(button, "pill")
        if isSuggested { gtk_widget_add_css_class(button, "suggested-action") }
        gtk_widget_add_css_class(button, "original")
        gtk_widget_set_halign(button, GTK_ALIGN_START)
        gtk_widget_set_tooltip_text(button, url)
        connect(button.object, "clicked") { [weak host] _ in host?.originalChosen(url) }
        return button
    }
}

extension Reader.Text.Kind {
    /// Classes of the style sheet.
    fileprivate var styles: [String] {
        switch self {
        case .source: ["source"]
        case .title: ["title"]
        case .summary: ["summary"]
        case .byline: ["byline"]
        case .paragraph: ["paragraph"]
        case .caption: ["caption"]
        case .credit: ["credit"]
        case .code: ["code"]
        case .cell: ["cell"]
        case .headerCell: ["cell", "header"]
        case .tags: ["tags"]
        case .note: ["note"]
        case .heading(let level): ["section", "level-\(level)"]
        }
    }
}
