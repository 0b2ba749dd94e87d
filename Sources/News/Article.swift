/// The body of a story for the reader: blocks without any markup left.
package struct Article: Hashable, Sendable {
    package var blocks: [Block] = []
    /// The top-level block that each name inside the text leads to: footnotes and their way back.
    package var anchors: [String: Int] = [:]

    package init() {}

    package indirect enum Block: Hashable, Sendable {
        case paragraph(RichText)
        /// A level from 1 to 6.
        case heading(Int, RichText)
        /// `start` is the number of the first item; nil for a list without numbers.
        case list(items: [[Block]], start: Int?)
        case quote([Block])
        /// Preformatted, with its line breaks.
        case code(String)
        case table(rows: [[Cell]], caption: RichText?)
        case figure(Figure)
        case rule
        /// Something that plays on another page: a video, a sound.
        case embed(url: String, title: String)
    }

    package struct Cell: Hashable, Sendable {
        package var blocks: [Block]
        package var isHeader: Bool
        package var columns: Int
        package var rows: Int

        package init(blocks: [Block], isHeader: Bool, columns: Int = 1, rows: Int = 1) {
            self.blocks = blocks
            self.isHeader = isHeader
            self.columns = columns
            self.rows = rows
        }
    }

    package struct Figure: Hashable, Sendable {
        package var url: String
        package var alternative: String?
        /// Pixels; nil where the story does not say.
        package var width: Int?
        package var height: Int?
        package var caption: RichText?
        /// Where a click on the picture leads.
        package var link: String?

        package init(url: String, alternative: String? = nil, width: Int? = nil, height: Int? = nil) {
            self.url = url
            self.alternative = alternative
            self.width = width
            self.height = height
        }
    }

    /// Text with styles, as Pango takes it: ranges count bytes of UTF-8.
    package struct RichText: Hashable, Sendable {
        package var text = ""
        /// In order, without overlap, leaving out what is plain.
        package var runs: [Run] = []
        package var language: String?
        package var isRightToLeft: Bool?

        package init() {}
    }

    package struct Run: Hashable, Sendable {
        package let range: Range<Int>
        package let style: Style
        package let link: String?

        package init(range: Range<Int>, style: Style, link: String? = nil) {
            self.range = range
            self.style = style
            self.link = link
        }
    }

    package struct Style: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let strong = Style(rawValue: 1)
        package static let emphasis = Style(rawValue: 2)
        package static let code = Style(rawValue: 4)
        package static let superscript = Style(rawValue: 8)
        package static let `subscript` = Style(rawValue: 16)
        package static let deleted = Style(rawValue: 32)
        package static let underlined = Style(rawValue: 64)
        package static let marked = Style(rawValue: 128)
    }
}
