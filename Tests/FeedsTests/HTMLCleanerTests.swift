import Testing

@testable import Feeds

/// FIELD-GUIDE 1.1, "Sanitise": what passes and what does not.
struct HTMLCleanerTests {
    private func clean(_ html: String, base: String? = "https://a.example/blog/") -> String {
        HTMLCleaner().clean(Array(html.utf8), base: base)
    }

    @Test(arguments: [
        "<p>One <b>two</b> <em>three</em></p>", "<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>", "plain",
        "<pre><code>a\n  b</code></pre>", "<blockquote cite=\"https://b.example/\"><p>q</p></blockquote>",
        "<table><tbody><tr><th scope=\"col\">h</th><td colspan=\"2\">d</td></tr></tbody></table>", "a &lt; b &amp; c",
        "<h2>Head</h2><hr>", "<p lang=\"ar\" dir=\"rtl\">x</p>",
        "H<sub>2</sub>O x<sup>2</sup> <del>old</del> <ins>new</ins>",
        "<figure><img src=\"https://a.example/i.jpg\"><figcaption>Cap</figcaption></figure>",
        "<a href=\"mailto:a@b.example\">mail</a> <a href=\"tel:+1\">call</a> <a href=\"#note\">1</a>",
        "<img src=\"data:image/png;base64,AAAA\">", "<abbr title=\"Abbreviation\">abbr</abbr>",
    ])
    func `good HTML passes as it is`(html: String) {
        #expect(clean(html) == html)
    }

    @Test(arguments: [
        ("a<script>alert(1)</script>b", "ab"),
        ("a<SCRIPT SRC=//e.example/x.js></SCRIPT>b", "ab"),
        ("a<style>p{}</style>b", "ab"),
        ("<html><head><title>T</title></head><body>a</body></html>", "a"),
        ("The <title> element <b>b</b>", "The  element <b>b</b>"),
        ("<applet code=\"x\">a</applet>", "a"),
        ("<p onclick=\"x()\" style=\"color:red\" class=\"c\">a</p>", "<p>a</p>"),
        ("<a href=\"javascript:x()\">a</a>", "<a>a</a>"),
        ("<a href=\" java\nscript:x()\">a</a>", "<a>a</a>"),
        ("<a href=\"JaVaScRiPt:x()\">a</a>", "<a>a</a>"),
        ("<a href=\"&#106;avascript:x()\">a</a>", "<a>a</a>"),
        ("<a href=\"vbscript:x\">a</a>", "<a>a</a>"),
        ("<a href=\"data:text/html,x\">a</a>", "<a>a</a>"),
        ("<img src=\"javascript:x()\">a", "a"),
        ("<img src=\"data:image/svg+xml;base64,AA\">a", "a"),
        ("<img src=\"x.png\" onerror=\"x()\">", "<img src=\"https://a.example/blog/x.png\">"),
        ("<form action=\"/x\"><input value=\"v\"><button>Press</button></form>", "Press"),
        ("<select><option>one</option></select>text", "text"),
        ("<object data=\"x.swf\"><param name=\"a\"><p>instead</p></object>", "<p>instead</p>"),
        (
            "<meta http-equiv=\"refresh\" content=\"0;url=x\"><base href=\"https://evil.example/\"><a href=\"x\">a</a>",
            "<a href=\"https://a.example/blog/x\">a</a>"
        ),
        ("<svg><script>x</script><text>t</text></svg>b", "b"),
        ("<iframe src=\"https://evil.example/\">in</iframe>b", "b"),
        ("<unknown>kept</unknown>", "kept"),
        ("<!-- <script>x</script> -->a", "a"),
        ("<html><head><title>t</title></head><body><p>a</p></body></html>", "<p>a</p>"),
        ("<link rel=stylesheet href=x>a", "a"),
    ])
    func `what can act is dropped and the text stays`(html: String, safe: String) {
        #expect(clean(html) == safe)
    }

    @Test(arguments: [
        ("<p>a<p>b", "<p>a</p><p>b</p>"), ("<b>a", "<b>a</b>"), ("a</b>", "a"),
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("a & b &copy; &nosuch; c", "a &amp; b © &amp;nosuch; c"), ("a < b > c", "a &lt; b &gt; c"),
        ("<br/>a<hr/>", "<br>a<hr>"),
        ("<td>lone</td>", "<td>lone</td>"), ("a &#150; b", "a – b"),
    ])
    func `broken HTML is made whole`(html: String, whole: String) {
        #expect(clean(html) == whole)
    }

