"""Slate, cyan, amber, paper."""

import math

INK, SLATE, STEEL, CYAN, AMBER, PAPER, RUST = "#101d2b", "#23475e", "#3f8fa6", "#a7dbd8", "#f3b33d", "#f0efe6", "#d9633f"


def village_forecast(d):
    """A circuit board that is also the village: chips as houses, tracks as lanes."""
    d.sky("#1c5a57", "#134244")
    tracks = (((-10, 60), (120, 60), (150, 90), (232, 90)), ((-10, 92), (104, 92), (150, 138), (232, 138)),
              ((-10, 330), (150, 330), (190, 290), (190, 232), (232, 232)), ((368, 110), (430, 110), (470, 70), (610, 70)),
              ((368, 150), (470, 150), (500, 120), (610, 120)), ((368, 220), (420, 220), (470, 270), (610, 270)),
              ((300, 268), (300, 330), (340, 370), (340, 410)), ((270, 268), (270, 350), (240, 380), (240, 410)),
              ((330, 268), (330, 310), (400, 380), (520, 380), (540, 400)), ((300, 62), (300, 30), (330, 0)),
              ((270, 62), (270, 20), (250, 0)), ((-10, 196), (150, 196), (164, 182), (232, 182)),
              ((368, 186), (540, 186), (560, 206), (610, 206)))
    for points in tracks:
        d.poly(*points, close=False).stroke("#0d3236", 10)
        d.poly(*points, close=False).stroke("#55b39a", 4)
    for points in tracks:
        x, y = points[1]
        d.circle(x, y, 7).fill(AMBER)
        d.circle(x, y, 3).fill(INK)
    # The processor, under a cloud
    for k in range(9):
        for x0, y0 in ((228, 82 + k * 20), (362, 82 + k * 20)):
            d.rect(x0, y0, 12, 8, 1).fill("#d9d3b8")
        for x0, y0 in ((236 + k * 15, 58), (236 + k * 15, 262)):
            d.rect(x0, y0, 8, 12, 1).fill("#d9d3b8")
    d.rect(236, 68, 128, 196, 8).fill(INK, ("#3f6f86", 236, 68, 330, 200, 0.7))
    d.cloud(298, 144, 34, PAPER, (STEEL, 298, 164, 298, 110, 0.75))
    for i, x in enumerate((266, 288, 310, 332)):
        d.line(x, 180 + (i % 2) * 8, x - 8, 200 + (i % 2) * 8, CYAN, 5)
    d.circle(350, 80, 4).fill(AMBER)
    d.arc(336, 120, 14, 0, 360).stroke(AMBER, 0.1, 0)
    # Houses, mounted as parts
    for x, y, w, h, wall, roof in ((40, 196, 72, 50, PAPER, RUST), (52, 372, 84, 56, "#e9c98f", "#a8443a"),
                                   (470, 250, 78, 54, PAPER, STEEL), (428, 380, 70, 46, "#e9c98f", RUST),
                                   (132, 300, 50, 38, "#cfe3d8", "#a8443a"), (520, 372, 62, 44, PAPER, SLATE)):
        d.rect(x - 8, y - 6, w + 16, 14, 3).fill("#0d3236", alpha=0.8)
        for k in range(3):
            d.rect(x + 6 + k * (w - 22) / 2, y, 9, 12, 1).fill("#d9d3b8")
        d.house(x, y, w, h, wall, roof, AMBER, INK)
    # A church, with its bell; capacitors for trees
    d.rect(486, 26, 34, 62).fill(PAPER, (INK, 520, 90, 490, 30, 0.6))
    d.poly((480, 28), (503, -18), (526, 28)).fill(RUST, (INK, 526, 28, 490, 0))
    d.rect(496, 38, 14, 22, 7).fill(INK)
    d.circle(503, 52, 5).fill(AMBER)
    for x, y, r in ((22, 128, 17), (134, 160, 13), (420, 300, 16), (400, 60, 15), (592, 330, 18), (196, 384, 15), (200, 40, 14),
                    (580, 150, 13)):
        d.rect(x - 3, y, 6, r + 12).fill("#d9d3b8")
        d.circle(x, y, r).fill("#5fae7f", (INK, x + r, y + r, x - r * 0.6, y - r * 0.6, 0.8))
        d.line(x - r * 0.4, y - r * 0.2, x + r * 0.3, y - r * 0.2, "#d7efdb", 2.4, 0.8)


