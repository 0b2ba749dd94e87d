import CGLib
import FoundationEssentials

/// Where things lie (XDG Base Directory Specification).
package enum Folders {
    /// What can be made again: pictures.
    package static var cache: String { String(cString: g_get_user_cache_dir()) + "/broadsheet" }

    /// The file of the library, in its folder, which is made where it is not there and nobody else may look into.
    package static func library() -> String { data() + "/library.db" }

    /// Held by the program that refreshes the library.
    package static func refreshLock() -> String { data() + "/refresh.lock" }

    private static func data() -> String {
        let folder = String(cString: g_get_user_data_dir()) + "/broadsheet"
        // Where it cannot be made, opening the library says why.
        g_mkdir_with_parents(folder, 0o700)
        return folder
    }

    /// The translations that were installed beside this program; nil where it was not installed.
    package static var locale: String? {
        guard let program = g_file_read_link("/proc/self/exe", nil) else { return nil }
        defer { g_free(program) }
        let binaries = String(cString: program).split(separator: "/").dropLast()
        let folder = "/" + binaries.dropLast().joined(separator: "/") + "/share/locale"
        return g_file_test(folder, G_FILE_TEST_IS_DIR) != 0 ? folder : nil
    }
}
