import FoundationEssentials
import News
import Testing

@testable import Scenes

@MainActor
struct StoryListViewModelTests {
    let stories = FakeStories()
    let router = FakeRouter()
    let feed = Place.feeds(["https://example.org/feed"])

    /// The wait before slowness is seen never ends, unless a test says otherwise.
    func list(
        _ place: Place, images: FakeImages = FakeImages(), now: @escaping () -> Date = { noon },
        pause: @escaping (Duration) async throws -> Void = { _ in throw CancellationError() }
    ) -> StoryListViewModel {
        StoryListViewModel(
            place: place, interactor: StoryListInteractor(stories: stories),
            presenter: StoryListPresenter(dates: plainDates), images: images, router: router, now: now, pause: pause)
    }

    @Test func `a list that appears loads its stories`() async {
        await stories.answer(feed, .success(edition("a", "b")))
        let list = list(feed)
        await list.appeared(quietly: false)
        #expect(list.rows.ids == [StoryID("a"), StoryID("b")])
        #expect(list.content.page == .stories)
        #expect(list.row(for: StoryID("a")).content.title == "Story a")
    }

    @Test func `a quiet list asks nobody until it is told to`() async {
        await stories.answer(feed, .success(edition("a")))
        let list = list(feed)
        await list.appeared(quietly: true)
        #expect(await stories.asked == [])
        guard case .status(let status) = list.content.page else {
            Issue.record("no status page")
            return
        }
        await list.actionChosen(status.action!)
        #expect(list.content.page == .stories)
    }

    @Test func `a quiet list still shows what comes with the program`() async {
        await stories.answer(.sample(section: "home"), .success(edition("a")))
        let list = list(.sample(section: "home"))
        await list.appeared(quietly: true)
        #expect(list.content.page == .stories)
    }

    @Test func `what the library holds is shown at once, and stays when the network does not answer`() async {
        await stories.keep([story("a"), story("b"), story("c")], firstPage: 2)
        let list = list(.library(.all))
        await list.appeared(quietly: false)
        #expect(list.rows.ids == ["a", "b", "c"].map { StoryID($0) })
        #expect(list.content.page == .stories)
        #expect(list.content.notice?.isWarning == true)
        #expect(await stories.asked == [.library(.all)])
    }

    @Test func `a quiet library shows what it holds and asks nobody`() async {
        await stories.keep([story("a")], firstPage: 1)
        let list = list(.library(.all))
        await list.appeared(quietly: true)
        #expect(list.rows.ids == [StoryID("a")])
        #expect(await stories.asked == [])
    }

    @Test func `rows beyond the first page are blank until their stories are read, all at once`() async {
        await stories.keep([story("a"), story("b"), story("c")], firstPage: 1)
        let list = list(.library(.all))
        await list.appeared(quietly: true)
        let rows = (0..<3).map { list.row(at: $0) }
        #expect(rows.map(\.content.title) == ["Story a", "", ""])
        #expect(list.hasBlankRows)
        await list.fillRows()
        #expect(rows.map(\.content.title) == ["Story a", "Story b", "Story c"])
        #expect(!list.hasBlankRows)
        #expect(await stories.read == [[StoryID("b"), StoryID("c")]])
        list.originalAsked(StoryID("c"))
        #expect(router.opened == ["https://example.org/c"])
    }

    @Test func `a row that nobody looks at any more is not read`() async {
        await stories.keep([story("a"), story("b")], firstPage: 0)
        let list = list(.library(.all))
        await list.appeared(quietly: true)
        let row = list.row(at: 0)
        _ = list.row(at: 1)
        await list.fillRows()
        #expect(await stories.read == [[StoryID("a")]])
        withExtendedLifetime(row) {}
    }

    @Test func `another program's changes to the library are one change, and rows that stay are read anew`() async {
        await stories.keep([story("a"), story("b")], firstPage: 0)
        let list = list(.library(.all))
        await list.appeared(quietly: true)
        let row = list.row(at: 0)
        await list.fillRows()
        await stories.keep([story("n"), story("a", title: "Edited"), story("b")], firstPage: 0)
        await list.libraryChanged()
        #expect(list.rows.change == StoryList.Change(position: 0, removed: 0, added: 1))
        #expect(!list.rows.isOtherPlace)
        #expect(row.content.title == "Edited")
    }

