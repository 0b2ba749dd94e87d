import Assets
import CGLib
import CGtk
import Desktop
import GLibKit
import GtkKit
import Library
import News
import Scenes
import SoupLoader

/// The program on the desktop: one instance a session, with its actions, and what it is made of.
@MainActor
final class Application {
    private let application: UnsafeMutablePointer<AdwApplication>
    private let options: Options
    private let launchEnvironment: [String: String?]
    private let place: Place
    private let interactor: StoryListInteractor
    private let images: ImageLibrary
    private let early: Task<StoryList.Response?, Never>?
    private var router: AppRouter?

    init(options: Options, timesKey: String?, launchEnvironment: [String: String?]) {
        self.options = options
        self.launchEnvironment = launchEnvironment
        let client = SampleClient(next: SoupClient())
        let interactor = StoryListInteractor(
            stories: StoryLibrary(
                client: client, timesKey: timesKey,
                afterParsing: {
                    returnFreeMemory()
                    returnMemorySoon()
                }))
        self.interactor = interactor
        images = ImageLibrary(
            client: client, directory: Folders.cache + "/images", afterMany: returnMemorySoon)
        place = timesKey?.isEmpty == false ? .topStories(section: "home") : .sample(section: "home")
        // What comes with the program is read while GTK starts, on another core: the first frame has it.
        let place = place
        early =
            options.addresses.isEmpty && place.isBundled
            ? Task.detached { await interactor.atHand(place, shown: nil) } : nil

        application = adw_application_new(AppIdentity.id, G_APPLICATION_HANDLES_OPEN)
        let map = OpaquePointer(application)
        connect(map, "startup") { [unowned self] _ in startUp() }
        connect(map, "activate") { [unowned self] _ in show(nil) }
        connect(map, "open") { [unowned self] arguments in
            let files = arguments.pointer(1)!.assumingMemoryBound(to: OpaquePointer.self)
            let addresses = (0..<arguments.int(2)).map { index in
                let uri = g_file_get_uri(files[index])!
                defer { g_free(uri) }
                let address = String(cString: uri)
                return Address.normalised(address) ?? address
            }
            show(.feeds(addresses))
        }
        addAction("refresh-all", to: map) { [unowned self] in router?.refresh() }
        addAction("shortcuts", to: map) { [unowned self] in router?.showShortcuts() }
        addAction("about", to: map) { [unowned self] in router?.showAbout() }
        addAction("quit", to: map) { [unowned self] in quit() }
        for (action, keys) in [
            ("app.refresh-all", ["<Control>r", "F5"]), ("app.quit", ["<Control>q"]), ("window.close", ["<Control>w"]),
            ("app.shortcuts", ["<Control>question"]),
            ("win.open-original", ["v", "b"]),
        ] {
            setAccelerators(keys, for: action, of: gtk)
        }
        onTermination { [unowned self] in quit() }
    }

    /// Runs until the window is closed; answers the exit status.
    func run() -> Int32 {
        // GLib makes local files of arguments that are no URIs, so they become addresses here.
        let addresses = options.addresses.map { Address.normalised($0) ?? $0 }
        return withArguments(["broadsheet"] + options.forGLib + addresses) { count, values in
            g_application_run(base, count, values)
        }
    }

    private var gtk: UnsafeMutablePointer<GtkApplication> {
        UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self)
    }

    private var base: UnsafeMutablePointer<GApplication> {
        UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self)
    }

    private func quit() { g_application_quit(base) }

    private func startUp() {
        loadStyle(asset("style.css"))
    }

    /// Shows the window, made at the first call; with the place that was asked for, if one was.
    private func show(_ asked: Place?) {
        if let router {
            if let asked { router.show(asked) }
            return router.present()
        }
        let router = AppRouter(application: gtk, launchEnvironment: launchEnvironment)
        self.router = router
        let viewModel = StoryListViewModel(
            place: asked ?? place, interactor: interactor,
            presenter: StoryListPresenter(dates: .system), images: images, router: router)
        let isEarly = asked == nil || asked == place
        router.start(with: viewModel, early: isEarly ? early : nil, quietly: options.isQuiet)
    }
}
