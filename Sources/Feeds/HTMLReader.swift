import CXML2

/// What a reader of HTML does with what stands there.
protocol HTMLHandler: AnyObject {
    /// The name lives during the call; libxml2 keeps one copy of it during a read.
    func start(_ name: UnsafePointer<xmlChar>, _ attributes: HTMLAttributes)
    func end(_ name: UnsafePointer<xmlChar>)
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// The attributes of a start tag; valid during the call.
struct HTMLAttributes: Sequence, IteratorProtocol {
    fileprivate var fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?

    /// The next attribute with a value, for `text`.
    mutating func next() -> (name: UnsafePointer<xmlChar>, value: UnsafePointer<xmlChar>)? {
        while let fields, let name = fields[0] {
            self.fields = fields + 2
            if let value = fields[1] { return (name, value) }
        }
        return nil
    }

    subscript(_ name: StaticString) -> String? {
        for (own, value) in self where xmlStrcasecmp(own, name.utf8Start) == 0 { return Self.text(value) }
        return nil
    }

    /// The value of an attribute. libxml2 has decoded the references that HTML 4 knows and left the others.
    static func text(_ value: UnsafePointer<xmlChar>) -> String {
        guard let mark = xmlStrchr(value, UInt8(ascii: "&")), xmlStrchr(mark, UInt8(ascii: ";")) != nil else {
            return String(cString: value)
        }
        let bytes = UnsafeBufferPointer(start: value, count: Int(xmlStrlen(value)))
        var decoded: [UInt8] = []
        var i = 0
        while i < bytes.count {
            if bytes[i] == UInt8(ascii: "&"), let entity = HTMLText.entity(in: bytes, at: i),
                !isHTML4(bytes[(i + 1)..<(entity.end - 1)])
            {
                entity.append(to: &decoded)
                i = entity.end
            } else {
                decoded.append(bytes[i])
                i += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Whether what looks like a reference to that name is text, as libxml2 has decoded it once.
    private static func isHTML4(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        name.first == UInt8(ascii: "#") || htmlEntityLookup(Array(name) + [0]) != nil
    }
}

/// Reads HTML by libxml2's parser in SAX mode: no tree, which is most of the time that HTML takes.
///
/// It keeps its parser for many short texts.
final class HTMLReader {
    private let context: htmlParserCtxtPtr
    private var sax = xmlSAXHandler()
    // Callbacks come from C one at a time, and none of them starts a read: checks of exclusive access find nothing here.
    @exclusivity(unchecked) private var handler: (any HTMLHandler)?
    @exclusivity(unchecked) private var outline = HTMLOutline()
    /// The original of what is being read by its outline.
    @exclusivity(unchecked) private var original = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// How many texts of the outline came back.
    @exclusivity(unchecked) private var returned = 0
    @exclusivity(unchecked) private var decoded: [UInt8] = []
    @exclusivity(unchecked) private var isStopped = false
    private var source: [UInt8] = []

    init() {
        xmlInitParser()
        context = htmlNewParserCtxt()
        sax.startElement = { reader, name, attributes in
            if let name { HTMLReader.from(reader).start(name, HTMLAttributes(fields: attributes)) }
        }
        sax.endElement = { reader, name in
            if let name { HTMLReader.from(reader).handler?.end(name) }
        }
        sax.characters = { reader, text, length in
            HTMLReader.from(reader).text(UnsafeBufferPointer(start: text, count: Int(length)))
        }
        sax.ignorableWhitespace = sax.characters
        // The content of script and style comes here and is wanted by nobody.
        sax.cdataBlock = { _, _, _ in }
        sax.serror = { _, _ in }
        sax.initialized = UInt32(XML_SAX2_MAGIC)
    }

    deinit { htmlFreeParserCtxt(context) }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> HTMLReader {
        Unmanaged<HTMLReader>.fromOpaque(pointer!).takeUnretainedValue()
    }

    /// Ends the read under way.
    func stop() {
        isStopped = true
        xmlStopParser(context)
    }

    /// No feed needs more names, which libxml2 keeps in 16,384 lists.
    private static let nameLimit: Int32 = 50_000

    private func start(_ name: UnsafePointer<xmlChar>, _ attributes: HTMLAttributes) {
        if xmlDictSize(context.pointee.dict) > Self.nameLimit { stop() }
        handler?.start(name, attributes)
    }

    private func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        if original.count > 0, let range = outline.text(bytes) {
            returned += 1
            tell(UnsafeBufferPointer(rebasing: original[range]))
        } else {
            handler?.text(bytes)
        }
    }

    /// Tells the handler a text with its references decoded.
    private func tell(_ text: UnsafeBufferPointer<UInt8>) {
        var told = 0
        var i = 0
        while true {
            i = text.firstIndex(from: i, eight: { $0.equals(0x26) == 0 }) { $0 == 0x26 }
            guard i < text.count else { break }
            guard let entity = HTMLText.entity(in: text, at: i, unclosed: .all) else {
                i += 1
                continue
            }
            if i > told { handler?.text(UnsafeBufferPointer(rebasing: text[told..<i])) }
            decoded.removeAll(keepingCapacity: true)
            entity.append(to: &decoded)
            decoded.withUnsafeBufferPointer { handler?.text($0) }
            i = entity.end
            told = i
        }
        if told < text.count { handler?.text(UnsafeBufferPointer(rebasing: text[told...])) }
    }

    /// Tells `handler` what is in `html`, clean UTF-8, by its outline, which is faster.
    ///
    /// - Returns: whether all of it was told; otherwise the handler has to forget it and be told by `read`.
    func readOutline(_ html: [UInt8], _ handler: any HTMLHandler) -> Bool {
        html.withUnsafeBufferPointer { html in
            outline.write(html, after: "<x>")
            if outline.bytes.isEmpty { return false }
            original = html
            returned = 0
            defer { original = UnsafeBufferPointer(start: nil, count: 0) }
            outline.bytes.withUnsafeBytes { parse($0, handler) }
            return returned == outline.texts.count || isStopped
        }
    }

    /// Tells `handler` what is in `html`, clean UTF-8 whatever a meta element in it says.
    func read(_ html: [UInt8], _ handler: any HTMLHandler) {
        // Inside an element of no meaning, libxml2 does not wrap text in paragraphs that nobody wrote.
        source.removeAll(keepingCapacity: true)
        source.reserveCapacity(html.count + 3)
        source += "<x>".utf8
        source += html
        source.withUnsafeBytes { parse($0, handler) }
    }

    private func parse(_ raw: UnsafeRawBufferPointer, _ handler: any HTMLHandler) {
        self.handler = handler
        isStopped = false
        defer { self.handler = nil }
        htmlCtxtReset(context)
        // A copy: libxml2 2.9 shrinks what it reads, and with a static buffer reads beyond it.
        guard
            let buffer = xmlParserInputBufferCreateMem(
                raw.assumingMemoryBound(to: CChar.self).baseAddress, Int32(clamping: raw.count),
                XML_CHAR_ENCODING_NONE)
        else { return }
        guard let input = xmlNewIOInputStream(context, buffer, XML_CHAR_ENCODING_NONE) else {
            xmlFreeParserInputBuffer(buffer)
            return
        }
        inputPush(context, input)
        let own = context.pointee.sax
        withUnsafeMutablePointer(to: &sax) { sax in
            context.pointee.sax = sax
            context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
            htmlCtxtUseOptions(
                context,
                Int32(
                    HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
                        | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOIMPLIED.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
                ))
            context.pointee.charset = Int32(XML_CHAR_ENCODING_UTF8.rawValue)
            htmlParseDocument(context)
            context.pointee.sax = own
        }
    }
}
