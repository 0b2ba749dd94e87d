"""A canvas of 600 × 400 for flat shapes with grainy shading, in the manner of a magazine's illustrations.

Everything is drawn from numbers with fixed seeds and without fonts, so that the pictures come out the same anywhere.
"""

import math
import random

import cairo
from PIL import Image, ImageChops, ImageFilter

WIDTH, HEIGHT = 600, 400


def rgba(colour, alpha=1.0):
    """'#rrggbb' as cairo's numbers."""
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)) + (alpha,)


def mix(a, b, t):
    """The colour between two, as '#rrggbb'."""
    a, b = rgba(a), rgba(b)
    return "#" + "".join(f"{round(255 * (x + (y - x) * t)):02x}" for x, y in zip(a[:3], b[:3]))


def noise(seed, blur, contrast):
    """Grey noise around 128 with lumps of about `blur` pixels."""
    image = Image.frombytes("L", (WIDTH, HEIGHT), random.Random(seed).randbytes(WIDTH * HEIGHT))
    image = image.filter(ImageFilter.GaussianBlur(blur))
    return image.point([max(0, min(255, round((i - 128) * contrast + 128))) for i in range(256)])


STIPPLE = noise(7, 0.6, 2.2)
PAPER = noise(11, 0.9, 0.3)


