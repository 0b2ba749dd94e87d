"""Plum, rose, coral, cream, one cool blue."""

import math

PLUM, WINE, ROSE, CORAL, CREAM, BLUE, DARK = "#3b1b3f", "#7a2e57", "#c9485b", "#f08a6b", "#f9e7cf", "#3c7a89", "#200f2b"


def violin(d, x, y, size, turn, wood="#b5562f"):
    d.c.save()
    d.c.translate(x, y)
    d.c.rotate(math.radians(turn))
    d.c.scale(size, size)
    c = d.c
    c.move_to(0, -62)
    c.curve_to(34, -62, 42, -34, 30, -16)
    c.curve_to(20, -4, 22, 8, 32, 18)
    c.curve_to(50, 40, 42, 74, 0, 74)
    c.curve_to(-42, 74, -50, 40, -32, 18)
    c.curve_to(-22, 8, -20, -4, -30, -16)
    c.curve_to(-42, -34, -34, -62, 0, -62)
    c.close_path()
    d.fill(wood, (DARK, 50, 80, -20, -30, 0.85), ("#ffd9a0", -50, -50, 10, 10, 0.4))
    d.rect(-5.5, -132, 11, 140, 3).fill(DARK)
    d.circle(0, -136, 9).fill(DARK)
    for k in (-12, 12):
        d.line(-9 if k < 0 else 9, -124 + k * 0.3, 15 if k > 0 else -15, -124 + k * 0.3, DARK, 4)
    d.rect(-13, 30, 26, 5, 2).fill("#f2cf9c")
    d.poly((-8, 40), (8, 40), (4, 68), (-4, 68)).fill(DARK)
    for k in (-3, -1, 1, 3):
        d.line(k, -128, k * 1.6, 44, "#f7e6c8", 0.9)
    for side in (-1, 1):
        d.curve((side * 18, 6), (side * 14, 18), (side * 20, 30), (side * 16, 40)).stroke(DARK, 3)
    c.restore()


def orchestra_rain(d):
    d.sky("#4a2350", WINE, ROSE, bottom=420)
    d.glow(300, 420, 420, "#ffb27a", 0.7)
    # The hall: arches, a lit semicircle of a stage
    for i in range(7):
        x = 12 + i * 86
        d.rect(x, 60, 60, 130, 30).fill("#5d2a58", (DARK, x, 200, x, 70, 0.7))
    d.rect(0, 0, 600, 44).fill(DARK)
    d.rect(0, 40, 600, 6).fill("#e0a35f")
    for r, colour in ((330, "#8f3a58"), (262, "#b8505a"), (190, "#dc7a5c")):
        d.ellipse(300, 400, r, r * 0.66).fill(colour, (PLUM, 300, 400 - r * 0.66, 300, 400, 0.55))
    d.ellipse(300, 402, 116, 74).fill("#f3b076")
    # Players in three rows of a half circle
    for ring, (r, n, s) in enumerate(((292, 15, 0.9), (224, 11, 1), (152, 7, 1.12))):
        for k in range(n):
            a = math.pi * (0.06 + 0.88 * k / (n - 1))
            x, y = 300 - r * math.cos(a), 396 - r * 0.64 * math.sin(a)
            if not -20 < x < 620:
                continue
            d.c.save()
            d.c.translate(x, y)
            d.c.scale(s, s)
            d.c.move_to(-14, 22)
            d.c.curve_to(-14, -4, 14, -4, 14, 22)
            d.c.close_path()
            d.fill(DARK)
            d.circle(0, -8, 8).fill(("#f3cfae", "#c98f68", "#8d5a45", "#f7dcc0")[(k * 3 + ring) % 4])
            left = x < 300
            if ring == 2 or (ring == 1 and left):
                d.c.rotate(math.radians(-28 if left else 28))
                d.ellipse(0, 8, 4.5, 8).fill("#c8693a")
                d.line(0, 0, 0, -14, "#c8693a", 2.4)
                d.line(-10, 8, 12, 3, "#ffe9c4", 1.4)
            elif ring == 1:
                d.ellipse(2, 12, 8, 12).fill("#a8502f")
                d.line(2, 0, 2, -16, "#a8502f", 3)
            elif k % 3 == 0:
                d.circle(0, 16, 11).fill("#f3c86b", (WINE, 10, 24, -6, 8))
                d.circle(0, 16, 4.5).fill(DARK)
            else:
                d.line(-4, 14, 12, -2, "#f3d58f", 3)
            d.c.restore()
    d.poly((288, 398), (294, 352), (306, 352), (312, 398)).fill(DARK)
    d.circle(300, 342, 9).fill("#f3cfae")
    d.line(307, 358, 330, 332, "#ffffff", 2.4)
    # Seven drips with their buckets
    for i, (x, y) in enumerate(((40, 190), (128, 206), (214, 180), (300, 214), (386, 184), (474, 206), (560, 190))):
        d.line(x, 44, x, y - 34, "#bfe6ee", 1.6, 0.55)
        for k in (0.3, 0.72):
            py = 44 + (y - 78) * k + i * 5
            d.c.move_to(x, py - 15)
            d.c.curve_to(x + 10, py, x + 8, py + 9, x, py + 9)
            d.c.curve_to(x - 8, py + 9, x - 10, py, x, py - 15)
            d.c.close_path()
            d.fill("#d6f3f5", (BLUE, x + 8, py + 9, x - 4, py - 6, 0.8))
        s = 12 + (i * 5) % 9
        d.poly((x - s, y - 28), (x + s, y - 28), (x + s * 0.76, y), (x - s * 0.76, y)).fill(
            ("#6fb0b8", "#9fd0d0", "#568f9f")[i % 3], (DARK, x + s, y, x - s, y - 30, 0.75))
        d.ellipse(x, y - 28, s, 4.4).fill("#dff3f2")


