import FoundationEssentials
import News
import Testing

@testable import Loading

/// FIELD-GUIDE 1.4: when a source is asked again.
struct RefreshScheduleTests {
    /// 14 March 2026, 12:00 UTC.
    static let noon = Date(timeIntervalSince1970: 1_773_489_600)
    static let hour = 3600.0
    let schedule = RefreshSchedule(interval: 3600, now: noon, jitter: 1)

    private func state(after headers: HTTPHeaders = [:], updateInterval: Int? = nil, dates: [Date] = []) -> FetchState {
        schedule.after(
            HTTPResponse(status: 200, url: "https://example.org/feed", headers: headers), bodyHash: 1,
            updateInterval: updateInterval, isExpired: false, dates: dates, FetchState())
    }

    private func wait(_ state: FetchState) -> Double? { state.nextTry?.timeIntervalSince(Self.noon) }

    // MARK: The next poll

    @Test(
        arguments: [
            ([:], nil, 3600.0),
            (["Cache-Control": "max-age=7200"], nil, 7200),
            (["Cache-Control": "public, Max-Age = \"7200\", must-revalidate"], nil, 7200),
            (["Cache-Control": "max-age=60"], nil, 3600),
            // Capped at five hours.
            (["Cache-Control": "max-age=31536000"], nil, 18_000),
            (["Cache-Control": "s-maxage=7200"], nil, 3600),
            (["Cache-Control": "max-age=never"], nil, 3600),
            (["Expires": "Sat, 14 Mar 2026 14:00:00 GMT"], nil, 7200),
            (["Expires": "Sat, 14 Mar 2026 11:00:00 GMT"], nil, 3600),
            (["Expires": "0"], nil, 3600),
            // max-age wins over Expires (RFC 9111, 5.3).
            (["Cache-Control": "max-age=7200", "Expires": "Sun, 15 Mar 2026 12:00:00 GMT"], nil, 7200),
            ([:], 4 * 3600, 14_400),
            // Capped at a day.
            ([:], 7 * 24 * 3600, 86_400),
        ] as [(HTTPHeaders, Int?, Double)])
    func `the next request waits for whoever wants the longest pause`(
        headers: HTTPHeaders, updateInterval: Int?, seconds: Double
    ) {
        #expect(wait(state(after: headers, updateInterval: updateInterval)) == seconds)
    }

    @Test func `nobody is asked twice in ten minutes, whatever the person chose`() {
        let eager = RefreshSchedule(interval: 60, now: Self.noon, jitter: 1)
        let state = eager.after(
            HTTPResponse(status: 200, url: ""), bodyHash: 1, updateInterval: nil, isExpired: false, FetchState())
        #expect(wait(state) == 600)
    }

    @Test func `jitter is ten percent, so that requests do not stay together`() {
        let late = RefreshSchedule(interval: 3600, now: Self.noon, jitter: 1.1)
        let state = late.afterNotModified(HTTPResponse(status: 304, url: ""), FetchState())
        #expect(abs(wait(state)! - 3960) < 0.001)
    }

    @Test func `a feed with a story a week is asked each twelve hours, one with a story an hour each hour`() {
        let weekly = (0..<10).map { Self.noon - Double($0) * 7 * 24 * Self.hour }
        #expect(wait(state(dates: weekly)) == 12 * Self.hour)
        let hourly = (0..<10).map { Self.noon - Double($0) * Self.hour }
        #expect(wait(state(dates: hourly)) == Self.hour)
    }

    @Test func `a 304 refreshes the pause from its own headers`() {
        let response = HTTPResponse(status: 304, url: "", headers: ["Cache-Control": "max-age=7200"])
        #expect(wait(schedule.afterNotModified(response, state())) == 7200)
    }

    @Test func `what has expired is not asked again by itself`() {
        let state = schedule.after(
            HTTPResponse(status: 200, url: ""), bodyHash: 1, updateInterval: nil, isExpired: true, FetchState())
        #expect(!RefreshSchedule(now: Self.noon + 1e9).isDue(state))
    }

    // MARK: Validators

