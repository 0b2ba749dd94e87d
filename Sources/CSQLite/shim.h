#pragma once
#include <sqlite3.h>

/// SQLITE_TRANSIENT is a cast, which Swift does not import: SQLite copies what is bound.
static inline sqlite3_destructor_type broadsheet_sqlite_transient(void) { return SQLITE_TRANSIENT; }
