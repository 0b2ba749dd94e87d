import os
import pathlib
import unittest

from desktop import SOCKET, compositor, take_picture
from feedserver import FeedServer, Story
from program import Atspi, ProgramTest

FOLDER = os.environ.get("BROADSHEET_PICTURES")
NARROW = f"{SOCKET}-narrow"


class LooksTest(ProgramTest):
    """What the window looks like."""

    def start_narrow(self):
        """On a screen as narrow as a telephone's."""
        self.enterContext(compositor(360, 720, NARROW))
        program = self.start(WAYLAND_DISPLAY=NARROW)
        program.maximize()
        return program

    def test_it_fits_into_360_pixels(self):
        program = self.start_narrow()

        def right_end(node):
            return place(node).x + place(node).width

        program.wait_for("a window of the screen's width", lambda: right_end(program.window()) == 360)
        program.wait_for("the stories", program.rows)
        for _, node in program.walk():
            if node.get_role() in (Atspi.Role.LABEL, Atspi.Role.PUSH_BUTTON, Atspi.Role.LIST_ITEM):
                self.assertLessEqual(right_end(node), 360, node.get_name())

    def test_a_picture_moves_no_row(self):
        server = FeedServer([Story("with", "With", picture="good.png"), Story("without", "Without")])
        self.addCleanup(server.close)
        program = self.start(server.url())
        program.wait_for("the request for the picture", lambda: server.requests["/good.png"])
        program.wait_for_sleep(1)
        heights = [place(node).height for node in program.row_nodes()]
        self.assertEqual(len(heights), 2)
        self.assertEqual(heights[0], heights[1])

    @unittest.skipUnless(FOLDER, "pictures are taken where BROADSHEET_PICTURES names a folder")
    def test_pictures(self):
        program = self.start()
        self.take("light", program)
        program.end()
        program = self.start(ADW_DEBUG_COLOR_SCHEME="prefer-dark")
        self.take("dark", program)
        program.end()
        program = self.start(ADW_DEBUG_HIGH_CONTRAST="1")
        self.take("high-contrast", program)
        program.end()

        server = FeedServer([Story(f"story-{number}", f"Story {number}", hours=number) for number in range(3)])
        self.addCleanup(server.close)
        program = self.start(server.url())
        program.wait_for("the stories", program.rows)
        server.close()
        program.activate("refresh-all")
        program.wait_for("the warning", lambda: program.button("Try Again"))
        self.take("warning", program)
        program.run_again(server.url("other"))
        program.wait_for("the page", lambda: program.says("Server Not Reached"))
        self.take("failure", program)
        program.end()

        self.take("narrow", self.start_narrow(), NARROW)

    def take(self, name, program, socket=SOCKET):
        """Saves what the compositor shows once it stays as it is."""
        program.wait_for("the window", lambda: program.says("Main Menu"))
        program.wait_for_sleep(1)
        pathlib.Path(FOLDER, f"{name}.png").write_bytes(take_picture(socket))


def place(node):
    return node.get_extents(Atspi.CoordType.WINDOW)
