"""Runs the tests of this folder, or those that are named, on a desktop of their own."""

import signal
import sys
import unittest

from gi.repository import GLib

from desktop import compositor

# It asks programs that have just started for what GTK is not ready to tell.
GLib.log_set_handler("dbind", GLib.LogLevelFlags.LEVEL_WARNING, lambda *_: None, None)
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
with compositor():
    unittest.main(module=None, argv=["run", *(sys.argv[1:] or ["discover"])], verbosity=2)
