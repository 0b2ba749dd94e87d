import Glibc

/// What happened, in its order, told by any thread and read or waited for by a test.
package final class Log<Entry: Sendable>: @unchecked Sendable {
    // Safe to share: everything is under `lock`, a pthread lock since ThreadSanitizer does not know Synchronization.Mutex.
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var stored: [Entry] = []
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    package init() {
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    package var entries: [Entry] {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return stored
    }

    package func add(_ entry: Entry) {
        pthread_mutex_lock(lock)
        stored.append(entry)
        let due = waiting.filter { $0.count <= stored.count }
        waiting.removeAll { $0.count <= stored.count }
        pthread_mutex_unlock(lock)
        for waiter in due { waiter.continuation.resume() }
    }

    /// Returns once there are at least `count` entries.
    package func reaches(_ count: Int) async {
        await withCheckedContinuation { continuation in
            pthread_mutex_lock(lock)
            let isDue = stored.count >= count
            if !isDue { waiting.append((count, continuation)) }
            pthread_mutex_unlock(lock)
            if isDue { continuation.resume() }
        }
    }
}
