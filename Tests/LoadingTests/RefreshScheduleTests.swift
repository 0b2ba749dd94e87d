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
            hints: FeedHints(updateInterval: updateInterval, dates: dates), FetchState())
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
            // What a cache in between has used up of it is gone (RFC 9111, 4.2.3).
            (["Cache-Control": "max-age=10800", "Age": "3600"], nil, 7200),
            // By the server's clock, which is a day behind (RFC 9111, 4.2.1).
            (["Expires": "Fri, 13 Mar 2026 14:00:00 GMT", "Date": "Fri, 13 Mar 2026 12:00:00 GMT"], nil, 7200),
            (["Cache-Control": "max-age=inf"], nil, 3600),
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
            HTTPResponse(status: 200, url: ""), bodyHash: 1, hints: FeedHints(), FetchState())
        #expect(wait(state) == 600)
    }

    @Test func `jitter is ten percent, so that requests do not stay together`() {
        let late = RefreshSchedule(interval: 3600, now: Self.noon, jitter: 1.1)
        let state = late.afterNotModified(HTTPResponse(status: 304, url: ""), FetchState())
        #expect(abs(wait(state)! - 3960) < 0.001)
    }

    @Test func `what is still fresh is not asked for early by chance`() {
        let early = RefreshSchedule(interval: 3600, now: Self.noon, jitter: 0.9)
        let fresh = HTTPResponse(status: 304, url: "", headers: ["Cache-Control": "max-age=7200"])
        #expect(wait(early.afterNotModified(fresh, FetchState())) == 7200)
        #expect(wait(early.afterNotModified(HTTPResponse(status: 304, url: ""), FetchState())) == 3240)
    }

    /// Noon is a Saturday's; 14 March 2026, 13:00 would be next.
    @Test(
        arguments: [
            ([], [], 1), ([12], [], 1), ([13], [], 2), ([13, 14, 15], [], 4), ([], [5], 1),
            // The rest of Saturday; both days of the weekend are more than a day, so it is asked once in between.
            ([], [6], 12), ([], [6, 0], 25), ([0], [6], 13),
            // One that allows no hour is not taken at its word.
            (Array(0..<24), [], 1),
        ] as [([Int], [Int], Double)])
    func `hours and days in which a feed wants to be left alone are passed over`(
        hours: [Int], days: [Int], expected: Double
    ) {
        let punctual = RefreshSchedule(interval: 3600, now: Self.noon, jitter: 1)
        let state = punctual.after(
            HTTPResponse(status: 200, url: ""), bodyHash: 1, hints: FeedHints(skippedHours: hours, skippedDays: days),
            FetchState())
        // Five minutes after the hour, so that not all come at its stroke.
        let late = expected == 1 || expected == 25 ? 0.0 : 300
        #expect(abs(wait(state)! - expected * Self.hour - late) < 0.001)
        // Also when nothing new comes.
        let next = punctual.afterNotModified(HTTPResponse(status: 304, url: ""), state)
        #expect(next.nextTry == state.nextTry)
        #expect(punctual.afterSameBody(HTTPResponse(status: 200, url: ""), state).nextTry == state.nextTry)
    }

    @Test func `a feed with a story a week is asked each twelve hours, one with a story an hour each hour`() {
        let weekly = (0..<10).map { Self.noon - Double($0) * 7 * 24 * Self.hour }
        #expect(wait(state(dates: weekly)) == 12 * Self.hour)
        // Also when it answers that nothing is new, as it mostly does.
        let silent = schedule.afterNotModified(HTTPResponse(status: 304, url: ""), state(dates: weekly))
        #expect(wait(silent) == 12 * Self.hour)
        #expect(wait(schedule.afterSameBody(HTTPResponse(status: 200, url: ""), silent)) == 12 * Self.hour)
        let hourly = (0..<10).map { Self.noon - Double($0) * Self.hour }
        #expect(wait(state(dates: hourly)) == Self.hour)
    }

    @Test func `a 304 refreshes the pause from its own headers`() {
        let response = HTTPResponse(status: 304, url: "", headers: ["Cache-Control": "max-age=7200"])
        #expect(wait(schedule.afterNotModified(response, state())) == 7200)
    }

    @Test func `what has expired is not asked again by itself`() {
        let state = schedule.after(
            HTTPResponse(status: 200, url: ""), bodyHash: 1, hints: FeedHints(isExpired: true), FetchState())
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
            HTTPResponse(status: 200, url: "", headers: ["ETag": "\"b\""]), bodyHash: 2, hints: FeedHints(), old)
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

    @Test func `a validator that could not go back as it came is not kept`() {
        let state = state(after: ["ETag": "\"caf\u{FFFD}\"", "Last-Modified": ""])
        #expect(schedule.headers(state).isEmpty)
    }

    @Test func `the same body under new validators is asked for with the new ones`() {
        let response = HTTPResponse(status: 200, url: "", headers: ["ETag": "\"b\""])
        let state = schedule.afterSameBody(response, state(after: ["ETag": "\"a\"", "Last-Modified": "x"]))
        #expect((state.etag, state.lastModified) == ("\"b\"", nil))
        #expect(state.bodyHash == 1)
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
            (.status(401), [1, 2]), (.status(418), [1, 2]), (.notAFeed, [1, 2]),
            // Never more often than one that does not fail.
            (.status(500), [1, 2, 4]), (.timedOut, [1, 2]), (.unreachable(host: "h"), [1]), (.insecure(host: "h"), [1]),
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

    @Test func `who wants news more often has failures wait ten minutes, doubled`() {
        let eager = RefreshSchedule(interval: 600, now: Self.noon, jitter: 1)
        var state = FetchState()
        for minutes in [10.0, 20, 40, 80] {
            state = eager.after(.status(500), state)
            #expect(wait(state) == minutes * 60)
        }
        #expect(wait(eager.after(.status(404), FetchState())) == Self.hour)
    }

    @Test func `one that was not asked, since its host refuses, waits but has not failed`() {
        let state = schedule.notAsked(because: .rateLimited(until: Self.noon + 100), FetchState())
        #expect(wait(state) == 100)
        #expect((state.failures, state.lastTry, state.error) == (0, nil, .rateLimited(until: Self.noon + 100)))
    }

    @Test func `one that was gone and answers again is asked again, one that is finished is not`() {
        let gone = schedule.after(.status(410), FetchState())
        let ok = HTTPResponse(status: 304, url: "")
        #expect(!schedule.afterNotModified(ok, gone).isStopped)
        let finished = schedule.after(
            HTTPResponse(status: 200, url: ""), bodyHash: 1, hints: FeedHints(isExpired: true), FetchState())
        #expect(schedule.afterNotModified(ok, finished).isStopped)
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

    @Test func `a host that refuses waits as long as it says, or else five to ten minutes, doubled up to a day`() {
        let state = schedule.after(.rateLimited(until: Self.noon + 100), FetchState())
        #expect(wait(state) == 100)
        #expect(schedule.after(refusal: Self.noon + 100, nil) == HostState(until: Self.noon + 100, refusals: 1))
        for (jitter, minutes) in [(0.9, 5.0), (1, 7.5), (1.1, 10)] {
            let schedule = RefreshSchedule(now: Self.noon, jitter: jitter)
            var host: HostState?
            for doubling in [1.0, 2, 4] {
                host = schedule.after(refusal: nil, host)
                #expect(abs(host!.until.timeIntervalSince(Self.noon) - minutes * 60 * doubling) < 0.001)
            }
            for _ in 0..<20 { host = schedule.after(refusal: nil, host) }
            #expect(host!.until == Self.noon + 24 * Self.hour)
        }
    }

    @Test func `a host that does not answer waits ten minutes, doubled up to a day`() {
        var host: HostState?
        for minutes in [10.0, 20, 40] {
            host = schedule.afterNoAnswer(host)
            #expect(host!.until == Self.noon + minutes * 60)
        }
        for _ in 0..<20 { host = schedule.afterNoAnswer(host) }
        #expect(host!.until == Self.noon + 24 * Self.hour)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0 as Double?), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777),
        ("Sun, 06 Nov 1994 08:49:37 UTC", 784_111_777), ("Sun, 06 Nov 1994 08:49:37 EST", nil),
        ("Sun, 06 Nov 1994 24:49:37 GMT", nil), ("Sun, 06 Now 1994 08:49:37 GMT", nil), ("-1", nil), ("0", nil),
        ("", nil),
    ])
    func `dates of headers`(text: String, seconds: Double?) {
        #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == seconds)
    }
}
