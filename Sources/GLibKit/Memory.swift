import CGLib

/// Has the C library give back what is freed. By default each thread that parses keeps free memory of its own, and a large
/// buffer once freed raises the size from which buffers are given back. Must come before there is a second thread.
package func keepFreeMemorySmall() {
    mallopt(M_ARENA_MAX, 2)
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
}

/// Gives back the free memory that lies between what is kept.
package func returnFreeMemory() { malloc_trim(0) }
