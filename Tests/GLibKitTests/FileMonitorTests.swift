import CGLib
import FoundationEssentials
import Testing

@testable import GLibKit

@MainActor
struct FileMonitorTests {
    @Test func `a file that is made later is seen to change`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "broadsheet-monitor-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "library.db-wal")
        var changes = 0
        let monitor = FileMonitor(path: file.path) { changes += 1 }
        try #require(monitor != nil)
        try Data([1]).write(to: file)
        // Returns when there is something to tell.
        while changes == 0 { g_main_context_iteration(nil, 1) }
        withExtendedLifetime(monitor) {}
    }
}
