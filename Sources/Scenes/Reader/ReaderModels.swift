import News

/// The scene of one article: what crosses between its interactor, presenter and view.
package enum Reader {
    /// What came of asking for an article.
    package struct Response: Hashable, Sendable {
        package let id: StoryID
        package let article: StoryArticle?
        package let error: NewsError?
    }

    /// All about the page but its text, ready to show.
    package struct ViewModel: Hashable, Sendable {
        /// Of the window.
        package let title: String
        package let page: Page
        /// The address of the original; nil where there is none.
        package let original: String?
        package internal(set) var isRead = false
        package internal(set) var isStarred = false
    }

    /// How text is set: settings.
    package struct Typography: Hashable, Sendable {
        /// Of the text size that the design has, 0.5 to 3.
        package internal(set) var scale = 1.0

        package init() {}

        /// A step larger or smaller.
        func stepped(_ steps: Int) -> Typography {
            var stepped = self
            stepped.scale = min(max((scale * 10 + Double(steps)).rounded() / 10, 0.5), 3)
            return stepped
        }
    }

    /// What fills the page.
    package enum Page: Hashable, Sendable {
        /// Nothing is known yet.
        case loading
        case article
        case status(title: String, text: String)
    }

    /// The article in pieces that can be made one at a time. Equal by `revision`: comparing 2 MB would take longer than
    /// showing them.
    package struct Body: Equatable, Sendable {
        package internal(set) var pieces: [Piece] = []
        /// All that can be selected and found, in reading order.
        package internal(set) var texts: [Text] = []
        /// The piece that each name inside the text leads to.
        package internal(set) var anchors: [String: Int] = [:]
        /// In reading order, each address once for each text.
        package internal(set) var links: [Link] = []
        package internal(set) var revision = 0

        package init() {}

        package static func == (a: Body, b: Body) -> Bool { a.revision == b.revision }
    }

    /// A part of the page that has a widget of its own while it is near the view.
    package struct Piece: Hashable, Sendable {
        package let block: Block
        /// About how high it is, in lines of text.
        package let lines: Int
        /// Pieces of one table or one piece of code scroll sideways together.
        package let group: Int?
    }

    /// What a piece shows. Text is named by its index in the body's `texts`.
    package indirect enum Block: Hashable, Sendable {
        case text(Int)
        case list([Item])
        case quote([Block])
        /// - columns: the length of the longest line of the whole, of which this may be a part.
        case code(Int, columns: Int)
        case table(Table)
        case figure(Figure)
        case rule
        /// Something that plays on another page.
        case embed(title: String, host: String, url: String)
        /// Leads to the original.
        case button(label: String, url: String, isSuggested: Bool)
    }

    package struct Item: Hashable, Sendable {
        /// A bullet or number; nil where the item goes on.
        package let marker: String?
        package let blocks: [Block]
    }

    package struct Table: Hashable, Sendable {
        package let label: String
        /// The width of each column in characters, the same for all pieces of a table.
        package let columns: [Int]
        package let rows: [[Cell]]
    }

    package struct Cell: Hashable, Sendable {
        package let text: Int
        package let isHeader: Bool
        package let column: Int
        package let columns: Int
        package let rows: Int
    }

    package struct Figure: Hashable, Sendable {
        package let url: String
        /// What a screen reader says, and what stands there when the picture does not come.
        package let label: String
        /// Pixels; nil where the article does not say.
        package let width: Int?
        package let height: Int?
        /// Its index in the body's `texts`.
        package let caption: Int?
        package let credit: Int?
    }

    /// Text with its styles. Places in it count bytes of UTF-8, as Pango does.
    package struct Text: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case source, title, summary, byline, paragraph, caption, credit, code, cell, headerCell, tags, note
            /// A level from 1 to 6.
            case heading(Int)
        }

        package let kind: Kind
        package let plain: String
        /// Pango's.
        package let markup: String
        package let isRightToLeft: Bool
        package let links: [LinkRange]
        /// What stands between the text before and this one when both are copied.
        package let lead: String
    }

    package struct LinkRange: Hashable, Sendable {
        package let range: Range<Int>
        package let url: String
    }

    /// One link of the article, for the list of them.
    package struct Link: Hashable, Sendable {
        package let words: String
        package let url: String
    }

    /// A place in the text.
    package struct Position: Hashable, Comparable, Sendable {
        package let text: Int
        package let offset: Int

        package init(text: Int, offset: Int) {
            self.text = text
            self.offset = offset
        }

        package static func < (a: Position, b: Position) -> Bool { (a.text, a.offset) < (b.text, b.offset) }
    }

    /// Where the words that are looked for stand.
    package struct Found: Equatable, Sendable {
        package internal(set) var matches: [Match] = []
        /// The index of the one that is looked at.
        package internal(set) var current: Int?
        /// "3 of 12", or that there is nothing; empty where nothing is looked for.
        package internal(set) var words = ""

        package init() {}
    }

    package struct Match: Hashable, Sendable {
        package let text: Int
        package let range: Range<Int>
    }

    /// Where the view is to go. Two of them differ even where they lead to the same place.
    package struct Goal: Hashable, Sendable {
        package enum Place: Hashable, Sendable {
            case piece(Int)
            case text(Int)
        }

        package let place: Place
        package let revision: Int
    }
}

