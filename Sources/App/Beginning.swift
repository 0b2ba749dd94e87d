import Desktop
import GLibKit
import Glibc
import Library
import Loading
import News
import Scenes
import Storage

/// What the program begins with: the library, and what is shown first.
struct Beginning: Sendable {
    let interactor: StoryListInteractor
    let articles: StoryLibrary
    let place: Place
    let response: StoryList.Response?
    /// Opens the library, or what came of that.
    let opening: Task<Result<Store.Opening, NewsError>, Never>

    /// - Parameter path: the file of the library.
    init(library path: String, client: any HTTPClient, timesKey: String?) async {
        // The library's threads are started from here.
        giveWayToMainThread()
        // To make the file takes as long as to show the first page, which needs nothing of it when there was none.
        let isFirst = access(path, F_OK) != 0 && errno == ENOENT
        let opening = Task { await Self.open(path) }
        self.opening = opening
        let library: OpenStore = { () async throws(NewsError) in try await opening.value.get().store }
        let refresh = Refresh(client: client, library: library, lock: Folders.refreshLock())
        let stories = StoryLibrary(
            client: client, library: library, refresh: refresh, timesKey: timesKey,
            afterParsing: {
                returnFreeMemory()
                returnMemorySoon()
                // What of it could not be put into the index is so at the next search.
                Task(priority: .background) { try? await library().search.index() }
            })
        interactor = StoryListInteractor(stories: stories)
        articles = stories
        // A library that cannot be read is not passed over: its place says why.
        let isEmpty = isFirst ? true : await Self.isEmpty(library)
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

    private static func isEmpty(_ library: OpenStore) async -> Bool {
        do throws(NewsError) {
            return try await library().sources.all().isEmpty
        } catch {
            return false
        }
    }
}
