import CXML2
import News

/// Makes the HTML of a feed safe and whole: an allow-list of elements, attributes and schemes, absolute addresses,
/// balanced tags. Text is kept whatever happens to its markup.
///
/// libxml2's HTML parser reads (SAX, no tree); everything that comes out is written anew, so nothing passes by accident.
final class HTMLCleaner: HTMLHandler {
    // Events come one at a time and call nothing that comes back here: checks of exclusive access were 7 % of all work.
    @exclusivity(unchecked) private var output: [UInt8] = []
    @exclusivity(unchecked) private var base: String?
    /// The best address that a picture element offers before its img.
    @exclusivity(unchecked) private var pictureSource: String?
    /// Where the last picture ended in the output.
    @exclusivity(unchecked) private var pictureEnd = -1
    /// The elements that libxml2 has open; those not written stand there too, so that ends find their starts.
    @exclusivity(unchecked) private var open: [Open] = []
    /// The number of open elements when one began whose content is dropped.
    @exclusivity(unchecked) private var droppedFrom: Int?
    private let reader = HTMLReader()
    @exclusivity(unchecked) private var vocabulary = NameTable<HTMLName>(other: .other)

    private struct Open {
        let name: HTMLName
        let isWritten: Bool
        /// The base outside, where the element has one of its own.
        var outerBase: String?
    }

    /// Deeper than any article, as each level costs libxml2 a search; what is nested further loses its tags.
    private static let depthLimit = 128
    @exclusivity(unchecked) private var isTooDeep = false
    /// Bytes that may still be read without an outline, where libxml2 searches a list for each reference.
    private var plainBytesLeft = 200_000

    /// `html`, cleaned. Relative addresses are resolved against `base`; without one they are dropped.
    func clean(_ html: [UInt8], base: String?) -> String {
        begin(base)
        let html = HTMLText.unwrapped(html)
        if html.contains(UInt8(ascii: "<")), !CrowdedTag.isIn(html), read(html, base) {
            for element in open.reversed() where element.isWritten { writeEnd(element.name) }
        } else {
            let text = html.contains(UInt8(ascii: "<")) ? HTMLText.strippingTags(html) : html
            HTMLText.decodingEntities(text, closedOnly: false).withUnsafeBufferPointer { escape($0) }
        }
        trimOutput()
        return String(decoding: output, as: UTF8.self)
    }

    /// Whether `html` has been read as markup; there is no way to read on where it means harm.
    private func read(_ html: [UInt8], _ base: String?, isFlat: Bool = false) -> Bool {
        if !reader.readOutline(html, self) {
            begin(base)
            plainBytesLeft -= html.count
            if plainBytesLeft < 0 { return false }
            reader.read(html, self)
        }
        guard isTooDeep else { return true }
        begin(base)
        return !isFlat && read(HTMLFlattening.flattened(html, to: Self.depthLimit / 3), base, isFlat: true)
    }

    private func begin(_ base: String?) {
        self.base = base
        output.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        droppedFrom = nil
        isTooDeep = false
        pictureSource = nil
        pictureEnd = -1
    }

    /// Plain text as HTML: a paragraph for each group of lines.
    func paragraphs(_ text: [UInt8]) -> String {
        output.removeAll(keepingCapacity: true)
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var inParagraph = false
        for line in lines {
            if line.allSatisfy({ $0 <= 0x20 }) {
                if inParagraph { output += "</p>".utf8 }
                inParagraph = false
            } else {
                output += (inParagraph ? "<br>" : "<p>").utf8
                inParagraph = true
                line.withUnsafeBufferPointer { escape($0) }
            }
        }
        if inParagraph { output += "</p>".utf8 }
        return String(decoding: output, as: UTF8.self)
    }

    // MARK: Events

