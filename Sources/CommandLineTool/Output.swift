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

/// Says on standard error what went wrong, and answers the exit status: 1 for what failed, 2 for a wrong call.
func complain(_ text: String, status: Int32) -> Int32 {
    Output.write(Array("broadsheet-cli: \(text)\n".utf8), to: STDERR_FILENO)
    return status
}

/// Writes `text`; the exit status.
func print(_ text: String) -> Int32 { Output.write(Array(text.utf8)) ? 0 : 1 }
