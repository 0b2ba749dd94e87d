import Feeds
import FoundationEssentials
import Loading
import News
import Storage

/// The library on disk, once it is open; each time the same.
package typealias OpenStore = @Sendable () async throws(NewsError) -> Store

/// The live story worker: fetches, parses and normalises.
package struct StoryLibrary: StoryWorker {
    private let loader: ResourceLoader
    private let library: OpenStore?
    private let refresh: Refresh?
    private let timesKey: String?
    private let now: @Sendable () -> Date
    private let afterParsing: @Sendable () -> Void
    private let fetched = FetchedArticles()
    private let liveMarks = LiveMarks()

    /// - Parameters:
    ///   - library: the one on disk; nil where none is wanted.
    ///   - refresh: brings what is new into the library.
    ///   - timesKey: the API key of the New York Times, nil where there is none.
    ///   - afterParsing: called when an edition has come and what it was made of is freed.
    package init(
        client: any HTTPClient, library: OpenStore? = nil, refresh: Refresh? = nil,
        timesKey: String?,
        now: @escaping @Sendable () -> Date = { Date() },
        afterParsing: @escaping @Sendable () -> Void = {}
    ) {
        loader = ResourceLoader(client: client)
        self.library = library
        self.refresh = refresh
        self.timesKey = timesKey
        self.now = now
        self.afterParsing = afterParsing
    }

    package func sections(of place: Place) -> [Section] {
        switch place {
        case .sample: SampleEdition.sections
        case .topStories: TopStoriesSection.all
        case .feeds, .library: []
        }
    }

    @concurrent
    package func stored(_ place: Place) async throws(NewsError) -> Edition? {
        guard case .library(let listing) = place, let store = try await library?() else { return nil }
        let ids = try await store.stories.ids(of: listing)
        let firstPage = try await store.stories.stories(Array(ids.prefix(Self.firstPage)))
        // One that went in between would shift the page against the ids.
        let isWhole = firstPage.count == min(ids.count, Self.firstPage)
        var title: String?
        if case .source(let id) = listing { title = try await store.sources.source(id)?.title }
        return Edition(title: title, ids: ids, firstPage: isWhole ? firstPage : [])
    }

    /// The list after its sources were asked; those that failed are named beside it.
    private func refreshed(_ listing: Listing, byHand: Bool) async throws(NewsError) -> Edition {
        var sources: [SourceID]?
        switch listing {
        case .source(let id): sources = [id]
        case .folder(let name): sources = try await library?().sources.all().filter { $0.folder == name }.map(\.id)
        case .all, .unread, .starred, .today, .search: break
        }
        let summary = try await refresh?.run(sources, byHand: byHand)
        let failures = summary?.failures ?? []
        // One answer for all: it says more than a count of failures.
        if failures.count > 0, failures.count == summary?.sources, failures.allSatisfy({ $0.error == .offline }) {
            throw .offline
        }
        guard let edition = try await stored(.library(listing)) else { throw .storage(.damaged) }
        return Edition(title: edition.title, ids: edition.ids, firstPage: edition.stories, failures: failures)
    }

    /// As many rows as a large window shows at once.
    private static let firstPage = 20

    @concurrent
    package func stories(_ ids: [StoryID]) async throws(NewsError) -> [Story] {
        try await library?().stories.stories(ids) ?? []
    }

    @concurrent
    package func edition(of place: Place, byHand: Bool) async throws(NewsError) -> Edition {
        defer { afterParsing() }
        return switch place {
        case .sample(let section): try await feed(at: SampleEdition.address(of: section))
        case .topStories(let section): try await topStories(section)
        case .feeds(let addresses): try await feeds(at: addresses)
        case .library(let listing): try await refreshed(listing, byHand: byHand)
        }
    }

    // MARK: Feeds

    private func feed(at address: String) async throws(NewsError) -> Edition {
        guard let url = Address.normalised(address) else { throw .badAddress(address) }
        let feed = try await load(.feed(url))
        let entries = Normaliser(source: url, now: now()).entries(of: feed)
        await fetched.keep(entries)
        return Edition(title: feed.title, stories: entries.map(\.story))
    }

    /// Several feeds become one list, newest first; those that fail are named beside the others.
    private func feeds(at addresses: [String]) async throws(NewsError) -> Edition {
        if addresses.count == 1 { return try await feed(at: addresses[0]) }
        let results = await withTaskGroup(of: (Int, Result<Edition, NewsError>).self) { group in
            var results: [Int: Result<Edition, NewsError>] = [:]
            for (index, address) in addresses.enumerated() {
                if index >= mostInFlight, let (done, result) = await group.next() { results[done] = result }
                group.addTask { (index, await result(of: address)) }
            }
            for await (index, result) in group { results[index] = result }
            return results
        }
        var failures: [SourceFailure] = []
        var editions: [Edition] = []
        for (index, address) in addresses.enumerated() {
            switch results[index] {
            case .success(let edition): editions.append(edition)
            case .failure(let error): failures.append(SourceFailure(address: address, error: error))
            case nil: break
            }
        }
        if failures.contains(where: { $0.error == .cancelled }) { throw .cancelled }
        // One reason that holds for all is said once.
        if editions.isEmpty, let error = failures.first?.error, failures.allSatisfy({ $0.error == error }) {
            throw error
        }
        return Edition(title: nil, stories: newestFirst(editions), failures: failures)
    }

    /// A function of its own: inside the closure of a task group, Swift 6.3.1 with optimisation gives every task the
    /// index of the first.
    private func result(of address: String) async -> Result<Edition, NewsError> {
        do throws(NewsError) {
            return .success(try await feed(at: address))
        } catch {
            return .failure(error)
        }
    }

    /// A story without a date stands with the one before it in its feed.
    private func newestFirst(_ editions: [Edition]) -> [Story] {
        let dated = editions.flatMap { edition in
            var date = edition.stories.first { $0.published != nil }?.published ?? now()
            return edition.stories.map { story in
                date = story.published ?? date
                return (story, date)
            }
        }
        var seen: Set<StoryID> = []
        // The index keeps the order of equal dates: sorting promises no stability.
        return dated.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
            .map(\.element.0).filter { seen.insert($0.id).inserted }
    }

    // MARK: Top Stories

    private func topStories(_ section: String) async throws(NewsError) -> Edition {
        guard let timesKey, !timesKey.isEmpty else { throw .keyMissing }
        let answer: TopStoriesResponse
        do throws(NewsError) {
            answer = try await loadTimes(.topStories(section, key: timesKey))
        } catch .status(404) {
            // Some sections went by two names over the years; the other one is tried once.
            guard let other = TopStoriesSection.otherNames[section] else { throw .status(404) }
            answer = try await loadTimes(.topStories(other, key: timesKey))
        }
        let feed = answer.parsedFeed()
        let entries = Normaliser(source: "nyt", name: TopStoriesSection.provider, now: now()).entries(of: feed)
        let attribution = Attribution(
            provider: TopStoriesSection.provider, url: "https://developer.nytimes.com", copyright: answer.copyright)
        await fetched.keep(entries, attribution: attribution)
        return Edition(title: feed.title, stories: entries.map(\.story), attribution: attribution)
    }

    /// Within the Times' limits, which all programs with this library share.
    private func loadTimes<Value>(_ resource: Resource<Value>) async throws(NewsError) -> Value {
        if let until = try await changeQuota({ [now] in $0.take(now: now()) }) { throw .rateLimited(until: until) }
        do throws(NewsError) {
            let value = try await load(resource)
            _ = try await changeQuota { $0.wasAnswered() }
            return value
        } catch .rateLimited(let until) {
            throw .rateLimited(until: try await changeQuota { [now] in $0.wasRefused(until: until, now: now()) })
        }
    }

    /// Without a library nothing is counted.
    private func changeQuota<Answer: Sendable>(
        _ change: @escaping @Sendable (inout TimesQuota) -> Answer
    ) async throws(NewsError) -> Answer {
        var quota = TimesQuota()
        guard let store = try? await library?(), !store.isReadOnly else { return change(&quota) }
        // Safe to share: set within the transaction, and read after it.
        nonisolated(unsafe) var answer: Answer?
        // In one transaction, or two programs would both take the last request of a minute.
        try await store.sources.changeNote(Self.quotaNote) { note in
            var quota = Self.quota(note)
            answer = change(&quota)
            return (try? JSONEncoder().encode(quota)).map { String(decoding: $0, as: UTF8.self) }
        }
        return answer ?? change(&quota)
    }

    /// What another version wrote and this one cannot read counts for nothing.
    private static func quota(_ note: String?) -> TimesQuota {
        note.flatMap { try? JSONDecoder().decode(TimesQuota.self, from: Data($0.utf8)) } ?? TimesQuota()
    }

    /// How many requests the Times have had today, and how many they allow.
    package static func timesRequestsToday(
        in store: Store, now: Date
    ) async throws(NewsError) -> (count: Int, limit: Int) {
        (quota(try await store.sources.note(quotaNote)).count(now: now), TimesQuota.perDay)
    }

    private static let quotaNote = "times-quota"

    private func load<Value>(_ resource: Resource<Value>) async throws(NewsError) -> Value {
        do throws(LoadError) {
            return try await loader.load(resource)
        } catch {
            throw NewsError(error, host: Address.host(of: resource.request.url), now: now())
        }
    }
}

