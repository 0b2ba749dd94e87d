import Glibc
import Loading

/// An HTTP server on 127.0.0.1 that sends just the bytes that it is told, however wrong. Each connection has a thread
/// and answers one request.
package final class LoopbackServer: Sendable {
    package struct Request: Sendable {
        /// With its query.
        package let path: String
        package let headers: HTTPHeaders
    }

    /// A part of an answer; after the last one the connection is closed.
    package enum Part: Sendable {
        case bytes([UInt8])
        /// These bytes again and again, until the client goes.
        case endless([UInt8])
        /// Nothing, until the client goes.
        case hang
        case then(@Sendable () -> Void)

        package static func text(_ text: String) -> Part { .bytes(Array(text.utf8)) }

        /// A whole answer; `headers` end in a line break each.
        package static func answer(_ status: String, headers: String = "", body: [UInt8] = []) -> Part {
            .bytes(Array("HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.count)\r\n\r\n".utf8) + body)
        }
    }

    /// Like "http://127.0.0.1:34567".
    package let origin: String
    private let listener: Int32

    /// - Parameter answer: called on the connection's thread, which it may block.
    package init(_ answer: @escaping @Sendable (Request) -> [Part]) {
        let (listener, port) = listen()
        self.listener = listener
        origin = "http://127.0.0.1:\(port)"
        startThread {
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0 {
                    close(listener)
                    return
                }
                startThread {
                    serve(connection, answer)
                    close(connection)
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))  // ends accept()
    }
}

/// A port of 127.0.0.1 where nobody listens.
package func unusedPort() -> UInt16 {
    let (listener, port) = listen()
    close(listener)
    return port
}

private func listen() -> (listener: Int32, port: UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutableBytes(of: &address) { bytes in
        let address = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
        precondition(bind(listener, address, size) == 0 && Glibc.listen(listener, 512) == 0, "no port on 127.0.0.1")
        getsockname(listener, address, &size)
        return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
    }
    return (listener, port)
}

private func serve(_ connection: Int32, _ answer: (LoopbackServer.Request) -> [LoopbackServer.Part]) {
    guard let request = read(connection) else { return }
    for part in answer(request) {
        switch part {
        case .bytes(let bytes):
            guard send(bytes, to: connection) else { return }
        case .endless(let bytes):
            while send(bytes, to: connection) {}
        case .hang:
            var byte: UInt8 = 0
            while recv(connection, &byte, 1, 0) > 0 {}
        case .then(let action):
            action()
        }
    }
}

private func read(_ connection: Int32) -> LoopbackServer.Request? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
        guard recv(connection, &byte, 1, 0) == 1 else { return nil }
        head.append(byte)
    }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let fields = lines.dropFirst().map { line in
        let colon = line.firstIndex(of: ":")!
        return HTTPHeaders.Field(
            name: String(line[..<colon]), value: String(line[colon...].dropFirst().drop { $0 == " " }))
    }
    return .init(path: String(lines[0].split(separator: " ")[1]), headers: HTTPHeaders(fields))
}

/// False once the client is gone.
private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
            Glibc.send(connection, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return false }
        sent += count
    }
    return true
}

private func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    let code = pthread_create(
        &thread, nil,
        { box in
            Unmanaged<Box>.fromOpaque(box!).takeRetainedValue().body()
            return nil
        }, box)
    precondition(code == 0, "no thread")
    pthread_detach(thread)
}
