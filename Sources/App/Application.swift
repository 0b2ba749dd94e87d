import Assets
import CGLib
import CGtk
import Desktop
import GLibKit
import GtkKit
import Library
import Loading
import News
import Scenes
import SoupLoader
import Storage

/// The program on the desktop: one instance a session, with its actions, and what it is made of.
@MainActor
final class Application {
    private let application: UnsafeMutablePointer<AdwApplication>
    private let options: Options
    private let launchEnvironment: [String: String?]
    private let images: ImageLibrary
    /// The library is opened, and what it shows first is read, while GTK starts: on another core, so that the first frame has
    /// it.
    private let beginning: Task<Beginning, Never>
    /// What was asked for before there was a window.
    private var asked: Place?
    private var isStarting = false
    private var router: AppRouter?
    private var libraryMonitor: FileMonitor?

    init(options: Options, timesKey: String?, launchEnvironment: [String: String?]) {
        self.options = options
        self.launchEnvironment = launchEnvironment
        // One for all: a site sees the window, not its parts.
        let client = GivingWay(next: SampleClient(next: HostPoliteness(client: SoupClient())))
        images = ImageLibrary(
            client: client, directory: Folders.cache + "/images", afterPicture: returnMemorySoon)
        let path = Folders.library()
        beginning = Task.detached { await Beginning(library: path, client: client, timesKey: timesKey) }

        application = adw_application_new(AppIdentity.id, G_APPLICATION_HANDLES_OPEN)
        let map = OpaquePointer(application)
        connect(map, "startup") { [unowned self] _ in startUp() }
        connect(map, "activate") { [unowned self] _ in show(nil) }
        connect(map, "open") { [unowned self] arguments in
            let files = arguments.pointer(1)!.assumingMemoryBound(to: OpaquePointer.self)
            let addresses = (0..<arguments.int(2)).map { index in
                let uri = g_file_get_uri(files[index])!
                defer { g_free(uri) }
                if let address = Address.normalised(String(cString: uri)) { return address }
                // What was meant as a file is named as people name files.
                let name = g_file_get_parse_name(files[index])!
                defer { g_free(name) }
                return String(cString: name)
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
    private func show(_ place: Place?) {
        if let router {
            if let place { router.show(place) }
            return router.present()
        }
        asked = place ?? asked
        guard !isStarting else { return }
        isStarting = true
        g_application_hold(base)
        Task {
            start(await beginning.value)
            g_application_release(base)
        }
    }

    private func start(_ beginning: Beginning) {
        let presenter = StoryListPresenter(dates: .system)
        let typography = Observed(wrappedValue: Reader.Typography())
        let router = AppRouter(application: gtk, launchEnvironment: launchEnvironment) { [images] in
            ReaderViewModel(
                interactor: ReaderInteractor(articles: beginning.articles, marks: beginning.articles),
                presenter: ReaderPresenter(dates: .system), images: images, router: $0, marking: .after(.seconds(2)),
                typography: typography)
        }
        self.router = router
        let viewModel = StoryListViewModel(
            place: asked ?? beginning.place, interactor: beginning.interactor, presenter: presenter, images: images,
            router: router)
        let isEarly = asked == nil || asked == beginning.place
        router.start(with: viewModel, early: isEarly ? beginning.response : nil, quietly: options.isQuiet)
        Task {
            // What cannot be opened says so where its stories would be.
            guard let opening = try? await beginning.opening.value.get() else { return }
            switch opening.notice {
            case .setAside(let path)?: router.show(presenter.setAside(path))
            case .readOnly?: router.show(presenter.isReadOnly)
            case nil: break
            }
            follow(opening.store, viewModel)
        }
    }

    /// Shows what changes in the library, whoever changes it.
    private func follow(_ store: Store, _ viewModel: StoryListViewModel) {
        // SQLite's log grows with each commit of any program.
        libraryMonitor = FileMonitor(path: Folders.library() + "-wal") {
            // A library that cannot be read says so when it is read for the list.
            Task { try? await store.noticeOthers() }
        }
        if !options.isQuiet {
            Task { [weak viewModel] in
                while true {
                    // Sources say when they want to be asked; this only looks whether any does.
                    try await Task.sleep(for: .seconds(600))
                    guard let viewModel else { return }
                    await viewModel.timePassed()
                }
            }
        }
        Task { [weak viewModel] in
            for await _ in store.changes() { await viewModel?.libraryChanged() }
        }
    }
}

/// Has the threads of Swift's pool, which read whatever comes, give way to the one that draws.
private struct GivingWay: HTTPClient {
    let next: any HTTPClient

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let response = try await next.send(request)
        giveWayToMainThread()
        return response
    }
}