def museum_of_keys(d):
    d.sky("#6a2a52", "#4a1f47")

    def key(x, y, size, colour, turn, kind):
        d.c.save()
        d.c.translate(x, y)
        d.c.rotate(math.radians(turn))
        d.c.scale(size, size)
        if kind == 0:
            d.circle(0, -30, 14).stroke(colour, 6)
        elif kind == 1:
            for dx, dy in ((-8, -26), (8, -26), (0, -38)):
                d.circle(dx, dy, 7.5).stroke(colour, 4.4)
        elif kind == 2:
            d.rect(-13, -44, 26, 26, 6).stroke(colour, 5.5)
        else:
            d.poly((0, -48), (16, -30), (0, -13), (-16, -30)).stroke(colour, 5.5)
        d.line(0, -15, 0, 34, colour, 6)
        d.poly((0, 33), (14, 33), (14, 26), (8, 26), (8, 22), (14, 22), (14, 15), (0, 15)).fill(colour)
        d.c.restore()
    colours = ("#e0a35f", "#c98a6a", "#f1c98f", "#b5697a", "#d9776a", "#8fb0b8")
    for row in range(5):
        for col in range(11):
            x, y = 26 + col * 55 + (row % 2) * 6, 42 + row * 84
            if 160 < x < 440 and y > 90:
                continue
            n = row * 7 + col * 5
            d.circle(x, y - 34, 2.6).fill(DARK)
            key(x + 4, y + 8, 0.74, "#2a0f30", d.random.uniform(-5, 5), n % 4)
            key(x, y + 4, 0.74, colours[n % 6], d.random.uniform(-5, 5), n % 4)
    # Stairs above, the small door in the light below
    d.poly((170, 430), (170, 128), (208, 128), (208, 100), (392, 100), (392, 128), (430, 128), (430, 430)).fill(
        "#f3c79a", (WINE, 300, 100, 300, 420, 0.35))
    d.rect(194, 116, 212, 290, 0).fill("#e7a579", (WINE, 410, 400, 200, 120, 0.7))
    d.c.move_to(214, 410)
    d.c.line_to(214, 240)
    d.c.arc(300, 240, 86, math.pi, 0)
    d.c.line_to(386, 410)
    d.c.close_path()
    d.fill("#fff0c4")
    d.glow(300, 300, 200, "#fff3cf", 0.7)
    d.c.move_to(214, 410)
    d.c.line_to(214, 240)
    d.c.arc(300, 240, 86, math.pi, 0)
    d.c.line_to(386, 410)
    d.c.close_path()
    d.stroke(WINE, 8)
    # Inside: a hook, a key
    d.line(330, 212, 330, 226, DARK, 4)
    key(330, 268, 1.15, "#d98a3a", 3, 0)
    d.line(352, 206, 364, 398, "#8d5a45", 6)
    d.poly((346, 362), (376, 360), (382, 404), (344, 404)).fill("#d9a04a")
    # The door itself, pushed open
    d.c.move_to(216, 410)
    d.c.line_to(216, 246)
    d.c.curve_to(220, 200, 250, 172, 282, 176)
    d.c.line_to(282, 432)
    d.c.close_path()
    d.fill(BLUE, (DARK, 216, 400, 290, 200, 0.85))
    for y in (236, 318):
        d.rect(234, y, 34, 62, 5).stroke("#1f4655", 3)
    d.circle(270, 308, 6).fill("#f1c98f")
    d.poly((-10, 400), (610, 400), (610, 420), (-10, 420)).fill(DARK)
    d.poly((216, 400), (386, 400), (470, 420), (140, 420)).fill("#ffe0a0", alpha=0.7)


