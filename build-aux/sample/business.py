"""Forest, cream, ochre, brick."""

import math

PINE, FOREST, LEAF, CREAM, OCHRE, BRICK, DARK = "#143430", "#2f6b52", "#8aae7a", "#f5e8cb", "#dd9636", "#b4472e", "#2b1a20"


def loaf(d, x, y, w, h, crust, dark, cuts, turn=0):
    d.c.save()
    d.c.translate(x, y)
    d.c.rotate(math.radians(turn))
    d.ellipse(0, h * 0.52, w * 0.54, h * 0.14).fill(DARK, alpha=0.35)
    d.c.move_to(-w / 2, h * 0.42)
    d.c.curve_to(-w * 0.6, -h * 0.3, -w * 0.3, -h * 0.55, 0, -h * 0.55)
    d.c.curve_to(w * 0.3, -h * 0.55, w * 0.6, -h * 0.3, w / 2, h * 0.42)
    d.c.curve_to(w * 0.4, h * 0.54, -w * 0.4, h * 0.54, -w / 2, h * 0.42)
    d.c.close_path()
    d.fill(crust, (dark, w * 0.4, h * 0.6, -w * 0.1, -h * 0.3, 0.9), ("#fff3d0", -w * 0.1, -h * 0.7, 0, 0, 0.35))
    for i in range(cuts):
        cx = (i - (cuts - 1) / 2) * w * 0.7 / cuts
        d.c.move_to(cx - w * 0.07, h * 0.1)
        d.c.curve_to(cx - w * 0.02, -h * 0.12, cx + w * 0.02, -h * 0.26, cx + w * 0.09, -h * 0.4)
        d.c.curve_to(cx + w * 0.1, -h * 0.2, cx + w * 0.04, 0, cx - w * 0.07, h * 0.1)
        d.c.close_path()
        d.fill("#fbe7bf")
    d.c.restore()


def bread_index(d):
    d.sky("#f8ecd2", "#f1d7a4")
    for x in range(0, 620, 60):
        d.line(x, 0, x, 306, "#dcbf8a", 1.4, 0.6)
    for y in range(6, 310, 50):
        d.line(0, y, 600, y, "#dcbf8a", 1.4, 0.6)
    # The chart: loaves as its columns, a wheat stalk as its line
    columns = ((72, 92), (170, 142), (268, 116), (366, 178), (464, 210), (552, 248))
    for i, (x, h) in enumerate(columns):
        d.rect(x - 34, 316 - h, 68, h, 4).fill(("#8fae82", "#5f9170")[i % 2], (PINE, x + 34, 316, x - 20, 316 - h, 0.75))
    for i, (x, h) in enumerate(columns):
        crust = ("#8a4f2c", "#c8823c", "#a8622f", "#d9993f", "#c07a34", "#e0a24c")[i]
        loaf(d, x, 316 - h - 17, 92, 46, crust, "#4d1f1c", 3)
    stalk = [(20, 250), (100, 178), (200, 156), (290, 150), (390, 84), (500, 60), (580, 20)]
    d.curve(*stalk, tension=1).stroke(BRICK, 4.5, 0)
    d.rect(0, 316, 600, 84).fill("#8d5436", (DARK, 300, 400, 300, 316, 0.7))
    d.rect(0, 310, 600, 14).fill("#b8744a")
    for _ in range(16):
        x, y = d.random.uniform(0, 600), d.random.uniform(338, 396)
        d.line(x, y, x + d.random.uniform(30, 110), y, "#5f3328", 2, 0.5)
    # Wheat, at the front
    for x, top, bend in ((26, 214, 26), (52, 236, -8), (568, 330, -22)):
        if top > 300:
            continue
        d.curve((x, 404), (x + bend * 0.3, 320), (x + bend, top)).stroke("#c98f2f", 4)
        for k in range(7):
            px, py = x + bend - k * bend * 0.07, top + k * 13
            for side in (-1, 1):
                d.ellipse(px + side * 8, py, 10, 4.6, side * -58).fill("#eab54a", ("#9a5a22", px + 14, py + 8, px, py))
        d.ellipse(x + bend, top - 12, 5, 10).fill("#eab54a")


