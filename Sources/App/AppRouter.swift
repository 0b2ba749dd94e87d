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
    private let window: Widget
    private var storyList: StoryListViewModel?

    /// - Parameter launchEnvironment: what programs that are started from here get in place of our own variables.
    init(application: UnsafeMutablePointer<GtkApplication>, launchEnvironment: [String: String?]) {
        self.application = application
        self.launchEnvironment = launchEnvironment
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
        adw_toast_overlay_set_child(toasts.object, view.widget)
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

extension AppRouter: StoryListRouter {
    func openInBrowser(_ url: String) {
        openExternally(url, from: window, environment: launchEnvironment) { [weak self] in
            self?.show(tr("No program to open the page with"))
        }
    }

    func show(_ remark: String) {
        // The title is markup.
        let text = g_markup_escape_text(remark, -1)
        adw_toast_overlay_add_toast(toasts.object, adw_toast_new(text))
        g_free(text)
    }
}

/// A file that the program carries. It is there, or the program was built wrongly.
func asset(_ name: String) -> UnsafeBufferPointer<UInt8> {
    let asset = broadsheet_asset(name)!.pointee
    return UnsafeBufferPointer(start: asset.bytes, count: asset.count)
}
