/// Sends requests. The live one is libsoup's; the sample edition and tests have their own.
package protocol HTTPClient: Sendable {
    /// Sends `request`, follows its redirects and reads the whole body. Cancelling the task ends the exchange.
    ///
    /// Any status is an answer, not an error.
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}

/// A GET: a reader sends nothing else.
package struct HTTPRequest: Hashable, Sendable {
    /// http or https.
    package var url: String
    /// Beside those that the client sends by itself (User-Agent, Accept-Encoding). When a redirect leaves the host, only
    /// what names no one goes along: Accept, Accept-Language and the validators.
    package var headers: HTTPHeaders
    /// The most bytes of body that are read, decompressed.
    package var bodyLimit: Int
    /// The longest time without a byte, and in all.
    package var idleLimit: Duration
    package var totalLimit: Duration

    package init(
        url: String, headers: HTTPHeaders = [:], bodyLimit: Int = 20 << 20, idleLimit: Duration = .seconds(15),
        totalLimit: Duration = .seconds(40)
    ) {
        self.url = url
        self.headers = headers
        self.bodyLimit = bodyLimit
        self.idleLimit = idleLimit
        self.totalLimit = totalLimit
    }
}

/// An answer, with its body decompressed.
package struct HTTPResponse: Hashable, Sendable {
    package let status: Int
    /// Where the answer came from, after redirects.
    package let url: String
    /// There were redirects and each was permanent (301, 308): `url` is the new address of what was asked for.
    package let isMoved: Bool
    package let headers: HTTPHeaders
    package let body: [UInt8]

    package init(
        status: Int, url: String, isMoved: Bool = false, headers: HTTPHeaders = [:], body: [UInt8] = []
    ) {
        self.status = status
        self.url = url
        self.isMoved = isMoved
        self.headers = headers
        self.body = body
    }
}

/// Header fields in their order; names are compared without case (RFC 9110, 5.1).
package struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package private(set) var fields: [Field]

    package init(_ fields: [Field]) { self.fields = fields }

    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first field of that name.
    package subscript(name: String) -> String? {
        let name = name.lowercased()
        return fields.first { $0.name.lowercased() == name }?.value
    }
}

/// Why there was no answer.
package enum HTTPError: Error, Hashable, Sendable {
    /// Not an http or https address.
    case badAddress
    /// There is no network.
    case offline
    /// The name has no address, or nobody answers there.
    case unreachable
    /// The secure connection failed: certificate or protocol.
    case insecure
    case timedOut
    /// The body is larger than this many bytes.
    case tooLarge(limit: Int)
    case tooManyRedirects
    /// A redirect to something that is neither http nor https.
    case badRedirect
    /// The connection ended before the answer did, or the answer is not HTTP.
    case cutShort
    case cancelled
}
