import FoundationEssentials

/// Why something did not work, as a value; presenters find the words.
package enum NewsError: Error, Hashable, Sendable, Codable {
    /// There is no network.
    case offline
    /// The network answers with a page of its own, where one has to log in.
    case captivePortal
    /// The host has no address, or does not answer.
    case unreachable(host: String)
    case timedOut
    /// The secure connection failed: certificate or protocol.
    case insecure(host: String)
    /// The connection ended in the middle of the answer.
    case cutShort
    case tooManyRedirects
    /// A redirect to something that is neither http nor https.
    case leadsElsewhere
    /// Larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// An HTTP status that says no.
    case status(Int)
    case keyMissing
    case keyRefused
    /// The key is good, but this API is not enabled for it.
    case keyNotEnabled
    /// Too many requests; when the server said until when, that moment.
    case rateLimited(until: Date?)
    /// An answer that is no feed, nor what was asked for.
    case notAFeed
    /// Not an http or https address.
    case badAddress(String)
    /// A picture that cannot be decoded, or that declares too many pixels.
    case badPicture
    /// The library cannot be written or read: the disk is full, the folder is not ours, the file is damaged.
    case storage(StorageProblem)
    /// Nobody wants the answer any more. Never shown.
    case cancelled
}

/// What keeps the library from working.
package enum StorageProblem: Hashable, Sendable, Codable {
    case diskFull
    /// The file or its folder may not be written, or not even read.
    case notAllowed
    /// Another program has held the library for too long.
    case busy
    case damaged
    /// Written by a newer version of the program.
    case tooNew
    /// Anything else, in the words of SQLite.
    case other(String)
}
