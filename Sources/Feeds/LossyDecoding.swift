import FoundationEssentials

/// A list decoded element by element: one that is no `Element` is left out and counted. What is no list ("" or null in
/// place of one) is an empty one; a lone element is a list of one.
struct LossyArray<Element: Decodable & Sendable>: Decodable, Sendable {
    var elements: [Element] = []
    var dropped = 0

    /// More than any honest feed has; what follows is dropped.
    static var limit: Int { 20_000 }

    init(from decoder: any Decoder) throws {
        guard var list = try? decoder.unkeyedContainer() else {
            if let element = try? Element(from: decoder) { elements = [element] }
            return
        }
        while !list.isAtEnd {
            guard elements.count < Self.limit else {
                dropped += list.count.map { $0 - list.currentIndex } ?? 1
                return
            }
            // A failed decode does not move on; what is skipped is read as nothing.
            if let element = try? list.decode(Element.self) {
                elements.append(element)
            } else {
                dropped += 1
                _ = try list.decode(Skipped.self)
            }
        }
    }

    private struct Skipped: Decodable {
        init(from decoder: any Decoder) throws {}
    }
}

/// A text, or a number where a text was meant; nil for anything else.
struct LossyText: Decodable, Sendable {
    var text: String?

    init(from decoder: any Decoder) throws {
        guard let value = try? decoder.singleValueContainer() else { return }
        if let text = try? value.decode(String.self) {
            self.text = text
        } else if let number = try? value.decode(Int64.self) {
            text = String(number)
        } else if let number = try? value.decode(UInt64.self) {
            text = String(number)
        } else if let number = try? value.decode(Double.self) {
            text = String(number)
        }
    }

    var nonEmpty: String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    var plain: String? { text.map(HTMLText.plain).flatMap { $0.isEmpty ? nil : $0 } }
    var number: Int? { text.flatMap { Int($0) ?? Double($0).flatMap { $0.magnitude < 1e15 ? Int($0) : nil } } }
    /// More than none.
    var size: Int? { number.flatMap { $0 > 0 ? $0 : nil } }
}

/// A value that is nil where it is of another kind than expected, so that the rest survives.
struct Lossy<Value: Decodable & Sendable>: Decodable, Sendable {
    var value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}
