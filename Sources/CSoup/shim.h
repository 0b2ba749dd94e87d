#pragma once
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#include <libsoup/soup.h>

// Variadic in C.
static inline SoupSession *broadsheet_soup_session_new(guint connections, guint per_host, guint idle_seconds) {
  return soup_session_new_with_options("max-conns", (gint)connections, "max-conns-per-host", (gint)per_host,
                                       "timeout", 0u, "idle-timeout", idle_seconds, NULL);
}

// A compound macro; relaxed as libsoup itself reads redirects.
static inline GUriFlags broadsheet_http_uri_flags(void) {
  return (GUriFlags)(SOUP_HTTP_URI_FLAGS | G_URI_FLAGS_PARSE_RELAXED);
}

static inline void broadsheet_offer_http1(SoupMessage *message, GSocketClientEvent event, GIOStream *connection) {
  static const char *const protocols[] = {"http/1.1", NULL};
  if (event == G_SOCKET_CLIENT_TLS_HANDSHAKING)
    g_tls_connection_set_advertised_protocols(G_TLS_CONNECTION(connection), protocols);
}

// Keeps `message` to HTTP/1.1: over HTTP/2, libsoup 3.2 does not notice a cancellation while it waits for an answer, nor
// does it give up a connection on which nothing comes.
static inline void broadsheet_stay_with_http1(SoupMessage *message) {
  g_signal_connect(message, "network-event", G_CALLBACK(broadsheet_offer_http1), NULL);
}
