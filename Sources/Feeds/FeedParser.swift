/// Reads any feed: bytes in, values out. No network, no clock, no file.
package enum FeedParser {
    /// What `bytes` say.
    ///
    /// - Parameters:
    ///   - url: where they came from: the base of relative addresses where the document names none.
    ///   - contentType: the HTTP header of that name, for its charset only; the format is told by the content.
    package static func parse(
        _ bytes: [UInt8], url: String? = nil, contentType: String? = nil
    ) throws(FeedError) -> ParsedFeed {
        throw .notAFeed
    }
}

/// Why bytes are no feed.
package enum FeedError: Error, Hashable, Sendable {
    case empty
    /// Something else: a picture, a PDF, text.
    case notAFeed
    /// A web page: its feeds may be discovered.
    case webPage
    /// A list of feeds.
    case opml
    /// Compressed bytes.
    case compressed
    /// The Times' gateway says no (FIELD-GUIDE 2.3): its errorcode and faultstring.
    case fault(code: String, message: String)
}
