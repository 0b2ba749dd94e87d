import FoundationEssentials
import Imaging
import Loading
import News

/// Pictures from memory, disk or network, each at the size of its place.
///
/// On disk is what is shown, not what was fetched: a thumbnail of 96×72 takes 5 KB and 0.2 ms to read, the picture that
/// it was made of 50 KB and 1 to 4 ms. Another size is fetched anew.
package actor ImageLibrary: ImageWorker {
    private struct Key: Hashable, Sendable {
        let url: String
        let size: PixelSize
        var fit = PictureDecoder.Fit.cover

        var name: String { "\(url)\n\(size.width)x\(size.height)" + (fit == .within ? " within" : "") }
    }

    private struct Failure {
        let error: NewsError
        let end: ContinuousClock.Instant
    }

    /// The largest body that is read.
    private static let bodyLimit = 8 << 20
    /// A picture that failed is not asked for again before.
    private static let failureTime: Duration = .seconds(120)
    /// A host that answers 429 or 503 is left alone, when it does not say for how long.
    private static let refusalTime: Duration = .seconds(450)
    /// What is decoded; not AVIF, for which Debian 12 has no decoder.
    private static let headers: HTTPHeaders = ["Accept": "image/webp,image/jpeg,image/png,image/gif,*/*;q=0.1"]

    private let client: any HTTPClient
    private let files: PictureFiles
    private let now: @Sendable () -> ContinuousClock.Instant
    private let pictures = SharedWork<Key, Picture>()
    private let downloads = SharedWork<String, [UInt8]>(limit: 4)
    /// Half the cores: the others draw.
    private let decodings = SharedWork<Key, Picture>(limit: max(1, ProcessInfo.processInfo.activeProcessorCount / 2))
    private var memory: PictureMemory<Key>
    private var failures: [String: Failure] = [:]
    /// Of hosts.
    private var refusals: [String: Failure] = [:]
    private let afterPicture: @Sendable () -> Void

    /// - Parameters:
    ///   - directory: where to keep pictures between runs; made when the first one is kept.
    ///   - memoryLimit: bytes of pixels.
    ///   - diskLimit: bytes of files.
    ///   - afterPicture: called when one was made: what it was made of leaves free memory behind.
    package init(
        client: any HTTPClient, directory: String, memoryLimit: Int = 2 << 20, diskLimit: Int = 100 << 20,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        afterPicture: @escaping @Sendable () -> Void = {}
    ) {
        self.client = client
        files = PictureFiles(directory: directory, limit: diskLimit)
        memory = PictureMemory(limit: memoryLimit)
        self.now = now
        self.afterPicture = afterPicture
    }

    package func picture(at url: String, size: PixelSize) async throws(NewsError) -> Picture {
        try await picture(Key(url: url, size: size))
    }

    package func picture(at url: String, within size: PixelSize) async throws(NewsError) -> Picture {
        try await picture(Key(url: url, size: size, fit: .within))
    }

    private func picture(_ key: Key) async throws(NewsError) -> Picture {
        if let picture = memory[key] { return picture }
        if let failure = failures[key.url], failure.end > now() { throw failure.error }
        return try await pictures.value(for: key) { () async throws(NewsError) in try await self.load(key) }
    }

    package func forgetFailures() {
        failures = [:]
    }

    @concurrent
    private nonisolated func load(_ key: Key) async throws(NewsError) -> Picture {
        if let picture = await stored(key) {
            await remember(picture, key)
            return picture
        }
        do throws(NewsError) {
            let bytes = try await downloads.value(for: key.url) { () async throws(NewsError) in
                try await self.download(key.url)
            }
            let picture = try await decode(bytes, key)
            await remember(picture, key)
            await store(picture, key)
            return picture
        } catch {
            await remember(error, key.url)
            throw error
        }
    }

    private nonisolated func store(_ picture: Picture, _ key: Key) async {
        // What comes with the program is there already, and changes with it.
        guard !SampleEdition.holds(key.url), let file = await PictureEncoder.file(of: picture) else { return }
        await files.store(file, for: key.name)
    }

    private nonisolated func stored(_ key: Key) async -> Picture? {
        guard !SampleEdition.holds(key.url), let bytes = await files.bytes(for: key.name) else { return nil }
        do {
            return try await decode(bytes, key)
        } catch {
            if error != .cancelled { await files.remove(key.name) }
            return nil
        }
    }

    private nonisolated func decode(_ bytes: [UInt8], _ key: Key) async throws(NewsError) -> Picture {
        try await decodings.value(for: key) { () async throws(NewsError) in
            try await PictureDecoder.picture(from: bytes, size: key.size, fit: key.fit)
        }
    }

    private nonisolated func download(_ url: String) async throws(NewsError) -> [UInt8] {
        let host = HostPoliteness.host(of: url)
        if let error = await refusal(of: host) { throw error }
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await client.send(
                HTTPRequest(url: url, headers: Self.headers, bodyLimit: Self.bodyLimit))
        } catch {
            throw NewsError(error, host: Address.host(of: url))
        }
        guard response.status == 200 else {
            if [429, 503].contains(response.status) { await remember(refusal: response, of: host) }
            throw .status(response.status)
        }
        return response.body
    }

    /// Why a host is not asked for any picture.
    private func refusal(of host: String) -> NewsError? {
        guard let refusal = refusals[host], refusal.end > now() else { return nil }
        return refusal.error
    }

    private func remember(refusal response: HTTPResponse, of host: String) {
        var time = Self.refusalTime
        if case .rateLimited(let until?) = NewsError(.refused(response), host: host, now: Date()) {
            time = .seconds(until.timeIntervalSinceNow)
        }
        let now = now()
        refusals = refusals.filter { $0.value.end > now }
        refusals[host] = Failure(error: .status(response.status), end: now + time)
    }

    private func remember(_ picture: Picture, _ key: Key) {
        // One of an article is as large as all thumbnails together, and kept by who shows it.
        if key.fit == .cover { memory[key] = picture }
        afterPicture()
    }

    private func remember(_ error: NewsError, _ url: String) {
        // Neither says anything about the picture.
        guard error != .cancelled, error != .offline else { return }
        let now = now()
        if failures.count >= 1000 { failures = failures.filter { $0.value.end > now } }
        failures[url] = Failure(error: error, end: now + Self.failureTime)
    }
}

/// Pictures up to a number of bytes; the one not asked for the longest goes first.
private struct PictureMemory<Key: Hashable> {
    let limit: Int
    private var entries: [Key: (picture: Picture, use: Int)] = [:]
    private var cost = 0
    private var uses = 0

    init(limit: Int) {
        self.limit = limit
    }

    subscript(key: Key) -> Picture? {
        mutating get {
            guard let picture = entries[key]?.picture else { return nil }
            uses += 1
            entries[key]!.use = uses
            return picture
        }
        set {
            if let old = entries.removeValue(forKey: key) { cost -= old.picture.pixels.count }
            guard let newValue else { return }
            uses += 1
            entries[key] = (newValue, uses)
            cost += newValue.pixels.count
            while cost > limit, let oldest = entries.min(by: { $0.value.use < $1.value.use }) {
                self[oldest.key] = nil
            }
        }
    }
}