def slow_cinema(d):
    d.sky("#1d1240", "#4a2560", "#a9466a", "#f0917a", bottom=300)
    d.stars(70, bottom=150)
    d.ridge(236, 20, 80).fill("#4d2358", (DARK, 300, 300, 300, 220))
    for x in range(0, 610, 26):
        d.tree(x + d.random.uniform(-8, 8), 268, d.random.uniform(34, 66), "#2b1440")
    d.rect(0, 264, 600, 140).blend(0, 264, 0, 400, "#b5566f", "#5a2a63", "#1d1240")
    # The beam, the screen and what is on it
    d.poly((470, 226), (252, 84), (252, 226)).fill("#ffeebc", alpha=0.28)
    d.rect(80, 66, 180, 168, 3).fill(DARK)
    d.rect(86, 72, 168, 150).fill("#fff3d4", ("#e9b98f", 250, 220, 100, 80, 0.6))
    d.circle(170, 138, 34).fill("#f3a98a")
    d.poly((86, 222), (86, 190), (126, 158), (160, 188), (196, 150), (254, 196), (254, 222)).fill("#8d4a6a", alpha=0.85)
    for x, s in ((132, 1.1), (222, 0.75)):  # the western
        d.line(x, 222, x, 222 - 56 * s, PLUM, 12 * s)
        d.curve((x, 196), (x - 20 * s, 198 - 4 * s), (x - 19 * s, 198 - 24 * s)).stroke(PLUM, 8 * s)
        d.curve((x, 206), (x + 20 * s, 204 - 4 * s), (x + 19 * s, 204 - 20 * s)).stroke(PLUM, 8 * s)
    d.rect(86, 214, 168, 8).fill(PLUM)
    # The barge
    d.poly((34, 262), (566, 262), (536, 306), (74, 306)).fill("#b8484f", (DARK, 300, 308, 300, 262, 0.85))
    d.rect(28, 254, 544, 10, 4).fill("#f3c79a")
    for x in range(110, 520, 62):
        d.circle(x, 284, 7).fill("#ffe6a8")
    d.rect(426, 206, 108, 50, 4).fill(CREAM, (WINE, 534, 256, 440, 206, 0.8))
    d.rect(418, 198, 124, 11, 4).fill(BLUE)
    d.rect(446, 218, 26, 18, 3).fill(DARK)
    d.circle(464, 226, 6).fill("#fff6d4")
    d.rect(490, 218, 30, 20, 3).fill("#ffdf94")
    d.rect(520, 158, 13, 42).fill("#3b2a45")
    for k, (x, y) in enumerate(((528, 142), (544, 124), (566, 108))):
        d.circle(x, y, 9 + k * 4).fill("#e9b6b0", alpha=0.5)
    for k in range(4):
        d.rect(300 + k * 28, 246, 22, 22, 3).fill((CORAL, BLUE, "#f1c98f", ROSE)[k])
    d.line(80, 66, 80, 254, DARK, 5)
    d.line(260, 66, 260, 254, DARK, 5)
    bulbs = [(80, 62), (160, 84), (260, 60), (340, 104), (420, 150), (470, 198)]
    d.curve(*bulbs).stroke(DARK, 1.6)
    for x, y in ((112, 73), (142, 80), (176, 82), (212, 74), (290, 78), (324, 97), (358, 116), (394, 136), (432, 160)):
        d.circle(x, y + 4, 4).fill("#ffe08a")
    d.ripples("#ffd9a8", 312, 392, 54, 0.6, x=200, spread=160)
    d.ripples("#f08a8a", 310, 394, 40, 0.4)
    # The audience
    for x in range(-10, 620, 37):
        y = 392 + d.random.uniform(-8, 6)
        d.circle(x, y - 26, 12).fill("#160a2a")
        d.ellipse(x, y + 10, 21, 28).fill("#160a2a")


