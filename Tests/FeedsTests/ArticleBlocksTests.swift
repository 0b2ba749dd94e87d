import News
import Testing

@testable import Feeds

/// What the reader shows of a story's HTML.
struct ArticleBlocksTests {
    private func blocks(_ html: String) -> [Article.Block] { ArticleBlocks.article(html).blocks }

    private func text(_ text: String, _ runs: [Article.Run] = []) -> Article.RichText {
        var rich = Article.RichText()
        rich.text = text
        rich.runs = runs
        return rich
    }

    @Test func `paragraphs, headings and rules stand apart`() {
        #expect(
            blocks("<h2>Head</h2><p>One\n two</p>loose<hr><div>Three</div>") == [
                .heading(2, text("Head")), .paragraph(text("One two")), .paragraph(text("loose")), .rule,
                .paragraph(text("Three")),
            ])
    }

    @Test func `styles and links are ranges of bytes`() {
        #expect(
            blocks("<p>é <b>bold <i>both</i></b> <a href=\"https://a.example/\">link</a> H<sub>2</sub>O</p>") == [
                .paragraph(
                    text(
                        "é bold both link H2O",
                        [
                            .init(range: 3..<8, style: .strong), .init(range: 8..<12, style: [.strong, .emphasis]),
                            .init(range: 13..<17, style: [], link: "https://a.example/"),
                            .init(range: 19..<20, style: .subscript),
                        ]))
            ])
    }

    @Test func `lists nest`() {
        #expect(
            blocks("<ol start=\"3\"><li>a<ul><li>b</li></ul></li><li>c</li></ol>") == [
                .list(
                    items: [
                        [.paragraph(text("a")), .list(items: [[.paragraph(text("b"))]], start: nil)],
                        [.paragraph(text("c"))],
                    ],
                    start: 3)
            ])
    }

    @Test func `quotes hold blocks and code keeps its lines`() {
        #expect(
            blocks("<blockquote><p>q</p><pre><code>a\n  b &lt; c\n</code></pre></blockquote>") == [
                .quote([.paragraph(text("q")), .code("a\n  b < c")])
            ])
    }

    @Test func `a figure has its picture, size and caption`() {
        var figure = Article.Figure(url: "https://a.example/i.jpg", alternative: "Alt", width: 600, height: 400)
        figure.caption = text("Cap")
        #expect(
            blocks(
                "<figure><img src=\"https://a.example/i.jpg\" alt=\"Alt\" width=\"600\" height=\"400\"><figcaption>Cap</figcaption></figure>"
            ) == [.figure(figure)])
    }

    @Test func `a picture in a paragraph parts it`() {
        #expect(
            blocks("<p>a <img src=\"https://a.example/i.jpg\"> b</p>") == [
                .paragraph(text("a")), .figure(.init(url: "https://a.example/i.jpg")), .paragraph(text("b")),
            ])
    }

    @Test func `a card is an embed`() {
        #expect(
            blocks("<figure><a href=\"https://vimeo.com/42\">A film</a></figure>") == [
                .embed(url: "https://vimeo.com/42", title: "A film")
            ])
    }

    @Test func `a table has rows of cells, and none where it only lays out`() {
        #expect(
            blocks("<table><caption>C</caption><tr><th>h</th><td colspan=\"2\">d</td></tr></table>") == [
                .table(
                    rows: [
                        [
                            .init(blocks: [.paragraph(text("h"))], isHeader: true),
                            .init(blocks: [.paragraph(text("d"))], isHeader: false, columns: 2),
                        ]
                    ], caption: text("C"))
            ])
        #expect(blocks("<table><tr><td><p>Letter</p></td></tr></table>") == [.paragraph(text("Letter"))])
    }

    @Test func `footnotes find their place`() {
        let article = ArticleBlocks.article(
            "<p>Text<a href=\"#fn1\" id=\"ref1\">1</a></p><ol><li id=\"fn1\">Note <a href=\"#ref1\">back</a></li></ol>")
        #expect(article.anchors == ["ref1": 0, "fn1": 1])
    }

    @Test func `language and direction go with the text`() {
        var arabic = text("x")
        arabic.language = "ar"
        arabic.isRightToLeft = true
        #expect(blocks("<p lang=\"ar\" dir=\"rtl\">x</p><p>y</p>") == [.paragraph(arabic), .paragraph(text("y"))])
    }

    @Test func `line breaks stay inside a paragraph`() {
        #expect(blocks("one<br>two<br>") == [.paragraph(text("one\ntwo"))])
        #expect(blocks("") == [])
    }
}
