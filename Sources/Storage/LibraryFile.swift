import CSQLite
import FoundationEssentials
import Glibc
import News

/// Gets at the file of the library, in whatever state it is.
struct LibraryFile {
    let path: String
    let now: Date

    enum Access {
        case full
        case readOnly
        /// As a file that nobody changes, which needs nothing beside it: where not even a lock can be had.
        case frozen
    }

    /// The connection that writes, which is the first to be opened.
    func open() throws(NewsError) -> sending (Connection, Access, Store.Notice?) {
        do throws(NewsError) {
            if !isThere(path), isThere(fresh) {
                try locked { () throws(NewsError) in if !isThere(path) { finish(aside: asideName) } }
            }
            return (try openWhole(), .full, nil)
        } catch .storage(.damaged) {
            return try beginAnew()
        } catch .storage(.notAllowed) {
            return try openToRead(.notAllowed)
        } catch .storage(.diskFull) {
            return try openToRead(.diskFull)
        }
    }

    private func openWhole() throws(NewsError) -> sending Connection {
        if isHollow { throw .storage(.damaged) }
        let connection = try connect(.full)
        try prepare(connection)
        try checkIfSuspect(connection)
        return connection
    }

    func connect(_ access: Access) throws(NewsError) -> sending Connection {
        switch access {
        case .full: return try Connection(path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        case .readOnly: return try Connection(path: path, flags: SQLITE_OPEN_READONLY)
        case .frozen:
            // SQLite, "URI filenames", 3: these four have a meaning in them.
            var address = "file:"
            for scalar in path.unicodeScalars {
                switch scalar {
                case "%": address += "%25"
                case "?": address += "%3f"
                case "#": address += "%23"
                default: address.unicodeScalars.append(scalar)
                }
            }
            return try Connection(path: address + "?immutable=1", flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        }
    }

    private func prepare(_ connection: Connection) throws(NewsError) {
        // A file that may not be written is opened all the same.
        if sqlite3_db_readonly(connection.handle, "main") == 1 { throw .storage(.notAllowed) }
        let version = try Migrations.version(of: connection)
        guard version <= Migrations.steps.count else { throw .storage(.tooNew) }
        // There is nothing to lose yet: waiting for the disk five times took 80 ms of the first start.
        if version == 0 { try connection.execute("PRAGMA synchronous = OFF") }
        try connection.execute("PRAGMA journal_mode = WAL")
        try Migrations.apply(to: connection)
        // A commit is in the log before it is acknowledged, so a killed process loses nothing; only a power cut may take the
        // last marks, and never the integrity. Syncing each commit took 3 ms a source.
        try connection.execute(
            """
            PRAGMA synchronous = NORMAL;
            PRAGMA wal_autocheckpoint = 8000;
            PRAGMA journal_size_limit = 4000000;
            PRAGMA cache_size = -6000;
            PRAGMA temp_store = MEMORY;
            """)
        // Reads the first page of what is asked for first: a file that is cut off or overwritten is found out here.
        _ = try connection.first("SELECT count(*) FROM source") { $0.int(0) }
        _ = try connection.first("SELECT max(id) FROM story") { $0.int(0) }
    }

    // MARK: Where nothing can be written

    private func openToRead(_ problem: StorageProblem) throws(NewsError) -> sending (Connection, Access, Store.Notice?)
    {
        guard access(path, R_OK) == 0 else { throw .storage(problem) }
        // What is in the log is not in the file: frozen, it would be missing.
        let hasLog = (FileManager.default.contents(atPath: path + "-wal")?.count ?? 0) > 0
        for access in hasLog ? [Access.readOnly] : [.readOnly, .frozen] {
            do throws(NewsError) {
                let connection = try connect(access)
                let version = try Migrations.version(of: connection)
                if version > Migrations.steps.count { throw .storage(.tooNew) }
                // An older one cannot be brought up to date, and an empty one is none.
                guard version == Migrations.steps.count else { break }
                _ = try connection.first("SELECT count(*) FROM source") { $0.int(0) }
                return (connection, access, .readOnly)
            } catch .storage(.tooNew) {
                throw .storage(.tooNew)
            } catch {
                continue
            }
        }
        throw .storage(problem)
    }

    // MARK: Damage

    private var mark: String { path + ".suspect" }

    /// Remembers that damage was met in the middle of work, so that the file is looked through when it is next opened.
    static func suspect(_ path: String) {
        let file = Glibc.open(path + ".suspect", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    private func checkIfSuspect(_ connection: Connection) throws(NewsError) {
        guard isThere(mark) else { return }
        let words = try connection.rows("PRAGMA quick_check(1)") { $0.string(0) }
        // Until there is another file it stays suspect.
        if words != ["ok"] { throw .storage(.damaged) }
        unlink(mark)
    }

    /// The new file, until it has all that could be read of the damaged one.
    private var fresh: String { path + ".new" }

    /// Sets the file aside and puts a new one in its place, with what can still be read of it. On a full disk, or killed
    /// meanwhile, it is done at the next start.
    private func beginAnew() throws(NewsError) -> sending (Connection, Access, Store.Notice?) {
        guard access(folder, W_OK) == 0 else { throw .storage(.damaged) }
        let name = try locked { () throws(NewsError) -> String? in
            do throws(NewsError) {
                // Another program may have done it while this one waited.
                _ = try openWhole()
                return nil
            } catch .storage(.damaged) {
                try salvage()
                let name = asideName
                finish(aside: name)
                return name
            }
        }
        let connection = try connect(.full)
        try prepare(connection)
        return (connection, .full, name.map { .setAside(path: $0) })
    }

    private func salvage() throws(NewsError) {
        let file = LibraryFile(path: fresh, now: now)
        // Of an attempt that came to nothing.
        file.remove()
        do throws(NewsError) {
            let connection = try file.connect(.full)
            try file.prepare(connection)
            if !isHollow { try Salvage(from: path, into: connection).run() }
            // All of it in the file itself, which goes to its place alone.
            try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        } catch {
            file.remove()
            throw error
        }
    }

    private func remove() {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    private func finish(aside name: String) {
        guard isThere(fresh) else { return }
        // What lies beside the damaged file belongs to it, and would be taken for the new one's.
        for suffix in ["", "-wal", "-shm"] { rename(path + suffix, name + suffix) }
        rename(fresh, path)
        unlink(mark)
    }

    /// While no other program does the same; where there can be no lock, all the same.
    private func locked<R>(_ body: () throws(NewsError) -> R) throws(NewsError) -> R {
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor >= 0 { flock(descriptor, LOCK_EX) }
        return try body()
    }

    private var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The file was emptied but not its log, which SQLite would delete at sight of that.
    private var isHollow: Bool { size(path) == 0 && size(path + "-wal") ?? 0 > 0 }

    private func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Never that of an earlier one.
    private var asideName: String {
        var name = path + ".damaged-" + timestamp
        while isThere(name) { name += "-2" }
        return name
    }

    private var timestamp: String {
        var seconds = time_t(now.timeIntervalSince1970)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%d-%H%M%S", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
