#pragma once
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#include <gio/gio.h>
#include <glib-unix.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// What Swift cannot import: macros and casts.
static inline GType broadsheet_type_object(void) { return G_TYPE_OBJECT; }
static inline GType broadsheet_type_string(void) { return G_TYPE_STRING; }
static inline const char *broadsheet_type_name(gpointer instance) { return G_OBJECT_TYPE_NAME(instance); }
static inline GQuark broadsheet_io_error(void) { return G_IO_ERROR; }
static inline GQuark broadsheet_resolver_error(void) { return G_RESOLVER_ERROR; }
static inline GQuark broadsheet_tls_error(void) { return G_TLS_ERROR; }

/// A closure that hands `data` to `marshal`, and to `destroy` when GLib lets go of it.
static inline GClosure *broadsheet_closure_new(gpointer data, GClosureNotify destroy, GClosureMarshal marshal) {
  GClosure *closure = g_closure_new_simple(sizeof(GClosure), data);
  g_closure_set_marshal(closure, marshal);
  g_closure_add_finalize_notifier(closure, data, destroy);
  return closure;
}

/// Takes the program's own code and constants out of its memory; what is used of them again comes back from the file.
static inline void broadsheet_unmap_code(void) {
  // The linker's names for where the program begins and where its code ends; all between is read only.
  extern const char __executable_start[], etext[];
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = (uintptr_t)__executable_start & -page, end = (uintptr_t)etext & -page;
  madvise((void *)start, end - start, MADV_DONTNEED);
}

/// Lowers the priority of this thread and of those it will start; of the main thread's nothing. Not allowed is no harm.
static inline void broadsheet_give_way(void) {
  if (syscall(SYS_gettid) != getpid()) setpriority(PRIO_PROCESS, 0, 10);
}

// libdispatch's own hooks for a foreign main loop; exported by libdispatch, declared in no public header.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);
