import FoundationEssentials

/// Something to fetch, and how its bytes become a value.
package struct Resource<Value: Sendable>: Sendable {
    package let request: HTTPRequest
    /// Runs off the main actor; what it throws says why the bytes are no such value.
    package let decode: @Sendable (HTTPResponse) throws -> Value

    package init(_ request: HTTPRequest, decode: @escaping @Sendable (HTTPResponse) throws -> Value) {
        self.request = request
        self.decode = decode
    }
}

extension Resource where Value: Decodable {
    /// A JSON document.
    package init(json request: HTTPRequest) {
        self.init(request) { response in
            try JSONDecoder().decode(Value.self, from: Data(response.body))
        }
    }
}
