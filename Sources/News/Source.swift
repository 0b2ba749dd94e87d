import FoundationEssentials

/// The identity of a source in the library, never given to another.
package struct SourceID: Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A feed that the person follows.
package struct Source: Hashable, Sendable, Identifiable {
    package let id: SourceID
    /// Where the feed is fetched.
    package var url: String
    /// The person's name for it, else the feed's own, else its host.
    package var title: String
    /// The web page that the feed belongs to.
    package var site: String?
    package var icon: String?
    /// The name of its folder; nil at the top.
    package var folder: String?
    package var lastSuccess: Date?
    /// Why it failed when it was last asked; nil where it did not.
    package var error: NewsError?
    package var failingSince: Date?
    /// Not asked before by itself; nil where it will not be asked any more: it is gone, or says that it is finished.
    package var nextTry: Date?

    package init(
        id: SourceID, url: String, title: String, site: String? = nil, icon: String? = nil, folder: String? = nil,
        lastSuccess: Date? = nil, error: NewsError? = nil, failingSince: Date? = nil, nextTry: Date? = nil
    ) {
        self.id = id
        self.url = url
        self.title = title
        self.site = site
        self.icon = icon
        self.folder = folder
        self.lastSuccess = lastSuccess
        self.error = error
        self.failingSince = failingSince
        self.nextTry = nextTry
    }

    /// It has failed for a month without a break: the person may want to unsubscribe.
    package func seemsGone(now: Date) -> Bool {
        failingSince.map { now.timeIntervalSince($0) >= 30 * 86_400 } ?? false
    }
}

/// A list of stories that the library keeps, newest first.
package enum Listing: Hashable, Sendable {
    case all
    case unread
    case starred
    /// Those of the person's own day.
    case today
    case source(SourceID)
    /// A folder, by its name.
    case folder(String)
    /// What is found by the words of a query.
    case search(String)
}

/// How many stories the lists have.
package struct StoryCounts: Hashable, Sendable {
    package var all = 0
    package var unread = 0
    package var starred = 0
    /// Unread ones of today.
    package var today = 0
    /// Unread ones; sources without any are left out.
    package var sources: [SourceID: Int] = [:]
    package var folders: [String: Int] = [:]

    package init() {}
}

/// What is remembered of the requests for one source, through restarts (FIELD-GUIDE 1.4).
package struct FetchState: Hashable, Sendable, Codable {
    /// The validators of the last 200, byte for byte, as a pair.
    package var etag: String?
    package var lastModified: String?
    /// When a 200 last gave them.
    package var validatorsDate: Date?
    /// A hash of the last body that was parsed and stored.
    package var bodyHash: UInt64?
    package var lastTry: Date?
    package var lastSuccess: Date?
    /// Not asked before by itself.
    package var nextTry: Date?
    /// In a row.
    package var failures = 0
    package var failingSince: Date?
    package var error: NewsError?
    /// Not asked any more by itself: 410, or the feed says that it has expired.
    package var isStopped = false
    /// How often the feed says that it changes, in seconds; of ttl and sy:update….
    package var updateInterval: Int?
    /// How far apart its stories make requests sensible, in seconds.
    package var rhythm: Int?
    /// Hours (0 to 23) and days (0 for Sunday), in GMT, in which the feed wants not to be asked; nil for none.
    package var skippedHours: [Int]?
    package var skippedDays: [Int]?

    package init() {}
}

/// What is remembered of a host (with its port), through restarts: all its sources wait after a 429 or 503, and while it does
/// not answer.
package struct HostState: Hashable, Sendable, Codable {
    package var until: Date
    /// In a row.
    package var refusals: Int
    /// How often in a row it did not answer; nil where it did.
    package var failures: Int?

    package init(until: Date, refusals: Int) {
        self.until = until
        self.refusals = refusals
    }
}
