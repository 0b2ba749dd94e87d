import CIntl
import FoundationEssentials

/// The translation of `message`, a literal, with `{0}`, `{1}`… replaced by `arguments`.
package func tr(_ message: StaticString, _ arguments: any CustomStringConvertible...) -> String {
    fill(translated { dgettext(textDomain, $0) }(message), arguments)
}

/// The translation for `count` things; `{0}` is the count, the others follow.
package func ntr(
    _ one: StaticString, _ many: StaticString, _ count: Int, _ arguments: any CustomStringConvertible...
) -> String {
    let chosen = many.withUTF8Buffer { manyBytes in
        one.withUTF8Buffer { oneBytes in
            let one = UnsafeRawPointer(oneBytes.baseAddress!).assumingMemoryBound(to: CChar.self)
            let many = UnsafeRawPointer(manyBytes.baseAddress!).assumingMemoryBound(to: CChar.self)
            return String(cString: dngettext(textDomain, one, many, UInt(count.magnitude)))
        }
    }
    return fill(chosen, [count] + arguments)
}

/// Takes up the person's language. Called once, before anything is translated.
package func startTranslating(localeDirectory: String?) {
    setlocale(LC_ALL, "")
    if let localeDirectory { bindtextdomain(textDomain, localeDirectory) }
    bind_textdomain_codeset(textDomain, "UTF-8")
}

/// The gettext domain of the program.
package let textDomain = "broadsheet"

private func translated(
    _ look: @escaping (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
) -> (StaticString) -> String {
    { message in
        // A StaticString's bytes end in a NUL.
        message.withUTF8Buffer { bytes in
            let key = UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self)
            return look(key).map { String(cString: $0) } ?? message.description
        }
    }
}

private func fill(_ text: String, _ arguments: [any CustomStringConvertible]) -> String {
    guard !arguments.isEmpty else { return text }
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        filled += rest[..<open]
        let name = rest[rest.index(after: open)..<close]
        if let index = Int(name), arguments.indices.contains(index) {
            filled += arguments[index].description
        } else {
            filled += rest[open...close]
        }
        rest = rest[rest.index(after: close)...]
    }
    return filled + rest
}

/// Dates as people write them where they are. The live one asks GLib; a test gives a fixed one.
package struct DateWords: Sendable {
    /// The day, with its year where it is not this one: "14 March".
    package let day: @Sendable (_ date: Date, _ now: Date) -> String
    /// The time of day: "14:05", on another day than today with its name.
    package let time: @Sendable (_ date: Date) -> String
    /// The time of any day: "14:05".
    package let clock: @Sendable (_ date: Date) -> String

    package init(
        day: @escaping @Sendable (_ date: Date, _ now: Date) -> String,
        time: @escaping @Sendable (_ date: Date) -> String, clock: @escaping @Sendable (_ date: Date) -> String
    ) {
        self.day = day
        self.time = time
        self.clock = clock
    }
}
