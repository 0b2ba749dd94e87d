import FoundationEssentials
import News

/// The state of the reader, for its view; and what the person at the view may do.
@MainActor
package final class ReaderViewModel {
    @Observed package private(set) var content: Reader.ViewModel
    @Observed package private(set) var body = Reader.Body()
    @Observed package private(set) var found = Reader.Found()
    /// Where the view is to go; nil at first.
    @Observed package private(set) var goal: Reader.Goal?

    private let interactor: ReaderInteractor
    private let presenter: ReaderPresenter
    private let images: any ImageWorker
    private weak let router: (any ReaderRouter)?
    private let marking: ReadMarking
    private let now: () -> Date
    private let pause: (Duration) async throws -> Void
    /// Kept by the caller: it outlives the reader.
    package let typography: Observed<Reader.Typography>
    /// What the person said by hand of the story shown is not overruled.
    private var isMarkedByHand = false

    /// The story that is shown, or waited for.
    package private(set) var story: StoryID?
    private var article: StoryArticle?
    private var query = ""
    private var revision = 0

    package init(
        interactor: ReaderInteractor, presenter: ReaderPresenter, images: any ImageWorker, router: any ReaderRouter,
        marking: ReadMarking, typography: Observed<Reader.Typography>, now: @escaping () -> Date = { Date() },
        pause: @escaping (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.marking = marking
        self.typography = typography
        self.pause = pause
        self.interactor = interactor
        self.presenter = presenter
        self.images = images
        self.router = router
        self.now = now
        content = presenter.loading
    }

    // MARK: What happened

    /// A story is to be read. What was shown before stays until it is there.
    package func opened(_ id: StoryID) async {
        story = id
        let response = await interactor.article(of: id)
        guard story == id else { return }
        var body = Reader.Body()
        if let article = response.article { body = await presenter.body(of: article, now: now()) }
        // Another one may have been opened meanwhile.
        guard story == id else { return }
        article = response.article
        revision += 1
        body.revision = revision
        self.body = body
        content = presenter.present(response)
        found = Reader.Found()
        if !query.isEmpty { look(from: 0) }
        isMarkedByHand = false
        if article != nil, !content.isRead { await markAsRead(id) }
    }

    /// As the setting says.
    private func markAsRead(_ id: StoryID) async {
        switch marking {
        case .byHand: return
        case .atOnce: break
        case .after(let time): do { try await pause(time) } catch { return }
        }
        guard story == id, !isMarkedByHand, !content.isRead else { return }
        await mark(.read)
    }

    package func starToggled() async { await markByHand(content.isStarred ? .unstarred : .starred) }

    package func readToggled() async { await markByHand(content.isRead ? .unread : .read) }

    package func savedForLater() async { await markByHand(.saved) }

    private func markByHand(_ mark: Mark) async {
        isMarkedByHand = true
        guard let change = await self.mark(mark), !change.ids.isEmpty else { return }
        router?.show(presenter.done(mark)) { [weak self] in
            Task { await self?.undo(change) }
        }
    }

    @discardableResult
    private func mark(_ mark: Mark) async -> MarkChange? {
        guard let id = story, article != nil else { return nil }
        do throws(NewsError) {
            let change = try await interactor.mark(mark, id)
            if story == id { show(mark) }
            return change
        } catch {
            if error != .cancelled { router?.show(presenter.failed(error)) }
            return nil
        }
    }

    private func undo(_ change: MarkChange) async {
        do throws(NewsError) {
            try await interactor.undo(change)
            if let story, change.ids.contains(story) { show(change.mark.opposite) }
        } catch {
            if error != .cancelled { router?.show(presenter.failed(error)) }
        }
    }

    private func show(_ mark: Mark) {
        switch mark {
        case .read: content.isRead = true
        case .unread: content.isRead = false
        case .starred: content.isStarred = true
        case .unstarred: content.isStarred = false
        case .saved, .unsaved: break
        }
    }

    /// Larger or smaller text; as designed with 0.
    package func textSizeAsked(_ steps: Int) {
        typography.wrappedValue = steps == 0 ? Reader.Typography() : typography.wrappedValue.stepped(steps)
    }

    /// A link in the text, or in the list of links.
    package func linkChosen(_ url: String) {
        guard url.hasPrefix("#") else { return router?.openInBrowser(url) ?? () }
        let name = String(url.dropFirst())
        guard let piece = body.anchors[name] ?? body.anchors[Self.decoded(name)] else {
            router?.show(presenter.lostAnchor)
            return
        }
        go(to: .piece(piece))
    }

    package func originalAsked() {
        guard let url = content.original else { return router?.show(presenter.noAddress) ?? () }
        router?.openInBrowser(url)
    }

    package func linkCopied() {
        guard let url = content.original else { return router?.show(presenter.noAddress) ?? () }
        router?.copyToClipboard(url)
        router?.show(presenter.linkCopied)
    }

    package func mailAsked() {
        guard let mail = article.flatMap(presenter.mail) else { return router?.show(presenter.noAddress) ?? () }
        router?.openInBrowser(mail)
    }

    package func textCopied(_ text: String) { router?.copyToClipboard(text) }

    package func backAsked() { router?.closeReader() }

    /// The story after this one in its list, or with `isBackward` before it.
    package func neighbourAsked(isBackward: Bool) async {
        guard let story else { return }
        guard let next = router?.stories(beside: story, isBackward: isBackward).first else {
            router?.show(presenter.noMoreStories)
            return
        }
        router?.readerTurned(to: next)
        await opened(next)
    }

    /// The next story in the list that is not read.
    package func unreadAsked() async {
        guard let story, let router else { return }
        do throws(NewsError) {
            guard let next = try await interactor.firstUnread(of: router.stories(beside: story, isBackward: false))
            else {
                return router.show(presenter.nothingUnread)
            }
            guard self.story == story else { return }
            router.readerTurned(to: next)
            await opened(next)
        } catch {
            if error != .cancelled { router.show(presenter.failed(error)) }
        }
    }

    /// A picture as it is to be drawn, for a view of at most `size`; nil where it does not come.
    package func picture(_ url: String, within size: PixelSize) async -> Picture? {
        // Whatever the reason, what stands in its place is its description and a way to try again.
        try? await images.picture(at: url, within: size)
    }

    /// A picture that did not come is to be tried again.
    package func pictureRetried() async { await images.forgetFailures() }

    // MARK: Finding

    /// The words that are looked for; none where it is empty.
    package func findChanged(_ query: String) {
        self.query = query
        look(from: found.current.map { found.matches[$0].text } ?? 0)
    }

    package func matchAsked(isBackward: Bool) {
        guard let current = found.current else { return }
        let count = found.matches.count
        show(found.matches, current: (current + (isBackward ? count - 1 : 1)) % count)
    }

    private func look(from text: Int) {
        let matches = body.matches(of: query)
        show(matches, current: matches.isEmpty ? nil : matches.firstIndex { $0.text >= text } ?? 0)
    }

    private func show(_ matches: [Reader.Match], current: Int?) {
        found = presenter.found(matches, current: current, query: query)
        if let current { go(to: .text(matches[current].text)) }
    }

    /// Without the escapes of an address (RFC 3986, 2.1).
    private static func decoded(_ name: String) -> String {
        var bytes: [UInt8] = []
        var rest = Substring(name)
        while let mark = rest.firstIndex(of: "%") {
            bytes += rest[..<mark].utf8
            rest = rest[rest.index(after: mark)...]
            guard let byte = UInt8(rest.prefix(2), radix: 16) else {
                bytes.append(UInt8(ascii: "%"))
                continue
            }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes + rest.utf8, as: UTF8.self)
    }

    private func go(to place: Reader.Goal.Place) {
        revision += 1
        goal = Reader.Goal(place: place, revision: revision)
    }
}
