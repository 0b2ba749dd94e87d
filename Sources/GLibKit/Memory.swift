import CGLib

/// Has the threads that parse share what they free, where by default each keeps its own. Must come before there is a
/// second thread.
package func keepFreeMemorySmall() { mallopt(M_ARENA_MAX, 1) }

/// Gives the system what lies free between what is kept.
package func returnFreeMemory() { malloc_trim(0) }
