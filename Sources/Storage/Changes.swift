import Glibc
import News

/// What a transaction changed. Whoever shows any of it reads it again.
package struct Changes: Hashable, Sendable {
    package var added: [StoryID] = []
    package var updated: [StoryID] = []
    package var marked: [StoryID] = []
    package var removed: [StoryID] = []
    /// Subscriptions, folders, names, health.
    package var sources = false
    /// Another program changed the library, which does not say what.
    package var everything = false

    package init() {}

    package var isEmpty: Bool { self == Changes() }
}

/// Tells everyone who listens.
final class ChangeHub: @unchecked Sendable {
    // Safe to share: what follows is only touched under `lock`. Not Synchronization.Mutex: ThreadSanitizer does not know it.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var listeners: [Int: AsyncStream<Changes>.Continuation] = [:]
    private var next = 0

    init() {
        lock = .allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
    }

    deinit {
        for listener in listeners.values { listener.finish() }
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    func listen() -> AsyncStream<Changes> {
        let (stream, continuation) = AsyncStream.makeStream(of: Changes.self)
        pthread_mutex_lock(lock)
        let number = next
        next += 1
        listeners[number] = continuation
        pthread_mutex_unlock(lock)
        continuation.onTermination = { [weak self] _ in self?.forget(number) }
        return stream
    }

    func tell(_ changes: Changes) {
        if changes.isEmpty { return }
        pthread_mutex_lock(lock)
        let listeners = Array(listeners.values)
        pthread_mutex_unlock(lock)
        for listener in listeners { listener.yield(changes) }
    }

    private func forget(_ number: Int) {
        pthread_mutex_lock(lock)
        listeners[number] = nil
        pthread_mutex_unlock(lock)
    }
}
