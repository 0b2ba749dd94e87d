import Desktop
import Feeds
import FoundationEssentials
import Glibc
import Library
import News
import Scenes
import SoupLoader
import Storage

/// The commands on the library, as it is opened: each does its work and answers the exit status.
struct LibraryCommands {
    let store: Store
    let isJSON: Bool
    private let presenter = StoryListPresenter(dates: .system)

    // MARK: Sources

    func sources() async throws(NewsError) -> Int32 {
        let sources = try await store.sources.all()
        let unread = try await store.stories.counts().sources
        let page = TerminalPage()
        var json = JSONFeedWriter()
        for source in sources {
            json.line {
                $0.raw("id", String(source.id.rawValue))
                $0.member("title", source.title)
                $0.member("url", source.url)
                $0.nullable("site", source.site)
                $0.nullable("folder", source.folder)
                $0.raw("unread", String(unread[source.id] ?? 0))
                $0.nullable("last_success", source.lastSuccess.map(FeedDate.text))
                $0.nullable("error", source.error.map(presenter.sentences))
                $0.nullable("next_try", source.nextTry.map(FeedDate.text))
            }
            let count = unread[source.id].map { " (\($0))" } ?? ""
            page.paragraph("\(source.id.rawValue)  \(source.title)\(count)", style: "1")
            page.line("    " + [source.folder, source.url].compactMap { $0 }.joined(separator: " · "), dim: true)
            if let error = source.error { page.paragraph(presenter.sentences(error), indent: "    ") }
        }
        return print(isJSON ? json.bytes : Array(page.text.utf8))
    }

    func remove(_ name: String) async throws(NewsError) -> Int32 {
        guard let source = try await source(name) else { return unknown(source: name) }
        try await store.sources.remove(source.id)
        return 0
    }

    func rename(_ name: String, to title: String) async throws(NewsError) -> Int32 {
        guard let source = try await source(name) else { return unknown(source: name) }
        try await store.sources.rename(source.id, to: title.isEmpty ? nil : title)
        return 0
    }

    func move(_ name: String, to folder: String) async throws(NewsError) -> Int32 {
        guard let source = try await source(name) else { return unknown(source: name) }
        try await store.sources.move(source.id, toFolder: folder.isEmpty ? nil : folder)
        return 0
    }

    func add(_ address: String, folder: String?) async throws(NewsError) -> Int32 {
        let outcome = try await subscriptions.add(address, folder: folder)
        let id: SourceID
        switch outcome {
        case .added(let added): id = added
        case .alreadyThere(let there): id = there
        case .several(let candidates): return choose(among: candidates)
        }
        guard let source = try await store.sources.source(id) else { return 1 }
        let isNew = outcome == .added(id)
        if isJSON {
            var json = JSONFeedWriter()
            json.line {
                $0.raw("id", String(id.rawValue))
                $0.member("title", source.title)
                $0.member("url", source.url)
                $0.raw("added", String(isNew))
            }
            return print(json.bytes)
        }
        let page = TerminalPage()
        page.paragraph(isNew ? tr("Added: {0}", source.title) : tr("Here already: {0}", source.title))
        return print(page.text)
    }

    /// The page names several feeds: nothing is added.
    private func choose(among candidates: [SourceLibrary.Candidate]) -> Int32 {
        var json = JSONFeedWriter()
        let page = TerminalPage()
        for candidate in candidates {
            json.line {
                $0.member("candidate", candidate.url)
                $0.nullable("title", candidate.title)
            }
            page.line([candidate.url, candidate.title].compactMap { $0 }.joined(separator: "  "), dim: false)
        }
        _ = print(isJSON ? json.bytes : Array(page.text.utf8))
        return complain(tr("The page names several feeds; add one of them."), status: 1)
    }

    func importOPML(_ file: String) async throws(NewsError) -> Int32 {
        guard let bytes = read(file) else { return complain("\(file): \(String(cString: strerror(errno)))", status: 1) }
        let result = try await subscriptions.importOPML(bytes)
        if isJSON {
            var json = JSONFeedWriter()
            json.line {
                $0.raw("added", String(result.added.count))
                $0.raw("already_there", String(result.alreadyThere))
            }
            return print(json.bytes)
        }
        return print(
            ntr("{0} feed added", "{0} feeds added", result.added.count) + ", "
                + tr("{0} here already", result.alreadyThere) + "\n")
    }

