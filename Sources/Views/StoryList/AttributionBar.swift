import CGLib
import CGtk
import GLibKit
import GtkKit
import Scenes

/// The credit below the stories: a link, and the copyright line as it came.
@MainActor
final class AttributionBar {
    let widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    var chosen: () -> Void = {}
    private let link = gtk_link_button_new("")!
    private let copyright = gtk_label_new(nil)!

    init() {
        gtk_widget_add_css_class(widget, "attribution")
        gtk_widget_set_halign(link, GTK_ALIGN_CENTER)
        gtk_label_set_wrap(copyright.object, 1)
        gtk_label_set_justify(copyright.object, GTK_JUSTIFY_CENTER)
        for name in ["caption", "dim-label"] { gtk_widget_add_css_class(copyright, name) }
        for child in [link, copyright] { gtk_box_append(widget.cast(), child) }
        connect(link.object, "activate-link") { [unowned self] in
            chosen()
            $0.answer(true)
        }
        widget.keep(self)
    }

    func show(_ attribution: StoryList.Attribution?) {
        widget.isVisible = attribution != nil
        guard let attribution else { return }
        gtk_link_button_set_uri(link.object, attribution.url)
        gtk_button_set_label(link.cast(), attribution.text)
        gtk_label_set_text(copyright.object, attribution.copyright)
        copyright.isVisible = attribution.copyright != nil
    }
}
