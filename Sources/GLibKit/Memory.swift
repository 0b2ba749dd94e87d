import CGLib
import Synchronization

/// Has the threads that parse share what they free, where by default each keeps its own. Must come before there is a
/// second thread.
package func keepFreeMemorySmall() { mallopt(M_ARENA_MAX, 1) }

/// Gives the system what lies free between what is kept.
package func returnFreeMemory() { malloc_trim(0) }

/// Lets go of the program's code, most of which starts it, reads feeds or stands beside code that does. What runs again is
/// mapped again from the system's cache of the file: a few microseconds for 64 KB.
package func letGoOfCode() { broadsheet_unmap_code() }

/// Does both, beside the main thread, when two seconds have passed without another call: what was worked on is then really free,
/// and nobody who scrolls waits for it. From any thread.
package func returnMemorySoon() {
    calls.add(1, ordering: .relaxed)
    guard !isWaiting.exchange(true, ordering: .relaxed) else { return }
    _ = g_timeout_add_seconds_full(
        G_PRIORITY_LOW, 2,
        { _ in
            let now = calls.load(ordering: .relaxed)
            guard seenCalls.exchange(now, ordering: .relaxed) == now else { return 1 }
            isWaiting.store(false, ordering: .relaxed)
            Task.detached {
                returnFreeMemory()
                letGoOfCode()
            }
            return 0
        }, nil, nil)
}

private let calls = Atomic(0)
private let seenCalls = Atomic(0)
private let isWaiting = Atomic(false)
