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
        ("One\n===\nTwo *b*\nthree\n---\nText\n\n---", "<h1>One</h1><h2>Two <em>b</em>\nthree</h2><p>Text</p><hr>"),
        ("a\n\n    let b\n\n\tlet <c>\n\nd", "<p>a</p><pre><code>let b\n\nlet &lt;c&gt;\n</code></pre><p>d</p>"),
        (
            "| a | b |\n|:--|---|\n| 1 | *2* |\n| c \\| d |\n\nend",
            "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><em>2</em></td></tr>"
                + "<tr><td>c | d</td></tr></tbody></table><p>end</p>"
        ),
        (
            "a | b\n-|-\n1 | 2",
            "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>"
        ),
        ("a | b\nc", "<p>a | b\nc</p>"),
        (
            "[a][1], [B c][], [b  C] and [none]\n\n[1]: https://a.example/ \"T\"\n[b c]: <https://b.example/>",
            "<p><a href=\"https://a.example/\" title=\"T\">a</a>, <a href=\"https://b.example/\">B c</a>, "
                + "<a href=\"https://b.example/\">b  C</a> and [none]</p>"
        ),
        ("![p][i]\n\n[i]: /i.png", "<p><img src=\"/i.png\" alt=\"p\"></p>"),
        ("[a](https://a.example/b_(c))", "<p><a href=\"https://a.example/b_(c)\">a</a></p>"),
        // A line of nothing but a tab was read for ever.
        ("a\n\t\nb\n \t ", "<p>a</p><p>b</p>"),
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

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            "*a ", "[", "[a]", "[a][", "|", "|-\n", "\t\n", "a\n=\n", "`", "- ", "> ", "_a", "![](", "<", "1. ",
        ])
    func `what never closes is over soon`(text: String) {
        _ = Markdown.html(String(repeating: text, count: 10_000))
    }
}
