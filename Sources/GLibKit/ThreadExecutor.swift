import CGLib
import Glibc

/// Runs an actor's jobs on a thread of its own, which is also where its GLib calls find their `GMainContext`: GIO and
/// libsoup started by the actor call back on the actor.
///
/// A thread and its executor live as long as the process, so a program makes few.
package final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
    // Safe to share: `jobs` is only touched under `lock`, and what GLib calls here on these pointers is thread-safe.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let context: OpaquePointer
    private let source: UnsafeMutablePointer<GSource>
    private var jobs: [UnownedJob] = []

    package init(name: String) {
        // Not Synchronization.Mutex, nor GMutex: ThreadSanitizer knows neither and reports races that are none.
        lock = .allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
        context = g_main_context_new()
        let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        functions.initialize(to: GSourceFuncs())
        functions.pointee.dispatch = { source, _, executor in
            // Before the queue is emptied: a job that arrives later makes the source ready again.
            g_source_set_ready_time(source, -1)
            Unmanaged<ThreadExecutor>.fromOpaque(executor!).takeUnretainedValue().runJobs()
            return 1  // G_SOURCE_CONTINUE
        }
        source = g_source_new(functions, guint(MemoryLayout<GSource>.size))

        // Kept for ever: the thread and the source below rely on it.
        let me = Unmanaged.passRetained(self).toOpaque()
        g_source_set_callback(source, { _ in 1 }, me, nil)
        g_source_attach(source, context)
        let thread = g_thread_new(
            name,
            { executor in
                let context = Unmanaged<ThreadExecutor>.fromOpaque(executor!).takeUnretainedValue().context
                g_main_context_push_thread_default(context)
                g_main_loop_run(g_main_loop_new(context, 0))
                return nil
            }, me)
        g_thread_unref(thread)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pthread_mutex_lock(lock)
        jobs.append(job)
        let isFirst = jobs.count == 1
        pthread_mutex_unlock(lock)
        if isFirst { g_source_set_ready_time(source, 0) }
    }

    private func runJobs() {
        pthread_mutex_lock(lock)
        let batch = jobs
        jobs = []
        pthread_mutex_unlock(lock)
        for job in batch { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    package func isIsolatingCurrentContext() -> Bool? {
        g_main_context_is_owner(context) != 0
    }

    package func checkIsolated() {
        precondition(g_main_context_is_owner(context) != 0, "not on this executor's thread")
    }
}
