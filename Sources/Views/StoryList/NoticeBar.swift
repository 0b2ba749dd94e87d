import CGLib
import CGtk
import GLibKit
import GtkKit
import News
import Scenes

/// A bar of words over stories that stay. (Behind this view GtkInfoBar, which GTK 4.10 gives up, can be exchanged.)
@MainActor
final class NoticeBar {
    let widget = gtk_info_bar_new()!
    var actionChosen: (StoryList.Action) -> Void = { _ in }
    var closed: () -> Void = {}
    private let label = gtk_label_new(nil)!
    private let button: Widget
    private var shown: StoryList.Notice?

    init() {
        gtk_label_set_wrap(label.object, 1)
        gtk_label_set_xalign(label.object, 0)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(label, 12) }
        // The words stand over the stories.
        let clamp = adw_clamp_new()!
        adw_clamp_set_maximum_size(clamp.object, storyWidth)
        adw_clamp_set_child(clamp.object, label)
        gtk_widget_set_hexpand(clamp, 1)
        gtk_info_bar_add_child(widget.object, clamp)
        widget.setRole(GTK_ACCESSIBLE_ROLE_ALERT)
        button = gtk_info_bar_add_button(widget.object, "", actionResponse)
        gtk_button_set_use_underline(button.cast(), 1)
        gtk_info_bar_set_show_close_button(widget.object, 1)
        gtk_info_bar_set_revealed(widget.object, 0)
        finishForScreenReaders()
        connect(widget.object, "response") { [unowned self] arguments in
            if arguments.int(1) == Int(actionResponse), let action = shown?.action { actionChosen(action) }
            if arguments.int(1) == Int(GTK_RESPONSE_CLOSE.rawValue) { closed() }
        }
        widget.keep(self)
    }

    /// GTK 4.8 gives the close button no name, and tells of what has slid away as if it were there.
    private func finishForScreenReaders() {
        widget.isVisible = false
        guard let revealer = gtk_widget_get_first_child(widget), let box = gtk_widget_get_first_child(revealer) else {
            return
        }
        gtk_widget_get_last_child(box)?.describe(label: tr("Close"))
        connect(revealer.object, "notify::child-revealed") { [unowned self] _ in widget.isVisible = shown != nil }
    }

    func show(_ notice: StoryList.Notice?) {
        guard notice != shown else { return }
        shown = notice
        // The words stay while the bar slides away.
        if notice != nil { widget.isVisible = true }
        gtk_info_bar_set_revealed(widget.object, notice == nil ? 0 : 1)
        guard let notice else { return }
        gtk_label_set_text(label.object, notice.text)
        widget.describe(label: notice.text)
        gtk_info_bar_set_message_type(widget.object, notice.isWarning ? GTK_MESSAGE_WARNING : GTK_MESSAGE_INFO)
        button.isVisible = notice.action != nil
        if let action = notice.action { setLabel(action.label, of: button) }
    }
}

private let actionResponse: Int32 = 1
