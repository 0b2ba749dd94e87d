import Dispatch
import FoundationEssentials
import Loading
import News
import TestSupport
import Testing

@testable import Library

@Suite(.timeLimit(.minutes(1)))
struct ImageLibraryTests {
    private let place = PixelSize(width: 4, height: 4)
    private let folder = TemporaryFolder()

    private func library(
        _ client: StubClient, directory: String? = nil, memory: Int = 8 << 20, disk: Int = 100 << 20,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) -> ImageLibrary {
        ImageLibrary(
            client: client, directory: directory ?? folder.path + "/images", memoryLimit: memory, diskLimit: disk,
            now: now)
    }

    private func url(_ number: Int = 1) -> String { "https://example.org/\(number).gif" }

    // MARK: Where from

    @Test func `a picture is fetched once, then comes from memory`() async throws {
        let client = StubClient { answer($0, red) }
        let library = library(client)
        let first = try await library.picture(at: url(), size: place)
        let second = try await library.picture(at: url(), size: place)
        #expect(first.pixels.prefix(4) == [0, 0, 255, 255])
        #expect(second == first)
        #expect(client.requests.entries.count == 1)
        #expect(client.requests.entries[0].bodyLimit == 8 << 20)
        #expect(client.requests.entries[0].headers["Accept"]?.contains("avif") == false)
    }

    @Test(arguments: [red, halfTransparent])
    func `after a restart a picture comes from disk`(file: [UInt8]) async throws {
        let client = StubClient { answer($0, file) }
        let fetched = try await library(client).picture(at: url(), size: place)
        let stored = try await library(client).picture(at: url(), size: place)
        #expect(zip(stored.pixels, fetched.pixels).allSatisfy { abs(Int($0) - Int($1)) < 4 })
        #expect(client.requests.entries.count == 1)
    }

    @Test func `each size of a picture is kept for itself`() async throws {
        let client = StubClient { answer($0, red) }
        for _ in 1...2 {
            let library = library(client)
            for width in [4, 8] {
                let size = PixelSize(width: width, height: 3)
                #expect(try await library.picture(at: url(), size: size).width == width)
            }
        }
        #expect(client.requests.entries.count == 2)
    }

    @Test func `memory keeps the pictures used last, within its bounds`() async throws {
        let client = StubClient { answer($0, red) }
        // Two pictures of 4 × 4 pixels.
        let library = library(client, directory: "/dev/null/none", memory: 2 * 64)
        for number in [1, 2, 1, 3, 1] { _ = try await library.picture(at: url(number), size: place) }
        #expect(client.requests.entries.map(\.url) == [url(1), url(2), url(3)])
        _ = try await library.picture(at: url(2), size: place)
        #expect(client.requests.entries.count == 4)
    }

