import CGLib
import FoundationEssentials

/// Where things lie (XDG Base Directory Specification).
package enum Folders {
    /// What can be made again: pictures.
    package static var cache: String { String(cString: g_get_user_cache_dir()) + "/broadsheet" }

    /// The translations that were installed beside this program; nil where it was not installed.
    package static var locale: String? {
        guard let program = g_file_read_link("/proc/self/exe", nil) else { return nil }
        defer { g_free(program) }
        let binaries = String(cString: program).split(separator: "/").dropLast()
        let folder = "/" + binaries.dropLast().joined(separator: "/") + "/share/locale"
        return g_file_test(folder, G_FILE_TEST_IS_DIR) != 0 ? folder : nil
    }
}
