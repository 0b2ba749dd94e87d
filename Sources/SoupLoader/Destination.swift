import CGLib
import CSoup

/// Where a request goes: an http or https address, in the form that libsoup takes.
final class Destination {
    /// Owned.
    let uri: OpaquePointer

    /// Nil where `text` is no http or https address; relative to `base` where there is one.
    init?(_ text: String, from base: Destination? = nil) {
        let flags = broadsheet_http_uri_flags()
        let text = text.escaped
        guard let uri = g_uri_parse_relative(base?.uri, text, flags, nil) else { return nil }  // +1
        self.uri = uri
        guard ["http", "https"].contains(scheme), !host.isEmpty else { return nil }
    }

    deinit {
        g_uri_unref(uri)
    }

    var text: String {
        let text = g_uri_to_string(uri)!
        defer { g_free(text) }
        return String(cString: text)
    }

    private var scheme: String { String(cString: g_uri_get_scheme(uri)) }
    private var host: String { g_uri_get_host(uri).map { String(cString: $0).lowercased() } ?? "" }

    /// The same host and port, or the same host made secure.
    func mayHear(whatWasToldTo other: Destination) -> Bool {
        guard host == other.host else { return false }
        return scheme == other.scheme ? g_uri_get_port(uri) == g_uri_get_port(other.uri) : scheme == "https"
    }
}

extension String {
    /// Without white space around; inside, percent signs for what HTTP cannot carry, which people type and servers redirect to.
    fileprivate var escaped: String {
        let trimmed = utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
        var escaped = ""
        for byte in trimmed {
            if byte > 0x20 && byte < 0x7F {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                escaped += byte < 0x10 ? "%0" : "%"
                escaped += String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }
}
