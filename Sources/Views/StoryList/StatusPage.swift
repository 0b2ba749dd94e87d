import CGLib
import CGtk
import GLibKit
import GtkKit
import Scenes

/// A page with an icon, words and one suggested action in place of stories.
@MainActor
final class StatusPage {
    let widget = adw_status_page_new()!
    var actionChosen: (StoryList.Action) -> Void = { _ in }
    private let button = gtk_button_new()!
    private var action: StoryList.Action?

    init() {
        for name in ["pill", "suggested-action"] { gtk_widget_add_css_class(button, name) }
        gtk_button_set_use_underline(button.cast(), 1)
        gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
        adw_status_page_set_child(widget.object, button)
        connect(button.object, "clicked") { [unowned self] _ in
            if let action { actionChosen(action) }
        }
        widget.keep(self)
    }

    func show(_ status: StoryList.Status) {
        adw_status_page_set_icon_name(widget.object, status.icon)
        adw_status_page_set_title(widget.object, status.title)
        // The description is markup; an address in it is not.
        let text = g_markup_escape_text(status.text, -1)
        adw_status_page_set_description(widget.object, text)
        g_free(text)
        action = status.action
        button.isVisible = action != nil
        if let action { setLabel(action.label, of: button) }
    }
}
