#pragma once
#include <sqlite3.h>

/// SQLITE_TRANSIENT is a cast, which Swift does not import: SQLite copies what is bound.
static inline sqlite3_destructor_type broadsheet_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Binds the place for the pointer to FTS5's functions (FTS5, 7). SQLite keeps the name of the pointer's type, so it must live on.
static inline int broadsheet_bind_fts5_api(sqlite3_stmt *statement, fts5_api **place) {
    return sqlite3_bind_pointer(statement, 1, place, "fts5_api_ptr", 0);
}
