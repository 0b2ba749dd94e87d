"""The program under test: what a person does with it, and what a screen reader is told of it."""

import contextlib
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib

from desktop import PATIENCE, SOCKET, Browser, wait_for

NAME = "io.github.broadsheet_reader.Broadsheet"
PATH = "/" + NAME.replace(".", "/")
FILE = os.environ["BROADSHEET"]
SOURCES = pathlib.Path(__file__).resolve().parents[2]


class Program:
    """`broadsheet` with folders of its own, running until `end`."""

    def __init__(self, *arguments, **environment):
        self.folder = tempfile.TemporaryDirectory()
        self.home = pathlib.Path(self.folder.name)
        self.browser = Browser(self.home)
        kept = "PATH", "LD_LIBRARY_PATH", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"
        self.environment = {
            **{name: os.environ[name] for name in kept if name in os.environ},
            "HOME": str(self.home), "LANG": "C.UTF-8", "TZ": "UTC",
            **{f"XDG_{kind.upper()}_HOME": str(self.home / kind) for kind in ("cache", "config", "data", "state")},
            "XDG_DATA_DIRS": f"{SOURCES}/data:/usr/local/share:/usr/share",
            "WAYLAND_DISPLAY": SOCKET, "GDK_BACKEND": "wayland", "GSETTINGS_BACKEND": "memory",
            **environment,
        }
        self.output = open(self.home / "output", "w+")
        self.process = subprocess.Popen(
            [FILE, *arguments], env=self.environment, cwd=self.home, stdin=subprocess.DEVNULL,
            stdout=self.output, stderr=subprocess.STDOUT)
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        # What a screen reader found.
        self.application = None
        self.main_window = None
        self.list = None

    def end(self):
        """Ends it as a session that ends does, unless it has ended, and checks that it never complained."""
        if self.output.closed:
            return
        with self.folder, self.output:
            if self.process.poll() is None:
                self.process.terminate()
            try:
                status = self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                status = self.process.wait()
            self.wait_until_gone()
            printed = self.printed()
        assert (status, printed) == (0, ""), f"ended with status {status}, having printed:\n{printed}"

    def wait_until_gone(self):
        wait_for("its name to be free", lambda: not self.call_bus("NameHasOwner", "(s)", NAME))

    def printed(self):
        return (self.home / "output").read_text()

    def memory(self, kind):
        """What it holds of memory, in bytes; VmHWM is the most it ever held, RssAnon what is its own."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith(kind + ":"))

    def wait_for_sleep(self, seconds):
        """Waits until its main thread gets no turn for so long. (libdispatch has a thread that wakes each second.)"""
        main_thread = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/status")

        def turns():
            return [line for line in main_thread.read_text().splitlines() if "ctxt_switches" in line]

        def slept():
            before = turns()
            time.sleep(seconds)
            return turns() == before

        self.wait_for(f"{seconds} s of sleep", slept)

    def wait_for(self, what, condition, patience=PATIENCE):
        """Waits until `condition` answers something true; what it looks at may come and go meanwhile."""

        def answer():
            if self.process.poll():
                raise AssertionError(f"it crashed before {what}\n{self.report()}")
            # The widget that was asked is gone.
            with contextlib.suppress(GLib.Error):
                return condition()

        return wait_for(what, answer, self.report, patience)

    def report(self):
        """What a failure shows."""
        lines = [f"status: {self.process.poll()}", f"printed: {self.printed()}"]
        with contextlib.suppress(GLib.Error):
            lines += [f"{'  ' * depth}{node.get_role_name()} “{node.get_name()}”" for depth, node in self.walk()]
        return "\n".join(lines)

    # What a person does

    def run_again(self, *arguments):
        """Starts it a second time, and answers what that leaves: status and all that was printed."""
        assert self.process.poll() is None, "it does not run any more"
        again = subprocess.run(
            [FILE, *arguments], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=PATIENCE)
        return again.returncode, again.stdout

    def select(self, index):
        Atspi.Selection.select_child(self.story_list(), index)

    def press(self, name, description=None):
        """Presses the button, or chooses the entry of a menu, of that name, and description if several have it."""
        Atspi.Action.do_action(self.wait_for(f"a button “{name}”", lambda: self.button(name, description)), 0)

    def maximize(self):
        window = self.window()
        actions = [Atspi.Action.get_localized_name(window, index) for index in range(window.get_n_actions())]
        Atspi.Action.do_action(window, actions.index("window.toggle-maximized"))

    def activate(self, action, parameter=None):
        """Activates an action, of the program by its name, of the window as win.NAME."""
        self.call_actions(action, "Activate", lambda name: GLib.Variant(
            "(sava{sv})", (name, [] if parameter is None else [GLib.Variant("s", parameter)], {})))

    def state(self, action):
        enabled, kind, state = self.call_actions(action, "Describe", lambda name: GLib.Variant("(s)", (name,)))[0]
        return state[0]

    def call_actions(self, action, method, arguments):
        path, name = (PATH + "/window/1", action[4:]) if action.startswith("win.") else (PATH, action)
        return self.bus.call_sync(
            NAME, path, "org.gtk.Actions", method, arguments(name), None, Gio.DBusCallFlags.NO_AUTO_START,
            PATIENCE * 1000, None).unpack()

    def call_bus(self, method, kind, *arguments):
        return self.bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method,
            GLib.Variant(kind, arguments), None, Gio.DBusCallFlags.NONE, -1, None).unpack()[0]

    # What a screen reader is told

    def window(self):
        """The window, once it is there."""
        if not self.application:
            applications = children(Atspi.get_desktop(0))
            self.application = next((one for one in applications if one.get_process_id() == self.process.pid), None)
            if not self.application:
                return None
            # Ask each time: what is remembered is put right by events only, for which there is no loop here.
            self.application.set_cache_mask(Atspi.Cache.NONE)
        if not self.main_window:
            self.main_window = next(iter(self.windows()), None)
        return self.main_window

    def windows(self):
        return children(self.application) if self.application else []

    def walk(self, leave_out=()):
        """Everything that is visible in all windows, with its depth, without what is inside the roles to leave out."""
        rest = [(0, window) for window in reversed(self.windows())]
        while rest:
            depth, node = rest.pop()
            if not has(node, Atspi.StateType.VISIBLE):
                continue
            yield depth, node
            if node.get_role() not in leave_out:
                rest += [(depth + 1, child) for child in reversed(children(node))]

    def title(self):
        return self.window().get_name()

    def button(self, name, description=None):
        return next((node for _, node in self.walk(leave_out=[Atspi.Role.LIST])
                     if node.get_role() in (Atspi.Role.PUSH_BUTTON, Atspi.Role.MENU_ITEM)
                     and has(node, Atspi.StateType.FOCUSABLE) and node.get_name() == name
                     and description in (None, node.get_description())), None)

    def texts(self):
        """All that is written around the list of stories: notices, pages, buttons."""
        return [name for _, node in self.walk(leave_out=[Atspi.Role.LIST]) if (name := node.get_name())]

    def says(self, text):
        return any(text in name for name in self.texts())

    def story_list(self):
        if not self.list:
            self.list = self.wait_for("the list of stories", lambda: next(
                (node for _, node in self.walk() if node.get_role() == Atspi.Role.LIST), None))
        return self.list

    def row_nodes(self):
        return children(self.story_list())

    def rows(self):
        """What is heard at each story."""
        return [row.get_name() for row in self.row_nodes()]

    def selected(self):
        """What is heard at the story that is selected."""
        row = Atspi.Selection.get_selected_child(self.story_list(), 0)
        return row and row.get_name()


def children(node):
    nodes = [node.get_child_at_index(index) for index in range(node.get_child_count())]
    return [child for child in nodes if child]


def has(node, state):
    return node.get_state_set().contains(state)


class ProgramTest(unittest.TestCase):
    """A test that starts the program."""

    def start(self, *arguments, **environment):
        program = Program(*arguments, **environment)
        self.addCleanup(program.end)
        program.wait_for("the window", program.window)
        return program
