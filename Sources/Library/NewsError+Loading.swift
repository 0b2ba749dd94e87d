import Feeds
import FoundationEssentials
import Loading
import News

extension NewsError {
    /// What a failed load means to the person: addresses stay out of it, since one may carry the key.
    init(_ error: LoadError, host: String, now: Date) {
        switch error {
        case .cancelled: self = .cancelled
        case .transport(let error): self.init(error, host: host)
        case .refused(let response): self.init(refusal: response, now: now)
        case .undecodable(let response, let error):
            if case FeedError.fault(let code, _) = error {
                self.init(fault: code, response, now: now)
            } else {
                self = .notAFeed
            }
        }
    }

    init(_ error: HTTPError, host: String) {
        switch error {
        case .badAddress: self = .badAddress(host)
        case .offline: self = .offline
        case .unreachable: self = .unreachable(host: host)
        case .insecure: self = .insecure(host: host)
        case .timedOut: self = .timedOut
        case .tooLarge(let limit): self = .tooLarge(limit: limit)
        case .tooManyRedirects: self = .tooManyRedirects
        case .badRedirect: self = .leadsElsewhere
        case .cutShort: self = .cutShort
        case .cancelled: self = .cancelled
        }
    }

    private init(refusal response: HTTPResponse, now: Date) {
        do throws(FeedError) {
            _ = try FeedParser.parse(response.body, url: response.url)
        } catch .fault(let code, _) {
            self.init(fault: code, response, now: now)
            return
        } catch {}
        if response.status == 429 || (response.status == 503 && response.headers["Retry-After"] != nil) {
            self = .rateLimited(until: retry(response, now: now))
        } else {
            // "Network Authentication Required" (RFC 6585, 6).
            self = response.status == 511 ? .captivePortal : .status(response.status)
        }
    }

    /// The Times' gateway names its reasons; only the end of the name is stable (FIELD-GUIDE 2.3).
    private init(fault code: String, _ response: HTTPResponse, now: Date) {
        self =
            switch code.split(separator: ".").last {
            case "FailedToResolveAPIKey": .keyMissing
            case "InvalidApiKeyForGivenResource": .keyNotEnabled
            case "InvalidApiKey": .keyRefused
            case "QuotaViolation", "SpikeArrestViolation": .rateLimited(until: retry(response, now: now))
            default: .status(response.status)
            }
    }
}

/// When to come back: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), at most a day ahead. "0" is really sent and
/// says nothing.
private func retry(_ response: HTTPResponse, now: Date) -> Date? {
    guard let value = response.headers["Retry-After"] else { return nil }
    let seconds = Double(value) ?? FeedDate.parse(value)?.timeIntervalSince(now) ?? 0
    return seconds > 0 ? now.addingTimeInterval(min(seconds, 24 * 3600)) : nil
}
