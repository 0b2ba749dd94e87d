import CXML2
import FoundationEssentials

/// A list of feeds in folders (OPML 1.0 and 2.0), whole: what it does not understand it keeps and writes again.
package struct OPML: Hashable, Sendable {
    /// The elements of the head, in order: title, dateCreated, ownerName…
    package var head: [Field] = []
    package var outlines: [Outline] = []

    package init() {}

    /// A name as written, and its text.
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A folder, a feed, or anything else that somebody outlined.
    package struct Outline: Hashable, Sendable {
        /// In the order of the document.
        package var attributes: [Field] = []
        package var children: [Outline] = []

        package init(attributes: [Field] = [], children: [Outline] = []) {
            self.attributes = attributes
            self.children = children
        }

        /// The attribute of that name, whatever its case: xmlUrl is also written xmlurl and xmlURL.
        package subscript(_ name: String) -> String? {
            let value = attributes.first { $0.name.lowercased() == name.lowercased() }?.value
            return value.flatMap { $0.isEmpty ? nil : $0 }
        }

        /// `text` before `title`, as the former is the required one.
        package var name: String? { self["text"] ?? self["title"] }
        package var feedURL: String? { self["xmlUrl"].flatMap { WebAddress.web($0) } }
        package var pageURL: String? { self["htmlUrl"].flatMap { WebAddress.web($0) } }
    }

    package var title: String? { head.first { $0.name.lowercased() == "title" }?.value }

    /// A feed of the list, once, with every folder it is in.
    package struct Subscription: Hashable, Sendable {
        package let feedURL: String
        package var name: String?
        package var pageURL: String?
        /// The names on the way to each place; [[]] at the top level.
        package var folders: [[String]]
    }

    /// The feeds in the order of the document, those named twice merged.
    package var subscriptions: [Subscription] {
        var found: [Subscription] = []
        var places: [String: Int] = [:]
        func visit(_ outline: Outline, _ folder: [String]) {
            if let url = outline.feedURL {
                if let place = places[url] {
                    if !found[place].folders.contains(folder) { found[place].folders.append(folder) }
                    found[place].name = found[place].name ?? outline.name
                    found[place].pageURL = found[place].pageURL ?? outline.pageURL
                } else {
                    places[url] = found.count
                    found.append(
                        Subscription(feedURL: url, name: outline.name, pageURL: outline.pageURL, folders: [folder]))
                }
            }
            let inner = outline.feedURL == nil ? outline.name.map { folder + [$0] } ?? folder : folder
            for child in outline.children { visit(child, inner) }
        }
        for outline in outlines { visit(outline, []) }
        return found
    }

    // MARK: Reading

    /// The list in `bytes`.
    package static func parse(_ bytes: [UInt8], contentType: String? = nil) throws(FeedError) -> OPML {
        let text = TextEncoding.decode(bytes, contentType: contentType).bytes
        guard text.contains(where: { $0 > 0x20 }) else { throw .empty }
        guard let prolog = Prolog(of: text), prolog.name == "opml" || prolog.name == "outlinedocument" else {
            throw .notAFeed
        }
        return XMLReader.read(text, prolog) { Reader() }.0.finished()
    }

    private final class Reader: XMLHandler {
        private var list = OPML()
        private var path: [String] = []
        private var open: [Outline] = []
        private var bytes: [UInt8] = []

        func start(_ name: XMLName, _ attributes: XMLAttributes) {
            let local = String(cString: name.local)
            path.append(local)
            bytes.removeAll()
            guard local.lowercased() == "outline" else { return }
            open.append(
                Outline(
                    attributes: (0..<attributes.count).map {
                        let (name, value) = attributes.field($0)
                        return Field(name, value)
                    }))
        }

        func end() {
            guard let name = path.popLast() else { return }
            if name.lowercased() == "outline" {
                close()
            } else if path.last?.lowercased() == "head" {
                list.head.append(Field(name, HTMLText.collapsed(bytes)))
            }
        }

        func text(_ text: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: text) }

        private func close() {
            guard let outline = open.popLast() else { return }
            if open.isEmpty { list.outlines.append(outline) } else { open[open.count - 1].children.append(outline) }
        }

        /// A document that stops early leaves its folders open.
        func finished() -> OPML {
            while !open.isEmpty { close() }
            return list
        }
    }

    // MARK: Writing

    /// The list as OPML 2.0 in UTF-8.
    package func document() -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head>\n"
        for field in head { text += "    <\(field.name)>\(Self.escaped(field.value))</\(field.name)>\n" }
        text += "  </head>\n  <body>\n"
        for outline in outlines { Self.write(outline, to: &text, indent: "    ") }
        return text + "  </body>\n</opml>\n"
    }

    private static func write(_ outline: Outline, to text: inout String, indent: String) {
        text += indent + "<outline"
        for field in outline.attributes { text += " \(field.name)=\"\(escaped(field.value))\"" }
        if outline.children.isEmpty {
            text += "/>\n"
            return
        }
        text += ">\n"
        for child in outline.children { write(child, to: &text, indent: indent + "  ") }
        text += indent + "</outline>\n"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // As they stand, a parser would read them as spaces.
            case "\n": escaped += "&#10;"
            case "\r": escaped += "&#13;"
            case "\t": escaped += "&#9;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
