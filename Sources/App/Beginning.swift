import Desktop
import GLibKit
import Library
import Loading
import News
import Scenes
import Storage

/// What the program begins with: the library, and what is shown first.
struct Beginning: Sendable {
    let interactor: StoryListInteractor
    let articles: any ArticleWorker
    /// nil where the library cannot be used.
    let store: Store?
    let notice: Store.Notice?
    let place: Place
    let response: StoryList.Response?

    /// - Parameter path: the file of the library.
    init(library path: String, client: any HTTPClient, timesKey: String?) async {
        let library = await Self.open(path)
        let opening = try? library.get()
        store = opening?.store
        notice = opening?.notice
        let refresh = store.map { Refresh(client: client, store: $0, lock: Folders.refreshLock()) }
        let stories = StoryLibrary(
            client: client, library: library.map(\.store), refresh: refresh, timesKey: timesKey,
            afterParsing: { [store] in
                returnFreeMemory()
                returnMemorySoon()
                // What of it could not be put into the index is so at the next search.
                if let store { Task(priority: .background) { try? await store.search.index() } }
            })
        interactor = StoryListInteractor(stories: stories)
        articles = stories
        // A library that cannot be read is not passed over: its place says why.
        let isEmpty = await Self.isEmpty(library)
        place =
            if !isEmpty {
                .library(.all)
            } else if timesKey?.isEmpty == false {
                .topStories(section: "home")
            } else {
                .sample(section: "home")
            }
        response = await interactor.atHand(place, shown: nil)
    }

    private static func open(_ path: String) async -> Result<Store.Opening, NewsError> {
        do throws(NewsError) {
            return .success(try await Store.open(at: path))
        } catch {
            return .failure(error)
        }
    }

    private static func isEmpty(_ library: Result<Store.Opening, NewsError>) async -> Bool {
        do throws(NewsError) {
            return try await library.get().store.sources.all().isEmpty
        } catch {
            return false
        }
    }
}
