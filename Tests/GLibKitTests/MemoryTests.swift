import GLibKit
import Glibc
import Testing

struct MemoryTests {
    @Test func `code that is let go of leaves memory, and runs again`() {
        let before = mappedPagesOfFiles()
        letGoOfCode()
        let after = mappedPagesOfFiles()
        #expect(after < before - 64)
        #expect([3, 1, 2].sorted() == [1, 2, 3])
    }

    /// The third number of `/proc/self/statm`: pages of files that are mapped (proc(5)).
    private func mappedPagesOfFiles() -> Int {
        let file = fopen("/proc/self/statm", "r")!
        defer { fclose(file) }
        var (size, resident, shared) = (0, 0, 0)
        withUnsafeMutablePointer(to: &size) { size in
            withUnsafeMutablePointer(to: &resident) { resident in
                withUnsafeMutablePointer(to: &shared) { shared in
                    _ = withVaList([size, resident, shared]) { vfscanf(file, "%ld %ld %ld", $0) }
                }
            }
        }
        return shared
    }
}
