import Testing

@testable import Storage

struct WordFoldingTests {
    @Test(arguments: [
        ("Crème Brûlée", "creme brulee"), ("Straße", "strasse"), ("ÆØÅ", "aeoa"), ("Łódź", "lodz"),
        ("İstanbul", "istanbul"),
        ("Ελλάδα ΣΊΣΥΦΟΣ Σίσυφος", "ελλαδα σισυφοσ σισυφοσ"), ("Ёлка йод", "елка иод"), ("И\u{306}од", "иод"),
        ("Việt Nam", "viet nam"), ("e\u{301}t\u{E9}", "ete"), ("ＡＢＣ１２３", "abc123"), ("co\u{AD}operate", "cooperate"),
        ("l’été", "l ete"), ("AT&T", "at t"), ("“quoted” — dash…", "quoted dash"), ("C3PO 3½", "c3po 3½"),
        ("東京都", "東 京 都"), ("ひらがなカタカナー", "ひ ら が な カ タ カ ナ ー"), ("한국어", "한 국 어"), ("iPhoneの", "iphone の"),
        ("ภาษา", "ภ า ษ า"), ("हिन्दी", "हिन्दी"), ("مُحَمَّد", "محمد"), ("שָׁלוֹם", "שלום"), ("💥boom", "💥 boom"), ("", ""),
    ])
    func `accents, case and width do not matter, and what has no spaces is single characters`(
        text: String, words: String
    ) {
        #expect(WordFolding.words(of: text).joined(separator: " ") == words)
    }

    @Test(arguments: [
        ("<p>One</p><p>two</p>", "one two "), ("<b>w</b>ord", "word "), ("a<br>b", "a b "),
        ("<em class=\"x\">w</em>ord", "word "),
        ("<img alt=\"a > b\">c", "c "), ("caf&#233; &#xE9;t&#xe9; AT&amp;T", "cafe ete at t "),
        ("a&nbsp;b & c", "a b c "),
        ("<p", ""), ("a &", "a "), ("<ul><li>x<li>y</ul>z", "x y z "),
    ])
    func `tags are left out, and end words where they break lines`(html: String, words: String) {
        var folding = WordFolding()
        folding.add(html: html)
        #expect(String(decoding: folding.bytes, as: UTF8.self) == words)
    }
}