extension StoryLibrary: ArticleWorker {
    @concurrent
    package func article(of id: StoryID) async throws(NewsError) -> StoryArticle? {
        if let (article, html) = await fetched.article(of: id) {
            var article = article
            article.story = article.story.marked(
                isRead: await liveMarks.isRead(id), isStarred: await liveMarks.isStarred(id))
            return article.with(html)
        }
        guard let story = try await library?().stories.fullStory(id) else { return nil }
        var article = StoryArticle(story: story.story)
        article.summary = story.story.summary
        article.tags = story.more.tags
        article.caption = story.more.caption
        article.credit = story.more.credit
        return article.with(story.contentHTML ?? "")
    }
}

extension StoryLibrary: MarkWorker {
    package func mark(_ mark: Mark, _ ids: [StoryID]) async throws(NewsError) -> MarkChange {
        // Ids of the library are positive; one list has either kind.
        guard let first = ids.first, first.rawValue > 0, let store = try await library?() else {
            return await liveMarks.mark(mark, ids)
        }
        return try await store.statuses.mark(mark, ids)
    }

    package func undo(_ change: MarkChange) async throws(NewsError) {
        guard let first = change.ids.first, first.rawValue > 0, let store = try await library?() else {
            _ = await liveMarks.mark(change.mark.opposite, change.ids)
            return
        }
        try await store.statuses.undo(change)
    }

