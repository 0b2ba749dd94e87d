import FoundationEssentials
import Glibc
import News
import Storage

/// What a library of many stories costs, with stories like those of the bench's feed server.
struct Bench {
    let path: String
    let stories: Int
    /// "bench" has the words of the feed server, in which every story has the same 120; "natural" has 40,000, few of them often.
    let vocabulary: String

    private static let storiesPerSource = 50

    func run() async throws {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        let store = try await Store.open(at: path).store
        let count = stories / Self.storiesPerSource
        var ids: [SourceID] = []
        try await measure("subscribe to \(count)") {
            let new = (0..<count).map { SourceStore.New(url: "http://127.0.0.1:\(9000 + $0 % 25)/feed/\($0).rss") }
            ids = try await store.sources.add(new).map(\.id)
        }
        let words = Texts(vocabulary)
        var size = 0
        var making = Usage()
        var merging = Usage()
        for (number, id) in ids.enumerated() {
            var start = Usage.now
            let feed = words.feed(number, count: Self.storiesPerSource)
            size += feed.stories.reduce(0) { $0 + ($1.contentHTML?.utf8.count ?? 0) + $1.summary.utf8.count }
            making += .now - start
            start = .now
            var state = FetchState()
            state.etag = "\"\(number)\""
            state.lastSuccess = Date()
            _ = try await store.stories.merge(feed, into: id, state: state)
            merging += .now - start
        }
        report("merge \(stories) (\(size / 1_000_000) MB)", merging)
        try await measure("merge the same again") {
            for (number, id) in ids.enumerated() {
                _ = try await store.stories.merge(words.feed(number, count: Self.storiesPerSource), into: id)
            }
        }
        print("  of which making the stories took \(making.cpu.rounded2) s")
        try await measure("index") { try await store.search.index() }
        try await lists(store)
        try await marks(store)
        print(
            "file: \(fileSize(path) / 1_000_000) MB, log \(fileSize(path + "-wal") / 1_000_000) MB, peak memory \(peak()) MB"
        )
    }

    private func lists(_ store: Store) async throws {
        let all = try await store.stories.ids(of: .all)
        for (name, listing) in [
            ("all", Listing.all), ("unread", .unread), ("today", .today), ("starred", .starred),
            ("source", .source(SourceID(rawValue: 7))),
        ] {
            try await best("ids of \(name)") { try await store.stories.ids(of: listing).count }
            try await best("  the first 50") { try await store.stories.ids(of: listing, limit: 50).count }
        }
        try await best("a page of 50 rows at the end") { try await store.stories.stories(Array(all.suffix(50))).count }
        try await best("a story for the reader") {
            try await store.stories.fullStory(all[100])?.contentHTML?.utf8.count ?? 0
        }
        try await best("counts") { try await store.stories.counts().all }
        try await best("sources") { try await store.sources.all().count }
        try await best("what is remembered of requests") { try await store.sources.fetchStates().count }
        for query in [
            "the ", "harbour ", "harb", "ha", "re", "\"the harbour\"", "title:harbour ", "the harbour council senate ",
            "is:unread the ", "source:9007 the ", "before:2020 the ", "the -harbour ", "-harbour ", "zzzz",
        ] {
            try await best("search \(query)") { try await store.search.search(query, limit: 50).ids.count }
            try await best("  ranked") { try await store.search.search(query, order: .rank, limit: 50).ids.count }
        }
    }

    private func marks(_ store: Store) async throws {
        let all = try await store.stories.ids(of: .all)
        try await best("mark one") { try await store.statuses.mark(.read, [all.randomElement()!]).ids.count }
        try await measure("mark all read") {
            _ = try await store.statuses.mark(.read, allOf: .all, asOf: all.max { $0.rawValue < $1.rawValue }!)
        }
        try await best("search is:read the") { try await store.search.search("is:read the ", limit: 50).ids.count }
        try await best("search is:unread the") { try await store.search.search("is:unread the ", limit: 50).ids.count }
        if vocabulary == "keep" { return }
        try await measure("drop all") { try await store.stories.drop(olderThan: Date(timeIntervalSinceNow: 100_000)) }
    }

    // MARK: Measuring

    private struct Usage {
        var wall = 0.0
        var cpu = 0.0
        /// Bytes.
        var written = 0