    func exportOPML(to file: String?) async throws(NewsError) -> Int32 {
        let document = try await subscriptions.exportOPML()
        guard let file, file != "-" else { return print(document) }
        // In the place of a device or a link no file must be put.
        var status = stat()
        let isPlain = lstat(file, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        do {
            try document.write(toFile: file, atomically: isPlain, encoding: .utf8)
            return 0
        } catch {
            return complain("\(file): \(String(cString: strerror(errno)))", status: 1)
        }
    }

    private var subscriptions: SourceLibrary { SourceLibrary(client: SoupClient(), store: store) }

    // MARK: Stories

    /// 1 where all failed, 3 where some did.
    func refresh(_ names: [String]) async throws(NewsError) -> Int32 {
        var ids: [SourceID]?
        for name in names {
            guard let source = try await source(name) else { return unknown(source: name) }
            ids = (ids ?? []) + [source.id]
        }
        let start = ContinuousClock.now
        let isTerminal = isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && !isJSON
        let refresh = Refresh(client: SoupClient(), library: { [store] in store }, lock: Folders.refreshLock())
        let summary: Refresh.Summary
        do throws(NewsError) {
            summary = try await refresh.run(ids, byHand: true) { done, all in
                if isTerminal { Output.write(Array("\r\(done)/\(all)".utf8), to: STDERR_FILENO) }
            }
        } catch .storage(.busy) {
            return complain(tr("Another program is refreshing the library."), status: 1)
        }
        if isTerminal { Output.write(Array("\r\u{1b}[K".utf8), to: STDERR_FILENO) }
        if isJSON {
            let time = (ContinuousClock.now - start).components
            var json = JSONFeedWriter()
            json.line {
                $0.raw("sources", String(summary.sources))
                $0.raw("new", String(summary.new))
                $0.raw("updated", String(summary.updated))
                $0.raw("not_modified", String(summary.notModified))
                $0.raw("unchanged", String(summary.unchanged))
                $0.raw("failed", String(summary.failures.count))
                $0.raw("bytes", String(summary.bytes))
                $0.raw(
                    "seconds", String(Double(time.seconds) + Double(time.attoseconds / 1_000_000_000_000_000) / 1000))
            }
            if print(json.bytes) != 0 { return 1 }
        } else if isTerminal {
            let words = ntr("{0} new story", "{0} new stories", summary.new)
            let failed = ntr("{0} source failed", "{0} sources failed", summary.failures.count)
            if print(summary.failures.isEmpty ? words + "\n" : "\(words), \(failed)\n") != 0 { return 1 }
            for moved in summary.moved { _ = print(tr("{0} has moved to {1}", moved.from, moved.to) + "\n") }
        }
        guard !summary.failures.isEmpty else { return 0 }
        // Without a network a thousand sources have one reason.
        if summary.failures.contains(where: { $0.error == .offline }) {
            _ = complain(presenter.sentences(.offline), status: 0)
        }
        for failure in summary.failures where failure.error != .offline {
            _ = complain(
                "\(presenter.readable(failure.address)): \(presenter.sentences(failure.error))", status: 0)
        }
        return summary.failures.count == summary.sources ? 1 : 3
    }

    /// - Parameter onlyCount: print how many there are, and nothing else.
    func list(_ listing: Listing, limit: Int?, onlyCount: Bool) async throws(NewsError) -> Int32 {
        if case .folder(let name) = listing, !(try await store.sources.folders().contains(name)) {
            return complain("no folder “\(name)”", status: 1)
        }
        let ids = try await store.stories.ids(of: listing, limit: limit)
        if onlyCount { return print(isJSON ? "{\"count\":\(ids.count)}\n" : "\(ids.count)\n") }
        return try await printStories(ids)
    }

    func search(_ query: String, limit: Int?) async throws(NewsError) -> Int32 {
        do throws(NewsError) {
            try await store.search.index()
        } catch {
            // What is in the index is found all the same.
            _ = complain(tr("New stories may be missing: they cannot be put into the index now."), status: 0)
        }
        let result = try await store.search.search(query, limit: limit)
        for message in result.messages { _ = complain(presenter.words(message), status: 0) }
        return try await printStories(result.ids)
    }

    func show(_ id: StoryID) async throws(NewsError) -> Int32 {
        guard let full = try await store.stories.fullStory(id) else { return unknown(story: id) }
        if isJSON { return print(line(full)) }
        let page = TerminalPage()
        let row = presenter.row(full.story, now: Date())
        page.heading(row.title)
        if let byline = full.story.byline { page.paragraph(byline) }
        page.line(row.footnote, dim: true)
        if let url = full.story.url { page.line(url, dim: true) }
        page.gap()
        if let html = full.contentHTML {
            page.article(ArticleBlocks.article(html))
        } else {
            page.paragraph(full.story.summary)
        }
        return print(page.text)
    }

    func mark(_ mark: Mark, _ ids: [StoryID]) async throws(NewsError) -> Int32 {
        let there = Set(try await store.stories.stories(ids).map(\.id))
        _ = try await store.statuses.mark(mark, ids.filter(there.contains))
        let missing = ids.filter { !there.contains($0) }
        for id in missing { _ = unknown(story: id) }
        return missing.isEmpty ? 0 : there.isEmpty ? 1 : 3
    }

    private func printStories(_ ids: [StoryID]) async throws(NewsError) -> Int32 {
        let now = Date()
        var rest = ids[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(200))
            rest = rest.dropFirst(200)
            let status =
                if isJSON {
                    print(try await lines(piece))
                } else {
                    print(page(try await store.stories.stories(piece), now: now))
                }
            if status != 0 { return status }
        }
        return 0
    }

