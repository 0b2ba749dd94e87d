import CGLib

/// Has the threads that parse share what they free, where by default each keeps its own. Must come before there is a
/// second thread.
package func keepFreeMemorySmall() { mallopt(M_ARENA_MAX, 1) }

/// Gives the system what lies free between what is kept.
package func returnFreeMemory() { malloc_trim(0) }

/// Does so in two seconds, on the main loop: what has just been worked on is then really free. From any thread.
package func returnFreeMemorySoon() {
    _ = g_timeout_add_seconds_full(
        G_PRIORITY_LOW, 2,
        { _ in
            returnFreeMemory()
            return 0
        }, nil, nil)
}
