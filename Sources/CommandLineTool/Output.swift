import Glibc

/// Where a command's words go: the streams of the C library are shared mutable state, descriptors are not.
enum Output {
    /// Whether all of it was taken: a reader such as `head` may have gone.
    @discardableResult
    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) -> Bool {
        bytes.withUnsafeBytes { raw in
            var rest = raw[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}

/// Says on standard error what went wrong, in one line whatever a file is called, and answers the exit status: 1 for what
/// failed, 2 for a wrong call.
func complain(_ text: String, status: Int32) -> Int32 {
    let line = String(
        String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    Output.write(Array("broadsheet-cli: \(line)\n".utf8), to: STDERR_FILENO)
    return status
}

/// Writes to the standard output; the exit status.
func print(_ bytes: [UInt8]) -> Int32 {
    if Output.write(bytes) { return 0 }
    // A reader that has gone, such as `head`, has had enough.
    return errno == EPIPE ? 1 : complain("standard output: \(String(cString: strerror(errno)))", status: 1)
}
func print(_ text: String) -> Int32 { print(Array(text.utf8)) }

/// The bytes of the file that an argument names; nil, and `errno` set, where it cannot be read.
func read(_ file: String) -> [UInt8]? { read(Arguments.bytes(of: file)) }

/// The same by the bytes of its name.
func read(_ file: [UInt8]) -> [UInt8]? {
    let descriptor = open(file.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    let size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    var bytes: [UInt8] = []
    // One byte more, so that the last read of a file of known size finds its end.
    var room = max(size + 1, 65_536)
    while true {
        var count = 0
        let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, used in
            count = Glibc.read(descriptor, buffer.baseAddress, room)
            used = max(count, 0)
        }
        if count < 0 && errno == EINTR { continue }
        if count < 0 { return nil }
        if count == 0 { return bytes }
        if bytes.isEmpty { bytes = piece } else { bytes += piece }
        room = 65_536
    }
}