    private func lines(_ ids: [StoryID]) async throws(NewsError) -> [UInt8] {
        var lines: [UInt8] = []
        for id in ids { if let full = try await store.stories.fullStory(id) { lines += line(full) } }
        return lines
    }

    private func page(_ stories: [Story], now: Date) -> String {
        let page = TerminalPage()
        for story in stories {
            let row = presenter.row(story, now: now)
            page.paragraph("\(story.id.rawValue)  \(row.title)", style: story.isRead ? nil : "1", indent: "    ")
            let marks = [story.isRead ? nil : tr("unread"), story.isStarred ? tr("starred") : nil]
            page.line("    " + ([row.footnote] + marks.compactMap { $0 }).joined(separator: " · "), dim: true)
        }
        return page.text
    }

    // MARK: The library

    func stats() async throws(NewsError) -> Int32 {
        let counts = try await store.stories.counts()
        let sources = try await store.sources.all()
        let folders = try await store.sources.folders()
        let failing = sources.count { $0.error != nil }
        let times = try await StoryLibrary.timesRequestsToday(in: store, now: Date())
        if isJSON {
            var json = JSONFeedWriter()
            json.line {
                $0.raw("sources", String(sources.count))
                $0.raw("folders", String(folders.count))
                $0.raw("failing", String(failing))
                $0.raw("stories", String(counts.all))
                $0.raw("unread", String(counts.unread))
                $0.raw("starred", String(counts.starred))
                $0.raw("times_requests_today", String(times.count))
            }
            return print(json.bytes)
        }
        return print(
            """
            \(ntr("{0} source", "{0} sources", sources.count)), \(ntr("{0} fails", "{0} fail", failing))
            \(ntr("{0} story", "{0} stories", counts.all))
            \(tr("{0} unread, {1} starred", counts.unread, counts.starred))
            \(tr("New York Times: {0} of {1} requests today", times.count, times.limit))

            """)
    }

    /// 1 for a damaged library, 3 for feeds that fail.
    func check() async throws(NewsError) -> Int32 {
        let problems = try await store.problems()
        let failing = try await store.sources.all().filter { $0.error != nil }
        var json = JSONFeedWriter()
        let page = TerminalPage()
        for problem in problems {
            json.line { $0.member("problem", problem) }
            page.paragraph(problem)
        }
        for source in failing {
            let words = source.error.map(presenter.sentences) ?? ""
            let seemsGone = source.seemsGone(now: Date())
            json.line {
                $0.raw("id", String(source.id.rawValue))
                $0.member("url", source.url)
                $0.member("error", words)
                $0.raw("seems_gone", String(seemsGone))
                $0.nullable("failing_since", source.failingSince.map(FeedDate.text))
                $0.nullable("next_try", source.nextTry.map(FeedDate.text))
            }
            page.paragraph(source.title, style: "1")
            page.line("    " + presenter.readable(source.url), dim: true)
            page.paragraph(words, indent: "    ")
            if seemsGone { page.paragraph(tr("It has failed for a month and may be gone."), indent: "    ") }
        }
        let status = print(isJSON ? json.bytes : Array(page.text.utf8))
        return status != 0 ? status : !problems.isEmpty ? 1 : failing.isEmpty ? 0 : 3
    }

    // MARK: Names

    /// A source by its number, its address or its whole title where only it has that.
    func source(_ name: String) async throws(NewsError) -> Source? {
        let sources = try await store.sources.all()
        if let number = Int64(name), let source = sources.first(where: { $0.id.rawValue == number }) { return source }
        if let address = Address.normalised(name), let source = try await store.sources.source(at: address) {
            return source
        }
        // Of two with one title neither is meant.
        let namesakes = sources.filter { $0.title == name }
        return namesakes.count == 1 ? namesakes[0] : nil
    }

    func unknown(source name: String) -> Int32 { complain("no source “\(name)”", status: 1) }

    private func unknown(story id: StoryID) -> Int32 { complain("no story \(id.rawValue)", status: 1) }

    /// An item of a JSON Feed with what the library knows of it.
    private func line(_ full: FullStory) -> [UInt8] {
        let story = full.story
        var item = ParsedItem(id: String(story.id.rawValue))
        item.url = story.url
        item.externalURL = full.more.externalURL
        item.title = story.title.isEmpty ? nil : story.title
        item.summary = story.summary.isEmpty ? nil : story.summary
        item.contentHTML = full.contentHTML
        item.published = story.published
        item.modified = full.more.modified
        item.authors = full.more.authors.map { ParsedAuthor(name: $0.name, url: $0.url) }
        item.images = story.pictures.map { ParsedImage(url: $0.url, width: $0.width, height: $0.height) }
        item.tags = full.more.tags
        item.language = full.more.language
        var json = JSONFeedWriter()
        json.line(item) {
            $0.member("source", story.source)
            $0.raw("read", String(story.isRead))
            $0.raw("starred", String(story.isStarred))
        }
        return json.bytes
    }
}
