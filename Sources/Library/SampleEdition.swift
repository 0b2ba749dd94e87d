import Assets
import Loading
import News

/// The edition that comes with the program: invented stories at addresses that exist nowhere (RFC 2606), so that
/// they load as live ones do.
package enum SampleEdition {
    static let sections = [
        ("home", "Front Page"), ("world", "World"), ("science", "Science"), ("business", "Business"),
        ("culture", "Culture"), ("sports", "Sports"), ("technology", "Technology"),
    ].map { Section(id: $0.0, name: $0.1) }

    static func address(of section: String) -> String { "\(origin)\(section).json" }

    static func holds(_ url: String) -> Bool { url.hasPrefix(origin) }

    fileprivate static let origin = "https://sample.invalid/"
}

/// Answers for the sample edition out of the program itself, and lets everything else through.
package struct SampleClient: HTTPClient {
    private let next: any HTTPClient

    package init(next: any HTTPClient) { self.next = next }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard SampleEdition.holds(request.url) else { return try await next.send(request) }
        let name = "sample/" + request.url.dropFirst(SampleEdition.origin.count)
        guard let asset = broadsheet_asset(name) else { return HTTPResponse(status: 404, url: request.url) }
        let bytes = UnsafeBufferPointer(start: asset.pointee.bytes, count: asset.pointee.count)
        return HTTPResponse(status: 200, url: request.url, body: Array(bytes))
    }
}
