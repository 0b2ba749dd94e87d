import CGLib
import CGtk
import GLibKit
import GtkKit
import News
import Scenes

/// All links of an article by name: GTK 4.8 tells screen readers of none inside a text.
@MainActor
final class LinkList {
    let widget = gtk_popover_new()!
    var links: [Reader.Link] = [] {
        didSet { if let model { model.changed(at: 0, removed: oldValue.count, added: links.count) } }
    }
    private var model: ListModel?
    private let chosen: (String) -> Void

    private final class Row {
        let link: Reader.Link

        init(_ link: Reader.Link) { self.link = link }
    }

    init(chosen: @escaping (String) -> Void) {
        self.chosen = chosen
        widget.describe(label: tr("Links in This Story"))
        widget.keep(self)
        // Its rows are made when it is opened first.
        connect(widget.object, "show") { [weak self] _ in self?.makeList() }
    }

    private func makeList() {
        guard model == nil else { return }
        let model = ListModel(source: self)
        self.model = model
        g_object_ref(UnsafeMutableRawPointer(model.pointer))
        let selection = gtk_no_selection_new(model.pointer)
        let factory = listItemFactory(
            setup: { item in
                let label = gtk_label_new(nil)!
                gtk_label_set_xalign(label.object, 0)
                gtk_label_set_ellipsize(label.object, PANGO_ELLIPSIZE_END)
                gtk_label_set_max_width_chars(label.object, 40)
                item.child = label
            },
            bind: { item in
                guard let label = item.child, let row = item.payload(as: Row.self) else { return }
                gtk_label_set_text(label.object, row.link.words)
                gtk_widget_set_tooltip_text(label, row.link.url)
                gtk_widget_get_parent(label)?.describe(label: row.link.words, description: row.link.url)
            },
            unbind: { _ in })
        let list = gtk_list_view_new(selection, factory)!
        gtk_list_view_set_single_click_activate(list.object, 1)
        list.describe(label: tr("Links in This Story"))
        connect(list.object, "activate") { [weak self] arguments in
            guard let self, links.indices.contains(arguments.uint(1)) else { return }
            gtk_popover_popdown(widget.cast())
            chosen(links[arguments.uint(1)].url)
        }
        let scroller = gtk_scrolled_window_new()!
        gtk_scrolled_window_set_policy(scroller.object, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller.object, 1)
        gtk_scrolled_window_set_max_content_height(scroller.object, 400)
        gtk_scrolled_window_set_child(scroller.object, list)
        gtk_widget_set_size_request(scroller, 280, -1)
        gtk_popover_set_child(widget.cast(), scroller)
    }
}

extension LinkList: ListSource {
    var count: Int { links.count }

    func object(at index: Int) -> AnyObject { Row(links[index]) }
}
