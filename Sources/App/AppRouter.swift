import Assets
import CGLib
import CGtk
import GLibKit
import GtkKit
import News
import Scenes
import Views

/// Owns the window and its pages, and leads from one to another.
@MainActor
final class AppRouter {
    private let application: UnsafeMutablePointer<GtkApplication>
    private let launchEnvironment: [String: String?]
    private let toasts = adw_toast_overlay_new()!
    /// The list and the reader: side by side where there is room, else one over the other.
    private let leaflet = adw_leaflet_new()!
    private let window: Widget
    private let makeReader: @MainActor (any ReaderRouter) -> ReaderViewModel
    private var storyList: StoryListViewModel?
    private var storyListView: StoryListView?
    private var reader: (model: ReaderViewModel, view: Widget)?
    private var isClosing = false

    /// - Parameters:
    ///   - launchEnvironment: what programs that are started from here get in place of our own variables.
    ///   - makeReader: makes the state of the reader, when it is first opened.
    init(
        application: UnsafeMutablePointer<GtkApplication>, launchEnvironment: [String: String?],
        makeReader: @escaping @MainActor (any ReaderRouter) -> ReaderViewModel
    ) {
        self.application = application
        self.launchEnvironment = launchEnvironment
        self.makeReader = makeReader
        window = adw_application_window_new(application)
        gtk_window_set_default_size(window.cast(), 960, 720)
        gtk_window_set_icon_name(window.cast(), AppIdentity.id)
        gtk_widget_set_size_request(window, 360, 294)
        adw_application_window_set_content(window.cast(), toasts)
    }

    /// Fills the window with the list of stories and shows it.
    func start(with viewModel: StoryListViewModel, early: StoryList.Response?, quietly: Bool) {
        storyList = viewModel
        let menu = [
            [(tr("_Keyboard Shortcuts"), "app.shortcuts"), (tr("_About Broadsheet"), "app.about")]
        ]
        let view = StoryListView(viewModel: viewModel, actions: window.object, menu: menu)
        storyListView = view
        gtk_widget_set_hexpand(view.widget, 1)
        adw_leaflet_append(leaflet.object, view.widget)
        adw_leaflet_set_can_unfold(leaflet.object, 1)
        adw_toast_overlay_set_child(toasts.object, leaflet)
        // No accelerators: those would come before an entry that has the focus.
        onKey(toasts) { [weak self] key, modifiers in
            let isPlain = modifiers.rawValue & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue) == 0
            guard let self, isPlain, key == GDK_KEY_v || key == GDK_KEY_b else { return false }
            return gtk_widget_activate_action_variant(toasts, "win.open-original", nil) != 0
        }
        connect(leaflet.object, "notify::folded") { [weak self] _ in self?.sharePlace() }
        connect(leaflet.object, "notify::child-transition-running") { [weak self] _ in self?.dropReader() }
        connect(window.object, "notify::is-active") { [weak self] _ in
            guard let self, gtk_window_is_active(window.cast()) != 0 else { return }
            storyList?.cameBack()
        }
        Task { await viewModel.appeared(early: early, quietly: quietly) }
        // A turn later, so that the first frame has the stories if they are there.
        Task { present() }
    }

    func present() { gtk_window_present(window.cast()) }

    func refresh() { Task { [storyList] in await storyList?.refreshAsked() } }

    func show(_ place: Place) { Task { [storyList] in await storyList?.placeChosen(place) } }

    func showShortcuts() {
        guard let shortcuts = build("shortcuts", from: asset("shortcuts.ui"), domain: textDomain) else { return }
        // GTK owns a window until it is closed.
        let dialog = shortcuts.assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_transient_for(dialog, window.cast())
        gtk_window_set_destroy_with_parent(dialog, 1)
        // The program's keys are for this window, too.
        gtk_window_set_application(dialog, application)
        gtk_window_present(dialog)
        g_object_unref(shortcuts)
    }

    func showAbout() {
        let about = adw_about_window_new()!
        let dialog = about.object
        adw_about_window_set_application_name(dialog, AppIdentity.name)
        adw_about_window_set_application_icon(dialog, AppIdentity.id)
        adw_about_window_set_version(dialog, AppIdentity.version)
        adw_about_window_set_developer_name(dialog, tr("The Broadsheet developers"))
        adw_about_window_set_copyright(dialog, "© 2026 The Broadsheet developers")
        adw_about_window_set_license_type(dialog, GTK_LICENSE_MIT_X11)
        adw_about_window_set_website(dialog, AppIdentity.site)
        adw_about_window_set_comments(dialog, tr("Reads the news, and lets you read."))
        // GTK's own way would start the browser with our variables.
        connect(dialog, "activate-link") { [weak self] arguments in
            if let url = arguments.string(1) { self?.openInBrowser(url) }
            arguments.answer(true)
        }
        gtk_window_set_transient_for(about.cast(), window.cast())
        gtk_window_present(about.cast())
    }
}

