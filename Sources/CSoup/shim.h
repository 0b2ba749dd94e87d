#pragma once
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#include <libsoup/soup.h>

// Variadic in C.
static inline SoupSession *broadsheet_soup_session_new(guint connections, guint per_host, guint idle_seconds) {
  return soup_session_new_with_options("max-conns", (gint)connections, "max-conns-per-host", (gint)per_host,
                                       "timeout", idle_seconds, "idle-timeout", 30u, NULL);
}
static inline GQuark broadsheet_soup_session_error(void) { return SOUP_SESSION_ERROR; }