def shop_sign_letters(d):
    """Letters of geometry only: an R, an O, an S and an ampersand, each from a wall of its own."""
    d.sky(CREAM, CREAM)
    tiles = ((0, 0, 200, 200, ROSE), (200, 0, 200, 200, "#f3c06b"), (400, 0, 200, 200, BLUE),
             (0, 200, 200, 200, "#2f5563"), (200, 200, 200, 200, PLUM), (400, 200, 200, 200, CORAL))
    for x, y, w, h, colour in tiles:
        d.rect(x, y, w, h).fill(colour, (DARK, x + w, y + h, x, y, 0.5))
        if colour == "#2f5563":  # bricks
            for row in range(9):
                for col in range(-1, 6):
                    bx, by = x + col * 42 + (row % 2) * 21, y + row * 23
                    d.c.save()
                    d.c.rectangle(x, y, w, h)
                    d.c.clip()
                    d.rect(bx, by, 39, 20, 2).fill("#3d6877", alpha=0.7)
                    d.c.restore()
        if colour == CORAL:
            for k in range(10):
                d.c.save()
                d.c.rectangle(x, y, w, h)
                d.c.clip()
                d.line(x + k * 22, y, x + k * 22, y + h, "#d96b57", 3, 0.7)
                d.c.restore()

    def letter(draw, x, y, face, shadow):
        for dx, colour in ((7, shadow), (0, face)):
            d.c.save()
            d.c.translate(x + dx, y + dx)
            draw(colour)
            d.c.restore()

    def r(colour):
        d.rect(-46, -62, 34, 124).fill(colour)
        d.c.move_to(-46, -62)
        d.c.line_to(8, -62)
        d.c.arc(8, -24, 38, -math.pi / 2, math.pi / 2)
        d.c.line_to(-20, 14)
        d.c.line_to(-20, -14)
        d.c.line_to(6, -14)
        d.c.arc_negative(6, -24, 10, math.pi / 2, -math.pi / 2)
        d.c.line_to(-46, -34)
        d.c.close_path()
        d.fill(colour)
        d.poly((-8, 10), (24, 6), (54, 62), (18, 62)).fill(colour)

    def o(colour):
        d.circle(0, 0, 47).stroke(colour, 32)

    def s(colour):
        d.curve((38, -42), (14, -54), (-18, -50), (-32, -28), (-14, -6), (16, 6), (32, 28), (18, 50), (-14, 54), (-40, 40),
                tension=0.6).stroke(colour, 24)

    def ampersand(colour):
        d.curve((50, 52), (12, 8), (-18, -22), (-22, -44), (-4, -58), (16, -46), (10, -24), (-22, -2), (-42, 24), (-28, 50),
                (2, 54), (28, 34), (44, 2), tension=0.6).stroke(colour, 17)

    def q(colour):
        d.circle(0, -4, 46).stroke(colour, 27)
        d.c.move_to(10, 18)
        d.c.curve_to(26, 24, 36, 58, 62, 54)
        d.c.line_to(62, 70)
        d.c.curve_to(26, 76, 14, 48, -2, 38)
        d.c.close_path()
        d.fill(colour)

    def a(colour):
        d.poly((-14, -62), (14, -62), (58, 62), (24, 62), (0, -14), (-24, 62), (-58, 62)).fill(colour)
        d.rect(-26, 22, 52, 20).fill(colour)
    letter(r, 96, 102, CREAM, PLUM)
    letter(o, 300, 100, PLUM, "#c9803f")
    letter(s, 500, 100, "#fbe3b4", "#173844")
    letter(q, 98, 300, "#f3c06b", "#152f3a")
    letter(ampersand, 298, 300, CORAL, DARK)
    letter(a, 500, 300, "#fff7e8", WINE)
    for x in (200, 400):
        d.line(x, 0, x, 400, CREAM, 7)
    d.line(0, 200, 600, 200, CREAM, 7)
    for x, y in ((18, 18), (182, 18), (18, 182), (182, 182)):
        d.circle(x, y, 4.5).fill("#f3c79a")


