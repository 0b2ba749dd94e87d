import CGLib
import CGtk
import GLibKit
import GtkKit
import News

/// The field for what is looked for in an article, with how often it is there.
@MainActor
final class FindBar {
    let widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
    var changed: (String) -> Void = { _ in }
    /// To the next match, or with `true` the one before.
    var moved: (Bool) -> Void = { _ in }
    var closed: () -> Void = {}
    private let entry = gtk_search_entry_new()!
    private let count = gtk_label_new("")!

    init() {
        gtk_widget_add_css_class(widget, "find")
        gtk_widget_set_hexpand(entry, 1)
        entry.describe(label: tr("Find in Story"))
        gtk_widget_add_css_class(count, "dim-label")
        gtk_widget_add_css_class(count, "numeric")
        gtk_box_append(widget.cast(), entry)
        gtk_box_append(widget.cast(), count)
        let buttons: [(String, String, @MainActor (FindBar) -> Void)] = [
            ("go-up-symbolic", tr("Previous Match"), { $0.moved(true) }),
            ("go-down-symbolic", tr("Next Match"), { $0.moved(false) }),
            ("window-close-symbolic", tr("Close"), { $0.close() }),
        ]
        for (icon, label, body) in buttons {
            let button = gtk_button_new_from_icon_name(icon)!
            gtk_widget_add_css_class(button, "flat")
            gtk_widget_set_tooltip_text(button, label)
            button.describe(label: label)
            connect(button.object, "clicked") { [weak self] _ in if let self { body(self) } }
            gtk_box_append(widget.cast(), button)
        }
        connect(entry.object, "search-changed") { [weak self] _ in
            guard let self else { return }
            changed(String(cString: gtk_editable_get_text(entry.object)))
        }
        connect(entry.object, "activate") { [weak self] _ in self?.moved(false) }
        connect(entry.object, "next-match") { [weak self] _ in self?.moved(false) }
        connect(entry.object, "previous-match") { [weak self] _ in self?.moved(true) }
        connect(entry.object, "stop-search") { [weak self] _ in self?.close() }
        widget.keep(self)
    }

    func open() {
        widget.isVisible = true
        gtk_widget_grab_focus(entry)
        let text = String(cString: gtk_editable_get_text(entry.object))
        if !text.isEmpty { changed(text) }
    }

    func show(_ words: String) { gtk_label_set_text(count.object, words) }

    private func close() {
        widget.isVisible = false
        gtk_label_set_text(count.object, "")
        closed()
    }
}
