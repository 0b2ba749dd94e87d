import Glibc
import News

/// Text set for a terminal: wrapped to its width, bold and dim where it can be. Nothing that a feed says reaches the
/// terminal as a command.
final class TerminalPage {
    private(set) var text = ""
    private let width: Int
    private let isStyled: Bool

    init() {
        var size = winsize()
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let known = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 20
        width = min(known ? Int(size.ws_col) : 80, 100)
        isStyled = isTerminal && getenv("NO_COLOR") == nil
    }

    func heading(_ words: String) {
        gap()
        paragraph(words, style: "1")
    }

    /// - Parameters:
    ///   - lead: stands before the first row, such as the mark of a list item; `indent` before the others.
    func paragraph(_ words: String, style: String? = nil, lead: String? = nil, indent: String = "") {
        var row = lead ?? indent
        var isEmpty = true
        for word in plain(words).split(separator: " ") {
            if !isEmpty, row.count + 1 + word.count > width {
                add(row, style)
                row = indent
                isEmpty = true
            }
            row += isEmpty ? String(word) : " " + word
            isEmpty = false
        }
        if !isEmpty { add(row, style) }
    }

    func gap() { if !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" } }

    /// Not wrapped: an address must stay whole.
    func line(_ words: String, dim: Bool) {
        if !words.isEmpty { add(plain(words), dim ? "2" : nil) }
    }

    private func add(_ row: String, _ style: String?) {
        text += isStyled && style != nil ? "\u{1b}[\(style!)m\(row)\u{1b}[0m\n" : row + "\n"
    }

    private func plain(_ words: String) -> String {
        String(
            String.UnicodeScalarView(words.unicodeScalars.map { $0.isHarmless ? $0 : " " }))
    }
}

extension Unicode.Scalar {
    /// Neither a control character nor one that turns the direction of the text behind it.
    fileprivate var isHarmless: Bool {
        properties.generalCategory != .control && !(0x202A...0x202E).contains(value)
            && !(0x2066...0x2069).contains(value)
    }
}
