"""The desktop of a test: a compositor that draws to memory, and the browser that the person has chosen."""

import contextlib
import os
import pathlib
import subprocess
import tempfile
import time

PATIENCE = 20
"""Seconds after which what was waited for will not come any more."""

SOCKET = "broadsheet-test"
"""What the compositor of most tests listens at."""


def wait_for(what, condition, report=lambda: "", patience=PATIENCE):
    """Waits until `condition` answers something true, and answers it; fails with `report` when that does not happen."""
    end = time.monotonic() + patience
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"waited {patience} s in vain for {what}\n{report()}")
        time.sleep(0.02)


@contextlib.contextmanager
def compositor(width=1280, height=900, socket=SOCKET):
    """Runs Weston without a screen; nothing but the test's own windows is in it."""
    with tempfile.TemporaryDirectory() as folder:
        settings = pathlib.Path(folder, "weston.ini")
        settings.write_text(
            "[shell]\npanel-position=none\nbackground-color=0xff5f7f8f\nstartup-animation=none\nlocking=false\n")
        log = pathlib.Path(folder, "weston.log")
        with log.open("w") as output:
            # No kiosk: Weston 10's shows nothing where there is no seat. --debug lets anybody take a picture.
            process = subprocess.Popen(
                ["weston", "--backend=headless-backend.so", "--use-pixman", "--idle-time=0", "--debug",
                 f"--width={width}", f"--height={height}", f"--socket={socket}", f"--config={settings}"],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        try:
            wait_for("the compositor", pathlib.Path(os.environ["XDG_RUNTIME_DIR"], socket).exists, log.read_text)
            yield
        finally:
            process.terminate()
            process.wait()


def take_picture(socket=SOCKET):
    """What the compositor shows, as PNG."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["weston-screenshooter"], cwd=folder, env={**os.environ, "WAYLAND_DISPLAY": socket}, check=True,
            stdout=subprocess.DEVNULL)
        return next(pathlib.Path(folder).glob("*.png")).read_bytes()


@contextlib.contextmanager
def x_screen():
    """Runs an X server without a screen, for what only it can be told to do with a pointer; answers its name."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp"], pass_fds=[writing],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with open(reading) as name:
            yield ":" + name.readline().strip()
    finally:
        process.terminate()
        process.wait()


class Browser:
    """A browser that writes down what it was started with, chosen by the person whose home folder it is."""

    def __init__(self, home):
        self.report = home / "opened"
        script = home / "browser"
        part = home / "opened.part"
        script.write_text(f'#!/bin/sh\n{{ echo "$1"; env; }} >"{part}" && mv "{part}" "{self.report}"\n')
        script.chmod(0o755)
        applications = home / "data" / "applications"
        applications.mkdir(parents=True)
        (applications / "test-browser.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Browser\nExec={script} %u\n"
            "MimeType=x-scheme-handler/http;x-scheme-handler/https;\n")
        (home / "config").mkdir(exist_ok=True)
        (home / "config" / "mimeapps.list").write_text(
            "[Default Applications]\n"
            "x-scheme-handler/http=test-browser.desktop\nx-scheme-handler/https=test-browser.desktop\n")

    def opened(self):
        """The address it was started with last and its environment, once it was; then forgets it."""
        if not self.report.exists():
            return None
        address, *environment = self.report.read_text().splitlines()
        self.report.unlink()
        return address, dict(line.split("=", 1) for line in environment if "=" in line)
