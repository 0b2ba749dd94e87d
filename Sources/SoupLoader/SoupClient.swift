import CGLib
import CSoup
import GLibKit
import Loading
import News

/// HTTP by libsoup on a thread of its own: connections and TLS never touch the main thread.
///
/// Sends no cookies and no Referer. How many requests a host gets at once is the caller's business.
package actor SoupClient: HTTPClient {
    private static let thread = ThreadExecutor(name: "network")
    private static let redirectLimit = 10

    package nonisolated var unownedExecutor: UnownedSerialExecutor { Self.thread.asUnownedSerialExecutor() }

    private let certificates: String?
    /// Made on the thread, which it belongs to; owned.
    private lazy var session: UnsafeMutablePointer<SoupSession> = {
        // Not libsoup's own limits: a request that waits in its queue would be taken for a server that is silent.
        let session = broadsheet_soup_session_new(256, 256, 30)!
        soup_session_set_user_agent(session, AppIdentity.userAgent)
        soup_session_remove_feature_by_type(session, soup_content_decoder_get_type())
        if let certificates, let database = g_tls_file_database_new(certificates, nil) {
            soup_session_set_tls_database(
                session, UnsafeMutableRawPointer(database).assumingMemoryBound(to: GTlsDatabase.self))
            g_object_unref(UnsafeMutableRawPointer(database))
        }
        return session
    }()

    /// - Parameter certificates: a PEM file of those to trust in place of the system's.
    package init(certificates: String? = nil) {
        self.certificates = certificates
    }

    isolated deinit {
        g_object_unref(session)
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let exchange = Exchange(request)
        defer { exchange.stop() }
        let outcome: Result<HTTPResponse, HTTPError> = await withTaskCancellationHandler {
            do throws(HTTPError) {
                return .success(try await perform(request, exchange))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            Task { await end(exchange, .cancelled) }
        }
        let response = try outcome.get()
        return try await response.unpacked(limit: request.bodyLimit)
    }

    private func end(_ exchange: Exchange, _ cause: HTTPError) {
        exchange.end(cause)
    }

    /// Follows the redirects.
    private func perform(_ request: HTTPRequest, _ exchange: Exchange) async throws(HTTPError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        guard var destination = Destination(request.url) else { throw .badAddress }
        var headers = request.headers.fields
        var isMoved = true
        for hop in 0...Self.redirectLimit {
            guard let message = soup_message_new_from_uri("GET", destination.uri) else { throw .badAddress }  // +1
            defer { g_object_unref(UnsafeMutableRawPointer(message)) }
            soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT)
            broadsheet_stay_with_http1(message)
            let fields = soup_message_get_request_headers(message)
            soup_message_headers_replace(fields, "Accept-Encoding", "gzip, br")
            for field in headers where field.isSendable {
                soup_message_headers_replace(fields, field.name, field.value)
            }

            let stream = try await open(message, exchange)
            defer { g_object_unref(UnsafeMutableRawPointer(stream)) }
            let status = Int(soup_message_get_status(message).rawValue)
            guard let location = redirect(status, message) else {
                return HTTPResponse(
                    status: status, url: destination.text, isMoved: hop > 0 && isMoved,
                    headers: responseHeaders(message),
                    body: try await body(of: message, stream, exchange, limit: request.bodyLimit))
            }
            // Read to its end where it is short, so that the connection can be used again; whatever it says.
            _ = try? await body(of: message, stream, exchange, limit: 64 << 10)
            if let cause = exchange.cause { throw cause }
            guard let next = Destination(location, from: destination) else { throw .badRedirect }
            if !next.mayHear(whatWasToldTo: destination) { headers.removeAll { !$0.namesNoOne } }
            if status != 301 && status != 308 { isMoved = false }
            destination = next
        }
        throw .tooManyRedirects
    }

    /// Sends `message` and waits for the headers of its answer; the stream is +1.
    private func open(
        _ message: OpaquePointer, _ exchange: Exchange
    ) async throws(HTTPError) -> UnsafeMutablePointer<GInputStream> {
        exchange.heard()
        let result = await finished { ready, data in
            soup_session_send_async(session, message, G_PRIORITY_DEFAULT, exchange.cancellable, ready, data)
        }
        defer { g_object_unref(UnsafeMutableRawPointer(result)) }
        // An exchange ended since libsoup was done would make it drop the stream in a way that crashes it (3.2).
        g_task_set_check_cancellable(result, 0)
        var error: UnsafeMutablePointer<GError>?
        guard let stream = soup_session_send_finish(session, result, &error) else {
            throw exchange.failure(error, beforeAnswer: true)
        }
        exchange.heard()
        return stream
    }

    private func body(
        of message: OpaquePointer, _ stream: UnsafeMutablePointer<GInputStream>, _ exchange: Exchange, limit: Int
    ) async throws(HTTPError) -> [UInt8] {
        // libsoup 3.2 takes a connection that ends between two chunks for the end of the body, and nothing tells it apart.
        let headers = soup_message_get_response_headers(message)
        let declared = Int(soup_message_headers_get_content_length(headers))
        // A 304 declares the length of the body that it does not send (RFC 9110, 8.6).
        let hasBody = soup_message_get_status(message) != SOUP_STATUS_NOT_MODIFIED
        var body: [UInt8] = []
        if hasBody {
            guard declared <= limit else { throw .tooLarge(limit: limit) }
            body.reserveCapacity(min(declared, 1 << 20))
        }
        while true {
            let result = await finished { ready, data in
                g_input_stream_read_bytes_async(stream, 64 << 10, G_PRIORITY_DEFAULT, exchange.cancellable, ready, data)
            }
            defer { g_object_unref(UnsafeMutableRawPointer(result)) }
            var error: UnsafeMutablePointer<GError>?
            guard let chunk = g_input_stream_read_bytes_finish(stream, result, &error) else {  // +1
                throw exchange.failure(error, beforeAnswer: false)
            }
            defer { g_bytes_unref(chunk) }
            exchange.heard()
            var count: gsize = 0
            let start = g_bytes_get_data(chunk, &count)
            if count == 0 {
                // Over HTTP/1.0 libsoup takes any end for the end of the body.
                guard !hasBody || body.count >= declared else { throw .cutShort }
                return body
            }
            guard body.count + Int(count) <= limit else { throw .tooLarge(limit: limit) }
            body.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(count)))
        }
    }

    /// Waits for one asynchronous operation of GIO; the result is +1.
    private func finished(
        _ start: (_ ready: GAsyncReadyCallback, _ data: gpointer) -> Void
    ) async -> OpaquePointer {
        let result: AsyncResult = await withCheckedContinuation { continuation in
            start(
                { _, result, data in
                    let waiting = Unmanaged<Waiting>.fromOpaque(data!).takeRetainedValue()
                    g_object_ref(UnsafeMutableRawPointer(result!))
                    waiting.continuation.resume(returning: AsyncResult(pointer: result!))
                }, Unmanaged.passRetained(Waiting(continuation)).toOpaque())
        }
        return result.pointer
    }

    private final class Waiting {
        let continuation: CheckedContinuation<AsyncResult, Never>
        init(_ continuation: CheckedContinuation<AsyncResult, Never>) { self.continuation = continuation }
    }

    /// Safe to send: it goes from a callback on the network thread to the actor, on the same thread.
    private struct AsyncResult: @unchecked Sendable {
        let pointer: OpaquePointer
    }
}

/// Where a redirect leads to; nil where the answer is none.
private func redirect(_ status: Int, _ message: OpaquePointer) -> String? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    return soup_message_headers_get_one(soup_message_get_response_headers(message), "Location")
        .map { String(cString: $0) }
}

private func responseHeaders(_ message: OpaquePointer) -> HTTPHeaders {
    var fields: [HTTPHeaders.Field] = []
    var iterator = SoupMessageHeadersIter()
    var name: UnsafePointer<CChar>?
    var value: UnsafePointer<CChar>?
    soup_message_headers_iter_init(&iterator, soup_message_get_response_headers(message))
    while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
        fields.append(.init(name: String(cString: name!), value: String(cString: value!)))
    }
    return HTTPHeaders(fields)
}

extension HTTPHeaders.Field {
    /// libsoup complains on the terminal about others.
    fileprivate var isSendable: Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && !value.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
    }

    /// May go along to another host.
    fileprivate var namesNoOne: Bool {
        ["accept", "accept-language", "if-none-match", "if-modified-since"].contains(name.lowercased())
    }
}