def umbrella(d, x, y, r, colours, turn=0, handle=DARK):
    """Open, from the side; the canopy's top is at y."""
    d.c.save()
    d.c.translate(x, y)
    d.c.rotate(math.radians(turn))
    d.line(0, -8, 0, r * 1.7, handle, 4.5)
    d.c.new_sub_path()
    d.c.arc_negative(-r * 0.14, r * 1.7, r * 0.14, 0, math.pi)
    d.c.new_path()
    d.arc(-r * 0.14, r * 1.7, r * 0.14, 0, 180).stroke(handle, 4.5)
    n = len(colours)
    for i, colour in enumerate(colours):
        a, b = -r + 2 * r * i / n, -r + 2 * r * (i + 1) / n
        d.c.move_to(0, 0)
        d.c.curve_to(a * 0.6, 0, a, r * 0.45, a, r * 0.85)
        d.c.curve_to(a + (b - a) * 0.25, r * 0.68, b - (b - a) * 0.25, r * 0.68, b, r * 0.85)
        d.c.curve_to(b, r * 0.45, b * 0.6, 0, 0, 0)
        d.c.close_path()
        d.fill(colour, (DARK, r * 0.9, r * 0.9, -r * 0.3, 0, 0.55))
    d.c.restore()


def umbrella_shares(d):
    d.sky("#f9dd98", "#f7c877", "#efb064")
    d.glow(470, 84, 300, "#fff7d6", 0.95)
    d.circle(470, 84, 50).fill("#fff6d8")
    # A line that falls
    fall = [(-10, 96), (60, 78), (120, 124), (190, 112), (250, 176), (330, 168), (400, 246), (480, 262), (610, 318)]
    d.poly(*fall, (610, 420), (-10, 420)).fill("#d98e4a", ("#b4572f", 300, 420, 300, 120, 0.8), alpha=0.85)
    d.poly(*fall, close=False).stroke(BRICK, 5)
    for x, y in fall[1:-1]:
        d.circle(x, y, 6.5).fill("#fff3d8")
        d.circle(x, y, 6.5).stroke(BRICK, 3.5)
    d.ridge(352, 8, 130).fill("#e7c583", ("#a3623a", 300, 410, 300, 340, 0.6))
    # Closed umbrellas in a stand, one open as a parasol over a deckchair
    d.c.save()
    d.c.translate(170, 0)
    umbrella(d, 240, 146, 112, (FOREST, CREAM, FOREST, CREAM, FOREST, CREAM), 6)
    d.c.restore()
    d.poly((330, 372), (452, 304), (462, 312), (342, 382)).fill("#7a4a35")
    d.poly((356, 316), (446, 376), (438, 384), (348, 324)).fill("#7a4a35")
    d.c.move_to(352, 312)
    d.c.curve_to(372, 356, 410, 352, 456, 300)
    d.c.line_to(474, 308)
    d.c.curve_to(424, 376, 364, 376, 334, 318)
    d.c.close_path()
    d.fill(BRICK, (DARK, 400, 372, 400, 320, 0.7))
    d.rect(96, 300, 74, 84, 6).fill(FOREST, (PINE, 170, 384, 100, 300, 0.85))
    d.rect(90, 296, 86, 10, 4).fill("#417e63")
    for x, tilt, colour in ((112, -10, BRICK), (132, -2, "#e9d9b0"), (152, 8, PINE)):
        d.c.save()
        d.c.translate(x, 298)
        d.c.rotate(math.radians(tilt))
        d.poly((-8, 0), (8, 0), (4, -84), (-4, -84)).fill(colour, (DARK, 8, 0, -6, -60, 0.6))
        d.line(0, -84, 0, -104, DARK, 4)
        d.arc(6, -104, 6, 180, 360).stroke(DARK, 4)
        d.c.restore()


