import Glibc

/// Files of one folder, bounded together: those not asked for the longest go first. Where the folder cannot be written
/// to, or the disk is full, nothing is kept and nothing fails.
actor PictureFiles {
    private let directory: String
    private let limit: Int
    /// Bytes on disk; nil until they were counted.
    private var total: Int?
    private var lastNumber = 0

    init(directory: String, limit: Int) {
        self.directory = directory
        self.limit = limit
    }

    /// What was stored under `key`.
    func bytes(for key: String) -> [UInt8]? {
        let descriptor = open(path(key), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size < 64 << 20 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard read(descriptor, &bytes, bytes.count) == bytes.count else { return nil }
        // Two keys may have one name.
        let head = Self.head(key)
        guard bytes.starts(with: head) else { return nil }
        // The age of a file is when it was asked for, to the day, so that scrolling does not write.
        if time(nil) - status.st_mtim.tv_sec > 24 * 3600 { futimens(descriptor, nil) }
        return Array(bytes.dropFirst(head.count))
    }

    func store(_ bytes: [UInt8], for key: String) {
        lastNumber += 1
        let temporary = "\(directory)/.\(getpid())-\(lastNumber)"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        var descriptor = open(temporary, flags, 0o600)
        if descriptor < 0, errno == ENOENT {
            makeDirectory(directory)
            descriptor = open(temporary, flags, 0o600)
        }
        guard descriptor >= 0 else { return }
        let content = Self.head(key) + bytes
        let isWritten = write(descriptor, content, content.count) == content.count
        guard close(descriptor) == 0, isWritten, rename(temporary, path(key)) == 0 else {
            unlink(temporary)
            return
        }
        total? += Self.size(content.count)
        if total ?? .max > limit { prune() }
    }

    func remove(_ key: String) {
        unlink(path(key))
    }

    /// Counts, and removes down to nine tenths of the limit what is over it.
    private func prune() {
        var files: [(path: String, size: Int, age: Int)] = []
        guard let folder = opendir(directory) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            let path = "\(directory)/\(name)"
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            files.append((path, Self.size(Int(status.st_size)), status.st_mtim.tv_sec))
        }
        var sum = files.reduce(0) { $0 + $1.size }
        if sum > limit {
            files.sort { $0.age < $1.age }
            for file in files where sum > limit / 10 * 9 {
                unlink(file.path)
                sum -= file.size
            }
        }
        total = sum
    }

    /// On disk, in the blocks of 4 KB that most file systems have.
    private static func size(_ length: Int) -> Int { (length + 4095) / 4096 * 4096 }

    private static func head(_ key: String) -> [UInt8] { Array(key.utf8) + [0] }

    private func path(_ key: String) -> String {
        // FNV-1a, 64 bits.
        let hash = key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\(directory)/\(String(hash, radix: 16))"
    }
}

private func makeDirectory(_ path: String) {
    guard mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
        return
    }
    makeDirectory(String(path[..<slash]))
    mkdir(path, 0o700)
}