    @Test func `as time passes only the library is asked, and only for what is due`() async {
        await stories.keep([story("a")], firstPage: 1)
        await stories.answer(.library(.all), .success(edition("a")))
        let list = list(.library(.all))
        await list.appeared(quietly: true)
        await list.timePassed()
        #expect(await stories.askedByItself == [.library(.all)])
        await list.placeChosen(feed)
        await list.timePassed()
        #expect(await stories.askedByItself == [.library(.all)])
    }

    @Test func `a refresh that fails leaves stories and rows as they are`() async {
        await stories.answer(feed, .success(edition("a", "b")))
        let list = list(feed)
        await list.appeared(quietly: false)
        let before = list.rows
        await stories.answer(feed, .failure(.offline))
        await list.refreshAsked()
        #expect(list.rows == before)
        #expect(list.content.page == .stories)
        #expect(list.content.notice?.isWarning == true)

        await stories.answer(feed, .success(edition("a", "b")))
        await list.refreshAsked()
        #expect(list.content.notice == nil)
    }

    @Test func `a notice that was closed comes back when the refresh fails again`() async {
        await stories.answer(feed, .success(edition("a")))
        let list = list(feed)
        await list.appeared(quietly: false)
        await stories.answer(feed, .failure(.offline))
        await list.refreshAsked()
        list.noticeClosed()
        #expect(list.content.notice == nil)
        await list.refreshAsked()
        #expect(list.content.notice != nil)
    }

    @Test func `a refresh is one change around the stories that stay`() async {
        await stories.answer(feed, .success(edition("a", "b")))
        let list = list(feed)
        await list.appeared(quietly: false)
        await stories.answer(feed, .success(edition("n", "a", "b")))
        await list.refreshAsked()
        #expect(list.rows.change == StoryList.Change(position: 0, removed: 0, added: 1))
        #expect(!list.rows.isOtherPlace, "the place in the list stays")
        #expect(list.rows.ids.count == 3)
    }

    @Test func `a refresh that brings nothing new tells no view`() async {
        await stories.answer(feed, .success(edition("a", "b")))
        let list = list(feed)
        await list.appeared(quietly: false)
        var told = 0
        let tokens = (list.$rows.observe { _ in told += 1 }, list.$content.observe { _ in told += 1 })
        await list.refreshAsked()
        #expect(told == 2)
        withExtendedLifetime(tokens) {}
    }

    @Test func `five hundred clicks while one answer is awaited ask once`() async {
        await stories.answer(feed, .success(edition("a")))
        await stories.hold()
        let list = list(feed)
        let first = Task { await list.refreshAsked() }
        await stories.questions(1)
        for _ in 0..<500 { await list.refreshAsked() }
        await stories.release()
        await first.value
        #expect(await stories.asked.count == 1)
        #expect(list.rows.ids.count == 1)
    }

    @Test func `waiting is seen only when it takes long`() async {
        await stories.answer(feed, .success(edition("a")))
        await stories.hold()
        let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
        let list = list(feed, pause: { _ in for await _ in ticks { return } })
        let first = Task { await list.refreshAsked() }
        await stories.questions(1)
        #expect(list.isSlow == false)
        #expect(list.content.page == .loading)
        let slow = AsyncStream.makeStream(of: Bool.self)
        let token = list.$isSlow.observe { slow.continuation.yield($0) }
        tick.yield()
        for await isSlow in slow.stream where isSlow { break }
        await stories.release()
        await first.value
        #expect(list.isSlow == false)
        withExtendedLifetime(token) {}
    }

    // MARK: Sections

    @Test func `choosing a section shows its stories; going back asks nobody`() async {
        await stories.answer(.topStories(section: "home"), .success(edition("a", "b")))
        await stories.answer(.topStories(section: "world"), .success(edition("w")))
        let list = list(.topStories(section: "home"))
        await list.appeared(quietly: false)
        await list.sectionChosen("world")
        #expect(list.rows.ids == [StoryID("w")])
        #expect(list.content.chosenSection?.id == "world")
        await list.sectionChosen("home")
        #expect(list.rows.ids == [StoryID("a"), StoryID("b")])
        #expect(list.rows.isOtherPlace, "shown from its first story")
        #expect(await stories.asked.count == 2)
    }

