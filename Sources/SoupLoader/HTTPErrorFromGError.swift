import CGLib
import CSoup
import Glibc
import Loading

extension HTTPError {
    /// - Parameters:
    ///   - error: of GIO, glib-networking or libsoup.
    ///   - beforeAnswer: nothing of an answer had come.
    package init(_ error: GError, beforeAnswer: Bool, hasRoute: () -> Bool = hasRoute) {
        switch error.domain {
        case g_io_error_quark():
            switch GIOErrorEnum(UInt32(error.code)) {
            case G_IO_ERROR_CANCELLED: self = .cancelled
            case G_IO_ERROR_TIMED_OUT: self = .timedOut
            // Also of a host that only has addresses of IPv6, where the network has none.
            case G_IO_ERROR_NETWORK_UNREACHABLE: self = hasRoute() ? .unreachable : .offline
            case G_IO_ERROR_PARTIAL_INPUT, G_IO_ERROR_CONNECTION_CLOSED, G_IO_ERROR_INVALID_DATA: self = .cutShort
            default: self = beforeAnswer ? .unreachable : .cutShort
            }
        case g_resolver_error_quark():
            self = hasRoute() ? .unreachable : .offline
        case g_tls_error_quark():
            self = error.code == Int32(G_TLS_ERROR_EOF.rawValue) ? .cutShort : .insecure
        default:
            // SOUP_SESSION_ERROR_PARSING and _ENCODING, HTTP/2's protocol errors.
            self = .cutShort
        }
    }
}

/// Whether a packet for elsewhere would leave this machine; sends none.
///
/// Not GNetworkMonitor: the process has one, and it would tell its changes on whichever thread asked for it first.
private func hasRoute() -> Bool {
    var address4 = sockaddr_in()
    address4.sin_family = sa_family_t(AF_INET)
    address4.sin_port = in_port_t(9).bigEndian
    address4.sin_addr.s_addr = in_addr_t(0xC000_0201).bigEndian  // 192.0.2.1, for documentation (RFC 5737)
    var address6 = sockaddr_in6()
    address6.sin6_family = sa_family_t(AF_INET6)
    address6.sin6_port = in_port_t(9).bigEndian
    inet_pton(AF_INET6, "2001:db8::1", &address6.sin6_addr)  // for documentation (RFC 3849)
    return canConnect(AF_INET, address4) || canConnect(AF_INET6, address6)
}

private func canConnect<Address>(_ family: Int32, _ address: Address) -> Bool {
    let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return withUnsafeBytes(of: address) { bytes in
        connect(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
    }
}
