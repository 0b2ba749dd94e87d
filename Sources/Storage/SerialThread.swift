import Glibc

/// Runs an actor's jobs one after another on a thread of its own: SQLite waits for disks and locks, which a thread of Swift's
/// pool must not. (GLibKit's ThreadExecutor lives as long as the process; this one ends with its database, and needs no GLib.)
final class SerialThread: SerialExecutor, @unchecked Sendable {
    // Safe to share: what follows is only touched under `lock`. Not Synchronization.Mutex: ThreadSanitizer does not know it.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let arrived: UnsafeMutablePointer<pthread_cond_t>
    private var jobs: [UnownedJob] = []
    private var isWorking = false
    private var isEnding = false
    private var thread: pthread_t = 0

    init() {
        lock = .allocate(capacity: 1)
        arrived = .allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
        pthread_cond_init(arrived, nil)
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // The thread holds the executor until it ends.
        let me = Unmanaged.passRetained(self).toOpaque()
        var created = pthread_t()
        let code = pthread_create(
            &created, &attributes,
            { me in
                Unmanaged<SerialThread>.fromOpaque(me!).takeRetainedValue().run()
                return nil
            }, me)
        pthread_attr_destroy(&attributes)
        precondition(code == 0, "no thread for the library")
    }

    deinit {
        pthread_mutex_destroy(lock)
        pthread_cond_destroy(arrived)
        lock.deallocate()
        arrived.deallocate()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pthread_mutex_lock(lock)
        jobs.append(job)
        pthread_cond_signal(arrived)
        pthread_mutex_unlock(lock)
    }

    /// Lets the thread end once it has done what is queued.
    func end() {
        pthread_mutex_lock(lock)
        isEnding = true
        pthread_cond_signal(arrived)
        pthread_mutex_unlock(lock)
    }

    /// Says that work begins or is done: before whoever waits for it goes on, while the job has yet to end.
    func note(isWorking: Bool) {
        pthread_mutex_lock(lock)
        self.isWorking = isWorking
        pthread_mutex_unlock(lock)
    }

    /// Whether a job that comes now is done at once.
    var isIdle: Bool {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return jobs.isEmpty && !isWorking
    }

    private func run() {
        pthread_mutex_lock(lock)
        thread = pthread_self()
        while true {
            while jobs.isEmpty, !isEnding { pthread_cond_wait(arrived, lock) }
            if jobs.isEmpty { break }
            let batch = jobs
            jobs = []
            pthread_mutex_unlock(lock)
            for job in batch { job.runSynchronously(on: asUnownedSerialExecutor()) }
            pthread_mutex_lock(lock)
        }
        pthread_mutex_unlock(lock)
    }

    func isIsolatingCurrentContext() -> Bool? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return pthread_equal(thread, pthread_self()) != 0
    }

    func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "not on the library's thread")
    }
}
