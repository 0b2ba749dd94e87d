import CXML2

/// What a reader of XML does with what stands there.
protocol XMLHandler: AnyObject {
    func start(_ name: XMLName, _ attributes: XMLAttributes)
    func end()
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// The name of an element as libxml2 hands it over; valid during the call.
struct XMLName: Equatable {
    let local: UnsafePointer<xmlChar>
    let prefix: UnsafePointer<xmlChar>?
    let namespace: UnsafePointer<xmlChar>?
}

/// The attributes of a start tag; valid during the call.
struct XMLAttributes {
    fileprivate let fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    let count: Int

    /// The value of the attribute of that name, whatever its case, in no namespace or in the one with that prefix.
    subscript(_ name: StaticString, prefix prefix: StaticString? = nil) -> String? {
        for i in 0..<count {
            guard let fields, let local = fields[5 * i], Self.equal(local, name) else { continue }
            if let prefix {
                guard let own = fields[5 * i + 1], Self.equal(own, prefix) else { continue }
            } else if fields[5 * i + 1] != nil {
                continue
            }
            return value(i)
        }
        return nil
    }

    /// The attribute at `index`: its name as written, and its value.
    func field(_ index: Int) -> (name: String, value: String) {
        let local = fields.flatMap { $0[5 * index] }.map { String(cString: $0) } ?? ""
        let prefix = fields.flatMap { $0[5 * index + 1] }.map { String(cString: $0) + ":" } ?? ""
        return (prefix + local, value(index))
    }

    private func value(_ i: Int) -> String {
        guard let fields, let start = fields[5 * i + 3], let end = fields[5 * i + 4] else { return "" }
        let bytes = UnsafeBufferPointer(start: start, count: end - start)
        guard bytes.contains(0x26) else { return String(decoding: bytes, as: UTF8.self) }
        // libxml2 leaves "&amp;" as "&#38;" for a second parse that a tree would do.
        var value: [UInt8] = []
        value.reserveCapacity(bytes.count)
        var j = 0
        while j < bytes.count {
            value.append(bytes[j])
            j += bytes[j...].starts(with: "&#38;".utf8) ? 5 : 1
        }
        return String(decoding: value, as: UTF8.self)
    }

    private static func equal(_ name: UnsafePointer<xmlChar>, _ other: StaticString) -> Bool {
        let count = other.utf8CodeUnitCount
        for i in 0..<count where name[i] | 0x20 != other.utf8Start[i] | 0x20 { return false }
        return name[count] == 0
    }
}

/// Reads XML by libxml2's SAX2 interface. It sees neither prolog nor DOCTYPE, so no entity is declared, nothing expands
/// and nothing is fetched.
enum XMLReader {
    /// The handler that has been told all of `bytes` from the root element on, and whether that was well formed. What is
    /// not is repaired and read anew by a handler of its own.
    static func read<Handler: XMLHandler>(
        _ bytes: [UInt8], _ prolog: Prolog, _ make: () -> Handler
    ) -> (Handler, isWellFormed: Bool) {
        let strict = make()
        if !CrowdedTag.isIn(bytes, from: prolog.start) {
            let outline = CDATAOutline(of: bytes, from: prolog.start)
            let isWellFormed = bytes.withUnsafeBufferPointer { source in
                outline.bytes.withUnsafeBytes {
                    read($0, isRepaired: false, strict, sections: outline.sections[...], of: source)
                }
            }
            if isWellFormed { return (strict, true) }
        }
        var repair = XMLRepair(
            bytes, from: prolog.start, entities: XMLRepair.entities(inDoctype: bytes[prolog.doctype]))
        let repaired = repair.repaired()
        let lenient = make()
        _ = repaired.withUnsafeBytes { read($0, isRepaired: true, lenient) }
        return (lenient, false)
    }