extension Reader.Body {
    /// What is copied of the text between two places.
    package func words(from start: Reader.Position, to end: Reader.Position) -> String {
        let (start, end) = (min(start, end), max(start, end))
        var words = ""
        for index in start.text...max(start.text, end.text) where texts.indices.contains(index) {
            let text = texts[index]
            let utf8 = text.plain.utf8
            let from = index == start.text ? min(start.offset, utf8.count) : 0
            let to = index == end.text ? min(end.offset, utf8.count) : utf8.count
            if index > start.text { words += text.lead }
            words += String(decoding: utf8.dropFirst(from).prefix(max(0, to - from)), as: UTF8.self)
        }
        return words
    }

    /// The whole text.
    package var everything: (start: Reader.Position, end: Reader.Position)? {
        guard let last = texts.last else { return nil }
        return (
            Reader.Position(text: 0, offset: 0), Reader.Position(text: texts.count - 1, offset: last.plain.utf8.count)
        )
    }

    /// The word at a place.
    package func word(at place: Reader.Position) -> (start: Reader.Position, end: Reader.Position) {
        let text = texts[place.text].plain
        let at = text.utf8.index(text.startIndex, offsetBy: min(place.offset, text.utf8.count))
        func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "’" }
        let end = text[at...].firstIndex { !isWord($0) } ?? text.endIndex
        let start = text[..<at].lastIndex { !isWord($0) }.map { text.index(after: $0) } ?? text.startIndex
        return (
            Reader.Position(text: place.text, offset: text.utf8.distance(from: text.startIndex, to: start)),
            Reader.Position(text: place.text, offset: text.utf8.distance(from: text.startIndex, to: end))
        )
    }

    /// Where `query` stands, whatever its case; at most 1,000 places.
    package func matches(of query: String) -> [Reader.Match] {
        let wanted = Array(query.lowercased().utf8)
        guard !wanted.isEmpty else { return [] }
        var matches: [Reader.Match] = []
        for (index, text) in texts.enumerated() {
            let lower = text.plain.lowercased()
            // Places are those of the text as it is. Where lower case is of another length, only ASCII changes.
            let isAligned = lower.utf8.count == text.plain.utf8.count
            let bytes =
                isAligned
                ? Array(lower.utf8) : text.plain.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
            var at = 0
            while at + wanted.count <= bytes.count {
                if bytes[at] == wanted[0], bytes[at..<at + wanted.count].elementsEqual(wanted) {
                    matches.append(Reader.Match(text: index, range: at..<at + wanted.count))
                    if matches.count == 1000 { return matches }
                    at += wanted.count
                } else {
                    at += 1
                }
            }
        }
        return matches
    }

    /// The piece that shows a text.
    package func piece(showing text: Int) -> Int? {
        // Pieces hold texts in order: the last whose first text is not behind it.
        var (low, high) = (0, pieces.count)
        var found: Int?
        while low < high {
            let middle = (low + high) / 2
            var probe = middle
            // Rules and buttons hold none.
            while probe >= low, pieces[probe].block.firstText == nil { probe -= 1 }
            guard probe >= low, let first = pieces[probe].block.firstText else {
                low = middle + 1
                continue
            }
            if first <= text {
                found = probe
                low = middle + 1
            } else {
                high = probe
            }
        }
        return found
    }
}

extension Reader.Block {
    /// The first text inside.
    package var firstText: Int? {
        switch self {
        case .text(let index), .code(let index, _): index
        case .list(let items): items.lazy.flatMap(\.blocks).compactMap(\.firstText).first
        case .quote(let blocks): blocks.lazy.compactMap(\.firstText).first
        case .table(let table): table.rows.first?.first?.text
        case .figure(let figure): figure.caption ?? figure.credit
        case .rule, .embed, .button: nil
        }
    }
}
