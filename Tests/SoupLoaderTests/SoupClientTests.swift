import CGLib
import CSoup
import Dispatch
import Glibc
import Loading
import SoupLoader
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SoupClientTests {
    let client = SoupClient()

    // MARK: What is sent

    @Test func `a server is told who asks and is sent nothing that could follow a person`() async throws {
        let seen = Log<LoopbackServer.Request>()
        let server = LoopbackServer { request in
            seen.add(request)
            return [.answer("200 OK", headers: "Set-Cookie: id=1\r\n")]
        }
        for _ in 1...2 {
            _ = try await client.send(
                HTTPRequest(url: server.origin + "/feed?a=1&b=%20", headers: ["If-None-Match": "\"v1\""]))
        }
        let request = seen.entries[1]
        #expect(request.path == "/feed?a=1&b=%20")
        #expect(request.headers["User-Agent"] == "Broadsheet/0.1.0 (+https://broadsheet-reader.github.io)")
        #expect(request.headers["If-None-Match"] == "\"v1\"")
        #expect(request.headers["Accept-Encoding"] == "gzip, br")
        #expect(request.headers["Cookie"] == nil)
        #expect(request.headers["Referer"] == nil)
    }

    @Test func `an address that people type with spaces and accents is found`() async throws {
        let server = LoopbackServer { [.answer("200 OK", body: Array($0.path.utf8))] }
        let response = try await client.send(HTTPRequest(url: "  \(server.origin)/a b/é?q=1|2\n"))
        #expect(String(decoding: response.body, as: UTF8.self) == "/a%20b/%C3%A9?q=1|2")
    }

    @Test func `a header that HTTP cannot carry is left out`() async throws {
        let seen = Log<LoopbackServer.Request>()
        let server = LoopbackServer { request in
            seen.add(request)
            return [.answer("200 OK")]
        }
        let headers: HTTPHeaders = ["X-Split": "a\r\nX-Forged: b", "X Space": "c", "X-Good": "d"]
        _ = try await client.send(HTTPRequest(url: server.origin, headers: headers))
        #expect(seen.entries[0].headers["X-Good"] == "d")
        #expect(!seen.entries[0].headers.fields.contains { $0.name.hasPrefix("X-S") || $0.name == "X-Forged" })
    }

    @Test(arguments: [
        "", "feed", "http://", "https:///feed", "file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)",
        "data:text/plain,a", "feed:https://127.0.0.1/", "http://127.0.0.1:99999/",
    ])
    func `what is no http or https address is refused before anything is sent`(address: String) async {
        await #expect(throws: HTTPError.badAddress) { try await client.send(HTTPRequest(url: address)) }
    }

    // MARK: What comes back

    @Test func `an answer comes with its status, headers and body`() async throws {
        let server = LoopbackServer { _ in
            [.answer("200 OK", headers: "ETag: \"v2\"\r\nX-Two: a\r\nX-Two: b\r\n", body: Array("news".utf8))]
        }
        let response = try await client.send(HTTPRequest(url: server.origin + "/feed"))
        #expect(response.status == 200)
        #expect(response.url == server.origin + "/feed")
        #expect(!response.isMoved)
        #expect(response.headers["etag"] == "\"v2\"")
        #expect(response.headers.fields.filter { $0.name == "X-Two" }.map(\.value) == ["a", "b"])
        #expect(response.body == Array("news".utf8))
    }

    @Test func `an unchanged feed is an answer without a body, whatever length it declares`() async throws {
        let server = LoopbackServer { _ in [.text("HTTP/1.1 304 Not Modified\r\nContent-Length: 99999999\r\n\r\n")] }
        let response = try await client.send(HTTPRequest(url: server.origin))
        #expect(response.status == 304)
        #expect(response.body.isEmpty)
    }

    @Test func `a refusal is an answer, with what the server says about it`() async throws {
        let server = LoopbackServer { request in
            request.path == "/busy"
                ? [.answer("429 Too Many Requests", headers: "Retry-After: 120\r\n", body: Array("slow down".utf8))]
                : [.answer("404 Not Found")]
        }
        let busy = try await client.send(HTTPRequest(url: server.origin + "/busy"))
        #expect(busy.status == 429)
        #expect(busy.headers["Retry-After"] == "120")
        #expect(busy.body == Array("slow down".utf8))
        #expect(try await client.send(HTTPRequest(url: server.origin + "/gone")).status == 404)
    }

    @Test func `a password that nobody gave is not asked for twice`() async throws {
        let seen = Log<String>()
        let server = LoopbackServer { request in
            seen.add(request.path)
            return [.answer("401 Unauthorized", headers: "WWW-Authenticate: Basic realm=\"a\"\r\n")]
        }
        #expect(try await client.send(HTTPRequest(url: server.origin)).status == 401)
        #expect(seen.entries.count == 1)
    }

    // MARK: Redirects

    @Test(arguments: ["301 Moved Permanently", "308 Permanent Redirect"])
    func `a feed that moved for good is found, with its new address`(status: String) async throws {
        let server = LoopbackServer { request in
            request.path == "/old"
                ? [.answer(status, headers: "Location: /new\r\n", body: Array("moved".utf8))]
                : [.answer("200 OK", body: Array("news".utf8))]
        }
        let response = try await client.send(HTTPRequest(url: server.origin + "/old"))
        #expect(response.body == Array("news".utf8))
        #expect(response.url == server.origin + "/new")
        #expect(response.isMoved)
    }

    @Test(arguments: ["302 Found", "303 See Other", "307 Temporary Redirect"])
    func `a feed that is elsewhere for now keeps its address`(status: String) async throws {
        let server = LoopbackServer { request in
            switch request.path {
            case "/old": [.answer("301 Moved Permanently", headers: "Location: /middle\r\n")]
            case "/middle": [.answer(status, headers: "Location: new\r\n")]
            default: [.answer("200 OK")]
            }
        }
        let response = try await client.send(HTTPRequest(url: server.origin + "/old"))
        #expect(response.url == server.origin + "/new")
        #expect(!response.isMoved)
    }

    @Test func `a redirect to another host does not carry secrets there`() async throws {
        let seen = Log<LoopbackServer.Request>()
        let other = LoopbackServer { request in
            seen.add(request)
            return [.answer("200 OK")]
        }
        let server = LoopbackServer { request in
            seen.add(request)
            let target = request.path == "/start" ? "/here" : other.origin + "/there"
            return [.answer("302 Found", headers: "Location: \(target)\r\n")]
        }
        let headers: HTTPHeaders = ["Authorization": "Bearer secret", "X-Key": "secret", "Accept": "text/xml"]
        _ = try await client.send(HTTPRequest(url: server.origin + "/start", headers: headers))
        let (here, there) = (seen.entries[1], seen.entries[2])
        #expect(here.path == "/here" && here.headers["Authorization"] != nil && here.headers["X-Key"] != nil)
        #expect(there.path == "/there" && there.headers["Authorization"] == nil && there.headers["X-Key"] == nil)
        #expect(there.headers["Accept"] == "text/xml")
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)", "data:text/plain,a"])
    func `a redirect never leads out of the web`(target: String) async {
        let server = LoopbackServer { _ in [.answer("301 Moved Permanently", headers: "Location: \(target)\r\n")] }
        await #expect(throws: HTTPError.badRedirect) { try await client.send(HTTPRequest(url: server.origin)) }
    }

    @Test func `ten redirects are followed, eleven are not`() async throws {
        let server = LoopbackServer { request in
            let left = Int(request.path.dropFirst())!
            return [left == 0 ? .answer("200 OK") : .answer("302 Found", headers: "Location: /\(left - 1)\r\n")]
        }
        #expect(try await client.send(HTTPRequest(url: server.origin + "/10")).status == 200)
        await #expect(throws: HTTPError.tooManyRedirects) {
            try await client.send(HTTPRequest(url: server.origin + "/11"))
        }
    }

    @Test func `a redirect loop ends`() async {
        let seen = Log<String>()
        let server = LoopbackServer { request in
            seen.add(request.path)
            return [.answer("301 Moved Permanently", headers: "Location: /loop\r\n")]
        }
        await #expect(throws: HTTPError.tooManyRedirects) { try await client.send(HTTPRequest(url: server.origin)) }
        #expect(seen.entries.count == 11)
    }

    @Test func `a redirect with an endless page is followed all the same`() async throws {
        let server = LoopbackServer { request in
            request.path == "/new"
                ? [.answer("200 OK")]
                : [.text("HTTP/1.1 302 Found\r\nLocation: /new\r\n\r\n"), .endless(Array("moved ".utf8))]
        }
        #expect(try await client.send(HTTPRequest(url: server.origin + "/old")).status == 200)
    }

    @Test func `a redirect to nowhere is an answer`() async throws {
        let server = LoopbackServer { _ in [.answer("302 Found")] }
        #expect(try await client.send(HTTPRequest(url: server.origin)).status == 302)
    }

    // MARK: Packed bodies

    @Test func `a packed body arrives unpacked`() async throws {
        let text = Array(String(repeating: "all the news ", count: 1000).utf8)
        let server = LoopbackServer { request in
            request.path == "/gzip"
                ? [.answer("200 OK", headers: "Content-Encoding: gzip\r\n", body: gzip(text))]
                : [.answer("200 OK", headers: "Content-Encoding: br\r\n", body: hello)]
        }
        #expect(try await client.send(HTTPRequest(url: server.origin + "/gzip")).body == text)
        #expect(try await client.send(HTTPRequest(url: server.origin + "/br")).body == Array("hello".utf8))
    }

    @Test func `a gzip body that nobody announced is unpacked`() async throws {
        let text = Array("all the news".utf8)
        let server = LoopbackServer { _ in [.answer("200 OK", body: gzip(text))] }
        #expect(try await client.send(HTTPRequest(url: server.origin)).body == text)
    }

    @Test func `a gzip body of several files, as some servers append them, is unpacked whole`() async throws {
        let server = LoopbackServer { request in
            let body = gzip(Array("half ".utf8)) + gzip(Array("and half".utf8))
            return [.answer("200 OK", body: request.path == "/cut" ? body.dropLast(9) : body)]
        }
        #expect(try await client.send(HTTPRequest(url: server.origin)).body == Array("half and half".utf8))
        await #expect(throws: HTTPError.cutShort) { try await client.send(HTTPRequest(url: server.origin + "/cut")) }
    }

    @Test(arguments: ["gzip", "br", "identity"], [[0x1F, 0x8B, 0x08], []])
    func `a body that is not packed stays as it is, whatever the server says`(coding: String, start: [UInt8])
        async throws
    {
        let bytes = start + Array("<?xml version='1.0'?><rss version='2.0'><channel/></rss>".utf8)
        let server = LoopbackServer { _ in
            [.answer("200 OK", headers: "Content-Encoding: \(coding)\r\n", body: bytes)]
        }
        #expect(try await client.send(HTTPRequest(url: server.origin)).body == bytes)
    }

    @Test(arguments: ["Content-Encoding: gzip\r\n", ""])
    func `a small body that would unpack into a huge one is refused`(headers: String) async {
        let bomb = gzip([UInt8](repeating: 0, count: 8 << 20))
        let server = LoopbackServer { _ in [.answer("200 OK", headers: headers, body: bomb)] }
        await #expect(throws: HTTPError.tooLarge(limit: 1 << 20)) {
            try await client.send(HTTPRequest(url: server.origin, bodyLimit: 1 << 20))
        }
    }

    // MARK: Limits

    @Test func `a body of just the limit is read`() async throws {
        let server = LoopbackServer { _ in [.answer("200 OK", body: [UInt8](repeating: 32, count: 100_000))] }
        let response = try await client.send(HTTPRequest(url: server.origin, bodyLimit: 100_000))
        #expect(response.body.count == 100_000)
    }

    @Test func `an endless body ends at the limit, and the server hears of it`() async {
        let log = Log<String>()
        let server = LoopbackServer { _ in
            [
                .text("HTTP/1.1 200 OK\r\n\r\n"), .endless([UInt8](repeating: 32, count: 4096)),
                .then { log.add("client gone") },
            ]
        }
        await #expect(throws: HTTPError.tooLarge(limit: 50_000)) {
            try await client.send(HTTPRequest(url: server.origin, bodyLimit: 50_000))
        }
        await log.reaches(1)
    }

    @Test func `a body that declares too much is not read at all`() async {
        let server = LoopbackServer { _ in [.text("HTTP/1.1 200 OK\r\nContent-Length: 1000001\r\n\r\n"), .hang] }
        await #expect(throws: HTTPError.tooLarge(limit: 1_000_000)) {
            try await client.send(HTTPRequest(url: server.origin, bodyLimit: 1_000_000))
        }
    }

    @Test(arguments: [
        LoopbackServer.Part.text(""), .text("HTTP/1.1 200 OK\r\nX-Half: "),
        .text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of it"),
        .text("HTTP/1.1 200 OK\r\n\r\npart of a body without a declared length"),
    ])
    func `a silent server is given up after the idle limit`(start: LoopbackServer.Part) async {
        let server = LoopbackServer { _ in [start, .hang] }
        await #expect(throws: HTTPError.timedOut) {
            try await client.send(HTTPRequest(url: server.origin, idleLimit: .milliseconds(150)))
        }
    }

    @Test func `an answer that takes too long in all is given up`() async {
        let server = LoopbackServer { _ in [.text("HTTP/1.1 200 OK\r\n\r\nhalf"), .hang] }
        await #expect(throws: HTTPError.timedOut) {
            try await client.send(HTTPRequest(url: server.origin, totalLimit: .milliseconds(150)))
        }
    }

    // MARK: Broken answers

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\nContent-", "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", "HTTP/1.0 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 100\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhalf",
    ])
    func `an answer that ends early is an error, never half a feed`(answer: String) async {
        let server = LoopbackServer { _ in [.text(answer)] }
        await #expect(throws: HTTPError.cutShort) { try await client.send(HTTPRequest(url: server.origin)) }
    }

    @Test(arguments: ["gzip", "br", "identity"])
    func `a packed body that ends early is an error`(coding: String) async {
        let packed = coding == "br" ? hello : gzip((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })
        let server = LoopbackServer { _ in
            [.answer("200 OK", headers: "Content-Encoding: \(coding)\r\n", body: packed.dropLast(2))]
        }
        await #expect(throws: HTTPError.cutShort) { try await client.send(HTTPRequest(url: server.origin)) }
    }

    @Test func `a port where nobody listens is unreachable`() async {
        let port = unusedPort()
        await #expect(throws: HTTPError.unreachable) {
            try await client.send(HTTPRequest(url: "http://127.0.0.1:\(port)/"))
        }
    }

    // MARK: Cancelling

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"])
    func `a cancelled task ends its exchange, and the server hears of it`(start: String) async {
        let log = Log<String>()
        let server = LoopbackServer { _ in
            [.text(start), .then { log.add("asked") }, .hang, .then { log.add("client gone") }]
        }
        let task = Task { try await client.send(HTTPRequest(url: server.origin)) }
        await log.reaches(1)
        task.cancel()
        await #expect(throws: HTTPError.cancelled) { try await task.value }
        await log.reaches(2)
    }

    @Test func `a task cancelled before it begins sends nothing`() async {
        let log = Log<String>()
        let server = LoopbackServer { request in
            log.add(request.path)
            return [.answer("200 OK")]
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.send(HTTPRequest(url: server.origin))
        }
        await #expect(throws: HTTPError.cancelled) { try await task.value }
        #expect(log.entries.isEmpty)
    }

    @Test(arguments: [0, 300_000])
    func `a task can be cancelled at the very moment of its answer`(size: Int) async {
        let asked = Log<String>()
        let server = LoopbackServer { request in
            asked.add(request.path)
            return [.answer("200 OK", body: [UInt8](repeating: 32, count: size))]
        }
        for number in 1...200 {
            let task = Task { try await client.send(HTTPRequest(url: server.origin)) }
            await asked.reaches(number)
            task.cancel()
            switch await task.result {
            case .success(let response): #expect(response.status == 200)
            case .failure(let error): #expect(error as? HTTPError == .cancelled)
            }
        }
    }

    // MARK: Many at once

    @Test func `fifty requests go out together`() async throws {
        let count = 50
        let everyone = DispatchGroup()
        for _ in 1...count { everyone.enter() }
        let server = LoopbackServer { request in
            everyone.leave()
            everyone.wait()
            return [.answer("200 OK", body: Array(request.path.utf8))]
        }
        let bodies = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 1...count {
                group.addTask {
                    let response = try await client.send(HTTPRequest(url: server.origin + "/\(number)"))
                    return String(decoding: response.body, as: UTF8.self)
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(bodies == Set((1...count).map { "/\($0)" }))
    }

    @Test @MainActor func `the network never runs on the main thread`() async throws {
        let mainThread = pthread_self()
        #expect(await client.thread != mainThread)
        // Nor does the unpacking: the main thread is blocked until the answer is there.
        let server = LoopbackServer { _ in [.answer("200 OK", body: gzip([1]))] }
        let done = DispatchSemaphore(value: 0)
        Task.detached { [client] in
            _ = try await client.send(HTTPRequest(url: server.origin))
            done.signal()
        }
        #expect(done.wait(timeout: .now() + 20) == .success)
    }

    // MARK: Secure connections

    @Test func `a certificate that nobody vouches for is refused`() async throws {
        let server = SecureServer()
        let origin = await server.origin()
        await #expect(throws: HTTPError.insecure) { try await client.send(HTTPRequest(url: origin + "/version")) }
        #expect(server.requests.entries.isEmpty)
    }

    @Test func `limits and cancelling hold over TLS, with a server that would speak HTTP 2`() async throws {
        let server = SecureServer()
        let origin = await server.origin()
        let client = SoupClient(certificates: SecureServer.certificates)
        #expect(try await client.send(HTTPRequest(url: origin + "/version")).body == Array("1".utf8))
        #expect(try await client.send(HTTPRequest(url: origin + "/large")).body.count == 4 << 20)
        await #expect(throws: HTTPError.tooLarge(limit: 1000)) {
            try await client.send(HTTPRequest(url: origin + "/large", bodyLimit: 1000))
        }
        for path in ["/hang", "/stall"] {
            await #expect(throws: HTTPError.timedOut) {
                try await client.send(HTTPRequest(url: origin + path, idleLimit: .milliseconds(150)))
            }
        }
        let asked = server.requests.entries.count
        let task = Task { try await client.send(HTTPRequest(url: origin + "/stall")) }
        await server.requests.reaches(asked + 1)
        task.cancel()
        await #expect(throws: HTTPError.cancelled) { try await task.value }
        #expect(try await client.send(HTTPRequest(url: origin + "/version")).status == 200)
    }
}

@Suite struct HTTPErrorTests {
    @Test func `a name without an address is blamed on the network only when there is none`() {
        let error = GError(domain: g_resolver_error_quark(), code: 0, message: nil)
        #expect(HTTPError(error, beforeAnswer: true) { true } == .unreachable)
        #expect(HTTPError(error, beforeAnswer: true) { false } == .offline)
    }

    @Test func `a network that cannot be reached is blamed for all only when there is no other`() {
        let code = Int32(G_IO_ERROR_NETWORK_UNREACHABLE.rawValue)
        let error = GError(domain: g_io_error_quark(), code: code, message: nil)
        // Of a host that only has addresses of IPv6, at home in IPv4.
        #expect(HTTPError(error, beforeAnswer: true) { true } == .unreachable)
        #expect(HTTPError(error, beforeAnswer: true) { false } == .offline)
    }
}

/// "hello" as Brotli (RFC 7932): one stored block.
private let hello: [UInt8] = [0x0B, 0x02, 0x80, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x03]

extension SoupClient {
    /// Not inlined: C promises that pthread_self always answers the same, which optimised code takes across threads.
    @inline(never) fileprivate var thread: pthread_t { pthread_self() }
}
