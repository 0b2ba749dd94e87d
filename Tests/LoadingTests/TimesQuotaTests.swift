import FoundationEssentials
import Testing

@testable import Loading

/// FIELD-GUIDE 2.3.
struct TimesQuotaTests {
    /// 14 March 2026, 12:00 UTC.
    let noon = Date(timeIntervalSince1970: 1_773_489_600)
    /// 15 March 2026, 00:00 UTC.
    let midnight = Date(timeIntervalSince1970: 1_773_532_800)

    @Test func `five requests a minute`() {
        var quota = TimesQuota()
        for second in 0..<5 { #expect(quota.take(now: noon + Double(second)) == nil) }
        #expect(quota.take(now: noon + 10) == noon + 60)
        #expect(quota.take(now: noon + 60) == nil)
    }

    @Test func `five hundred a day`() {
        var quota = TimesQuota()
        for number in 0..<500 { #expect(quota.take(now: noon + Double(number) * 20) == nil) }
        #expect(quota.count(now: noon) == 500)
        #expect(quota.take(now: noon + 20_000) == midnight)
        #expect(quota.take(now: midnight) == nil)
        #expect(quota.count(now: midnight) == 1)
        #expect(quota.count(now: midnight + 86_400) == 0)
    }

    @Test func `a refusal waits a minute, doubled up to an hour, and five mean that the day is used up`() {
        var quota = TimesQuota()
        _ = quota.take(now: noon)
        for minutes in [1.0, 2, 4, 8] { #expect(quota.wasRefused(now: noon) == noon + minutes * 60) }
        #expect(quota.take(now: noon + 100) == noon + 480)
        #expect(quota.wasRefused(now: noon) == midnight)
        #expect(quota.take(now: noon + 7200) == midnight)
        quota.wasAnswered()
        #expect(quota.take(now: noon + 7200) == nil)
    }

    @Test func `a refusal that says until when is taken at its word`() {
        var quota = TimesQuota()
        #expect(quota.wasRefused(until: noon + 500, now: noon) == noon + 500)
        #expect(quota.take(now: noon + 499) == noon + 500)
        #expect(quota.take(now: noon + 500) == nil)
    }

    @Test func `it is the same after a restart`() throws {
        var quota = TimesQuota()
        for _ in 0..<5 { _ = quota.take(now: noon) }
        var again = try JSONDecoder().decode(TimesQuota.self, from: JSONEncoder().encode(quota))
        #expect(again == quota)
        #expect(again.take(now: noon) == noon + 60)
    }
}
