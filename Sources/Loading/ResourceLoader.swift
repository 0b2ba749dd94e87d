/// Loads any resource: one exchange, then its decoding, both off the main actor.
package struct ResourceLoader: Sendable {
    private let client: any HTTPClient

    package init(client: any HTTPClient) { self.client = client }

    /// The value of `resource`. A status other than 2xx is an error, with the answer.
    @concurrent
    package func load<Value>(_ resource: Resource<Value>) async throws(LoadError) -> Value {
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await client.send(resource.request)
        } catch {
            throw error == .cancelled ? .cancelled : .transport(error)
        }
        guard (200..<300).contains(response.status) else { throw .refused(response) }
        do {
            return try resource.decode(response)
        } catch {
            throw .undecodable(response, error)
        }
    }
}

/// Why a resource did not load.
package enum LoadError: Error {
    case transport(HTTPError)
    /// An answer whose status is not 2xx.
    case refused(HTTPResponse)
    /// An answer that is not the value asked for.
    case undecodable(HTTPResponse, any Error)
    case cancelled
}
