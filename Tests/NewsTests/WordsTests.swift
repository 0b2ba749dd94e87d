import News
import Testing

struct WordsTests {
    @Test func `arguments stand where the words put them`() {
        #expect(tr("{1} after {0}", "two", 1) == "1 after two")
        #expect(tr("{0} and {0}", "x") == "x and x")
        #expect(tr("100 %") == "100 %")
    }

    @Test func `an argument that looks like a place is left alone`() {
        #expect(tr("{0}, {1}", "{1}", "b") == "{1}, b")
    }

    @Test func `a count chooses its form`() {
        #expect(ntr("{0} story", "{0} stories", 1) == "1 story")
        #expect(ntr("{0} story", "{0} stories", 0) == "0 stories")
    }
}
