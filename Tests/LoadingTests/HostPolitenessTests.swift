import Loading
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HostPolitenessTests {
    /// Holds each request until it is told to answer, and knows which came.
    private actor Holding: HTTPClient {
        nonisolated let arrived = Log<String>()
        private var held: [String: CheckedContinuation<Int, Never>] = [:]

        func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
            let status = await withCheckedContinuation { continuation in
                held[request.url] = continuation
                arrived.add(request.url)
            }
            if status == 0 { throw .timedOut }
            return HTTPResponse(status: status, url: request.url)
        }

        func answer(_ url: String, status: Int = 200) { held.removeValue(forKey: url)?.resume(returning: status) }
    }

    private let server = Holding()

    /// Asks for addresses, each once the one before it has its place in the queue.
    private func ask(_ urls: [String], _ polite: HostPoliteness) async -> [Task<Int, any Error>] {
        var tasks: [Task<Int, any Error>] = []
        for url in urls {
            tasks.append(Task { try await polite.send(HTTPRequest(url: url)).status })
            while await polite.asked < tasks.count { await Task.yield() }
        }
        return tasks
    }

    @Test func `a host gets two at once, and the next when one has been answered, in the order of asking`() async throws
    {
        let polite = HostPoliteness(client: server)
        let tasks = await ask((1...4).map { "https://a.example/\($0)" }, polite)
        await server.arrived.reaches(2)
        #expect(server.arrived.entries == ["https://a.example/1", "https://a.example/2"])
        await server.answer("https://a.example/2")
        await server.arrived.reaches(3)
        #expect(server.arrived.entries.last == "https://a.example/3")
        await server.answer("https://a.example/1", status: 0)
        await server.arrived.reaches(4)
        for number in 3...4 { await server.answer("https://a.example/\(number)") }
        #expect(try await tasks[1].value == 200)
        #expect(try await tasks[3].value == 200)
        await #expect(throws: HTTPError.timedOut) { try await tasks[0].value }
    }

    @Test func `all hosts together get eight, and one that is busy keeps nobody from the others`() async throws {
        let polite = HostPoliteness(client: server)
        let urls = (1...3).map { "https://a.example/\($0)" } + (1...8).map { "https://h\($0).example/" }
        let tasks = await ask(urls, polite)
        await server.arrived.reaches(8)
        #expect(server.arrived.entries == Array(urls[0..<2] + urls[3..<9]))
        await server.answer(urls[0])
        await server.arrived.reaches(9)
        #expect(server.arrived.entries.last == urls[2])
        for url in urls { await server.answer(url) }
        await server.arrived.reaches(11)
        for url in urls { await server.answer(url) }
        for task in tasks { #expect(try await task.value == 200) }
    }

    @Test(arguments: [429, 503])
    func `one that refuses gets one at a time until it answers again`(status: Int) async throws {
        let polite = HostPoliteness(client: server)
        let urls = (1...5).map { "https://a.example/\($0)" }
        let tasks = await ask(urls, polite)
        await server.arrived.reaches(2)
        await server.answer(urls[0], status: status)
        #expect(try await tasks[0].value == status)
        #expect(server.arrived.entries.count == 2)
        await server.answer(urls[1], status: status)
        await server.arrived.reaches(3)
        #expect(server.arrived.entries.count == 3)
        await server.answer(urls[2])
        await server.arrived.reaches(5)
        for url in urls { await server.answer(url) }
        #expect(try await tasks[4].value == 200)
    }

    @Test func `ports make hosts, but for those that go without saying, and case does not`() {
        for (url, host) in [
            ("https://Example.org/a", "example.org"), ("https://example.org:443/", "example.org"),
            ("http://example.org:80", "example.org"), ("http://example.org:443/", "example.org:443"),
            ("https://example.org:8443/", "example.org:8443"), ("http://[::1]:8000/", "[::1]:8000"),
        ] {
            #expect(HostPoliteness.host(of: url) == host)
        }
    }

    @Test func `whoever waits can be cancelled, and those behind go on`() async throws {
        let polite = HostPoliteness(client: server)
        let urls = (1...4).map { "https://a.example/\($0)" }
        let tasks = await ask(urls, polite)
        await server.arrived.reaches(2)
        tasks[2].cancel()
        await #expect(throws: HTTPError.cancelled) { try await tasks[2].value }
        await server.answer(urls[0])
        await server.arrived.reaches(3)
        #expect(server.arrived.entries.last == urls[3])
        for url in urls { await server.answer(url) }
        #expect(try await tasks[3].value == 200)
    }
}
