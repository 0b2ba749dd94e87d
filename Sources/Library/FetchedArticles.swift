import Feeds
import FoundationEssentials
import Glibc
import News

/// What was fetched of stories that are in no library: the text of 5,000 takes 15 MB and few are opened, so it lies in a file
/// without a name, which ends with the program. Where there is no file, stories have a summary and no text.
actor FetchedArticles {
    private struct Place {
        let offset: Int
        let length: Int
        let hash: Int
    }

    private var places: [StoryID: Place] = [:]
    /// Which of `attributions` the story needs.
    private var attributed: [StoryID: Int] = [:]
    private var attributions: [Attribution] = []
    private var file: Int32?
    private var end = 0
    /// A program that runs for weeks fetches again and again what changes again and again.
    private static let limit = 512 << 20

    deinit { if let file { close(file) } }

    func keep(_ entries: [(story: Story, item: ParsedItem)], attribution: Attribution? = nil) {
        var source: Int?
        if let attribution {
            source = attributions.firstIndex(of: attribution) ?? attributions.count
            if source == attributions.count { attributions.append(attribution) }
        }
        if end > Self.limit, let file, ftruncate(file, 0) == 0 {
            places = [:]
            end = 0
        }
        var bytes: [UInt8] = []
        for (story, item) in entries {
            attributed[story.id] = source
            let record = Self.record(story, item)
            let hash = record.hashValue
            if let place = places[story.id], place.hash == hash, place.length == record.count { continue }
            places[story.id] = Place(offset: end + bytes.count, length: record.count, hash: hash)
            bytes += record
            if bytes.count > 1 << 20 { write(&bytes) }
        }
        write(&bytes)
    }

    /// The story and its sanitised HTML, empty where it has none; nil for a story that was not kept.
    func article(of id: StoryID) -> (StoryArticle, html: String)? {
        guard let place = places[id], let file else { return nil }
        let record = [UInt8](unsafeUninitializedCapacity: place.length) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, place.length, place.offset))
        }
        guard record.count == place.length, let (kept, html) = Self.article(record, id) else { return nil }
        var article = kept
        article.attribution = attributed[id].map { attributions[$0] }
        return (article, html)
    }

    private func write(_ bytes: inout [UInt8]) {
        defer { bytes = [] }
        if file == nil { file = Self.makeFile() }
        guard let file else { return }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(file, $0.baseAddress! + written, $0.count - written, end + written)
            }
            // A full disk: what is read there later is too short, and left out.
            guard count > 0 else { break }
            written += count
        }
        end += bytes.count
    }

    private static func makeFile() -> Int32? {
        // Linux's O_TMPFILE: a file without a name, where /tmp may be memory.
        let unnamed: Int32 = 0o20_200_000
        for folder in ["/var/tmp", "/tmp"] {
            let file = open(folder, O_RDWR | O_CLOEXEC | unnamed, 0o600)
            if file >= 0 { return file }
        }
        return nil
    }

    // MARK: Records

    // Fields end in a NUL, which no text has; parts of one in a unit separator.

    private static func record(_ story: Story, _ item: ParsedItem) -> [UInt8] {
        let picture = item.images.first { $0.caption != nil || $0.credit != nil }
        let renditions = story.pictures.map { "\($0.width ?? 0) \($0.height ?? 0) \($0.url)" }
        let fields = [
            story.title, item.summary ?? (item.contentHTML == nil ? story.summary : ""), story.source,
            story.byline ?? "", story.url ?? "",
            story.published.map { String($0.timeIntervalSince1970) } ?? "", picture?.caption ?? "",
            picture?.credit ?? "", item.tags.joined(separator: "\u{1F}"), renditions.joined(separator: "\u{1F}"),
        ]
        var bytes: [UInt8] = []
        for field in fields {
            bytes += field.utf8.lazy.filter { $0 != 0 }
            bytes.append(0)
        }
        bytes += (item.contentHTML ?? "").utf8
        return bytes
    }

    private static func article(_ record: [UInt8], _ id: StoryID) -> (StoryArticle, html: String)? {
        let fields = record.split(separator: 0, maxSplits: 10, omittingEmptySubsequences: false)
        guard fields.count == 11 else { return nil }
        func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }
        func optional(_ index: Int) -> String? { fields[index].isEmpty ? nil : text(index) }
        let pictures = text(9).split(separator: "\u{1F}").compactMap { rendition -> Rendition? in
            let parts = rendition.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, let width = Int(parts[0]), let height = Int(parts[1]) else { return nil }
            return Rendition(
                url: String(parts[2]), width: width > 0 ? width : nil, height: height > 0 ? height : nil)
        }
        var article = StoryArticle(
            story: Story(
                id: id, title: text(0), summary: text(1), source: text(2), byline: optional(3), url: optional(4),
                published: Double(text(5)).map { Date(timeIntervalSince1970: $0) }, pictures: pictures))
        article.summary = text(1)
        article.caption = optional(6)
        article.credit = optional(7)
        article.tags = text(8).split(separator: "\u{1F}").map(String.init)
        return (article, text(10))
    }
}