    func start(_ name: UnsafePointer<xmlChar>, _ attributes: HTMLAttributes) {
        let name = vocabulary[name]
        guard open.count < Self.depthLimit else {
            isTooDeep = true
            reader.stop()
            return
        }
        if droppedFrom != nil {
            open.append(Open(name: name, isWritten: false))
            return
        }
        if name == .iframe || name == .embed { card(attributes) }
        if name == .source, open.contains(where: { $0.name == .picture }) {
            // One of several addresses of the picture that follows.
            if pictureSource == nil { pictureSource = attributes["srcset"].flatMap(largest(inSourceSet:)) }
        }
        switch name.policy {
        // A page's title stands before all else; behind a text the name is what the text is about.
        case .drop where name != .title || output.isEmpty:
            droppedFrom = open.count
            open.append(Open(name: name, isWritten: false))
        case .drop, .unwrap:
            open.append(Open(name: name, isWritten: false))
        case .keep, .void:
            guard name != .source || open.contains(where: { $0.name == .video || $0.name == .audio }) else {
                open.append(Open(name: name, isWritten: false))
                return
            }
            var outerBase: String?
            if let own = attributes["xml:base"] {
                outerBase = base ?? ""
                base = WebAddress.base(own, within: base)
            }
            let isWritten = write(name, attributes)
            open.append(Open(name: name, isWritten: isWritten && name.policy == .keep, outerBase: outerBase))
        }
    }

    func end(_ name: UnsafePointer<xmlChar>) {
        let name = vocabulary[name]
        guard let index = open.lastIndex(where: { $0.name == name }) else { return }
        while open.count > index, let last = open.popLast() {
            if last.isWritten { writeEnd(last.name) }
            if let outer = last.outerBase { base = outer.isEmpty ? nil : outer }
            if open.count == droppedFrom { droppedFrom = nil }
        }
    }

    /// An embedded player becomes a figure with nothing but a link to what it plays.
    private func card(_ attributes: HTMLAttributes) {
        guard
            let address = (attributes["src"] ?? attributes["data-src"]).flatMap({
                WebAddress.web($0, base: base)
            }),
            let page = EmbeddedPlayer.page(of: address)
        else { return }
        let title = attributes["title"].map(HTMLText.plain) ?? ""
        output.append(contentsOf: "<figure><a".utf8)
        writeAttribute(.href, page)
        output.append(0x3E)
        var words = title.isEmpty ? page : title
        words.withUTF8 { escape($0) }
        output.append(contentsOf: "</a></figure>".utf8)
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard droppedFrom == nil else { return }
        escape(bytes)
    }

    // MARK: Writing

    private func writeEnd(_ name: HTMLName) {
        output.append(0x3C)
        output.append(0x2F)
        output.append(contentsOf: name.rawValue.utf8)
        output.append(0x3E)
    }

    /// Writes the start tag; false where the element says nothing without what had to be dropped.
    private func write(_ name: HTMLName, _ attributes: HTMLAttributes) -> Bool {
        let start = output.count
        output.append(0x3C)
        output.append(contentsOf: name.rawValue.utf8)
        var source: String?
        var lazySource: String?
        var isLazy = false
        var width: Int?
        var height: Int?
        for (attribute, value) in attributes {
            let attributeName = vocabulary[attribute]
            guard attributeName.isAttribute else { continue }
            switch attributeName {
            case .href where name == .a || name == .area:
                if let address = link(HTMLAttributes.text(value)) {
                    writeAttribute(.href, address)
                }
            case .cite where name == .blockquote || name == .q || name == .del || name == .ins:
                if let address = WebAddress.web(HTMLAttributes.text(value), base: base) {
                    writeAttribute(.cite, address)
                }
            case .src where name.hasSource:
                source = picture(HTMLAttributes.text(value))
            case .dataSrc, .dataOriginal, .dataLazySrc, .dataSrcset, .srcset, .dataLazySrcset:
                guard name.hasSource, lazySource == nil || attributeName == .dataSrc else { continue }
                let text = HTMLAttributes.text(value)
                if attributeName != .srcset { isLazy = true }
                lazySource = attributeName.isSourceSet ? largest(inSourceSet: text) : picture(text)
            case .poster where name == .video:
                if let address = WebAddress.web(HTMLAttributes.text(value), base: base) {
                    writeAttribute(.poster, address)
                }
            case .width, .height:
                guard name.hasSize, let number = Self.pixels(value) else { continue }
                if attributeName == .width { width = number } else { height = number }
                writeAttribute(attributeName, String(number))
            case .alt where name == .img, .title, .lang, .dir, .id:
                writeAttribute(attributeName, HTMLAttributes.text(value))
            case .datetime where name == .time || name == .del || name == .ins,
                .colspan where name == .td || name == .th, .rowspan where name == .td || name == .th,
                .start where name == .ol, .type where name == .ol || name == .source, .reversed where name == .ol,
                .span where name == .col || name == .colgroup, .scope where name == .th, .abbr where name == .th,
                .value where name == .li, .open where name == .details:
                writeAttribute(attributeName, HTMLAttributes.text(value))
            case .name where name == .a:
                writeAttribute(.id, HTMLAttributes.text(value))
            default:
                break
            }
        }
        if name == .img {
            // A picture that waits for a script says where it is in another attribute.
            if let lazySource, isLazy || source == nil || source!.hasPrefix("data:") { source = lazySource }
            let isPixel = (width ?? 2) <= 1 && (height ?? 2) <= 1 || width == 0 || height == 0
            source = source ?? pictureSource
            pictureSource = nil
            // What stands there for readers without scripts is the picture just written.
            let isRepeated = start == pictureEnd && open.contains { $0.name == .noscript }
            guard let source, !isPixel, !isRepeated, !Self.isTracker(source) else {
                output.removeSubrange(start...)
                return false
            }
            writeAttribute(.src, source)
            pictureEnd = output.count + 1
        } else if name.hasSource, let source {
            writeAttribute(.src, source)
        }
        if name == .video || name == .audio { output.append(contentsOf: " controls".utf8) }
        output.append(0x3E)
        return true
    }

