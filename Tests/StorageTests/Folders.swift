import FoundationEssentials
import Glibc

/// A folder that goes with this object.
final class Folder {
    let path: String

    init(mode: mode_t = 0o700) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "broadsheet-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        chmod(path, mode)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A disk in memory with little room.
final class SmallDisk {
    private let folder: Folder
    var path: String { folder.path }

    static let canBeMade: Bool = {
        guard let folder = try? Folder(), mount("tmpfs", folder.path, "tmpfs", 0, "size=1m") == 0 else { return false }
        umount(folder.path)
        return true
    }()

    init(megabytes: Int) throws {
        folder = try Folder()
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
            throw Child.Problem.cannotStart
        }
    }

    deinit {
        // Connections may close a moment later: it goes when nothing in it is open any more.
        umount2(folder.path, Int32(MNT_DETACH))
    }

    func grow(megabytes: Int) throws {
        guard mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT), "size=\(megabytes)m") == 0 else {
            throw Child.Problem.cannotStart
        }
    }

    func fill() throws {
        let file = open(folder.path + "/filling", O_CREAT | O_WRONLY, 0o600)
        let bytes = [UInt8](repeating: 1, count: 4096)
        while write(file, bytes, bytes.count) > 0 {}
        close(file)
    }
}

/// A clock that stands still until it is moved.
final class Clock: @unchecked Sendable {
    // Safe to share: a test moves it only between what it waits for.
    private(set) var now = noon

    func advance(_ seconds: Double) { now.addTimeInterval(seconds) }
}
