#pragma once
// gettext is part of the C library on Linux, but in no Swift module.
#include <libintl.h>
#include <locale.h>