class Canvas:
    """Paths are begun by the shape methods (`poly`, `circle`…) and painted by `fill`, which forgets them."""

    def __init__(self, seed):
        self.surface = cairo.ImageSurface(cairo.FORMAT_RGB24, WIDTH, HEIGHT)
        self.c = cairo.Context(self.surface)
        self.c.set_line_cap(cairo.LINE_CAP_ROUND)
        self.c.set_line_join(cairo.LINE_JOIN_ROUND)
        self.random = random.Random(seed)

    # Shapes

    def rect(self, x, y, w, h, radius=0):
        c = self.c
        if radius == 0:
            c.rectangle(x, y, w, h)
            return self
        c.new_sub_path()
        c.arc(x + w - radius, y + radius, radius, -math.pi / 2, 0)
        c.arc(x + w - radius, y + h - radius, radius, 0, math.pi / 2)
        c.arc(x + radius, y + h - radius, radius, math.pi / 2, math.pi)
        c.arc(x + radius, y + radius, radius, math.pi, 1.5 * math.pi)
        c.close_path()
        return self

    def circle(self, x, y, r):
        self.c.new_sub_path()
        self.c.arc(x, y, r, 0, 2 * math.pi)
        self.c.close_path()
        return self

    def ellipse(self, x, y, rx, ry, turn=0):
        c = self.c
        c.save()
        c.translate(x, y)
        c.rotate(math.radians(turn))
        c.scale(rx, ry)
        c.new_sub_path()
        c.arc(0, 0, 1, 0, 2 * math.pi)
        c.close_path()
        c.restore()
        return self

    def arc(self, x, y, r, start, end):
        """An open arc, in degrees clockwise from the right."""
        self.c.new_sub_path()
        self.c.arc(x, y, r, math.radians(start), math.radians(end))
        return self

    def poly(self, *points, close=True):
        for i, p in enumerate(points):
            (self.c.line_to if i else self.c.move_to)(*p)
        if close:
            self.c.close_path()
        return self

    def curve(self, *points, close=False, tension=0.5):
        """A smooth line through the points."""
        n = len(points)

        def at(i):
            return points[i % n] if close else points[max(0, min(n - 1, i))]

        self.c.move_to(*points[0])
        for i in range(n if close else n - 1):
            p0, p1, p2, p3 = at(i - 1), at(i), at(i + 1), at(i + 2)
            k = tension / 3 * 2
            self.c.curve_to(
                p1[0] + (p2[0] - p0[0]) * k / 2, p1[1] + (p2[1] - p0[1]) * k / 2,
                p2[0] - (p3[0] - p1[0]) * k / 2, p2[1] - (p3[1] - p1[1]) * k / 2, *p2)
        if close:
            self.c.close_path()
        return self

    def ridge(self, y, height, step=40, smooth=True, left=-20, right=WIDTH + 20, bottom=HEIGHT + 20):
        """The silhouette of hills around the level y, down to the bottom."""
        points, x = [], left
        while x < right + step:
            points.append((x, y + self.random.uniform(-height, height)))
            x += step * self.random.uniform(0.7, 1.3)
        (self.curve(*points, tension=1) if smooth else self.poly(*points, close=False))
        self.c.line_to(points[-1][0], bottom)
        self.c.line_to(left, bottom)
        self.c.close_path()
        return self

    # Paint

    def fill(self, colour, *shades, alpha=1.0):
        """Fills the path; each shade is (colour, x0, y0, x1, y1[, strength]): grain that thins out from the first point
        to the second."""
        self.c.set_source_rgba(*rgba(colour, alpha))
        self.c.fill_preserve()
        for shade in shades:
            self.shade(*shade)
        self.c.new_path()
        return self

    def blend(self, x0, y0, x1, y1, *colours):
        """Fills the path with an even gradient."""
        gradient = cairo.LinearGradient(x0, y0, x1, y1)
        for i, colour in enumerate(colours):
            gradient.add_color_stop_rgba(i / (len(colours) - 1), *rgba(colour))
        self.c.set_source(gradient)
        self.c.fill()
        return self

    def sky(self, *colours, bottom=HEIGHT):
        return self.rect(0, 0, WIDTH, HEIGHT).blend(0, 0, 0, bottom, *colours)

    def glow(self, x, y, radius, colour, alpha=0.6, inner=0):
        """Light around a point."""
        gradient = cairo.RadialGradient(x, y, inner, x, y, radius)
        for t in range(9):
            gradient.add_color_stop_rgba(t / 8, *rgba(colour, alpha * (1 - t / 8) ** 2))
        self.c.set_source(gradient)
        self.c.paint()
        return self

    def shade(self, colour, x0, y0, x1, y1, strength=0.8):
        """Grain over the path, which stays."""
        c = self.c
        x0, y0 = c.user_to_device(x0, y0)
        x1, y1 = c.user_to_device(x1, y1)
        ramp = cairo.ImageSurface(cairo.FORMAT_A8, WIDTH, HEIGHT)
        gradient = cairo.LinearGradient(x0, y0, x1, y1)
        gradient.add_color_stop_rgba(0, 0, 0, 0, strength)
        gradient.add_color_stop_rgba(1, 0, 0, 0, 0)
        painter = cairo.Context(ramp)
        painter.set_source(gradient)
        painter.paint()
        ramp.flush()
        levels = Image.frombytes("L", (WIDTH, HEIGHT), bytes(ramp.get_data()), "raw", "L", ramp.get_stride())
        # More than half of the shade is even, the rest is dots: painted where the ramp is above the noise, with a soft edge.
        dots = ImageChops.add(levels, STIPPLE, scale=2).point([max(0, min(255, (i - 118) * 7)) for i in range(256)])
        dots = Image.blend(levels, dots, 0.4)
        mask = cairo.ImageSurface.create_for_data(bytearray(dots.tobytes()), cairo.FORMAT_A8, WIDTH, HEIGHT, WIDTH)
        path = c.copy_path()
        c.save()
        c.clip()
        c.identity_matrix()
        c.set_source_rgba(*rgba(colour))
        c.mask_surface(mask, 0, 0)
        c.restore()
        c.append_path(path)
        return self

    def stroke(self, colour, width, alpha=1.0, dash=()):
        self.c.set_source_rgba(*rgba(colour, alpha))
        self.c.set_line_width(width)
        self.c.set_dash(dash)
        self.c.stroke()
        self.c.set_dash([])
        return self

    def line(self, x0, y0, x1, y1, colour, width, alpha=1.0):
        return self.poly((x0, y0), (x1, y1), close=False).stroke(colour, width, alpha)

    # Things that many pictures have

    def stars(self, count, colour="#ffffff", bottom=HEIGHT, big=1.6):
        for _ in range(count):
            x, y = self.random.uniform(0, WIDTH), self.random.uniform(0, bottom)
            self.circle(x, y, self.random.uniform(0.5, big)).fill(colour, alpha=self.random.uniform(0.35, 1))
        return self

    def ripples(self, colour, top, bottom, count, alpha=0.5, x=WIDTH / 2, spread=WIDTH / 2, width=2):
        """Short level strokes, as light on water."""
        for _ in range(count):
            t = self.random.random() ** 1.3
            y = top + (bottom - top) * t
            half = (6 + 26 * t) * self.random.uniform(0.5, 1.2)
            at = x + self.random.uniform(-1, 1) * spread * (0.4 + 0.6 * t)
            self.line(at - half, y, at + half, y, colour, width * (0.6 + 0.7 * t), alpha)
        return self

    def cloud(self, x, y, size, colour, *shades, alpha=1.0):
        for dx, dy, r in ((-1.1, 0.1, 0.42), (-0.5, -0.2, 0.62), (0.25, -0.32, 0.75), (0.95, 0, 0.52)):
            self.circle(x + dx * size, y + dy * size, r * size)
        self.rect(x - 1.5 * size, y, 2.95 * size, 0.52 * size, 0.26 * size)
        return self.fill(colour, *shades, alpha=alpha)

    def tree(self, x, y, h, colour, *shades):
        """A fir."""
        w = h * 0.32
        for i in range(3):
            top, base, half = y - h + i * h * 0.24, y - h * 0.52 + i * h * 0.26, w * (0.55 + 0.25 * i)
            self.poly((x, top), (x + half, base), (x - half, base))
        return self.fill(colour, *shades)

    def house(self, x, y, w, h, wall, roof, window=None, dark="#000000"):
        self.rect(x, y - h, w, h).fill(wall, (dark, x + w, y, x + w * 0.2, y - h, 0.5))
        self.poly((x - w * 0.08, y - h), (x + w / 2, y - h - w * 0.55), (x + w * 1.08, y - h)).fill(
            roof, (dark, x + w, y - h, x + w * 0.4, y - h - w * 0.3, 0.5))
        if window:
            s = w * 0.2
            for dx in (0.2, 0.6):
                self.rect(x + w * dx, y - h * 0.72, s, s * 1.25).fill(window)
        return self

    def save(self, path, quality=80):
        """The paper's own grain over everything, then the file."""
        self.surface.flush()
        image = Image.frombuffer("RGB", (WIDTH, HEIGHT), bytes(self.surface.get_data()), "raw", "BGRX", 0, 1)
        image = ImageChops.overlay(image, Image.merge("RGB", (PAPER,) * 3))
        image.save(path, "JPEG", quality=quality, optimize=True, progressive=True)
