#include "assets.h"

#include <string.h>

// #embed (C23) rather than a generated source or a GResource bundle: the compiler tracks the files, nothing is decoded
// at start, and the pages are read only when they are asked for.
static const unsigned char style_css[] = {
#embed "style.css"
};
static const unsigned char shortcuts_ui[] = {
#embed "shortcuts.ui"
};
#include "sample/files.h"

#define ASSET(name, bytes) {name, bytes, sizeof bytes},

static const BroadsheetAsset assets[] = {
  ASSET("style.css", style_css)
  ASSET("shortcuts.ui", shortcuts_ui)
  SAMPLE_ASSETS
};

const BroadsheetAsset *broadsheet_asset(const char *name) {
  for (size_t i = 0; i < sizeof assets / sizeof *assets; i++)
    if (strcmp(assets[i].name, name) == 0) return &assets[i];
  return NULL;
}
