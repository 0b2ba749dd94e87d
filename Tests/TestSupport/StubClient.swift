import Loading

/// Answers requests in place of a network, and tells which there were.
package struct StubClient: HTTPClient {
    package let requests = Log<HTTPRequest>()
    private let answer: @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPResponse

    package init(_ answer: @escaping @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPResponse) {
        self.answer = answer
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        requests.add(request)
        return try await answer(request)
    }

    /// Returns when the task is cancelled.
    package static func hang() async {
        // What it throws is the cancellation.
        try? await Task.sleep(for: .seconds(3600))
    }
}