def paper_theatre(d):
    d.sky("#2a1230", "#3b1b3f")
    d.glow(300, 210, 330, "#ffb27a", 0.55)
    # The box
    d.rect(72, 34, 456, 330, 4).fill("#5f2447", (DARK, 528, 364, 80, 40, 0.7))
    d.rect(110, 66, 380, 262).blend(110, 66, 110, 328, "#ffdf9f", "#f9a97a", "#c95a6a")
    d.c.save()
    d.c.rectangle(110, 66, 380, 262)
    d.c.clip()
    d.circle(352, 146, 40).fill("#fff3cf")
    for y, colour, dark, step in ((214, "#e08a78", WINE, 46), (240, "#b8566a", PLUM, 52)):
        d.ridge(y, 22, step, smooth=False).fill(colour, (dark, 300, 330, 300, y - 10, 0.6))
    d.c.move_to(190, 250)  # a castle
    for x, h in ((180, 96), (206, 70), (232, 118), (258, 64)):
        d.rect(x, 262 - h, 27, h + 20).fill("#7a3358", (DARK, x + 27, 270, x, 180, 0.6))
        for k in range(3):
            d.rect(x + k * 10, 262 - h - 7, 7, 9).fill("#7a3358")
        d.rect(x + 9, 262 - h + 16, 9, 15, 4.5).fill("#ffd98a")
    # A sea of envelopes
    for y, colour, shift in ((264, "#58a0ad", 0), (284, BLUE, 22), (304, "#245767", 6)):
        d.c.move_to(90, y)
        for k in range(12):
            x = 90 - shift + k * 38
            d.c.curve_to(x + 10, y - 15, x + 28, y - 15, x + 38, y)
        d.c.line_to(520, 340)
        d.c.line_to(90, 340)
        d.c.close_path()
        d.fill(colour, (DARK, 300, y + 30, 300, y - 8, 0.6))
        if y == 264:
            d.poly((352, 262), (432, 262), (418, 286), (366, 286)).fill(CREAM, (ROSE, 430, 286, 360, 262, 0.6))
            d.line(392, 262, 392, 188, "#8d4a3a", 4)
            d.poly((397, 194), (397, 250), (436, 250)).fill("#fff7e8")
            d.poly((387, 204), (387, 250), (358, 250)).fill("#f6d2b4")
    # The cast, on sticks
    for x, coat, hat in ((214, ROSE, "#f3c06b"), (276, "#f3c06b", PLUM)):
        d.line(x, 330, x, 280, "#d9a06a", 4)
        d.poly((x - 17, 296), (x, 238), (x + 17, 296)).fill(coat, (DARK, x + 17, 296, x - 8, 240, 0.5))
        d.circle(x, 234, 10).fill("#f8dcc0")
        d.poly((x - 12, 229), (x, 206), (x + 12, 229)).fill(hat)
    d.c.restore()
    # Curtains and pelmet
    for side in (1, -1):
        d.c.save()
        if side < 0:
            d.c.translate(600, 0)
            d.c.scale(-1, 1)
        d.c.move_to(104, 60)
        d.c.line_to(196, 60)
        d.c.curve_to(190, 150, 160, 196, 122, 214)
        d.c.curve_to(140, 260, 142, 300, 136, 332)
        d.c.line_to(104, 332)
        d.c.close_path()
        d.fill(ROSE, (DARK, 110, 330, 190, 90, 0.8))
        for k in range(4):
            d.curve((116 + k * 20, 66), (118 + k * 12, 140), (116 + k * 3, 206)).stroke(WINE, 2.5, 0.8)
        d.rect(106, 206, 26, 9, 4).fill("#f3c06b")
        d.c.restore()
    for k in range(10):
        d.c.new_sub_path()
        d.c.arc(129 + k * 38, 62, 19, 0, math.pi)
        d.c.close_path()
        d.fill("#d9566a", (DARK, 0, 84, 0, 60, 0.55))
    d.poly((60, 64), (60, 40), (210, 40), (300, 8), (390, 40), (540, 40), (540, 64)).fill(
        "#f0b56a", (WINE, 540, 64, 100, 20, 0.7))
    d.circle(300, 40, 11).fill(ROSE)
    d.rect(60, 326, 480, 22, 3).fill("#f0b56a", (WINE, 540, 350, 100, 326, 0.75))
    for x in range(96, 520, 68):
        d.glow(x + 4, 330, 26, "#fff3cf", 0.8)
        d.ellipse(x + 4, 328, 8, 5).fill("#fff3cf")
    # The heads of the gallery
    for x, r in ((44, 26), (124, 30), (214, 27), (300, 31), (392, 27), (474, 30), (560, 26)):
        d.circle(x, 384, r).fill("#1a0a22")
        d.ellipse(x, 430, r * 1.7, 34).fill("#1a0a22")


PICTURES = {
    "orchestra-rain": orchestra_rain, "museum-of-keys": museum_of_keys, "slow-cinema": slow_cinema,
    "shop-sign-letters": shop_sign_letters, "paper-theatre": paper_theatre,
}
