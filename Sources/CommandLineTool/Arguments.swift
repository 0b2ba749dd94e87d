import Glibc

/// What follows a command's name: its options, and the words that are none.
struct Arguments {
    private(set) var words: [String] = []
    private var flags: Set<String> = []
    private var values: [String: String] = [:]

    /// - Parameters:
    ///   - flags: the options that stand alone.
    ///   - values: the options that a value follows.
    init(_ arguments: [String], flags: Set<String> = [], values: Set<String> = []) throws(Misuse) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--":
                words += rest
                rest = []
            case _ where flags.contains(argument): self.flags.insert(argument)
            case _ where values.contains(argument):
                guard let value = rest.popFirst() else { throw Misuse(message: "\(argument) needs a value") }
                self.values[argument] = value
            case _ where argument.hasPrefix("-") && argument.utf8.count > 1:
                throw Misuse(message: "unknown option \(argument)")
            default: words.append(argument)
            }
        }
    }

    /// The bytes of an argument as it was given: the name of a file need not be UTF-8, and a `String` is not what it was.
    static func bytes(of argument: String) -> [UInt8] {
        for pointer in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)) {
            if let pointer, String(cString: pointer) == argument {
                return Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
            }
        }
        return Array(argument.utf8)
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    subscript(option: String) -> String? { values[option] }

    /// The words, of which there must be as many as `counts` says.
    func words(_ counts: ClosedRange<Int>) throws(Misuse) -> [String] {
        if words.count < counts.lowerBound { throw Misuse(message: "something is missing") }
        if words.count > counts.upperBound { throw Misuse(message: "“\(words[counts.upperBound])” is too much") }
        return words
    }
}

/// A call that makes no sense, in words for a terminal.
struct Misuse: Error {
    let message: String
}
