import FoundationEssentials
import Glibc
import News
import Storage

/// Refreshes and marks without an end, and says what it has been promised: what a line says must be in the file from then on.
struct Churn {
    let path: String

    func run() async throws {
        let opening = try await Store.open(at: path)
        if let notice = opening.notice { say("notice \(notice)") }
        let store = opening.store
        var sources: [SourceID] = []
        for number in 0..<3 {
            let new = SourceStore.New(url: "https://example.org/feed\(number)", title: "Feed \(number)")
            sources.append(try await store.sources.add(new).id)
        }
        var version = try await store.sources.note("version").flatMap { Int($0) } ?? 0
        while true {
            version += 1
            for source in sources {
                var state = FetchState()
                state.etag = "\(version)"
                let result = try await store.stories.merge(document(version, source), into: source, state: state)
                say("merged \(source.rawValue) \(version)")
                if let first = result.new.first {
                    _ = try await store.statuses.mark(.read, [first])
                    say("read \(first.rawValue)")
                }
                if let last = result.new.last {
                    _ = try await store.statuses.mark(.starred, [last])
                    say("starred \(last.rawValue)")
                }
            }
            let done = String(version)
            try await store.sources.changeNote("version") { _ in done }
            try await store.search.index()
            // All but the starred ones, now and then.
            if version % 5 == 0 { try await store.stories.drop(olderThan: Date(timeIntervalSinceNow: 60)) }
        }
    }

    /// At once, not when a buffer is full: what is not said was not promised.
    private func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(1, bytes, bytes.count)
    }

    /// Twenty stories of which five are new each time, and one is edited. Every body names its story and version, so that half
    /// a story could be told.
    private func document(_ version: Int, _ source: SourceID) -> IncomingFeed {
        let stories = (version * 5..<version * 5 + 20).reversed().map { number in
            let edition = number == version * 5 + 3 ? version : 0
            return IncomingStory(
                guid: "\(number)", url: "https://example.org/\(source.rawValue)/\(number)",
                title: "\(source.rawValue) \(number) \(edition)",
                contentHTML: String(repeating: "<p>\(source.rawValue) \(number) \(edition)</p>", count: 100),
                published: Date(timeIntervalSinceNow: -40 * Double(version * 5 + 20 - number)))
        }
        return IncomingFeed(title: "Feed", stories: stories)
    }
}