def quiet_robots(d):
    d.sky("#1f3b50", "#16293b")
    books = ("#d9633f", "#f3b33d", "#a7dbd8", "#5b8fa3", "#e9dfc3", "#8d4a52", "#3f6f7f")
    for row in range(3):
        y = 10 + row * 104
        d.rect(0, y - 10, 600, 104).fill("#122030")
        x = 4
        while x < 600:
            w, h = d.random.uniform(11, 25), d.random.uniform(58, 84)
            colour = books[d.random.randint(0, 6)]
            tilt = d.random.random() < 0.07
            d.c.save()
            d.c.translate(x, y + 86)
            if tilt:
                d.c.rotate(math.radians(-9))
            d.rect(0, -h, w, h, 2).fill(colour, (INK, w, 0, 0, -h, 0.7))
            d.rect(0, -h + 9, w, 5).fill(INK, alpha=0.35)
            d.c.restore()
            x += w + (9 if tilt else 1.5)
        d.rect(0, y + 86, 600, 9).fill("#8d5a45", (INK, 300, y + 96, 300, y + 86))
    d.glow(300, 270, 300, "#ffcf7a", 0.5)
    d.rect(0, 312, 600, 90).fill("#3a5f70", (INK, 300, 400, 300, 312, 0.8))
    d.ellipse(300, 384, 226, 26).fill("#f6c46a", alpha=0.35)
    # The robot
    d.ellipse(300, 386, 118, 13).fill(INK, alpha=0.6)
    for x in (214, 386):
        d.circle(x, 356, 28).fill("#7a6a5a", (INK, x + 28, 384, x - 20, 330, 0.8))
        d.circle(x, 356, 11).fill(PAPER)
    d.rect(206, 176, 188, 176, 56).fill(PAPER, (SLATE, 400, 360, 220, 190, 0.85))
    d.rect(232, 202, 136, 78, 36).fill(INK)
    for x in (268, 332):
        d.arc(x, 246, 15, 200, 340).stroke(CYAN, 7)
    d.line(300, 262, 300, 262, CYAN, 9)
    d.line(300, 176, 300, 150, SLATE, 6)
    d.glow(300, 138, 90, "#ffd27a", 0.9)
    d.circle(300, 138, 15).fill("#ffe3a0")
    # One finger at its mouth; a book under the other arm
    d.curve((390, 272), (424, 304), (392, 324), (324, 290)).stroke(SLATE, 15)
    d.rect(293, 258, 13, 40, 6.5).fill(SLATE)
    d.circle(322, 288, 17).fill(SLATE)
    d.c.save()
    d.c.translate(206, 302)
    d.c.rotate(math.radians(-14))
    d.rect(-36, -44, 62, 82, 4).fill(RUST, (INK, 26, 38, -20, -30, 0.7))
    d.rect(-30, -36, 8, 66).fill("#8d3a2f")
    d.rect(-12, -26, 28, 14, 2).fill(PAPER)
    d.c.restore()
    d.curve((214, 262), (178, 290), (196, 332)).stroke(SLATE, 15)
    d.circle(200, 330, 14).fill(SLATE)