        static var now: Usage {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            var cpu = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu)
            let io = (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)) ?? ""
            let line = io.split(separator: "\n").first { $0.hasPrefix("write_bytes") }
            return Usage(
                wall: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9,
                cpu: Double(cpu.tv_sec) + Double(cpu.tv_nsec) / 1e9,
                written: line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0)
        }

        static func - (one: Usage, other: Usage) -> Usage {
            Usage(wall: one.wall - other.wall, cpu: one.cpu - other.cpu, written: one.written - other.written)
        }

        static func += (one: inout Usage, other: Usage) {
            one = Usage(wall: one.wall + other.wall, cpu: one.cpu + other.cpu, written: one.written + other.written)
        }
    }

    private func measure(_ what: String, _ work: () async throws -> Void) async throws {
        let start = Usage.now
        try await work()
        report(what, .now - start)
    }

    private func report(_ what: String, _ usage: Usage) {
        print("\(what): \(usage.wall.rounded2) s, CPU \(usage.cpu.rounded2) s, \(usage.written / 1_000_000) MB written")
    }

    /// The best of five: the others had to wait for something else.
    private func best(_ what: String, _ work: () async throws -> Int) async throws {
        var least = Double.infinity
        var answer = 0
        for _ in 0..<5 {
            let start = Usage.now
            answer = try await work()
            least = min(least, (Usage.now - start).wall)
        }
        print("\(what): \((least * 1000).rounded2) ms (\(answer))")
    }

    private func fileSize(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private func peak() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss / 1000
    }
}

extension Double {
    fileprivate var rounded2: Double { (self * 100).rounded() / 100 }
}

/// Texts like those of the feed server.
private struct Texts {
    private let base = Date()
    private let sentences: [String]
    private let names = ["Ada Birch", "Tomas Quill", "Noor Haddad", "Ines Valcourt", "Peter Lindqvist", "Mei Tanaka"]

    init(_ vocabulary: String) {
        var numbers = Numbers(seed: 1)
        let plain = """
            harbour council river engine summer budget quiet signal northern archive market glass lantern orchard railway
            senate coastal winter museum theatre biology carbon planet voter farmer pilot verdict festival bridge teacher
            climate vaccine satellite tariff strike novel garden reform treaty island library desert mountain airport hospital
            court ballot harvest letter science reporter minister neighbour charter village cinema record balance measure
            answer question promise evidence pattern opinion history fortune window station protest the of and to in a for on
            with as by at from that after over under while between against is was has had will would could said says told found
            made took gave kept left began ended
            """.split(whereSeparator: \.isWhitespace).map(String.init)
        var words = plain
        if vocabulary == "natural" {
            let letters = Array("etaoinshrdlcumwfgypbvk")
            while words.count < 40_000 {
                let length = Int.random(in: 2...10, using: &numbers)
                words.append(
                    String((0..<length).map { _ in letters[min(numbers.below(22), numbers.below(22))] }))
            }
            words.swapAt(0, plain.firstIndex(of: "the")!)
        }
        let isNatural = vocabulary == "natural"
        func word() -> String {
            guard isNatural else { return words[numbers.below(words.count)] }
            // By Zipf: the logarithm of the place is even.
            return words[
                min(words.count - 1, Int(exp(Double.random(in: 0..<log(Double(words.count)), using: &numbers))) - 1)]
        }
        sentences = (0..<(isNatural ? 20_000 : 1500)).map { _ in
            (0..<Int.random(in: 8...20, using: &numbers)).map { _ in word() }.joined(separator: " ").capitalizedFirst
                + "."
        }
    }

    func feed(_ feed: Int, count: Int) -> IncomingFeed {
        let origin = "http://127.0.0.1:\(9000 + feed % 25)"
        let stories = (0..<count).reversed().map { number in
            var numbers = Numbers(seed: feed * 1000 + number)
            func sentence() -> String { sentences[numbers.below(sentences.count)] }
            let length = Int.random(in: 2000...6000, using: &numbers)
            var html =
                "<figure><img src=\"\(origin)/img/\(feed)-\(number).jpg\"><figcaption>\(sentence())</figcaption></figure>"
            while html.utf8.count < length {
                html +=
                    "<p>\(sentence()) <a href=\"\(origin)/a/\(feed)/\(numbers.below(40))\">\(sentence().prefix(24))</a> "
                html += "\(sentence()) <em>\(sentence())</em> Café &amp; naïve “quotes” — \(sentence())</p>\n"
            }
            var story = IncomingStory(
                guid: "tag:bench.invalid,2020:\(feed)/\(number)", url: "\(origin)/a/\(feed)/\(number)",
                title: String(sentence().prefix(60)), summary: sentence() + " " + sentence(),
                byline: names[numbers.below(names.count)], contentHTML: html,
                published: base.addingTimeInterval(Double(-36_000 * (count - 1 - number) - 60 * (feed % 600))),
                pictures: [Rendition(url: "\(origin)/img/\(feed)-\(number).jpg", width: 1200, height: 800)])
            story.more.tags = ["news"]
            return story
        }
        return IncomingFeed(title: "Bench \(feed)", site: origin + "/site/\(feed)", stories: stories)
    }
}

extension Numbers {
    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
