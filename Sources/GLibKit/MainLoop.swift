import CGLib
import Dispatch
import Glibc

/// Runs Swift's main actor inside GLib's default main context, without polling.
///
/// Must come before anything puts work on the main actor. Priority 120 is GTK's redraw priority: measured, lower numbers
/// starve painting under a storm of jobs, higher ones starve the jobs.
package func attachMainActor() {
    _ = g_unix_fd_add_full(
        120, _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
        { descriptor, _, _ in
            // Unread, the eventfd stays readable and the loop spins.
            var wakeups: UInt64 = 0
            _ = read(descriptor, &wakeups, MemoryLayout<UInt64>.size)
            _dispatch_main_queue_callback_4CF(nil)
            return 1
        }, nil, nil)
}

/// Has this thread, and those it starts, give way to the main one while both have something to do, for good: a list scrolls
/// evenly while feeds are read on all processors. Nothing on the main thread.
package func giveWayToMainThread() { broadsheet_give_way() }

/// Calls `body` on the main actor, from the main loop, each time the process is told to end (SIGTERM, SIGINT, SIGHUP).
@MainActor
package func onTermination(_ body: @escaping @MainActor () -> Void) {
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        let box = Unmanaged.passRetained(Callback(body)).toOpaque()
        _ = g_unix_signal_add_full(
            G_PRIORITY_DEFAULT, signal,
            { data in
                Callback.unretained(data).callOnMain()
                return 1
            }, box, { Callback.release($0) })
    }
}

/// A main-actor closure in the care of C: retained when handed over, released by the destroy notify.
final class Callback: Sendable {
    private let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }

    static func unretained(_ data: gpointer?) -> Callback {
        Unmanaged<Callback>.fromOpaque(data!).takeUnretainedValue()
    }

    static func release(_ data: gpointer?) { Unmanaged<Callback>.fromOpaque(data!).release() }

    /// GLib calls back on the thread of the main loop.
    func callOnMain() { MainActor.assumeIsolated { body() } }
}