    @Test(arguments: [([:], 450), (["Retry-After": "20"], 20)] as [(HTTPHeaders, Int)])
    func `a host that refuses is asked for no other picture for as long as it says`(
        headers: HTTPHeaders, seconds: Int
    ) async throws {
        let start = ContinuousClock.now
        let time = Log<Duration>()
        let client = StubClient { request in
            if time.entries.isEmpty { return HTTPResponse(status: 429, url: request.url, headers: headers) }
            return answer(request, red)
        }
        let library = library(client, now: { start + (time.entries.last ?? .zero) })
        for number in 1...2 {
            await #expect(throws: NewsError.status(429)) {
                try await library.picture(at: url(number), size: place)
            }
        }
        #expect(client.requests.entries.map(\.url) == [url(1)])
        time.add(.seconds(seconds))
        _ = try await library.picture(at: url(3), size: place)
        #expect(client.requests.entries.map(\.url) == [url(1), url(3)])
    }

    // MARK: The disk

    @Test func `the disk keeps within its bounds those asked for last`() async throws {
        let client = StubClient { answer($0, red) }
        // Ten files, each a block of 4 KB.
        for number in 1...10 { _ = try await library(client, disk: 40960).picture(at: url(number), size: place) }
        let files = folder.files("images")
        #expect(files.count == 10)
        // All were last asked for years ago; then the first is.
        for file in files { folder.age("images/" + file) }
        _ = try await library(client, disk: 40960).picture(at: url(1), size: place)
        _ = try await library(client, disk: 40960).picture(at: url(11), size: place)
        #expect(folder.files("images").count <= 9)
        let asked = client.requests.entries.count
        for number in [1, 11] { _ = try await library(client, disk: 40960).picture(at: url(number), size: place) }
        #expect(client.requests.entries.count == asked)
    }

    @Test func `a picture that was spoilt on disk is fetched anew`() async throws {
        let client = StubClient { answer($0, red) }
        _ = try await library(client).picture(at: url(), size: place)
        let file = folder.files("images")[0]
        for spoilt in [folder.read("images/" + file).dropLast(9), [], Array("something else".utf8)] {
            folder.write(Array(spoilt), "images/" + file)
            #expect(try await library(client).picture(at: url(), size: place).pixels.prefix(4) == [0, 0, 255, 255])
        }
        #expect(client.requests.entries.count == 4)
        _ = try await library(client).picture(at: url(), size: place)
        #expect(client.requests.entries.count == 4)
    }

    @Test(arguments: ["/dev/null/none", "/proc/none", "/dev/full"])
    func `without a folder to write to, pictures are shown all the same`(directory: String) async throws {
        let client = StubClient { answer($0, red) }
        let library = library(client, directory: directory)
        for _ in 1...2 { _ = try await library.picture(at: url(), size: place) }
        #expect(client.requests.entries.count == 1)
    }

    @Test func `nothing half written is left behind`() async throws {
        let client = StubClient { answer($0, red) }
        let library = library(client)
        for number in 1...5 { _ = try await library.picture(at: url(number), size: place) }
        #expect(folder.files("images").allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func `a folder that is removed while the program runs is made again`() async throws {
        let client = StubClient { answer($0, red) }
        let library = library(client)
        _ = try await library.picture(at: url(1), size: place)
        folder.removeAll("images")
        _ = try await library.picture(at: url(2), size: place)
        #expect(folder.files("images").count == 1)
    }

    // MARK: Together

    @Test func `rows that ask for one picture share its download`() async throws {
        let gate = Log<Void>()
        let client = StubClient { request in
            await gate.reaches(1)
            return answer(request, red)
        }
        let library = library(client)
        let (url, place) = (url(), place)
        let tasks = (0..<20).map { number in
            // Half want it a little larger.
            Task { try await library.picture(at: url, size: PixelSize(width: 4 + number % 2, height: place.height)) }
        }
        await client.requests.reaches(1)
        gate.add(())
        for task in tasks { _ = try await task.value }
        #expect(client.requests.entries.count == 1)
    }

    @Test func `a row that scrolls away does not take the picture from another`() async throws {
        let gate = Log<Void>()
        let client = StubClient { request in
            await gate.reaches(1)
            return Task.isCancelled ? HTTPResponse(status: 500, url: request.url) : answer(request, red)
        }
        let library = library(client)
        let (url, place) = (url(), place)
        let tasks = (0..<2).map { _ in Task { try await library.picture(at: url, size: place) } }
        await client.requests.reaches(1)
        tasks[0].cancel()
        // It returns before the picture is there.
        await #expect(throws: NewsError.cancelled) { try await tasks[0].value }
        gate.add(())
        #expect(try await tasks[1].value.width == 4)
    }

    @Test func `a download ends when its last row has scrolled away, and can be had again`() async throws {
        let ended = Log<Void>()
        let client = StubClient { request async throws(HTTPError) in
            guard ended.entries.isEmpty else { return answer(request, red) }
            await StubClient.hang()
            ended.add(())
            throw .cancelled
        }
        let library = library(client)
        let (url, place) = (url(), place)
        let tasks = (0..<3).map { _ in Task { try await library.picture(at: url, size: place) } }
        await client.requests.reaches(1)
        for task in tasks { task.cancel() }
        await ended.reaches(1)
        for task in tasks { await #expect(throws: NewsError.cancelled) { try await task.value } }
        #expect(try await library.picture(at: url, size: place).width == 4)
    }

    @Test func `at most four pictures are fetched at once, in the order of asking`() async throws {
        let gate = Log<Void>()
        let running = Log<Int>()
        let client = StubClient { request in
            running.add(1)
            await gate.reaches(1)
            running.add(-1)
            return answer(request, red)
        }
        let library = library(client)
        let place = place
        let tasks = (1...12).map { number in
            let url = url(number)
            return Task { try await library.picture(at: url, size: place) }
        }
        await client.requests.reaches(4)
        gate.add(())
        for task in tasks { _ = try await task.value }
        var most = 0
        _ = running.entries.reduce(0) { sum, step in
            most = max(most, sum + step)
            return sum + step
        }
        #expect(most == 4)
        #expect(client.requests.entries.count == 12)
    }

    @Test func `a row that scrolls away before its turn is never fetched`() async throws {
        let gate = Log<Void>()
        let client = StubClient { request in
            await gate.reaches(1)
            return answer(request, red)
        }
        let library = library(client)
        let place = place
        let first = (1...4).map { number in
            let url = url(number)
            return Task { try await library.picture(at: url, size: place) }
        }
        await client.requests.reaches(4)
        let url5 = url(5)
        let last = Task { try await library.picture(at: url5, size: place) }
        last.cancel()
        await #expect(throws: NewsError.cancelled) { try await last.value }
        gate.add(())
        for task in first { _ = try await task.value }
        #expect(!client.requests.entries.contains { $0.url == url5 })
    }

    // MARK: Failures

    @Test(arguments: [
        (Reply.status(404), NewsError.status(404)), (.error(.timedOut), .timedOut),
        (.error(.tooLarge(limit: 8 << 20)), .tooLarge(limit: 8 << 20)), (.body([1, 2, 3]), .badPicture),
    ])
    fileprivate func `a picture that fails is not asked for at every scroll, but after a while or a refresh`(
        reply: Reply, error: NewsError
    ) async {
        let client = StubClient { request async throws(HTTPError) in try reply.response(request) }
        let clock = Log<ContinuousClock.Instant>()
        clock.add(.now)
        let library = library(client, now: { clock.entries.last! })
        func expectRequests(_ count: Int) async {
            for _ in 1...3 {
                await #expect(throws: error) { try await library.picture(at: url(), size: place) }
            }
            #expect(client.requests.entries.count == count)
        }
        await expectRequests(1)
        clock.add(clock.entries[0] + .seconds(121))
        await expectRequests(2)
        await library.forgetFailures()
        await expectRequests(3)
    }

    @Test func `once the network is back, so are the pictures`() async throws {
        let isBack = Log<Void>()
        let client = StubClient { request async throws(HTTPError) in
            guard isBack.entries.isEmpty else { return answer(request, red) }
            throw .offline
        }
        let library = library(client)
        await #expect(throws: NewsError.offline) { try await library.picture(at: url(), size: place) }
        isBack.add(())
        #expect(try await library.picture(at: url(), size: place).width == 4)
    }

    // MARK: Where

    @Test @MainActor func `the main thread is free while pictures are read, decoded and stored`() {
        // It is blocked here until both came, one from the client and one from disk.
        let done = DispatchSemaphore(value: 0)
        let directory = folder.path
        Task.detached {
            let client = StubClient { answer($0, red) }
            for _ in 1...2 {
                let library = ImageLibrary(client: client, directory: directory)
                _ = try await library.picture(at: "https://example.org/", size: PixelSize(width: 4, height: 4))
            }
            done.signal()
        }
        #expect(done.wait(timeout: .now() + 20) == .success)
    }
}

/// What a server says.
private enum Reply: Sendable {
    case status(Int)
    case body([UInt8])
    case error(HTTPError)

    func response(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        switch self {
        case .status(let status): HTTPResponse(status: status, url: request.url)
        case .body(let body): answer(request, body)
        case .error(let error): throw error
        }
    }
}

private func answer(_ request: HTTPRequest, _ body: [UInt8]) -> HTTPResponse {
    HTTPResponse(status: 200, url: request.url, body: body)
}

/// A GIF of 4 × 4 red pixels.
private let red = Array(Data(base64Encoded: "R0lGODlhBAAEAPAAAP8AAAAAACwAAAAABAAEAAACBISPCQUAOw==")!)

/// A WebP of 4 × 4 red pixels, half transparent.
private let halfTransparent = Array(Data(base64Encoded: "UklGRhwAAABXRUJQVlA4TA8AAAAvA8AAEAcQ/Y/+BSKi/wEA")!)
