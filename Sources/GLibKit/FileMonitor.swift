import CGLib

/// Tells when a file changes, whoever changes it; without polling.
@MainActor
package final class FileMonitor {
    /// Owned.
    private let monitor: UnsafeMutablePointer<GFileMonitor>

    /// - Parameters:
    ///   - path: of a file that need not be there yet; its folder must.
    ///   - changed: called at most once in 800 ms while it keeps changing, GLib's own limit.
    /// Nil where the system watches no more files.
    package init?(path: String, changed: @escaping @MainActor () -> Void) {
        let file = g_file_new_for_path(path)!
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let monitor = g_file_monitor_file(file, G_FILE_MONITOR_NONE, nil, nil) else { return nil }  // +1
        self.monitor = monitor
        connect(UnsafeMutableRawPointer(monitor), "changed") { _ in changed() }
    }

    isolated deinit {
        g_file_monitor_cancel(monitor)
        g_object_unref(UnsafeMutableRawPointer(monitor))
    }
}
