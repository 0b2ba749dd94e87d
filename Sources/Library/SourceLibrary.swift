import Feeds
import FoundationEssentials
import Loading
import News
import Storage

/// Subscriptions: finds the feed behind an address, and brings lists of feeds in and out.
package struct SourceLibrary: Sendable {
    /// What came of adding an address.
    package enum Outcome: Hashable, Sendable {
        case added(SourceID)
        case alreadyThere(SourceID)
        /// The page names several feeds; the person chooses.
        case several([Candidate])
    }

    package struct Candidate: Hashable, Sendable {
        package let url: String
        package let title: String?
    }

    package struct Import: Hashable, Sendable {
        package let added: [SourceID]
        package let alreadyThere: Int
    }

    private let loader: ResourceLoader
    private let store: Store
    private let now: @Sendable () -> Date

    package init(client: any HTTPClient, store: Store, now: @escaping @Sendable () -> Date = { Date() }) {
        loader = ResourceLoader(client: client)
        self.store = store
        self.now = now
    }

    // MARK: One

    /// Subscribes to the feed at an address, or to the one that the page there names, and keeps the stories that came with
    /// it. At most one request for the page and one for the feed, but on hosts where only guessing helps.
    @concurrent
    package func add(_ text: String, folder: String?) async throws(NewsError) -> Outcome {
        guard let address = Address.normalised(text) else { throw .badAddress(text) }
        if let source = try await store.sources.source(at: address) { return .alreadyThere(source.id) }
        let known = FeedDiscovery.knownFeeds(for: address)
        for url in known {
            // The feeds of a host that is known are tried one after another; where none answers the page is asked.
            if let found = try? await load(url), case .feed(let feed) = found.content {
                return try await subscribe(feed, at: url, found.response, folder: folder)
            }
        }
        let found = try await load(address)
        switch found.content {
        case .feed(let feed): return try await subscribe(feed, at: address, found.response, folder: folder)
        case .page(let page):
            let links = page.feeds.contains { !$0.isOfComments } ? page.feeds.filter { !$0.isOfComments } : page.feeds
            guard let first = links.first else { throw .notAFeed }
            guard links.count == 1 else {
                return .several(page.feeds.map { Candidate(url: $0.url, title: $0.title) })
            }
            if let source = try await store.sources.source(at: first.url) { return .alreadyThere(source.id) }
            let linked = try await load(first.url)
            guard case .feed(let feed) = linked.content else { throw .notAFeed }
            return try await subscribe(feed, at: first.url, linked.response, folder: folder)
        }
    }

    private enum Content {
        case feed(ParsedFeed)
        case page(FeedDiscovery.Page)
    }

    private func load(_ url: String) async throws(NewsError) -> (content: Content, response: HTTPResponse) {
        let resource = Resource(Resource<ParsedFeed>.feed(url).request) { response in
            let type = response.headers["Content-Type"]
            do throws(FeedError) {
                let feed = try FeedParser.parse(response.body, url: response.url, contentType: type)
                return (content: Content.feed(feed), response: response)
            } catch .webPage {
                let page = FeedDiscovery.page(response.body, url: response.url, contentType: type)
                return (content: Content.page(page), response: response)
            }
        }
        do throws(LoadError) {
            return try await loader.load(resource)
        } catch {
            throw NewsError(error, host: Address.host(of: url), now: now())
        }
    }

    private func subscribe(
        _ feed: ParsedFeed, at url: String, _ response: HTTPResponse, folder: String?
    ) async throws(NewsError) -> Outcome {
        let address = response.isMoved && isSafe(from: url, to: response.url) ? response.url : url
        let incoming = Normaliser(source: address, now: now()).incoming(feed)
        let source = try await store.sources.add(
            SourceStore.New(url: address, title: incoming.title, site: incoming.site, folder: folder))
        guard source.isNew else { return .alreadyThere(source.id) }
        // The answer counts as the first refresh: nobody is asked twice for it.
        let state = RefreshSchedule(now: now()).after(
            response, bodyHash: contentHash(response.body), hints: FeedHints(feed), FetchState())
        do throws(NewsError) {
            _ = try await store.stories.merge(incoming, into: source.id, state: state)
        } catch {
            // Whoever is told that it failed is not subscribed.
            _ = try? await store.sources.remove(source.id)
            throw error
        }
        return .added(source.id)
    }

    // MARK: Many

    /// Adds the feeds of an OPML document without fetching any.
    @concurrent
    package func importOPML(_ bytes: [UInt8]) async throws(NewsError) -> Import {
        let list: OPML
        do throws(FeedError) { list = try OPML.parse(bytes) } catch { throw .notAFeed }
        let added = try await store.sources.add(
            list.subscriptions.map { subscription in
                // A source is in one folder; those inside others keep their whole way as a name.
                let folder = subscription.folders.first { !$0.isEmpty }?.joined(separator: " / ")
                return SourceStore.New(
                    url: subscription.feedURL, name: subscription.name, site: subscription.pageURL, folder: folder)
            })
        return Import(added: added.filter(\.isNew).map(\.id), alreadyThere: added.count { !$0.isNew })
    }

    /// All subscriptions as OPML 2.0, in their folders.
    @concurrent
    package func exportOPML() async throws(NewsError) -> String {
        var list = OPML()
        list.head = [
            OPML.Field("title", tr("Subscriptions of Broadsheet")), OPML.Field("dateCreated", FeedDate.rfc822(now())),
        ]
        var folders: [String: [OPML.Outline]] = [:]
        for source in try await store.sources.all() {
            var attributes = [OPML.Field("type", "rss"), OPML.Field("text", source.title)]
            attributes.append(OPML.Field("title", source.title))
            attributes.append(OPML.Field("xmlUrl", source.url))
            if let site = source.site { attributes.append(OPML.Field("htmlUrl", site)) }
            folders[source.folder ?? "", default: []].append(OPML.Outline(attributes: attributes))
        }
        for name in folders.keys.sorted() where !name.isEmpty {
            let fields = [OPML.Field("text", name), OPML.Field("title", name)]
            list.outlines.append(OPML.Outline(attributes: fields, children: folders[name]!))
        }
        list.outlines += folders[""] ?? []
        return list.document()
    }
}
