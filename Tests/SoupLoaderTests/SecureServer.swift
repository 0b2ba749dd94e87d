import CGLib
import CSoup
import GLibKit
import Glibc
import TestSupport

/// libsoup's own server on 127.0.0.1 with TLS, which offers HTTP/2. Its certificate is made for these tests and trusted by no one.
actor SecureServer {
    /// PEM, the certificate and its key.
    static let certificates = String(#filePath.dropLast("SecureServer.swift".count)) + "loopback.pem"

    private static let thread = ThreadExecutor(name: "secure server")
    nonisolated var unownedExecutor: UnownedSerialExecutor { Self.thread.asUnownedSerialExecutor() }

    /// The paths asked for.
    nonisolated let requests = Log<String>()
    /// Owned.
    private var server: UnsafeMutablePointer<SoupServer>?

    /// Starts it; "/version" tells the HTTP version, "/large" sends 4 MB, "/hang" never answers, "/stall" begins to.
    func origin() -> String {
        setenv("SOUP_SERVER_HTTP2", "1", 1)  // libsoup 3.2 does not offer it without
        let server = UnsafeMutableRawPointer(g_object_new_with_properties(soup_server_get_type(), 0, nil, nil)!)
            .assumingMemoryBound(to: SoupServer.self)
        self.server = server
        let certificate = g_tls_certificate_new_from_file(Self.certificates, nil)!
        soup_server_set_tls_certificate(server, certificate)
        g_object_unref(certificate)
        soup_server_add_handler(
            server, nil,
            { _, message, path, _, log in
                let path = String(cString: path!)
                let body = soup_server_message_get_response_body(message)
                soup_server_message_set_status(message, 200, nil)
                switch path {
                case "/version":
                    let isTwo = soup_server_message_get_http_version(message) == SOUP_HTTP_2_0
                    soup_message_body_append_bytes(body, g_bytes_new(isTwo ? "2" : "1", 1))
                case "/large":
                    soup_message_body_append_bytes(body, g_bytes_new([UInt8](repeating: 32, count: 4 << 20), 4 << 20))
                case "/stall":
                    // libsoup waits for more of a body in chunks that was not completed.
                    soup_message_headers_set_encoding(
                        soup_server_message_get_response_headers(message), SOUP_ENCODING_CHUNKED)
                    soup_message_body_append_bytes(body, g_bytes_new("part", 4))
                default:
                    soup_server_message_pause(message)
                }
                Unmanaged<Log<String>>.fromOpaque(log!).takeUnretainedValue().add(path)
            }, Unmanaged.passUnretained(requests).toOpaque(), nil)
        soup_server_listen_local(
            server, 0,
            SoupServerListenOptions(
                SOUP_SERVER_LISTEN_HTTPS.rawValue | SOUP_SERVER_LISTEN_IPV4_ONLY.rawValue), nil)
        let addresses = soup_server_get_uris(server)!  // +1, and each of its addresses
        defer { g_slist_free_full(addresses) { g_uri_unref(OpaquePointer($0)) } }
        return "https://127.0.0.1:\(g_uri_get_port(OpaquePointer(addresses.pointee.data)))"
    }

    isolated deinit {
        if let server { g_object_unref(server) }
    }
}