    @Test func `an answer for a section that was left is not shown, but kept`() async {
        await stories.answer(.topStories(section: "home"), .success(edition("late")))
        await stories.answer(.topStories(section: "world"), .success(edition("w")))
        await stories.hold()
        let list = list(.topStories(section: "home"))
        let first = Task { await list.refreshAsked() }
        await stories.questions(1)
        let second = Task { await list.sectionChosen("world") }
        await stories.questions(2)
        await stories.release()
        await first.value
        await second.value
        #expect(list.rows.ids == [StoryID("w")])
        await list.sectionChosen("home")
        #expect(list.rows.ids == [StoryID("late")])
        #expect(await stories.asked.count == 2)
    }

    @Test func `going back to a section whose answer is awaited asks nobody again`() async {
        await stories.answer(.topStories(section: "home"), .success(edition("a", "b")))
        await stories.answer(.topStories(section: "world"), .success(edition("w")))
        await stories.hold()
        let list = list(.topStories(section: "home"))
        // As a view follows it: two answers to one place would not add up.
        var count = 0
        let token = list.$rows.observe { rows in
            count += rows.change.added - rows.change.removed
            #expect(count == rows.ids.count)
        }
        let first = Task { await list.refreshAsked() }
        await stories.questions(1)
        let away = Task { await list.sectionChosen("world") }
        await stories.questions(2)
        await stories.answer(.topStories(section: "home"), .success(edition("n", "a", "b")))
        let back = Task { await list.sectionChosen("home") }
        await Task { @MainActor in }.value
        await stories.release()
        for task in [first, away, back] { await task.value }
        #expect(await stories.asked.count == 2)
        #expect(list.rows.ids == [StoryID("a"), StoryID("b")])
        withExtendedLifetime(token) {}
    }

    @Test func `a section that nobody knows changes nothing`() async {
        let list = list(.topStories(section: "home"))
        await list.sectionChosen("gardening")
        #expect(await stories.asked == [])
    }

    @Test func `a failing section shows why, and not the stories of another`() async {
        await stories.answer(.topStories(section: "home"), .success(edition("a")))
        await stories.answer(.topStories(section: "world"), .failure(.status(404)))
        let list = list(.topStories(section: "home"))
        await list.appeared(quietly: false)
        await list.sectionChosen("world")
        #expect(list.rows.ids == [])
        guard case .status(let status) = list.content.page else {
            Issue.record("no status page")
            return
        }
        #expect(status.title == "Nothing at This Address")
    }

    @Test func `an address given later is shown in place of the rest`() async {
        await stories.answer(.sample(section: "home"), .success(edition("a")))
        await stories.answer(feed, .success(edition("f")))
        let list = list(.sample(section: "home"))
        await list.appeared(quietly: false)
        await list.placeChosen(feed)
        #expect(list.rows.ids == [StoryID("f")])
        #expect(list.content.sections == [])
    }

    @Test func `whoever has closed the word about the sample is not told again; a failure is`() async {
        await stories.answer(.sample(section: "home"), .success(edition("a")))
        await stories.answer(.sample(section: "world"), .success(edition("w")))
        let list = list(.sample(section: "home"))
        await list.appeared(quietly: false)
        #expect(list.content.notice != nil)
        list.noticeClosed()
        await list.sectionChosen("world")
        #expect(list.content.notice == nil)
        await stories.answer(.sample(section: "world"), .failure(.timedOut))
        await list.refreshAsked()
        #expect(list.content.notice?.isWarning == true)
    }

    // MARK: Opening

    @Test func `a story is opened in the reader, its page in the browser; one without says so`() async {
        let bare = Story(id: StoryID("bare"), title: "Bare")
        await stories.answer(feed, .success(Edition(title: nil, stories: [story("a"), bare])))
        let list = list(feed)
        await list.appeared(quietly: false)
        list.storyOpened(StoryID("a"))
        #expect(router.read == [StoryID("a")])
        list.originalAsked(StoryID("a"))
        #expect(router.opened == ["https://example.org/a"])
        list.originalAsked(StoryID("bare"))
        #expect(router.opened.count == 1)
        #expect(router.remarks.count == 1)
    }

    // MARK: Rows