    @Test func `both validators go back as they came, even where they make no sense`() {
        let state = state(after: ["ETag": "W/\"x\" ", "Last-Modified": "Thu, 32 Foo"])
        #expect(
            schedule.headers(state) == [
                .init(name: "If-None-Match", value: "W/\"x\" "), .init(name: "If-Modified-Since", value: "Thu, 32 Foo"),
            ])
    }

    @Test func `a 200 without validators takes away those before: they are a pair of one answer`() {
        var old = state(after: ["ETag": "\"a\"", "Last-Modified": "x"])
        old = schedule.after(
            HTTPResponse(status: 200, url: "", headers: ["ETag": "\"b\""]), bodyHash: 2, updateInterval: nil,
            isExpired: false, old)
        #expect((old.etag, old.lastModified) == ("\"b\"", nil))
    }

    @Test(arguments: [NewsError.rateLimited(until: nil), .status(500), .timedOut, .notAFeed, .offline])
    func `validators stay through failures`(error: NewsError) {
        let state = schedule.after(error, state(after: ["ETag": "\"a\""]))
        #expect(state.etag == "\"a\"")
    }

    @Test func `a 304 changes no validator`() {
        let response = HTTPResponse(status: 304, url: "", headers: ["ETag": "\"other\""])
        #expect(schedule.afterNotModified(response, state(after: ["ETag": "\"a\""])).etag == "\"a\"")
    }

    @Test func `after eight days a server that always says 304 is asked without validators`() {
        let state = state(after: ["ETag": "\"a\""])
        let day = 24 * Self.hour
        #expect(RefreshSchedule(now: Self.noon + 7.9 * day).headers(state).count == 1)
        #expect(RefreshSchedule(now: Self.noon + 8 * day).headers(state).isEmpty)
    }

    // MARK: Failures

    @Test(
        arguments: [
            (NewsError.status(404), [1.0, 2, 4, 8, 16, 24, 24]), (.status(403), [1, 2]), (.status(451), [1, 2]),
            (.status(401), [1, 2]), (.notAFeed, [1, 2]), (.status(500), [1.0 / 6, 1.0 / 3, 2.0 / 3]),
            (.timedOut, [1.0 / 6, 1.0 / 3]), (.unreachable(host: "h"), [1.0 / 6]), (.insecure(host: "h"), [1.0 / 6]),
        ] as [(NewsError, [Double])])
    func `failures in a row wait twice as long each time, up to a day`(error: NewsError, hours: [Double]) {
        var state = FetchState()
        for expected in hours {
            state = schedule.after(error, state)
            #expect(abs(wait(state)! / Self.hour - expected) < 0.001)
        }
        #expect(state.failingSince == Self.noon)
        #expect(state.error == error)
    }

    @Test func `a success forgets the failures`() {
        let failed = schedule.after(.timedOut, schedule.after(.timedOut, FetchState()))
        let state = schedule.afterNotModified(HTTPResponse(status: 304, url: ""), failed)
        #expect((state.failures, state.error, state.failingSince) == (0, nil, nil))
    }

    @Test(arguments: [NewsError.offline, .captivePortal, .cancelled])
    func `having no way into the network is nobody's fault`(error: NewsError) {
        #expect(schedule.after(error, state()) == state())
    }

    @Test func `what is gone is not asked again by itself`() {
        let state = schedule.after(.status(410), FetchState())
        #expect(!RefreshSchedule(now: Self.noon + 1e9).isDue(state))
    }

    @Test func `a refusal with a moment waits until then, one without five minutes, doubled`() {
        let state = schedule.after(.rateLimited(until: Self.noon + 100), FetchState())
        #expect(wait(state) == 100)
        var host = schedule.after(refusal: nil, nil)
        #expect(host.until == Self.noon + 300)
        host = schedule.after(refusal: nil, host)
        #expect(host.until == Self.noon + 600)
        for _ in 0..<20 { host = schedule.after(refusal: nil, host) }
        #expect(host.until == Self.noon + 24 * Self.hour)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0 as Double?), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("-1", nil),
        ("", nil),
    ])
    func `dates of headers`(text: String, seconds: Double?) {
        #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == seconds)
    }
}