    @Test(arguments: [
        ("<a href=\"../x?a=1&amp;b=2#c\">a</a>", "<a href=\"https://a.example/x?a=1&amp;b=2#c\">a</a>"),
        ("<a href=\"//b.example/x\">a</a>", "<a href=\"https://b.example/x\">a</a>"),
        ("<a href=\"/x y\">a</a>", "<a href=\"https://a.example/x%20y\">a</a>"),
        (
            "<div xml:base=\"http://c.example/d/\"><a href=\"e\">a</a></div>",
            "<div><a href=\"http://c.example/d/e\">a</a></div>"
        ),
        (
            "<a href=\"https://b.example/?utm_source=x&amp;id=1&amp;fbclid=y\">a</a>",
            "<a href=\"https://b.example/?id=1\">a</a>"
        ),
        ("<a href=\"https://b.example/?utm_source=x#t\">a</a>", "<a href=\"https://b.example/#t\">a</a>"),
    ])
    func `addresses are made absolute and lose their trackers`(html: String, absolute: String) {
        #expect(clean(html) == absolute)
    }

    @Test func `an address without a base is dropped, not its text`() {
        #expect(clean("<a href=\"x\">a</a><img src=\"i.png\">", base: nil) == "<a>a</a>")
    }

    @Test(arguments: [
        ("<img width=\"1\" height=\"1\" src=\"https://b.example/t.gif\">a", "a"),
        ("<img src=\"https://pixel.wp.com/b.gif?x=1\">a", "a"),
        ("<img src=\"http://feeds.feedburner.com/~r/x/~4/y\" height=\"1\" width=\"1\"/>a", "a"),
    ])
    func `pictures that only count readers are dropped`(html: String, text: String) {
        #expect(clean(html) == text)
    }

    @Test(arguments: [
        "<img src=\"data:image/gif;base64,R0lGOD\" data-src=\"https://a.example/i.jpg\">",
        "<img src=\"https://a.example/blank.gif\" data-lazy-src=\"https://a.example/i.jpg\">",
        "<img data-original=\"https://a.example/i.jpg\">",
        "<img srcset=\"https://a.example/s.jpg 100w, https://a.example/i.jpg 800w\">",
        "<img data-srcset=\"https://a.example/i.jpg 2x, https://a.example/s.jpg\">",
        "<picture><source srcset=\"https://a.example/i.jpg 800w\"><img></picture>",
        "<noscript><img src=\"https://a.example/i.jpg\"></noscript>",
        "<img data-src=\"https://a.example/i.jpg\"><noscript><img src=\"https://a.example/i.jpg\"></noscript>",
    ])
    func `a picture that waits for a script is shown at once`(html: String) {
        #expect(clean(html) == "<img src=\"https://a.example/i.jpg\">")
    }

    @Test(arguments: [
        ("<iframe src=\"https://www.youtube.com/embed/abc?rel=0\"></iframe>", "https://www.youtube.com/watch?v=abc"),
        ("<iframe src=\"//www.youtube-nocookie.com/embed/abc\"></iframe>", "https://www.youtube.com/watch?v=abc"),
        ("<iframe src=\"https://player.vimeo.com/video/42\"/>", "https://vimeo.com/42"),
        ("<object><embed src=\"http://www.youtube.com/v/abc&hl=en\"></object>", "https://www.youtube.com/watch?v=abc"),
    ])
    func `an embedded video becomes a card with its link`(html: String, page: String) {
        #expect(clean(html) == "<figure><a href=\"\(page)\">\(page)</a></figure>")
    }