    /// Tells `handler` what is in `bytes`, clean UTF-8 from the root element on.
    ///
    /// - Parameter isRepaired: whether errors are read past; otherwise reading stops at the first one.
    /// - Returns: whether all of it was well formed.
    private static func read(
        _ bytes: UnsafeRawBufferPointer, isRepaired: Bool, _ handler: any XMLHandler,
        sections: ArraySlice<Range<Int>> = [], of source: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0)
    ) -> Bool {
        xmlInitParser()
        guard let context = xmlNewParserCtxt() else { return false }
        defer { xmlFreeParserCtxt(context) }
        let session = Session(handler, context, stops: !isRepaired, sections, source)
        var sax = xmlSAXHandler()
        sax.initialized = UInt32(XML_SAX2_MAGIC)
        sax.startElementNs = { session, local, prefix, uri, _, _, count, _, attributes in
            guard let local else { return }
            Session.from(session).start(
                XMLName(local: local, prefix: prefix, namespace: uri),
                XMLAttributes(fields: attributes, count: Int(count)))
        }
        sax.endElementNs = { session, _, _, _ in Session.from(session).end() }
        sax.characters = { session, text, length in
            Session.from(session).handler.text(UnsafeBufferPointer(start: text, count: Int(length)))
        }
        sax.ignorableWhitespace = sax.characters
        sax.processingInstruction = { session, target, _ in
            if let target, xmlStrEqual(target, CDATAOutline.target.utf8Start) == 1 {
                Session.from(session).section()
            } else {
                Session.from(session).instruction()
            }
        }
        sax.cdataBlock = sax.characters
        let ours = context.pointee.sax
        return withExtendedLifetime(session) {
            withUnsafeMutablePointer(to: &sax) { sax in
                context.pointee.sax = sax
                defer { context.pointee.sax = ours }
                context.pointee.userData = Unmanaged.passUnretained(session).toOpaque()
                // HUGE lifts libxml2's limits on one text, under our own on depth and, by the loader, on size.
                let options =
                    XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
                    | XML_PARSE_NOWARNING.rawValue | XML_PARSE_HUGE.rawValue | XML_PARSE_IGNORE_ENC.rawValue
                xmlCtxtUseOptions(context, Int32(options))
                // NOERROR silences printing; this is how the first error is noticed.
                sax.pointee.serror = { session, error in
                    if let error { Session.from(session).failed(error.pointee) }
                }
                guard
                    let buffer = xmlParserInputBufferCreateMem(
                        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count),
                        XML_CHAR_ENCODING_NONE)
                else { return false }
                guard let input = xmlNewIOInputStream(context, buffer, XML_CHAR_ENCODING_NONE) else {
                    xmlFreeParserInputBuffer(buffer)
                    return false
                }
                inputPush(context, input)
                xmlParseDocument(context)
                return context.pointee.wellFormed == 1 && !session.failed
            }
        }
    }

    /// One parse: what libxml2's user data points to.
    private final class Session {
        let handler: any XMLHandler
        private let context: xmlParserCtxtPtr
        private let stops: Bool
        private var depth = 0
        private(set) var failed = false

        /// No feed is nested this deeply; what is beyond is passed over.
        private static let depthLimit = 500
        /// Nor does anything go on behind what is nested as deeply as this, which takes libxml2 memory.
        private static let deepest = 10_000
        /// Nor does one need as many names, which libxml2 keeps in 16,384 lists.
        private static let nameLimit: Int32 = 50_000

        private var sections: ArraySlice<Range<Int>>
        private let source: UnsafeBufferPointer<UInt8>

        init(
            _ handler: any XMLHandler, _ context: xmlParserCtxtPtr, stops: Bool, _ sections: ArraySlice<Range<Int>>,
            _ source: UnsafeBufferPointer<UInt8>
        ) {
            self.sections = sections
            self.source = source
            self.handler = handler
            self.context = context
            self.stops = stops
        }

        static func from(_ pointer: UnsafeMutableRawPointer?) -> Session {
            Unmanaged<Session>.fromOpaque(pointer!).takeUnretainedValue()
        }

        func start(_ name: XMLName, _ attributes: XMLAttributes) {
            depth += 1
            if depth > Self.deepest || hasTooManyNames {
                failed = true
                xmlStopParser(context)
            } else if depth <= Self.depthLimit {
                handler.start(name, attributes)
            }
        }

        private var hasTooManyNames: Bool { xmlDictSize(context.pointee.dict) > Self.nameLimit }

        /// An instruction, which has a name and nothing to say.
        func instruction() {
            guard hasTooManyNames else { return }
            failed = true
            xmlStopParser(context)
        }

        /// The next CDATA section. A document that writes our instruction itself gets its own sections out of order.
        func section() {
            guard let range = sections.popFirst() else { return }
            handler.text(UnsafeBufferPointer(rebasing: source[range]))
        }

        func end() {
            depth -= 1
            if depth < Self.depthLimit { handler.end() }
        }

        func failed(_ error: xmlError) {
            guard error.level == XML_ERR_FATAL else { return }
            failed = true
            if stops { xmlStopParser(context) }
        }
    }
}