extension AppRouter: StoryListRouter, ReaderRouter {
    func openReader(for id: StoryID) {
        let (model, view) = reader ?? addReader()
        reader = (model, view)
        adw_leaflet_set_visible_child(leaflet.object, view)
        sharePlace()
        view.kept(ReaderView.self)?.focus()
        Task { await model.opened(id) }
    }

    private func addReader() -> (ReaderViewModel, Widget) {
        let model = makeReader(self)
        let view = ReaderView(viewModel: model, actions: window.object)
        adw_leaflet_append(leaflet.object, view.widget)
        if let header = storyListView?.header {
            // Beside each other they are of one height.
            let group = gtk_size_group_new(GTK_SIZE_GROUP_VERTICAL)!
            for bar in [header, view.header] { gtk_size_group_add_widget(group, bar) }
            g_object_unref(group)
        }
        return (model, view.widget)
    }

    /// Who has which part of the window, and its buttons.
    private func sharePlace() {
        let isFolded = adw_leaflet_get_folded(leaflet.object) != 0
        let isOpen = reader != nil
        storyListView?.show(isBeside: isOpen && !isFolded, isNarrow: isOpen)
        reader?.view.kept(ReaderView.self)?.show(isAlone: isFolded)
    }

    func closeReader() {
        guard reader != nil else { return }
        isClosing = true
        if adw_leaflet_get_folded(leaflet.object) != 0 {
            _ = adw_leaflet_navigate(leaflet.object, ADW_NAVIGATION_DIRECTION_BACK)
        } else {
            adw_leaflet_set_visible_child(leaflet.object, storyListView?.widget)
        }
        dropReader()
        storyListView?.focus()
    }

    /// When it has slid out of sight.
    private func dropReader() {
        guard isClosing, let (_, view) = reader, adw_leaflet_get_child_transition_running(leaflet.object) == 0 else {
            return
        }
        isClosing = false
        reader = nil
        adw_leaflet_remove(leaflet.object, view)
        sharePlace()
    }

    func stories(beside id: StoryID, isBackward: Bool) -> ArraySlice<StoryID> {
        storyList?.stories(beside: id, isBackward: isBackward) ?? []
    }

    func readerTurned(to id: StoryID) { storyList?.readerTurned(to: id) }

    func copyToClipboard(_ text: String) { gdk_clipboard_set_text(gtk_widget_get_clipboard(window), text) }

    func openInBrowser(_ url: String) {
        openExternally(url, from: window, environment: launchEnvironment) { [weak self] in
            self?.show(tr("No program to open the page with"))
        }
    }

    func show(_ remark: String) { adw_toast_overlay_add_toast(toasts.object, toast(remark)) }

    func show(_ remark: String, undo: @escaping @MainActor () -> Void) {
        let toast = toast(remark)
        adw_toast_set_button_label(toast, tr("Undo"))
        connect(toast, "button-clicked") { _ in undo() }
        adw_toast_overlay_add_toast(toasts.object, toast)
        nameToastButtons(below: toasts)
    }

    /// libadwaita 1.2 gives the button that closes a toast no name, and GTK 4.8 says the other's twice.
    private func nameToastButtons(below parent: Widget) {
        var child = gtk_widget_get_first_child(parent)
        while let widget = child {
            child = gtk_widget_get_next_sibling(widget)
            guard widget != leaflet else { continue }
            let type = String(cString: broadsheet_type_name(widget))
            if type != "GtkButton" {
                nameToastButtons(below: widget)
            } else if gtk_button_get_label(widget.cast()) != nil {
                gtk_accessible_reset_property(widget.object, GTK_ACCESSIBLE_PROPERTY_LABEL)
            } else {
                widget.describe(label: tr("Close"))
            }
        }
    }

    private func toast(_ remark: String) -> OpaquePointer {
        // The title is markup.
        let text = g_markup_escape_text(remark, -1)
        defer { g_free(text) }
        return adw_toast_new(text)
    }
}

/// A file that the program carries. It is there, or the program was built wrongly.
func asset(_ name: String) -> UnsafeBufferPointer<UInt8> {
    let asset = broadsheet_asset(name)!.pointee
    return UnsafeBufferPointer(start: asset.bytes, count: asset.count)
}