    private func writeAttribute(_ name: HTMLName, _ value: String) {
        output.append(0x20)
        output.append(contentsOf: name.rawValue.utf8)
        output.append(0x3D)
        output.append(0x22)
        var value = value
        value.withUTF8 { escape($0, quotes: true) }
        output.append(0x22)
    }

    private func escape(_ text: UnsafeBufferPointer<UInt8>, quotes: Bool = false) {
        var from = 0
        var i = 0
        let count = text.count
        while true {
            i = text.firstIndex(
                from: i,
                eight: {
                    ($0.equals(0x3C) | $0.equals(0x3E) | $0.equals(0x26) | $0.equals(0xC2) | $0.equals(0x22)) == 0
                }
            ) { $0 == 0x3C || $0 == 0x3E || $0 == 0x26 || $0 == 0xC2 || $0 == 0x22 }
            guard i < count else { break }
            let replacement: StaticString
            switch text[i] {
            case 0x3C: replacement = "&lt;"
            case 0x3E: replacement = "&gt;"
            case 0x26: replacement = "&amp;"
            case 0x22 where quotes: replacement = "&quot;"
            case 0xC2 where i + 1 < count && text[i + 1] < 0xA0:
                // A reference to a C1 control meant the Windows character of that number.
                output.append(contentsOf: text[from..<i])
                output.append(scalar: UInt32(TextEncoding.windowsCharacters[Int(text[i + 1] - 0x80)]))
                i += 2
                from = i
                continue
            default:
                i += 1
                continue
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: text[from..<i]))
            output.append(
                contentsOf: UnsafeBufferPointer(start: replacement.utf8Start, count: replacement.utf8CodeUnitCount))
            i += 1
            from = i
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: text[from..<count]))
    }

    private func trimOutput() {
        while let last = output.last, last <= 0x20 { output.removeLast() }
        let space = output.prefix { $0 <= 0x20 }.count
        if space > 0 { output.removeFirst(space) }
    }

    // MARK: Addresses

    private func link(_ text: String) -> String? {
        if text.hasPrefix("#") { return text }
        guard let address = WebAddress.absolute(text, base: base, schemes: [.web, .mail, .telephone]) else {
            return nil
        }
        return Address.untracked(address)
    }

    /// A web address, or the bytes of a raster picture in the address itself.
    private func picture(_ text: String) -> String? {
        if text.utf8.count > 11, text.prefix(11).lowercased() == "data:image/" {
            let kind = text.dropFirst(11).prefix { $0 != ";" && $0 != "," }.lowercased()
            return ["png", "jpeg", "jpg", "gif", "webp"].contains(kind) ? text.filter { $0 > " " } : nil
        }
        return WebAddress.web(text, base: base)
    }

    /// The widest candidate of a srcset attribute.
    private func largest(inSourceSet text: String) -> String? {
        var best: (size: Double, address: String)?
        // Candidates end in a comma and a space: addresses hold commas of their own.
        for candidate in text.split(whereSeparator: { $0 == "\n" || $0 == "\t" }).joined(separator: " ").split(
            separator: ", ")
        {
            let parts = candidate.split(separator: " ")
            guard let first = parts.first else { continue }
            let address = first.hasSuffix(",") ? String(first.dropLast()) : String(first)
            let size = parts.count > 1 ? Double(parts[1].filter { $0.isNumber || $0 == "." }) ?? 1 : 1
            if best == nil || size > best!.size { best = (size, address) }
        }
        return best.flatMap { picture($0.address) }
    }

    private static func pixels(_ value: UnsafePointer<xmlChar>) -> Int? {
        var number = 0
        var i = 0
        while i < 5, value[i] >= 0x30, value[i] <= 0x39 {
            number = number * 10 + Int(value[i] - 0x30)
            i += 1
        }
        guard i > 0, value[i] == 0 || value[i] == 0x70 || value[i] == 0x2E else { return nil }
        return number
    }

    /// Pictures that only count readers.
    private static func isTracker(_ address: String) -> Bool {
        address.withCString { address in
            let bytes = UnsafeRawPointer(address).assumingMemoryBound(to: xmlChar.self)
            return trackers.contains { xmlStrstr(bytes, $0.utf8Start) != nil }
        }
    }

    private static let trackers: [StaticString] = [
        "feeds.feedburner.com/~r/", "feeds.feedburner.com/~ff/", "feedburner.google.com/", "/~4/", "pixel.wp.com/",
        "stats.wordpress.com/", "feeds.wordpress.com/1.0/", "pixel.quantserve.com/", "www.google-analytics.com/",
        "doubleclick.net/", "b.scorecardresearch.com/", "pheedo.com/", "feedsportal.com/", "/piwik.php", "/matomo.php",
        "assoc-amazon.", "facebook.com/tr?",
    ]
}