    @Test func `a row is the same object while anyone holds it, and follows its story`() async {
        await stories.answer(feed, .success(Edition(title: nil, stories: [story("a", title: "Old")])))
        let list = list(feed)
        await list.appeared(quietly: false)
        let row = list.row(for: StoryID("a"))
        #expect(row === list.row(for: StoryID("a")))
        await stories.answer(feed, .success(Edition(title: nil, stories: [story("a", title: "New")])))
        await list.refreshAsked()
        #expect(row.content.title == "New")
        #expect(list.rows.change == StoryList.Change(position: 1, removed: 0, added: 0))
    }

    @Test func `times move on when the person comes back`() async {
        let hot = Story(id: StoryID("a"), title: "T", published: noon)
        await stories.answer(feed, .success(Edition(title: nil, stories: [hot])))
        var clock = noon
        let list = list(feed, now: { clock })
        await list.appeared(quietly: false)
        let row = list.row(for: StoryID("a"))
        #expect(row.content.footnote == "just now")
        clock = noon.addingTimeInterval(600)
        list.cameBack()
        #expect(row.content.footnote == "10 minutes ago")
    }

    @Test func `a row near the view has the picture that fits, and lets it go`() async {
        let asked = AsyncStream.makeStream(of: String.self)
        let images = FakeImages { url, _ in
            asked.continuation.yield(url)
            return FakeImages.picture
        }
        let pictured = Story(
            id: StoryID("a"), title: "T",
            pictures: [
                Rendition(url: "https://example.org/75.jpg", width: 75),
                Rendition(url: "https://example.org/600.jpg", width: 600),
                Rendition(url: "https://example.org/2048.jpg", width: 2048),
            ])
        await stories.answer(feed, .success(Edition(title: nil, stories: [pictured])))
        let list = list(feed, images: images)
        await list.appeared(quietly: false)
        let row = list.row(for: StoryID("a"))
        #expect(row.picture == nil)
        await row.cameNear(thumbnail: PixelSize(width: 120, height: 80))
        #expect(row.picture == FakeImages.picture)
        row.wentFar()
        #expect(row.picture == nil)
        asked.continuation.finish()
        var urls: [String] = []
        for await url in asked.stream { urls.append(url) }
        #expect(urls == ["https://example.org/600.jpg"])
    }

    @Test func `a picture that fails leaves the placeholder, without a word`() async {
        let images = FakeImages { _, _ throws(NewsError) in throw .badPicture }
        let pictured = Story(id: StoryID("a"), title: "T", pictures: [Rendition(url: "https://example.org/x.jpg")])
        await stories.answer(feed, .success(Edition(title: nil, stories: [pictured])))
        let list = list(feed, images: images)
        await list.appeared(quietly: false)
        let row = list.row(for: StoryID("a"))
        await row.cameNear(thumbnail: PixelSize(width: 120, height: 80))
        #expect(row.picture == nil)
        #expect(router.remarks == [])
    }

    @Test func `a refresh asks again for a picture that failed, and for one that is another`() async {
        func place(_ url: String) -> Edition {
            Edition(title: nil, stories: [Story(id: StoryID("a"), title: "T", pictures: [Rendition(url: url)])])
        }
        await stories.answer(feed, .success(place("https://example.org/1.jpg")))
        let list = list(feed)
        await list.appeared(quietly: false)
        let row = list.row(for: StoryID("a"))
        var attempts = 0
        let token = row.$attempt.observe { _ in attempts += 1 }
        await list.refreshAsked()
        #expect(attempts == 2, "it is not there")
        await row.cameNear(thumbnail: PixelSize(width: 120, height: 80))
        await list.refreshAsked()
        #expect(attempts == 2, "it is there")
        await stories.answer(feed, .success(place("https://example.org/2.jpg")))
        await list.refreshAsked()
        #expect(attempts >= 3, "it is another")
        withExtendedLifetime(token) {}
    }

    @Test func `a picture that comes when its row has gone is dropped`() async {
        let pictured = Story(id: StoryID("a"), title: "T", pictures: [Rendition(url: "https://example.org/x.jpg")])
        await stories.answer(feed, .success(Edition(title: nil, stories: [pictured])))
        let list = list(feed)
        await list.appeared(quietly: false)
        let row = list.row(for: StoryID("a"))
        let loading = Task { await row.cameNear(thumbnail: PixelSize(width: 120, height: 80)) }
        loading.cancel()
        await loading.value
        #expect(row.picture == nil)
    }
}