def repair_street(d):
    d.sky("#cfe3d2", "#f5ead0", bottom=240)
    d.circle(92, 78, 34).fill("#f3b95f")
    d.cloud(430, 60, 30, "#ffffff", ("#b9d3c5", 430, 80, 430, 40, 0.6))
    walls = ("#d9784f", "#f1dcae", "#5d9277", "#e3a94c", "#c65a45")
    awnings = ((FOREST, CREAM), (BRICK, CREAM), (OCHRE, CREAM), (PINE, "#cfe3d2"), (FOREST, "#f3cf86"))
    heights = (236, 270, 222, 258, 242)
    for i, (wall, awning, h) in enumerate(zip(walls, awnings, heights)):
        x, w, top = -6 + i * 123, 121, 352 - h
        d.rect(x, top, w, h).fill(wall, (DARK, x + w, 360, x, top, 0.55))
        if i % 2:
            d.poly((x - 4, top), (x + w / 2, top - 52), (x + w + 4, top)).fill("#7a3a34", (DARK, x + w, top, x, top - 50, 0.7))
        else:
            d.rect(x - 3, top - 12, w + 6, 16, 2).fill("#7a3a34", (DARK, x + w, top, x, top, 0.7))
        d.rect(x + w - 34, top - 44 if not i % 2 else top - 56, 16, 40).fill("#8d5a45")
        for dx in (18, 68):
            for row in range(1 if h < 240 else 2):
                wy = top + 18 + row * 46
                d.rect(x + dx, wy, 34, 36, 3).fill("#fdf3d8")
                d.rect(x + dx + 3, wy + 3, 28, 30, 2).fill("#35606b", ("#9fc7c0", x + dx, wy, x + dx + 30, wy + 30, 0.7))
                d.line(x + dx + 17, wy + 2, x + dx + 17, wy + 33, "#fdf3d8", 2.5)
        # Shop front
        d.rect(x + 8, 268, w - 16, 84, 3).fill("#3a2a2c")
        d.rect(x + 14, 278, 58, 60, 2).fill("#ffe2a0", ("#e9a451", x + 72, 340, x + 14, 280, 0.7))
        d.rect(x + 78, 278, 28, 74, 2).fill("#6d4034")
        d.circle(x + 100, 318, 2.6).fill("#f1c970")
        for k in range(8):
            a, b = x + 4 + k * 14.1, x + 4 + (k + 1) * 14.1
            d.c.move_to(a + 3 if k else a, 250)
            d.c.line_to(b, 250)
            d.c.line_to(b, 276)
            d.c.arc((a + b) / 2, 276, 7.05, 0, math.pi)
            d.c.close_path()
            d.fill(awning[k % 2], (DARK, 0, 286, 0, 248, 0.4))
    # What hangs in the windows: boot, lamp, toaster, clock, kettle
    x = 37
    d.poly((x - 6, 300), (x + 6, 300), (x + 6, 318), (x + 20, 322), (x + 20, 330), (x - 6, 330)).fill(BRICK)
    x = 160
    d.poly((x - 7, 296), (x + 7, 296), (x + 15, 314), (x - 15, 314)).fill(FOREST)
    d.line(x, 314, x, 330, DARK, 3)
    x = 283
    d.rect(x - 17, 306, 34, 24, 6).fill("#8d9a96")
    d.rect(x - 10, 296, 20, 12, 3).fill("#c8823c")
    d.circle(406, 314, 15).fill(CREAM)
    d.circle(406, 314, 15).stroke(BRICK, 3)
    d.poly((406, 304), (406, 314), (413, 318), close=False).stroke(DARK, 2.5)
    x = 528
    d.poly((x - 15, 330), (x + 13, 330), (x + 8, 308), (x - 10, 308)).fill(PINE)
    d.arc(x - 1, 308, 10, 190, 350).stroke(PINE, 3)
    d.line(x + 12, 320, x + 22, 310, PINE, 4)
    d.rect(0, 352, 600, 48).fill("#b99a76", (DARK, 300, 400, 300, 350, 0.55))
    d.rect(0, 350, 600, 8).fill("#e5cfa6")
    for x, coat in ((128, FOREST), (146, BRICK), (392, OCHRE), (474, PINE)):
        d.circle(x, 344, 7).fill("#f0c9a4")
        d.poly((x - 10, 388), (x - 6, 352), (x + 6, 352), (x + 10, 388)).fill(coat, (DARK, x + 10, 388, x - 6, 352, 0.5))
    d.rect(480, 366, 16, 14, 2).fill("#8d9a96")


