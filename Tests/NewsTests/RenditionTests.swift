import News
import Testing

struct RenditionTests {
    // The sizes that the Times sends today (FIELD-GUIDE 2.1).
    let times = [
        Rendition(url: "super", width: 2048, height: 1366), Rendition(url: "three", width: 600, height: 400),
        Rendition(url: "large", width: 150, height: 150),
    ]

    @Test func `the smallest that is wide enough is chosen, whatever the order`() {
        #expect(times.best(forWidth: 120)?.url == "large")
        #expect(times.best(forWidth: 240)?.url == "three")
        #expect(times.reversed().best(forWidth: 240)?.url == "three")
    }

    @Test func `where none is wide enough the largest is chosen`() {
        #expect(times.best(forWidth: 4000)?.url == "super")
    }

    @Test func `a known size beats an unknown one; the first of unknown ones is as good as any`() {
        #expect([Rendition(url: "unknown"), Rendition(url: "small", width: 75)].best(forWidth: 120)?.url == "small")
        #expect([Rendition(url: "a"), Rendition(url: "b")].best(forWidth: 120)?.url == "a")
        #expect([Rendition]().best(forWidth: 120) == nil)
    }
}
