import CGLib
import CGtk
import GLibKit

/// A button that opens a menu. The menu's widgets are made when it is opened first: at start they would cost a frame.
@MainActor
package final class MenuButton {
    package let widget: Widget
    private let label: String
    /// The entries, in groups: a label with its mnemonic, a detailed action.
    package var groups: [[(label: String, action: String)]] = [] {
        didSet { gtk_menu_button_set_popover(widget.object, nil) }
    }

    /// - Parameter label: what a screen reader says, and the tooltip.
    package init(icon: String? = nil, label: String) {
        self.label = label
        widget = gtk_menu_button_new()!
        let button = widget.object
        if let icon { gtk_menu_button_set_icon_name(button, icon) }
        gtk_widget_set_tooltip_text(widget, label)
        widget.describe(label: label)
        // The button's own reference to the function ends with the button; `self` is kept by the widget.
        gtk_menu_button_set_create_popup_func(
            button,
            { _, data in
                nonisolated(unsafe) let data = data!
                MainActor.assumeIsolated { Unmanaged<MenuButton>.fromOpaque(data).takeUnretainedValue().fill() }
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        widget.keep(self)
    }

    private func fill() {
        guard gtk_menu_button_get_popover(widget.object) == nil else { return }
        let menu = g_menu_new()!
        for group in groups {
            let section = g_menu_new()!
            for entry in group { g_menu_append(section, entry.label, entry.action) }
            g_menu_append_section(menu, nil, menuModel(section))
            g_object_unref(UnsafeMutableRawPointer(section))
        }
        let popover = gtk_popover_menu_new_from_model(menuModel(menu))!
        popover.describe(label: label)
        gtk_menu_button_set_popover(widget.object, popover)
        g_object_unref(UnsafeMutableRawPointer(menu))
    }
}

private func menuModel(_ menu: OpaquePointer) -> UnsafeMutablePointer<GMenuModel> {
    UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GMenuModel.self)
}