def honest_bug(d):
    """A beetle on a punched card, over the tide."""
    d.sky("#16324a", "#23475e")
    for k in range(7):
        y = 60 + k * 62
        d.c.move_to(-20, y)
        for i in range(9):
            x = -20 + i * 80
            d.c.curve_to(x + 26, y - 22, x + 54, y + 22, x + 80, y)
        d.stroke("#3f8fa6", 3, 0.55)
    d.c.save()
    d.c.translate(300, 204)
    d.c.rotate(math.radians(-6))
    d.poly((-236, -128), (248, -128), (248, 142), (-252, 142), (-252, -112)).fill(INK, alpha=0.4)
    d.poly((-226, -142), (246, -142), (246, 128), (-246, 128), (-246, -118)).fill(
        "#f0dfb4", ("#b98a52", 246, 128, -60, -60, 0.55))
    for row in range(9):
        for col in range(24):
            x, y = -226 + col * 19.2, -118 + row * 27
            hole = (row * 7 + col * 11 + row * col) % 5 == 0
            if hole:
                d.rect(x, y, 9, 16, 1.5).fill("#1b3a52")
            else:
                d.line(x + 4.5, y + 4, x + 4.5, y + 12, "#c9a86a", 2, 0.7)
    d.rect(-228, 100, 456, 3).fill("#c9633f", alpha=0.7)
    d.c.restore()
    d.c.save()
    d.c.translate(308, 204)
    d.c.rotate(math.radians(24))
    d.ellipse(10, 14, 88, 116).fill(INK, alpha=0.4)
    for side in (-1, 1):
        for y0, y1, y2, x2 in ((-36, -62, -92, 128), (10, 4, 22, 146), (52, 76, 122, 126)):
            d.curve((side * 50, y0), (side * 98, y1), (side * x2, y2)).stroke(INK, 9)
        d.curve((side * 16, -112), (side * 40, -148), (side * 74, -152)).stroke(INK, 5)
        d.circle(side * 74, -152, 6).fill(INK)
    d.ellipse(0, -94, 38, 30).fill(INK)
    for side in (-1, 1):
        d.circle(side * 20, -104, 7).fill(PAPER)
    d.ellipse(0, -58, 60, 34).fill("#1b4a5f", (INK, 50, -30, -20, -80, 0.8))
    d.ellipse(0, 20, 78, 96).fill(RUST, (INK, 80, 110, -30, -40, 0.9), ("#ffd9a0", -70, -60, -10, 30, 0.5))
    d.line(0, -68, 0, 114, INK, 5)
    for side in (-1, 1):
        for x, y, r in ((34, -24, 12), (44, 32, 15), (26, 76, 10)):
            d.circle(side * x, y, r).fill(INK)
    d.c.restore()
    # The tick that it deserves
    d.circle(512, 86, 46).fill("#58b39a", (INK, 552, 130, 490, 60, 0.7))
    d.poly((490, 88), (507, 106), (536, 68), close=False).stroke("#ffffff", 12)


