import FoundationEssentials
import Glibc

/// A process of the program beside the tests (Tests/StorageProbe), and the lines that it writes.
final class Child {
    private let id: pid_t
    private let output: Int32
    private var rest: [UInt8] = []
    private var isOver = false

    init(_ arguments: String...) throws {
        var pipeEnds: [Int32] = [0, 0]
        guard pipe(&pipeEnds) == 0 else { throw Problem.cannotStart }
        // Or other children have them, too, and the end of this one is not seen.
        for end in pipeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let probe = program.prefix(through: program.lastIndex(of: "/")!) + "StorageProbe"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, pipeEnds[1], 1)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var words: [UnsafeMutablePointer<CChar>?] = ([String(probe)] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var id = pid_t()
        let code = posix_spawn(&id, String(probe), &actions, nil, words, environ)
        close(pipeEnds[1])
        output = pipeEnds[0]
        self.id = id
        guard code == 0 else { throw Problem.cannotStart }
    }

    deinit {
        close(output)
        if !isOver { kill() }
    }

    enum Problem: Error { case cannotStart }

    /// The next whole line; nil at the end.
    func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                defer { rest.removeSubrange(...end) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &bytes, bytes.count)
            if count <= 0 { return nil }
            rest += bytes[..<count]
        }
    }

    /// All lines up to the end.
    func lines() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines
    }

    /// SIGKILL: nothing of the process runs any more.
    func kill() {
        isOver = true
        Glibc.kill(id, SIGKILL)
        var status: Int32 = 0
        waitpid(id, &status, 0)
    }
}