    package func firstUnread(of ids: ArraySlice<StoryID>) async throws(NewsError) -> StoryID? {
        guard let first = ids.first, first.rawValue > 0, let store = try await library?() else {
            return await liveMarks.firstUnread(of: ids)
        }
        var rest = ids
        while !rest.isEmpty {
            let page = Array(rest.prefix(100))
            rest = rest.dropFirst(page.count)
            let unread = Set(try await store.stories.stories(page).lazy.filter { !$0.isRead }.map(\.id))
            if let found = page.first(where: unread.contains) { return found }
        }
        return nil
    }
}

extension StoryArticle {
    /// With the blocks of `html`, which is sanitised.
    fileprivate func with(_ html: String) -> StoryArticle {
        guard !html.isEmpty else { return self }
        var article = self
        article.body = ArticleBlocks.article(html)
        return article
    }
}

/// At most this many requests run at once (FIELD-GUIDE 1.4).
private let mostInFlight = 8

extension Resource where Value == ParsedFeed {
    /// Any feed, told by its content.
    static func feed(_ url: String) -> Resource {
        let accept =
            "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8"
        return Resource(HTTPRequest(url: url, headers: ["Accept": accept])) { response in
            try FeedParser.parse(response.body, url: response.url, contentType: response.headers["Content-Type"])
        }
    }
}

extension Resource where Value == TopStoriesResponse {
    /// A section of the New York Times Top Stories API, version 2.
    static func topStories(_ section: String, key: String) -> Resource {
        // Whatever is pasted as a key stays one parameter (RFC 3986, 2.1).
        let escaped = key.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isUnreserved =
                character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
            return isUnreserved ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        return Resource(
            json: HTTPRequest(
                url: "https://api.nytimes.com/svc/topstories/v2/\(section).json?api-key=\(escaped)",
                headers: ["Accept": "application/json"]))
    }
}
