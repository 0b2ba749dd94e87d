import Testing

@testable import Feeds

struct MarkdownTests {
    @Test(arguments: [
        ("One\ntwo\n\nthree", "<p>One\ntwo</p><p>three</p>"),
        (
            "a **b** *c* __d__ _e_ ~~f~~ snake_case_name",
            "<p>a <strong>b</strong> <em>c</em> <strong>d</strong> <em>e</em> <del>f</del> snake_case_name</p>"
        ),
        ("**a *b* c**", "<p><strong>a <em>b</em> c</strong></p>"),
        ("2 * 3 * 4 and a_b", "<p>2 * 3 * 4 and a_b</p>"), ("\\*no\\*", "<p>*no*</p>"),
        ("# One\n### Three ###\n#none", "<h1>One</h1><h3>Three</h3><p>#none</p>"),
        ("[a *b*](https://a.example/ \"T\")", "<p><a href=\"https://a.example/\" title=\"T\">a <em>b</em></a></p>"),
        ("![alt](p.png)", "<p><img src=\"p.png\" alt=\"alt\"></p>"), ("[no link] (x)", "<p>[no link] (x)</p>"),
        ("<https://a.example/?a&b>", "<p><a href=\"https://a.example/?a&amp;b\">https://a.example/?a&amp;b</a></p>"),
        ("`a < b`", "<p><code>a &lt; b</code></p>"), ("``a ` b``", "<p><code>a ` b</code></p>"),
        ("a ` b", "<p>a ` b</p>"),
        ("```swift\nlet a = 1 < 2\n\n# b\n```\nend", "<pre><code>let a = 1 &lt; 2\n\n# b\n</code></pre><p>end</p>"),
        ("- a\n- b\n  - c\n- d", "<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>"),
        ("3. a\n4. b", "<ol start=\"3\"><li>a</li><li>b</li></ol>"), ("Text\n* a", "<p>Text</p><ul><li>a</li></ul>"),
        ("> a\n> > b", "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>"),
        ("a\n\n---\n\nb", "<p>a</p><hr><p>b</p>"), ("a  \nb\\\nc", "<p>a<br>b<br>c</p>"),
        ("<div>x</div>", "<div>x</div>"), ("", ""),
    ])
    func `Markdown is HTML`(markdown: String, html: String) {
        #expect(Markdown.html(markdown) == html)
    }

    @Test func `a story in Markdown is cleaned like any other`() throws {
        let item = try rssItem(
            "<source:markdown xmlns:source='http://source.scripting.com/'># T\n\n[a](javascript:x) ![p](/i.png)&lt;script&gt;x&lt;/script&gt;</source:markdown>"
        )
        #expect(item.contentHTML == "<h1>T</h1><p><a>a</a> <img alt=\"p\" src=\"https://feed.example/i.png\"></p>")
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["*a ", "[", "`", "- ", "> ", "_a", "![](", "<", "1. "])
    func `what never closes is over soon`(text: String) {
        _ = Markdown.html(String(repeating: text, count: 10_000))
    }
}