def kite_power(d):
    d.sky("#2f6f92", "#6fb0b8", "#f4d9a0", "#f6b777", bottom=340)
    d.circle(84, 286, 46).fill("#fff1c9")
    d.glow(84, 286, 200, "#fff1c9", 0.7)
    d.cloud(470, 250, 36, "#fbead0", ("#e09a78", 470, 270, 470, 230, 0.6), alpha=0.9)
    d.cloud(170, 120, 28, "#ffffff", ("#7fb6c0", 170, 136, 170, 100, 0.7), alpha=0.85)
    # Its path, an eight on its side
    d.c.move_to(300, 118)
    d.c.curve_to(360, 30, 520, 30, 520, 118)
    d.c.curve_to(520, 200, 360, 204, 300, 118)
    d.c.curve_to(240, 34, 90, 40, 90, 122)
    d.c.curve_to(90, 200, 240, 204, 300, 118)
    d.stroke("#ffffff", 3.5, 0.75, dash=(2, 11))
    d.ridge(322, 18, 100).fill("#4f8a80", (INK, 300, 400, 300, 300, 0.6))
    d.curve((424, 120), (440, 230), (476, 344)).stroke(INK, 2)
    d.curve((352, 66), (420, 220), (476, 344)).stroke(INK, 1.6)
    d.curve((508, 92), (496, 220), (476, 344)).stroke(INK, 1.6)
    d.c.save()
    d.c.translate(430, 92)
    d.c.rotate(math.radians(10))
    d.c.scale(1.22, 1.22)
    d.c.move_to(-78, 10)
    d.c.curve_to(-60, -54, 60, -54, 78, 10)
    d.c.curve_to(50, -14, 26, -10, 0, 12)
    d.c.curve_to(-26, -10, -50, -14, -78, 10)
    d.c.close_path()
    d.fill(RUST, (INK, 60, 20, -10, -40, 0.75))
    d.c.move_to(-34, -33)
    d.c.curve_to(-14, -40, 14, -40, 34, -33)
    d.c.curve_to(26, -16, 14, 0, 0, 12)
    d.c.curve_to(-14, 0, -26, -16, -34, -33)
    d.c.close_path()
    d.fill(AMBER, ("#a8502f", 20, 12, -8, -36, 0.7))
    d.line(0, -38, 0, 12, INK, 2)
    d.c.restore()
    for k, (x, y) in enumerate(((424, 126), (418, 148), (424, 170), (416, 190))):
        d.poly((x - 8, y - 5), (x, y), (x - 8, y + 5)).fill((PAPER, AMBER)[k % 2])
        d.poly((x + 8, y - 5), (x, y), (x + 8, y + 5)).fill((PAPER, AMBER)[k % 2])
    d.ridge(366, 8, 120).fill("#2f6a5c", (INK, 300, 420, 300, 350, 0.7))
    # The school, all its windows lit
    d.rect(150, 290, 190, 82).fill("#e9cfa4", (RUST, 340, 372, 160, 290, 0.7))
    d.poly((140, 292), (168, 252), (322, 252), (350, 292)).fill("#8d4238", (INK, 350, 292, 180, 252, 0.7))
    d.rect(226, 232, 38, 30).fill("#e9cfa4")
    d.poly((218, 234), (245, 204), (272, 234)).fill("#8d4238")
    d.circle(245, 247, 7).fill(AMBER)
    d.glow(245, 326, 150, "#ffdf8a", 0.45)
    for k in range(5):
        d.rect(164 + k * 36, 306, 22, 32, 3).fill("#fff0b4")
        d.line(175 + k * 36, 306, 175 + k * 36, 338, "#c98a4f", 2)
    d.rect(462, 338, 32, 22, 4).fill(PAPER, (INK, 494, 360, 464, 340))
    d.circle(478, 346, 10).fill(STEEL)
    d.circle(478, 346, 4).fill(INK)
    d.curve((462, 356), (420, 374), (340, 358)).stroke(INK, 3)
    for x, c, s in ((376, RUST, 1), (396, CYAN, 0.86), (416, AMBER, 0.94), (548, "#8d4a6a", 0.9)):
        y = 384
        d.circle(x, y - 33 * s, 7 * s).fill("#f1cba6")
        d.poly((x - 8 * s, y), (x - 5 * s, y - 26 * s), (x + 5 * s, y - 26 * s), (x + 8 * s, y)).fill(c)
        d.line(x + 3, y - 22 * s, x + 13 * s, y - 36 * s, "#f1cba6", 3)