def container_garden(d):
    d.sky("#bfe0d2", "#eef0d2", bottom=260)
    d.circle(96, 92, 38).fill("#f5c162")
    d.ridge(246, 5, 120).fill("#5fa0a0", (PINE, 300, 330, 300, 240, 0.5))
    # A crane
    for x in (404, 520):
        d.poly((x - 7, 320), (x + 7, 320), (x + 4, 92), (x - 4, 92)).fill("#c8523a", (DARK, x + 8, 320, x - 6, 90, 0.6))
    d.rect(392, 172, 140, 10).fill("#c8523a")
    for k in range(4):
        d.line(406 + k * 28, 182, 434 + k * 28, 240, "#c8523a", 3)
        d.line(434 + k * 28, 182, 406 + k * 28, 240, "#c8523a", 3)
    d.rect(392, 238, 140, 9).fill("#c8523a")
    d.poly((190, 92), (590, 92), (590, 104), (190, 104)).fill("#c8523a", (DARK, 590, 104, 300, 92, 0.6))
    d.poly((190, 92), (430, 48), (560, 92), close=False).stroke("#c8523a", 4)
    d.line(462, 54, 462, 92, "#c8523a", 8)
    d.rect(474, 106, 36, 26, 4).fill(CREAM)
    d.line(252, 104, 252, 140, DARK, 2.4)
    d.line(292, 104, 292, 140, DARK, 2.4)
    colours = ("#d96b43", "#e0a243", "#3f7f78", "#9fb56c", "#b4472e", "#f0dcae", "#2f5d5b")

    def box(x, y, w, h, colour):
        d.rect(x, y, w, h, 2).fill(colour, (DARK, x + w, y + h, x + w * 0.2, y, 0.6))
        for k in range(1, int(w / 11)):
            d.line(x + k * 11, y + 6, x + k * 11, y + h - 6, DARK, 1.8, 0.28)

    def plants(x, y, w, kind):
        d.rect(x + 3, y - 5, w - 6, 9, 2).fill("#4a2e26")
        for k in range(int(w / 15)):
            px = x + 11 + k * 15
            if kind == 0:
                for side in (-1, 0, 1):
                    d.ellipse(px + side * 6, y - 15 + abs(side) * 5, 5, 12, side * 40).fill(
                        ("#4f8f4a", "#6fae57", "#3a7549")[(k + side) % 3], (PINE, px + 8, y, px, y - 20, 0.5))
            elif kind == 1:
                d.curve((px, y), (px + 3, y - 22), (px - 2, y - 40)).stroke("#3f7f4a", 3)
                d.ellipse(px - 6, y - 22, 7, 4, 20).fill("#5f9f52")
                d.ellipse(px + 7, y - 32, 7, 4, -20).fill("#5f9f52")
                d.circle(px + 5, y - 16, 5).fill("#d8452f")
                d.circle(px - 4, y - 34, 4).fill("#e2603a")
            else:
                d.line(px, y, px, y - 30, "#4f8f4a", 3)
                for a in range(8):
                    d.ellipse(px + 8 * math.cos(a * 0.785), y - 36 + 8 * math.sin(a * 0.785), 5.5, 3.4, a * 45).fill("#f3b63f")
                d.circle(px, y - 36, 4.5).fill("#6b3a28")
    box(216, 140, 112, 46, "#e0a243")
    plants(216, 140, 112, 0)
    for row, (y, xs) in enumerate(((262, (18, 150)), (312, (-44, 88, 220, 352, 484)))):
        for i, x in enumerate(xs):
            box(x, y, 128, 48, colours[(i * 3 + row * 2) % 7])
    plants(18, 262, 128, 2)
    plants(150, 262, 128, 1)
    plants(352, 312, 128, 0)
    plants(484, 312, 128, 1)
    d.curve((284, 312), (290, 274), (282, 242), (290, 220)).stroke("#5f3a2c", 8)  # the fig tree
    for x, y, r in ((282, 206, 30), (312, 216, 24), (262, 226, 22), (300, 190, 22)):
        d.circle(x, y, r).fill("#4c8a53", (PINE, x + r, y + r, x - r * 0.5, y - r * 0.5, 0.8))
    for x, y in ((276, 214), (300, 206), (314, 226), (264, 230)):
        d.circle(x, y, 4.5).fill("#5d2a4a")
    d.rect(0, 360, 600, 40).fill("#8f8468", (DARK, 300, 400, 300, 360, 0.6))
    d.rect(0, 358, 600, 6).fill("#d9cfa8")


PICTURES = {
    "bread-index": bread_index, "umbrella-shares": umbrella_shares, "repair-street": repair_street,
    "container-garden": container_garden,
}