    @Test func `a title names the card`() {
        #expect(
            clean("<iframe title=\"A &amp; B\" src=\"https://player.vimeo.com/video/42\"></iframe>")
                == "<figure><a href=\"https://vimeo.com/42\">A &amp; B</a></figure>")
    }

    @Test func `deep nesting ends somewhere and keeps what came before`() {
        let html = "start" + String(repeating: "<div>", count: 100_000) + "end"
        #expect(clean(html).hasPrefix("start<div>"))
    }

    @Test(arguments: [100, 3000, 20_000, 300_000])
    func `a long text comes out as long as it went in`(count: Int) {
        let html = (0..<count / 10).map { "<p>\($0)</p>" }.joined()
        #expect(clean(html) == html)
    }

    @Test(arguments: [
        ("<b>&period;&NotEqualTilde;&fjlig;</b>", "<b>.≂̸fj</b>"),
        ("<b>&#39;&#x2019s &#150; &#0;&#1;x</b>", "<b>'’s – x</b>"),
        ("<b>&nosuch; &copy &amp;lt; R&D</b>", "<b>&amp;nosuch; © &amp;lt; R&amp;D</b>"),
        ("<i>&lt;b&gt;&quot;</i>&", "<i>&lt;b&gt;\"</i>&amp;"),
    ])
    func `references are the characters that they name`(html: String, cleaned: String) {
        #expect(clean(html) == cleaned)
    }

    /// Long texts take a way around libxml2, where a mark stands for each.
    @Test(arguments: [
        ("<script>if (a<b) { \"LONG\" }</script><p>LONG</p>", "<p>LONG</p>"),
        ("<p title=\"a > LONG\">LONG</p>", "<p title=\"a &gt; LONG\">LONG</p>"),
        ("<p title=\"a > LONG>b</p>", "<p title=\"a &gt; LONG&gt;b&lt;/p&gt;\"></p>"),
        ("<p \"> LONG <b title=\"x\">LONG</b></p>", "<p> LONG <b title=\"x\">LONG</b></p>"),
        ("<!-- > LONG -->LONG<!-- LONG", "LONG"),
        ("<?LONG > LONG?>LONG", "LONG?&gt;LONG"),
        ("LONG &amp; LONG &LONG; LONG < LONG", "LONG &amp; LONG &amp;LONG; LONG &lt; LONG"),
        ("<p>MARK@@@@LONG</p><p>LONG</p>", "<p>MARK@@@@LONG</p><p>LONG</p>"),
        ("<p>LONG&#64976;@@@@</p>", "<p>LONGMARK@@@@</p>"),
        ("<p>LONG\u{1}LONGLAST</p>", "<p>LONGLONG</p>"),
        ("<p>\u{FF21}LONG\u{FF21}</p>", "<p>\u{FF21}LONG\u{FF21}</p>"),
        ("<p>                              </p><p>LONG", "<p>                              </p><p>LONG</p>"),
    ])
    func `a long text stays where it is whatever stands around it`(html: String, cleaned: String) {
        func spell(_ text: String) -> String {
            text.replacing("LONG", with: "words that are a good deal longer than any mark")
                .replacing("MARK", with: "\(UnicodeScalar(0xFDD0)!)").replacing(
                    "LAST", with: "\(UnicodeScalar(0xFFFF)!)")
        }
        #expect(clean(spell(html)) == spell(cleaned))
    }

    @Test func `HTML that is nested too deeply keeps its text and loses tags`() {
        func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
        let html = clean("<p>before</p>" + many("<div>", 300) + "in <b>side</b>" + many("</div>", 300) + "<p>after</p>")
        #expect(html == "<p>before</p>" + many("<div>", 42) + "in side" + many("</div>", 42) + "<p>after</p>")
        let lists = clean(many("<ul><li>x", 300))
        #expect(lists.ranges(of: "x").count == 300)
        #expect(lists.ranges(of: "<ul>").count == 42)
    }

    @Test(arguments: [
        ("<p>&copy 2024 caf&eacute x</p>", "<p>© 2024 café x</p>"),
        ("<p>I'm &notit; I tell you</p>", "<p>I'm ¬it; I tell you</p>"),
        ("<p>I'm &notin; I tell you</p>", "<p>I'm ∉ I tell you</p>"), ("<p>a&lt</p>", "<p>a&lt;</p>"),
        ("<p>AT&T R&D &unknown &hellip x</p>", "<p>AT&amp;T R&amp;D &amp;unknown &amp;hellip x</p>"),
        ("<p>&amp;copy 2024</p>", "<p>&amp;copy 2024</p>"), ("<p>&copy</p>", "<p>©</p>"), ("&copy 2024", "© 2024"),
        ("<a href=\"https://a.example/?a=1&copy=2\">x</a>", "<a href=\"https://a.example/?a=1&amp;copy=2\">x</a>"),
    ])
    func `old names need no semicolon`(html: String, cleaned: String) {
        #expect(clean(html) == cleaned)
    }

    @Test(arguments: [
        ("&copy 2024 caf&eacute x", "© 2024 café x"),
        ("https://a.example/?a=1&copy=2", "https://a.example/?a=1&copy=2"),
        ("a &copyright b", "a &copyright b"), ("AT&T", "AT&T"), ("&lt;b> &amp;copy x", "<b> &copy x"),
        ("x &copy", "x ©"),
    ])
    func `nor do they in titles where they stand alone`(html: String, text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    @Test(arguments: [
        ("<p>a<![CDATA[b]]>c</p>", "<p>ac</p>"), ("<p>a<![if !IE]>b<![endif]>c</p>", "<p>abc</p>"),
        ("<p>a<![CDATA[<b>x</b>]]></p>", "<p>ax]]&gt;</p>"), ("<p>a</p><![CDATA[", "<p>a</p>"),
    ])
    func `CDATA is a comment in HTML`(html: String, cleaned: String) {
        #expect(clean(html) == cleaned)
    }

    @Test func `what is CDATA as a whole was escaped once too often`() {
        #expect(clean(" <![CDATA[<p>a &amp; b</p>]]> ") == "<p>a &amp; b</p>")
        #expect(HTMLText.plain("<![CDATA[a &amp; b]]>") == "a & b")
        #expect(HTMLText.plain("<p>a<![CDATA[b]]>c</p>") == "ac")
        #expect(HTMLText.plain("<![CDATA[") == "<![CDATA[")
    }

    @Test func `references in attributes are the characters that they name, once`() {
        #expect(
            clean("<p title=\"&rarr; &period;&NotEqualTilde; &amp;rarr; &nosuch; R&D\">x</p>")
                == "<p title=\"→ .≂̸ &amp;rarr; &amp;nosuch; R&amp;D\">x</p>")
    }
}
