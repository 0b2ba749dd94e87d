#pragma once
#include <stddef.h>

/// A file that the program carries; its bytes live as long as the program.
typedef struct {
  const char *name;
  const unsigned char *bytes;
  size_t count;
} BroadsheetAsset;

/// The file of that name, below Resources/; null where there is none.
const BroadsheetAsset *broadsheet_asset(const char *name);