/// Looks up names that libxml2 keeps one copy of, by the address of that copy.
struct NameTable<Name: RawRepresentable<String>> {
    private var slots: [(UnsafePointer<xmlChar>, Name)?] = Array(repeating: nil, count: 256)
    private let other: Name

    init(other: Name) { self.other = other }

    subscript(_ pointer: UnsafePointer<xmlChar>) -> Name {
        mutating get {
            let slot = (Int(bitPattern: pointer) >> 2 ^ Int(bitPattern: pointer) >> 10) & 255
            if let (found, name) = slots[slot], found == pointer { return name }
            let name = Name(rawValue: String(cString: pointer).lowercased()) ?? other
            slots[slot] = (pointer, name)
            return name
        }
    }
}

/// The elements and attributes of HTML that are treated by name.
enum HTMLName: String {
    case a, abbr, acronym, address, area, article, aside, audio, b, bdi, bdo, big, blockquote, br, caption, center,
        cite, code
    case noscript, col, colgroup, data, dd, del, details, dfn, dir, div, dl, dt, em, figcaption, figure, footer, h1, h2,
        h3, h4,
        h5, h6
    case header, hr, i, iframe, img, ins, kbd, li, main, map, mark, menu, nav, ol, p, picture, pre, q, rp, rt, ruby, s,
        samp
    case section, small, source, span, strike, strong, sub, summary, sup, table, tbody, td, tfoot, th, thead, time, tr,
        tt, u
    case ul, `var`, video, wbr
    // Dropped with their content.
    case script, style, title, svg, math, template, frameset, param, embed, textarea, select, meta, link, base,
        input
    // Attributes.
    case href, src, alt, width, height, lang, id, name, datetime, colspan, rowspan, start, type, reversed, scope, value,
        open
    case poster, srcset
    case dataSrc = "data-src"
    case dataOriginal = "data-original"
    case dataLazySrc = "data-lazy-src"
    case dataSrcset = "data-srcset"
    case dataLazySrcset = "data-lazy-srcset"
    case other

    enum Policy {
        case keep, void, unwrap, drop
    }

    var policy: Policy {
        switch self {
        case .br, .hr, .img, .wbr, .col, .area, .source: .void
        case .script, .style, .title, .svg, .math, .template, .frameset, .param, .embed, .select, .meta, .link,
            .base,
            .input, .iframe:
            .drop
        case .picture, .noscript, .textarea, .href, .src, .alt, .width, .height, .lang, .id, .name, .datetime, .colspan,
            .rowspan,
            .start,
            .type, .reversed, .scope, .value, .open, .poster, .srcset, .dataSrc, .dataOriginal, .dataLazySrc,
            .dataSrcset,
            .dataLazySrcset, .other:
            .unwrap
        default: .keep
        }
    }

    var isAttribute: Bool { self != .other }
    var hasSource: Bool { self == .img || self == .video || self == .audio || self == .source }
    var hasSize: Bool { self == .img || self == .video }
    var isSourceSet: Bool { self == .srcset || self == .dataSrcset || self == .dataLazySrcset }
}
