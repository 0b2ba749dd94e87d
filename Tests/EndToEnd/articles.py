"""Articles written to be difficult, by what is difficult about them."""

from feedserver import Story

WORDS = (
    "The ferry left the harbour at a quarter past six, and nobody on the quay could say who had told the captain to wait. "
    "It was the sort of morning on which the sea has no edge. ")


def nested(tag, inner, depth):
    item = "<li>" if tag in ("ul", "ol") else ""
    return "".join(f"<{tag}>{item}<p>Level {level}</p>" for level in range(1, depth + 1)) + inner + (
        ("</li>" if item else "") + f"</{tag}>") * depth


def article(name, title, content, **more):
    return Story(name, title, summary=more.pop("summary", ""), content=content, **more)


KITCHEN = article(
    "kitchen", "Everything an article may hold",
    """<p>A first paragraph with <b>bold</b>, <i>italic</i>, <code>code</code>, H<sub>2</sub>O, E = mc<sup>2</sup>, <del>struck</del>
    and <mark>marked</mark> words, a <a href="https://example.org/one?x=1&amp;y=2">link with <b>bold</b> inside</a>, a
    <a href="https://example.org/two">second link</a> and a note.<a id="back" href="#note">[1]</a></p>
    <h2>A heading of the second level</h2><p>""" + WORDS * 2 + """</p>
    <h3>And one of the third</h3>
    <ul><li>First<ul><li>Inner first</li><li>Inner second, which is long enough to need a second line on most windows that
    people read in</li></ul></li><li><p>Second</p><p>With a second paragraph.</p></li></ul>
    <ol start="9"><li>Nine</li><li>Ten</li><li>Eleven</li></ol>
    <blockquote><p>A quotation that is worth setting apart from the rest.</p><blockquote><p>And one inside it.</p></blockquote>
    </blockquote>
    <pre>func greet(_ name: String) -&gt; String {\n\treturn "Hello, \\(name)! This line is so long that it has to scroll sideways, """
    + "x" * 120 + """"\n}</pre>
    <table><caption>Ferries</caption><tr><th>Line</th><th>Boats</th><th>Remarks</th></tr>
    <tr><td>North</td><td>3</td><td>Does not run on Sundays, nor when the wind is from the east</td></tr>
    <tr><td>South</td><td>2</td><td></td></tr></table>
    <figure><img src="SERVERgood.png" alt="A grey picture" width="300" height="200"><figcaption>Its caption.</figcaption></figure>
    <hr>
    <figure><img src="SERVERmissing.png" alt="What nobody will see" width="600" height="200"></figure>
    <iframe src="https://www.youtube.com/embed/abcdefghijk" title="A film of the ferry"></iframe>
    <p id="note">1. The note at the end, and <a href="#back">back</a>.</p>""",
    summary="All of it on one page, and in order.", author="Ada Writer")

LONG = article("long", "Two megabytes", "".join(f"<p>Paragraph {n}. {WORDS * 8}</p>" for n in range(1, 1201)))
HEADINGS = article("headings", "Five hundred headings", "".join(
    f"<h{n % 6 + 1}>Heading {n}</h{n % 6 + 1}><p>Text {n}.</p>" for n in range(1, 501)))
DEEP = article("deep", "Deep lists and quotes", nested("ul", "<p>At the bottom of the lists</p>", 60) + nested(
    "blockquote", "<p>At the bottom of the quotes</p>", 60))
WIDE = article("wide", "Forty columns", "<table>" + "<tr>" + "".join(
    f"<th>Column {n}</th>" for n in range(1, 41)) + "</tr>" + "".join(
    "<tr>" + "".join(f"<td>{row * n}</td>" for n in range(1, 41)) + "</tr>" for row in range(1, 31)) + "</table>")
ARABIC = article(
    "arabic", "العربية مع English",
    "<p>هذه فقرة باللغة العربية تحتوي على كلمات English في وسطها ثم تعود إلى العربية مرة أخرى لتكمل السطر.</p>"
    "<p>This one is English with العربية inside.</p><ul><li>أولا</li><li>ثانيا</li></ul>"
    "<blockquote><p>اقتباس من كتاب قديم</p></blockquote>")
SCRIPTS = article(
    "scripts", "漢字とかな 👩‍👩‍👧‍👦",
    "<p>吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。</p><p>Emoji 👩‍👩‍👧‍👦🏳️‍🌈 and combining e\u0301\u0327 "
    "z\u0351\u036b\u0343\u036a marks.</p><p>สวัสดีชาวโลก</p>")
CODE = article("code", "Five thousand lines", "<p>Before.</p><pre>" + "\n".join(
    f"line {n}: let value = compute({n}, {n * n})" for n in range(1, 5001)) + "</pre><p>After.</p>")
PICTURES = article("pictures", "Three hundred pictures", "".join(
    f'<figure><img src="SERVERgood.png?{n}" alt="Picture {n}" width="300" height="200"></figure>' for n in range(1, 301)))
BROKEN = article("broken", "Broken markup", "<p>One <b>bold <i>both</b> italic</i><p>Two<ul><li>Three<li>Four</table></div>"
                 "<p>&lt;b&gt; is no tag & this is <3 no entity &nosuch; either <a href='https://example.org/x'>unclosed")
EMPTY = article("empty", "Nothing but a title", None)
SUMMARY = article("summary", "Only a summary", None, summary="What the feed says of it & no more <than> this.")
HOSTILE = article(
    "hostile", "%s & \"quotes\"",
    '<script>alert(1)</script><p onclick="alert(1)">Safe text <a href="javascript:alert(1)">no link</a> '
    '<a href="file:///etc/passwd">no file</a></p><iframe src="https://evil.example/"></iframe>'
    '<img src="file:///etc/passwd"><p><span style="position:fixed">%s %n &amp;lt;b&amp;gt; <a href="https://example.org/&quot;&gt;&lt;b&gt;">odd</a></span></p>'
    + f"<p>{'x' * 20000}</p>")

ALL = [KITCHEN, LONG, HEADINGS, DEEP, WIDE, ARABIC, SCRIPTS, CODE, PICTURES, BROKEN, EMPTY, SUMMARY, HOSTILE]