def cable_ship(d):
    d.sky("#f6d9a6", "#f3b98f", bottom=110)
    d.circle(120, 74, 30).fill("#fff4d6")
    d.glow(120, 74, 120, "#fff4d6", 0.8)
    d.rect(0, 116, 600, 290).blend(0, 116, 0, 400, "#5fb3b8", "#2b7d97", "#1a4a6b", INK)
    for k in range(5):
        d.poly((70 + k * 110, 116), (110 + k * 110, 116), (40 + k * 130, 400), (-70 + k * 130, 400)).fill(CYAN, alpha=0.08)
    # The ship
    d.poly((236, 84), (540, 84), (508, 138), (262, 138)).fill(RUST, (INK, 400, 140, 400, 90, 0.75))
    d.poly((236, 84), (540, 84), (535, 94), (241, 94)).fill(PAPER)
    d.rect(430, 44, 74, 40, 3).fill(PAPER, (SLATE, 504, 84, 440, 44, 0.7))
    d.rect(440, 20, 44, 26, 3).fill(PAPER, (SLATE, 484, 46, 444, 20, 0.7))
    for k in range(3):
        d.rect(446 + k * 12, 27, 8, 9, 1).fill(INK)
    for k in range(5):
        d.circle(440 + k * 14, 64, 3.6).fill(INK)
    d.rect(496, 22, 17, 24).fill(AMBER, (RUST, 513, 46, 496, 22))
    for x in (312, 378):
        d.circle(x, 64, 25).fill("#3a5a6b")
        d.circle(x, 64, 25).stroke(AMBER, 5)
        for r in (17, 11):
            d.circle(x, 64, r).stroke(CYAN, 2.4)
        d.circle(x, 64, 5).fill(AMBER)
    d.poly((238, 86), (226, 60), (238, 56), (252, 84)).fill(SLATE)
    d.circle(230, 62, 12).fill(SLATE)
    d.circle(230, 62, 5).fill(AMBER)
    d.line(466, 20, 466, 2, INK, 3)
    for k in range(8):
        x = -10 + k * 84
        d.c.move_to(x, 120)
        d.c.curve_to(x + 20, 108, x + 64, 108, x + 84, 120)
        d.stroke("#dff3ee", 4.5)
    # Sea bed
    d.curve((-20, 356), (70, 330), (160, 352), (260, 366), (360, 346), (470, 362), (620, 320))
    d.c.line_to(620, 420)
    d.c.line_to(-20, 420)
    d.c.close_path()
    d.fill("#3a5468", (INK, 300, 420, 300, 330, 0.8), (AMBER, 60, 320, 90, 380, 0.25))
    # The cable: up to the bow, and its other end on the bottom, broken
    d.curve((218, 64), (204, 140), (190, 230), (150, 316), (60, 352), (-20, 346)).stroke(INK, 9)
    d.curve((218, 64), (204, 140), (190, 230), (150, 316), (60, 352), (-20, 346)).stroke(AMBER, 5)
    d.curve((620, 336), (520, 366), (420, 364), (352, 352), (330, 338)).stroke(INK, 9)
    d.curve((620, 336), (520, 366), (420, 364), (352, 352), (330, 338)).stroke(AMBER, 5)
    for k, (dx, dy) in enumerate(((-14, -12), (-18, -2), (-8, -18))):
        d.curve((330, 338), (330 + dx * 0.5, 338 + dy * 0.4), (330 + dx, 338 + dy)).stroke(CYAN, 2.4)
    d.glow(328, 332, 70, "#c9fff4", 0.75)
    for t in (0.2, 0.42, 0.64, 0.82):
        d.circle(214 - 64 * t * t - 6 * t, 90 + 240 * t, 5).fill("#fff6d4")
    # A grapnel over it
    d.line(262, 138, 300, 288, PAPER, 2.4)
    d.line(300, 288, 304, 312, PAPER, 5)
    for a in (-1, 1):
        d.curve((304, 312), (304 + a * 14, 318), (304 + a * 19, 300)).stroke(PAPER, 4.5)
    # Those who live there
    for x, y, s, c in ((430, 232, 1, AMBER), (466, 250, 0.8, AMBER), (408, 262, 0.7, AMBER), (84, 220, 0.9, CYAN),
                       (120, 198, 0.7, CYAN), (520, 196, 0.8, CYAN)):
        d.ellipse(x, y, 17 * s, 9 * s).fill(c, (INK, x, y + 10 * s, x, y - 6 * s, 0.6))
        d.poly((x + 13 * s, y), (x + 27 * s, y - 9 * s), (x + 27 * s, y + 9 * s)).fill(c)
        d.circle(x - 9 * s, y - 2 * s, 2 * s).fill(INK)
    d.c.save()
    d.c.translate(498, 314)
    d.c.move_to(-24, 6)
    d.c.curve_to(-30, -42, 30, -42, 24, 6)
    d.c.close_path()
    d.fill("#d98a8f", (INK, 26, 8, -10, -30, 0.7))
    for k in range(5):
        x = -20 + k * 10
        d.curve((x, 4), (x + 5, 18), (x - 5, 30), (x + 3, 40)).stroke("#d98a8f", 5)
    for x in (-8, 8):
        d.circle(x, -8, 4).fill(PAPER)
        d.circle(x, -7, 2).fill(INK)
    d.c.restore()
    for _ in range(30):
        d.circle(d.random.uniform(0, 600), d.random.uniform(150, 340), d.random.uniform(1, 3)).stroke("#dff3ee", 1, 0.5)


PICTURES = {
    "village-forecast": village_forecast, "quiet-robots": quiet_robots, "honest-bug": honest_bug,
    "kite-power": kite_power, "cable-ship": cable_ship,
}
