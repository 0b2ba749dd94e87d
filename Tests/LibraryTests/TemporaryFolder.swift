import FoundationEssentials

/// A folder that goes with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.path() + "broadsheet-\(UInt64.random(in: 0...UInt64.max))"
        try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func files(_ name: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + name)) ?? []
    }

    func read(_ name: String) -> [UInt8] { Array(try! Data(contentsOf: URL(filePath: path + "/" + name))) }

    func write(_ bytes: [UInt8], _ name: String) { try! Data(bytes).write(to: URL(filePath: path + "/" + name)) }

    func removeAll(_ name: String) { try! FileManager.default.removeItem(atPath: path + "/" + name) }

    /// As if not used since 2001.
    func age(_ name: String) {
        try! FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceReferenceDate: 0)], ofItemAtPath: path + "/" + name)
    }
}
