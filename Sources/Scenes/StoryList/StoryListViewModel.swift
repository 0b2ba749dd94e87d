import FoundationEssentials
import News

/// The state of a list of stories, for its view; and what the person at the view may do.
@MainActor
package final class StoryListViewModel {
    @Observed package private(set) var content: StoryList.ViewModel
    @Observed package private(set) var rows: StoryList.Rows
    /// An answer takes so long that waiting should be seen.
    @Observed package private(set) var isSlow = false
    /// What the reader turned to by itself: its row is to be the selected one.
    @Observed package private(set) var reading: StoryID?

    private let interactor: StoryListInteractor
    private let presenter: StoryListPresenter
    private let images: any ImageWorker
    private weak let router: (any StoryListRouter)?
    private let now: () -> Date
    private let pause: (Duration) async throws -> Void

    private var place: Place
    /// The person knows that the sample is one.
    private var isInformed = false
    /// The places whose answer is awaited, each once, and whether that takes long.
    private var awaited: [Place: Bool] = [:]
    private var edition: Edition?
    /// Where `edition` is from.
    private var shownPlace: Place?
    /// What was loaded of the sections seen before: going back to one asks nobody.
    private var visited: [Place: Edition] = [:]
    /// The rows that are shown somewhere: the same one for an id while anyone holds it.
    private var living: [StoryID: WeakRow] = [:]
    /// Rows whose story is still to be read from the library.
    private var blank: Set<StoryID> = []

    package init(
        place: Place, interactor: StoryListInteractor, presenter: StoryListPresenter, images: any ImageWorker,
        router: any StoryListRouter, now: @escaping () -> Date = { Date() },
        pause: @escaping (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.place = place
        self.interactor = interactor
        self.presenter = presenter
        self.images = images
        self.router = router
        self.now = now
        self.pause = pause
        content = presenter.loading(place, sections: interactor.sections(of: place))
        rows = StoryList.Rows(
            ids: [], change: StoryList.Change(position: 0, removed: 0, added: 0), isOtherPlace: false,
            revision: 0)
    }

    // MARK: What happened

    /// The list is there: it shows what is at hand, then asks for what is new.
    ///
    /// - Parameters:
    ///   - early: what was at hand while the desktop started.
    ///   - quietly: to ask nothing of the network.
    package func appeared(early: StoryList.Response? = nil, quietly: Bool) async {
        await showAtHand(early: early)
        guard !place.isBundled else { return }
        if !quietly { return await refresh(byHand: false) }
        if rows.ids.isEmpty, content.page == .loading { content = presenter.waiting(place, sections: content.sections) }
    }

    /// Another program, or another part of this one, changed the library.
    package func libraryChanged() async {
        guard case .library = place, awaited[place] == nil else { return }
        await showAtHand()
    }

    /// The person wants what is new. While an answer is awaited nobody is asked again.
    package func refreshAsked() async { await refresh(byHand: true) }

    /// Some time has passed: sources that are due are asked. Nothing is said of those that fail once more.
    package func timePassed() async {
        guard case .library = place else { return }
        await refresh(byHand: false)
    }

    private func refresh(byHand: Bool) async {
        let (asked, shown) = (place, edition)
        await load { [interactor] in await interactor.refresh(asked, shown: shown, byHand: byHand) }
    }

    package func sectionChosen(_ id: String) async {
        guard content.sections.contains(where: { $0.id == id }) else { return }
        switch place {
        case .sample: await placeChosen(.sample(section: id))
        case .topStories: await placeChosen(.topStories(section: id))
        case .feeds, .library: break
        }
    }

    /// Shows another place; the same one is refreshed.
    package func placeChosen(_ chosen: Place) async {
        guard chosen != place else { return await refreshAsked() }
        keep(edition, of: place)
        place = chosen
        isSlow = awaited[chosen] ?? false
        let response = interactor.show(visited[chosen], of: chosen, after: edition)
        if response.edition != nil { return take(response) }
        takeRows(response)
        content = presenter.loading(chosen, sections: interactor.sections(of: chosen))
        await showAtHand()
        if place == chosen, !chosen.isBundled { await refreshAsked() }
    }

    package func storyOpened(_ id: StoryID) { router?.openReader(for: id) }

    package func originalAsked(_ id: StoryID) {
        if let url = story(id)?.url {
            router?.openInBrowser(url)
        } else {
            router?.show(presenter.noAddress)
        }
    }

    package func actionChosen(_ action: StoryList.Action) async {
        switch action.kind {
        case .refresh: await refreshAsked()
        case .open(let url): router?.openInBrowser(url)
        }
    }

    /// The person has read the notice: it goes, and comes again only where something failed anew.
    package func noticeClosed() {
        if content.notice?.isWarning == false { isInformed = true }
        content.notice = nil
    }

    /// The reader shows another story of the list.
    package func readerTurned(to id: StoryID) { reading = id }

    /// The stories after one, nearest first; with `isBackward` those before it.
    package func stories(beside id: StoryID, isBackward: Bool) -> ArraySlice<StoryID> {
        guard let index = rows.ids.firstIndex(of: id) else { return [] }
        return isBackward ? ArraySlice(rows.ids[..<index].reversed()) : rows.ids[(index + 1)...]
    }

    package func attributionChosen() {
        if let attribution = content.attribution { router?.openInBrowser(attribution.url) }
    }

    /// The person came back to the window: the times in the rows may have moved on.
    package func cameBack() { presentLivingRows() }

    // MARK: Rows

    /// The row at a position in `rows`. Where its story is still to be read it is blank until `fillRows`.
    package func row(at index: Int) -> StoryRowViewModel {
        let id = rows.ids[index]
        if let row = living[id]?.row { return row }
        let story = edition.flatMap { $0.stories.indices.contains(index) ? $0.stories[index] : nil }
        if story == nil { blank.insert(id) }
        let row = StoryRowViewModel(
            id: id, story: story, list: self, images: images, content: story.map(present) ?? presenter.blankRow)
        living[id] = WeakRow(row: row)
        return row
    }

    package var hasBlankRows: Bool { !blank.isEmpty }

    /// Reads the stories of the rows that lack them.
    package func fillRows() async {
        guard !blank.isEmpty else { return }
        let ids = Array(blank)
        blank = []
        do throws(NewsError) {
            show(try await interactor.stories(ids))
        } catch {
            if error != .cancelled { content.notice = presenter.warning(error) }
        }
    }

    func rowEnded(_ id: StoryID) {
        guard living[id]?.row == nil else { return }
        living[id] = nil
        blank.remove(id)
    }

    private func present(_ story: Story) -> StoryList.Row { presenter.row(story, now: now()) }

    private func story(_ id: StoryID) -> Story? {
        living[id]?.row?.story ?? edition?.stories.first { $0.id == id }
    }

    private func show(_ stories: [Story]) {
        for story in stories { living[story.id]?.row?.show(story, as: present(story)) }
    }

    private func presentLivingRows() { show(living.values.compactMap { $0.row?.story }) }

    // MARK: Answers

    /// Sections are kept; of feeds any number may be opened one after another.
    private func keep(_ edition: Edition?, of place: Place) {
        if !interactor.sections(of: place).isEmpty { visited[place] = edition }
    }

    /// Shows what is there without asking the network.
    private func showAtHand(early: StoryList.Response? = nil) async {
        let (asked, shown) = (place, edition)
        let response = if let early { early } else { await interactor.atHand(asked, shown: shown) }
        // Another place may have been chosen meanwhile, or a refresh been quicker.
        guard let response, place == asked, edition == shown else { return }
        take(response)
        await fillRows()
    }

    private func load(_ answer: () async -> StoryList.Response) async {
        let asked = place
        guard awaited[asked] == nil else { return }
        awaited[asked] = false
        if edition == nil { content = presenter.loading(asked, sections: content.sections) }
        async let _: Void = noticeSlowness(of: asked)
        let response = await answer()
        awaited[asked] = nil
        // Another place may have been chosen meanwhile.
        guard place == asked else {
            if response.error == nil { keep(response.edition, of: asked) }
            return
        }
        isSlow = false
        take(response)
        await fillRows()
        guard response.error == nil else { return }
        await images.forgetFailures()
        for weak in living.values { weak.row?.tryAgain() }
    }

    /// Ends with the waiting, which cancels it.
    private func noticeSlowness(of asked: Place) async {
        do { try await pause(.milliseconds(500)) } catch { return }
        guard awaited[asked] != nil else { return }
        awaited[asked] = true
        if place == asked { isSlow = true }
    }

    private func take(_ response: StoryList.Response) {
        takeRows(response)
        if response.error != .cancelled {
            var content = presenter.present(response, sections: interactor.sections(of: place))
            if isInformed, content.notice?.isWarning == false { content.notice = nil }
            self.content = content
        }
    }

    /// The list is one with the page: the view hears of the rows first, and shows no page without them.
    private func takeRows(_ response: StoryList.Response) {
        guard response.edition != edition else { return }
        let isOtherPlace = response.place != shownPlace
        shownPlace = response.place
        edition = response.edition
        let ids = response.edition?.ids ?? []
        rows = StoryList.Rows(
            ids: ids, change: response.change, isOtherPlace: isOtherPlace, revision: rows.revision + 1)
        let atHand = response.edition?.stories ?? []
        show(atHand)
        // Those of the library that are shown may have changed with it.
        if atHand.count < ids.count { blank.formUnion(Set(living.keys).subtracting(atHand.lazy.map(\.id))) }
    }

    private struct WeakRow { weak var row: StoryRowViewModel? }
}
