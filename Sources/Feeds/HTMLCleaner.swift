import CXML2

/// Makes the HTML of a feed safe and whole: an allow-list of elements, attributes and schemes, absolute addresses,
/// balanced tags. Text is kept whatever happens to its markup.
///
/// libxml2's HTML parser reads (SAX, no tree); everything that comes out is written anew, so nothing passes by accident.
final class HTMLCleaner {
    private var output: [UInt8] = []
    private var source: [UInt8] = []
    private var base: String?
    /// The elements that libxml2 has open; those not written stand there too, so that ends find their starts.
    private var open: [Open] = []
    /// The number of open elements when one began whose content is dropped.
    private var droppedFrom: Int?
    private var context: htmlParserCtxtPtr
    private var handler = xmlSAXHandler()
    private var vocabulary = NameTable<HTMLName>(other: .other)

    private struct Open {
        let name: HTMLName
        let isWritten: Bool
        /// The base outside, where the element has one of its own.
        var outerBase: String?
    }

    /// Deeper than any article; what is nested further is cut off, as each level costs libxml2 a search.
    private static let depthLimit = 200

    init() {
        xmlInitParser()
        context = htmlNewParserCtxt()
        handler.startElement = { cleaner, name, attributes in
            guard let name else { return }
            HTMLCleaner.from(cleaner).start(name, attributes)
        }
        handler.endElement = { cleaner, name in
            guard let name else { return }
            HTMLCleaner.from(cleaner).end(name)
        }
        handler.characters = { cleaner, text, length in
            HTMLCleaner.from(cleaner).text(UnsafeBufferPointer(start: text, count: Int(length)))
        }
        handler.ignorableWhitespace = handler.characters
        // The content of script and style comes here and is wanted by nobody.
        handler.cdataBlock = { _, _, _ in }
        handler.serror = { _, _ in }
        handler.initialized = UInt32(XML_SAX2_MAGIC)
    }

    deinit { htmlFreeParserCtxt(context) }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> HTMLCleaner {
        Unmanaged<HTMLCleaner>.fromOpaque(pointer!).takeUnretainedValue()
    }

    /// `html`, cleaned. Relative addresses are resolved against `base`; without one they are dropped.
    func clean(_ html: [UInt8], base: String?) -> String {
        self.base = base
        output.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        droppedFrom = nil
        if html.contains(UInt8(ascii: "<")) {
            parse(html)
            for element in open.reversed() where element.isWritten { writeEnd(element.name) }
        } else {
            let text = html.contains(UInt8(ascii: "&")) ? HTMLText.decodingEntities(html) : html
            text.withUnsafeBufferPointer { escape($0) }
        }
        trimOutput()
        return String(decoding: output, as: UTF8.self)
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

    private func parse(_ html: [UInt8]) {
        // Inside an element of no meaning, libxml2 does not wrap text in paragraphs that nobody wrote.
        source.removeAll(keepingCapacity: true)
        source += "<x>".utf8
        source += html
        source.withUnsafeBytes { raw in
            let bytes = raw.assumingMemoryBound(to: CChar.self)
            htmlCtxtReset(context)
            guard
                let buffer = xmlParserInputBufferCreateMem(
                    bytes.baseAddress, Int32(clamping: bytes.count), XML_CHAR_ENCODING_NONE)
            else { return }
            guard let input = xmlNewIOInputStream(context, buffer, XML_CHAR_ENCODING_NONE) else {
                xmlFreeParserInputBuffer(buffer)
                return
            }
            inputPush(context, input)
            let ours = context.pointee.sax
            withUnsafeMutablePointer(to: &handler) { sax in
                context.pointee.sax = sax
                context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
                // The bytes are UTF-8 whatever a meta element among them says.
                htmlCtxtUseOptions(
                    context,
                    Int32(
                        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
                            | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOIMPLIED.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
                    ))
                context.pointee.charset = Int32(XML_CHAR_ENCODING_UTF8.rawValue)
                htmlParseDocument(context)
                context.pointee.sax = ours
            }
        }
    }

    // MARK: Events

    private func start(_ name: UnsafePointer<xmlChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        let name = vocabulary[name]
        guard open.count < Self.depthLimit else {
            xmlStopParser(context)
            return
        }
        if droppedFrom != nil {
            open.append(Open(name: name, isWritten: false))
            return
        }
        switch name.policy {
        case .drop:
            droppedFrom = open.count
            open.append(Open(name: name, isWritten: false))
        case .unwrap:
            open.append(Open(name: name, isWritten: false))
        case .keep, .void:
            var outerBase: String?
            if let own = value(of: "xml:base", attributes) {
                outerBase = base ?? ""
                base = WebAddress.base(own, within: base)
            }
            let isWritten = write(name, attributes)
            open.append(Open(name: name, isWritten: isWritten && name.policy == .keep, outerBase: outerBase))
        }
    }

    private func end(_ name: UnsafePointer<xmlChar>) {
        let name = vocabulary[name]
        guard let index = open.lastIndex(where: { $0.name == name }) else { return }
        while open.count > index, let last = open.popLast() {
            if last.isWritten { writeEnd(last.name) }
            if let outer = last.outerBase { base = outer.isEmpty ? nil : outer }
            if open.count == droppedFrom { droppedFrom = nil }
        }
    }

    private func value(
        of name: StaticString, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) -> String? {
        var i = 0
        while let attributes, let attribute = attributes[i] {
            if xmlStrEqual(attribute, name.utf8Start) == 1 { return attributes[i + 1].map { String(cString: $0) } }
            i += 2
        }
        return nil
    }

    private func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard droppedFrom == nil else { return }
        escape(bytes)
    }

    // MARK: Writing

    private func writeEnd(_ name: HTMLName) {
        output.append(contentsOf: [0x3C, 0x2F])
        output.append(contentsOf: name.rawValue.utf8)
        output.append(0x3E)
    }

    /// Writes the start tag; false where the element says nothing without what had to be dropped.
    private func write(_ name: HTMLName, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> Bool {
        let start = output.count
        output.append(0x3C)
        output.append(contentsOf: name.rawValue.utf8)
        var source: String?
        var lazySource: String?
        var width: Int?
        var height: Int?
        var i = 0
        while let attributes, let attribute = attributes[i] {
            let value = attributes[i + 1]
            i += 2
            let attributeName = vocabulary[attribute]
            guard attributeName.isAttribute, let value else { continue }
            switch attributeName {
            case .href where name == .a || name == .area:
                if let address = link(String(cString: value)) {
                    writeAttribute(.href, address)
                }
            case .cite where name == .blockquote || name == .q || name == .del || name == .ins:
                if let address = WebAddress.web(String(cString: value), base: base) { writeAttribute(.cite, address) }
            case .src where name.hasSource:
                source = picture(String(cString: value))
            case .dataSrc, .dataOriginal, .dataLazySrc, .dataSrcset, .srcset, .dataLazySrcset:
                guard name.hasSource, lazySource == nil || attributeName == .dataSrc else { continue }
                let text = String(cString: value)
                lazySource = attributeName.isSourceSet ? largest(inSourceSet: text) : picture(text)
            case .poster where name == .video:
                if let address = WebAddress.web(String(cString: value), base: base) { writeAttribute(.poster, address) }
            case .width, .height:
                guard name.hasSize, let number = Self.pixels(value) else { continue }
                if attributeName == .width { width = number } else { height = number }
                writeAttribute(attributeName, String(number))
            case .alt where name == .img, .title, .lang, .dir, .id:
                writeAttribute(attributeName, String(cString: value))
            case .datetime where name == .time || name == .del || name == .ins,
                .colspan where name == .td || name == .th, .rowspan where name == .td || name == .th,
                .start where name == .ol, .type where name == .ol || name == .source, .reversed where name == .ol,
                .span where name == .col || name == .colgroup, .scope where name == .th, .abbr where name == .th,
                .value where name == .li, .open where name == .details:
                writeAttribute(attributeName, String(cString: value))
            case .name where name == .a:
                writeAttribute(.id, String(cString: value))
            default:
                break
            }
        }
        if name == .img {
            // A picture that waits for a script says where it is in another attribute.
            if let lazySource, source == nil || source!.hasPrefix("data:") { source = lazySource }
            let isPixel = (width ?? 2) <= 1 && (height ?? 2) <= 1 || width == 0 || height == 0
            guard let source, !isPixel, !Self.isTracker(source) else {
                output.removeSubrange(start...)
                return false
            }
            writeAttribute(.src, source)
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
        output.append(contentsOf: [0x3D, 0x22])
        var value = value
        value.withUTF8 { escape($0, quotes: true) }
        output.append(0x22)
    }

    private func escape(_ text: UnsafeBufferPointer<UInt8>, quotes: Bool = false) {
        var from = 0
        var i = 0
        let count = text.count
        while i < count {
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
        return WebAddress.untracked(address)
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
        trackers.contains { xmlStrstr(address, $0.utf8Start) != nil }
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
    case col, colgroup, data, dd, del, details, dfn, dir, div, dl, dt, em, figcaption, figure, footer, h1, h2, h3, h4,
        h5, h6
    case header, hr, i, iframe, img, ins, kbd, li, main, map, mark, menu, nav, ol, p, picture, pre, q, rp, rt, ruby, s,
        samp
    case section, small, source, span, strike, strong, sub, summary, sup, table, tbody, td, tfoot, th, thead, time, tr,
        tt, u
    case ul, `var`, video, wbr
    // Dropped with their content.
    case script, style, title, svg, math, template, frameset, param, embed, applet, textarea, select, meta, link, base,
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
        case .script, .style, .title, .svg, .math, .template, .frameset, .param, .embed, .applet, .select, .meta, .link,
            .base,
            .input, .iframe:
            .drop
        case .picture, .textarea, .href, .src, .alt, .width, .height, .lang, .id, .name, .datetime, .colspan, .rowspan,
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
