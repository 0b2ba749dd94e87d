"""Sea blues, sand, coral."""

import math

NIGHT, DEEP, SEA, MIST, SAND, CORAL, OCHRE = "#12283f", "#1d4a6b", "#2f7c9c", "#a9cdd6", "#f3e3c6", "#e4714f", "#eeb04a"


def boat(d, x, y, size, hull, sail=None):
    d.poly((x - size, y), (x + size, y), (x + size * 0.68, y + size * 0.42), (x - size * 0.7, y + size * 0.42)).fill(
        hull, (NIGHT, x, y + size * 0.45, x, y, 0.7))
    d.line(x, y, x, y - size * 1.9, NIGHT, 2.5)
    if sail:
        d.poly((x + 3, y - size * 1.85), (x + 3, y - size * 0.18), (x + size * 0.85, y - size * 0.18)).fill(
            sail, ("#d9a58a", x + size, y, x, y - size * 1.2, 0.6))
        d.poly((x - 3, y - size * 1.6), (x - 3, y - size * 0.18), (x - size * 0.6, y - size * 0.18)).fill(sail)


def harbour_bell(d):
    d.sky("#f7c98b", "#f2a077", "#d9705f", bottom=230)
    d.glow(390, 205, 260, "#fff0c4", 0.9)
    d.circle(390, 196, 44).fill("#fff0cf")
    d.ridge(196, 12, 70).fill("#b9616a", (DEEP, 300, 260, 300, 180, 0.7))
    for i in range(13):
        w, h = d.random.randint(20, 32), d.random.randint(20, 50)
        d.house(-8 + i * 25, 236, w, h, ("#f3d9b6", "#e8a283", "#dc8a72", "#f6e6cc")[i % 4],
                ("#9c3f45", "#7c3445")[i % 2], "#fbe3a0", DEEP)
    d.rect(0, 234, 600, 166).blend(0, 234, 0, 400, "#d97c66", "#6d5573", DEEP, NIGHT)
    d.ripples("#ffe2ac", 238, 392, 70, 0.75, x=390, spread=70)
    d.ripples("#f3a27f", 240, 392, 60, 0.35)
    # The mole with its tower
    d.poly((600, 268), (452, 272), (424, 300), (600, 330)).fill("#4d3d55", (NIGHT, 520, 330, 520, 270))
    d.poly((478, 276), (486, 92), (548, 92), (558, 278)).fill("#f4e1c2", (CORAL, 560, 200, 480, 180, 0.75))
    d.poly((476, 96), (517, 48), (558, 96)).fill(DEEP, (NIGHT, 560, 90, 490, 60))
    d.line(517, 48, 517, 28, NIGHT, 3)
    d.circle(517, 28, 4).fill(OCHRE)
    d.c.move_to(497, 168)
    d.c.line_to(497, 124)
    d.c.arc(517, 124, 20, math.pi, 0)
    d.c.line_to(537, 168)
    d.c.close_path()
    d.fill("#3a2b45")
    d.c.move_to(503, 158)
    d.c.curve_to(510, 150, 505, 124, 517, 124)
    d.c.curve_to(529, 124, 524, 150, 531, 158)
    d.c.close_path()
    d.fill(OCHRE, ("#a8552f", 532, 150, 508, 140))
    d.circle(517, 161, 4).fill("#a8552f")
    d.rect(509, 204, 16, 30, 8).fill("#3a2b45")
    boat(d, 120, 300, 46, CORAL, "#fbeeda")
    boat(d, 290, 262, 22, "#f4e1c2", "#f6c98f")
    boat(d, 236, 348, 62, "#f0a35f", "#fff4e0")


def two_clocks(d):
    d.sky("#bfe0df", "#f6ead0")
    d.circle(470, 96, 40).fill("#f6c65b")
    d.cloud(110, 92, 40, "#ffffff", ("#a8ced2", 110, 116, 110, 70, 0.6))
    d.cloud(520, 170, 30, "#ffffff", ("#a8ced2", 520, 190, 520, 150, 0.6))
    for i, x in enumerate((-10, 62, 134, 400, 470, 540)):
        d.house(x, 330, 74, (98, 130, 108, 116, 92, 136)[i], ("#e8b98a", "#d98763", "#efd3a6")[i % 3],
                ("#a4474a", "#8a3d48")[i % 2], DEEP, "#7a3a44")
    d.poly((300, 20), (372, 96), (300, 104)).fill("#17344f")
    d.poly((300, 20), (228, 96), (300, 104)).fill(SEA, (DEEP, 230, 90, 300, 60))
    d.poly((300, 84), (300, 400), (196, 372), (208, 92)).fill("#f8ecd3", ("#e2a777", 200, 400, 290, 150, 0.7))
    d.poly((300, 84), (300, 400), (404, 372), (392, 92)).fill("#d99468", ("#7a3a44", 404, 380, 310, 150, 0.85))
    for x, face, rim, hour, minute in ((252, "#ffffff", DEEP, 200, -40), (348, "#fbe0b4", "#5d2c3b", 200, 2)):
        d.ellipse(x, 158, 37, 43).fill(rim)
        d.ellipse(x, 158, 31, 37).fill(face)
        for k in range(12):
            a = math.radians(30 * k)
            d.line(x + 26 * math.sin(a), 158 - 31 * math.cos(a), x + 29 * math.sin(a), 158 - 35 * math.cos(a), rim, 2.4)
        for angle, length, width in ((hour, 16, 5), (minute, 26, 3.5)):
            a = math.radians(angle)
            d.line(x, 158, x + length * math.sin(a) * 0.86, 158 - length * math.cos(a), rim, width)
        d.circle(x, 158, 4).fill(CORAL)
        for y in (236, 296):
            d.rect(x - 9, y, 18, 34, 9).fill(rim)
    d.rect(0, 328, 600, 72).fill("#e9d2ac", ("#b98a6a", 300, 400, 300, 330, 0.7))
    d.ridge(374, 4, 90).fill("#35606b", (NIGHT, 300, 400, 300, 366))
    for x in (70, 130, 440, 520):
        d.circle(x, 344, 5.5).fill(NIGHT)
        d.poly((x, 347), (x + 10, 382), (x - 10, 382)).fill((CORAL, DEEP, OCHRE)[x % 3])


def night_train(d):
    d.sky("#0d1c35", "#1f4266", "#4e7d96", bottom=300)
    d.stars(110, bottom=220)
    d.glow(140, 84, 150, "#dcefff", 0.5)
    d.circle(140, 84, 38).fill("#f6f0da", ("#c9cfc9", 160, 110, 130, 70, 0.6))
    d.circle(128, 76, 7).fill("#dfdcc6")
    d.circle(150, 96, 5).fill("#dfdcc6")
    for y, h, colour, step in ((205, 55, "#3a688a", 70), (250, 46, "#2a5173", 60), (300, 40, "#1d3e5e", 55)):
        d.ridge(y, h, step, smooth=False).fill(colour, ("#7fa9bb", 380, y - h, 300, y + 70, 0.55))
    # Viaduct
    d.rect(-10, 250, 620, 16).fill("#d8b68c", ("#5f4a58", 300, 268, 300, 248))
    for i in range(7):
        x = -40 + i * 100
        d.c.move_to(x, 266)
        d.c.line_to(x + 100, 266)
        d.c.line_to(x + 100, 400)
        d.c.line_to(x + 88, 400)
        d.c.line_to(x + 88, 330)
        d.c.arc_negative(x + 50, 330, 38, 0, math.pi)
        d.c.line_to(x + 12, 400)
        d.c.line_to(x, 400)
        d.c.close_path()
        d.fill("#c49a76", ("#372c48", x + 50, 400, x + 50, 262, 0.95))
    # Train
    for i in range(4):
        x = -66 + i * 142
        d.rect(x, 206, 136, 40, 7).fill("#93323f" if i != 2 else "#b8503f", ("#2a1630", x, 248, x, 214, 0.8))
        d.rect(x, 202, 136, 7, 3).fill("#3a1c33")
        for k in range(5):
            d.rect(x + 12 + k * 24, 215, 16, 14, 3).fill("#ffdf8e")
        for k in (24, 112):
            d.circle(x + k, 247, 6).fill("#16121f")
    d.poly((504, 206), (556, 206), (584, 236), (584, 247), (504, 247)).fill(CORAL, ("#5f1f33", 540, 248, 540, 206))
    d.poly((540, 212), (555, 212), (568, 226), (540, 226)).fill("#bfe3ea")
    d.glow(586, 240, 90, "#fff2b8", 0.85)
    for k in (520, 560):
        d.circle(k, 247, 6).fill("#16121f")
    for i in range(26):
        x = d.random.uniform(-10, 610)
        d.tree(x, 412, d.random.uniform(34, 86), "#10283d", ("#2d5a6b", x - 20, 330, x + 20, 400, 0.5))


def lighthouse_keeper(d):
    d.sky("#e9e0c8", "#bcd3d2", "#7fb0b9", bottom=320)
    d.c.save()
    d.poly((330, 104), (-40, 20), (-40, 200)).fill("#fff3c4", alpha=0.65)
    d.poly((330, 104), (640, 60), (640, 170)).fill("#fff3c4", alpha=0.4)
    d.c.restore()
    d.glow(330, 104, 120, "#fff6d6", 0.8)
    d.ridge(262, 8, 110).fill("#8fb6bd", ("#d8e3da", 0, 250, 0, 300, 0.7))
    d.rect(0, 286, 600, 114).blend(0, 286, 0, 400, "#4f95a6", DEEP)
    d.ripples("#d5ebe8", 290, 396, 60, 0.5)
    d.curve((150, 420), (190, 336), (240, 318), (300, 292), (368, 296), (430, 322), (490, 338), (560, 420)).fill(
        "#4b4a5a", ("#171d2e", 400, 400, 300, 300), ("#8c8b90", 220, 300, 330, 380, 0.4))
    d.curve((236, 322), (290, 292), (350, 290), (420, 318), (330, 306)).fill("#6c9a63", ("#2c5a55", 420, 320, 300, 290))
    d.poly((300, 300), (310, 130), (350, 130), (362, 302)).fill("#fbf3e2", ("#c3a89a", 366, 260, 312, 220, 0.85))
    for top, bottom in ((158, 190), (222, 256)):
        def edge(y, side):
            return 310 - 10 * (y - 130) / 170 if side < 0 else 350 + 12 * (y - 130) / 170
        d.poly((edge(top, -1), top), (edge(top, 1), top), (edge(bottom, 1), bottom), (edge(bottom, -1), bottom)).fill(
            CORAL, ("#8d2f36", 364, top, 312, top, 0.85))
    d.rect(302, 122, 56, 9, 2).fill(NIGHT)
    d.rect(315, 92, 30, 30).fill("#fff0b0")
    for x in (315, 330, 345):
        d.line(x, 92, x, 122, NIGHT, 2.2)
    d.poly((309, 93), (330, 66), (351, 93)).fill(CORAL, ("#8d2f36", 352, 90, 318, 76))
    d.circle(330, 64, 4).fill(NIGHT)
    d.rect(323, 272, 15, 29, 7).fill(NIGHT)
    d.rect(325, 204, 9, 12, 4).fill(NIGHT)
    d.house(382, 318, 56, 26, "#f6e6cc", "#8d3f45", OCHRE, "#7a3a44")
    for x, y, s in ((262, 306, 1), (286, 298, 0.8)):  # goats
        d.ellipse(x, y, 11 * s, 6 * s).fill("#fffaf0")
        d.circle(x - 11 * s, y - 6 * s, 4 * s).fill("#fffaf0")
        for k in (-6, -2, 4, 8):
            d.line(x + k * s, y + 4 * s, x + k * s, y + 12 * s, "#fffaf0", 2)
        d.arc(x - 8 * s, y - 10 * s, 5 * s, 180, 280).stroke(NIGHT, 1.8)
    for y, x0, w in ((208, -60, 330), (236, 380, 300), (272, 60, 220), (346, -40, 260), (362, 420, 260)):
        d.rect(x0, y, w, 16, 8).fill("#f4f1e4", alpha=0.6)
    for x, y in ((120, 92), (152, 76), (470, 120), (500, 104), (540, 126)):
        d.arc(x - 8, y + 4, 9, 215, 325).stroke(NIGHT, 2.2)
        d.arc(x + 8, y + 4, 9, 215, 325).stroke(NIGHT, 2.2)


def footbridge(d):
    d.sky("#fbe6bd", "#f3c48d", bottom=240)
    d.circle(302, 132, 54).fill("#f7a35c", ("#e4714f", 302, 200, 302, 90, 0.8))
    d.ridge(188, 26, 90).fill("#c8a57c", ("#8c6a6a", 300, 260, 300, 160, 0.6))
    d.ridge(222, 18, 80).fill("#8f9a6f", (DEEP, 300, 290, 300, 200, 0.6))
    d.rect(0, 268, 600, 140).blend(0, 268, 0, 400, "#7fbcc0", SEA, DEEP)
    d.ripples("#fbe6bd", 276, 396, 60, 0.6, spread=200)
    for mirrored in (False, True):
        d.c.save()
        if mirrored:
            d.c.translate(600, 0)
            d.c.scale(-1, 1)
        d.curve((-20, 214), (60, 212), (130, 232), (182, 272), (196, 330), (150, 420), (-20, 440)).fill(
            "#5f8a57" if not mirrored else "#4d7d62", ("#23484f", 190, 400, 60, 240), ("#a9c27a", 0, 200, 90, 280, 0.5))
        for x, y, h in ((20, 226, 70), (52, 222, 54), (96, 236, 62)):
            d.tree(x, y, h, "#2c5a4f", (NIGHT, x + 20, y, x - 10, y - h))
        d.house(-4, 296, 60, 40, "#f8e6c6", CORAL if mirrored else SEA, NIGHT, "#7a3a44")
        d.house(70, 276, 44, 30, "#efcf9f", "#8d3f45", NIGHT, "#7a3a44")
        d.c.restore()
    # The bridge, two halves of a colour each
    for mirrored, wood in ((False, "#b5653c"), (True, "#d99a4e")):
        d.c.save()
        if mirrored:
            d.c.translate(600, 0)
            d.c.scale(-1, 1)
        d.curve((136, 268), (190, 246), (250, 231), (301, 227))
        d.c.line_to(301, 240)
        d.c.curve_to(250, 243, 196, 258, 150, 284)
        d.c.close_path()
        d.fill(wood, (NIGHT, 220, 280, 220, 230, 0.7))
        for i in range(8):
            t = i / 7
            x, y = 146 + t * 148, 264 - 38 * (1 - (1 - t) ** 1.9)
            d.line(x, y, x, y - 30, "#5d3327", 3.5)
        d.curve((138, 236), (190, 214), (250, 201), (300, 197)).stroke("#5d3327", 4)
        d.poly((208, 262), (216, 260), (214, 330), (206, 330)).fill("#5d3327")
        d.c.restore()
    for x, y, coat in ((284, 228, CORAL), (316, 228, DEEP)):
        d.circle(x, y - 34, 6.5).fill("#f3cfae")
        d.poly((x - 9, y), (x - 6, y - 26), (x + 6, y - 26), (x + 9, y)).fill(coat)
    d.line(290, 210, 310, 210, "#f3cfae", 3.5)


def ferry_timetable(d):
    """From above."""
    d.sky("#2d84a0", "#236c8d", "#1b5577")
    for i in range(70):
        x, y = d.random.uniform(0, 600), d.random.uniform(0, 400)
        d.arc(x, y, d.random.uniform(5, 11), 200, 340).stroke("#7fc0cc", 1.8, 0.5)
    isles = ((82, 92, 46), (190, 62, 26), (300, 104, 36), (430, 66, 42), (538, 128, 34), (506, 262, 50), (346, 328, 40),
             (214, 318, 28), (86, 296, 52))
    ports = [(x + r * 0.2, y + r * 0.75) for x, y, r in isles]
    d.curve(*ports, tension=1).stroke("#fff2d4", 3, 0.9, dash=(1, 9))
    for x, y, r in isles:
        shape = [(x + r * k * math.cos(a), y + r * k * 0.82 * math.sin(a)) for a, k in
                 ((i * math.pi / 4.5, d.random.uniform(0.82, 1.12)) for i in range(9))]
        grow = lambda k: [(x + (px - x) * k, y + (py - y) * k) for px, py in shape]
        d.curve(*grow(1.32), close=True, tension=1).fill("#56b0ba", alpha=0.6)
        d.curve(*grow(1.12), close=True, tension=1).fill(SAND, ("#d5a878", x, y + r, x, y, 0.7))
        d.curve(*grow(0.92), close=True, tension=1).fill("#7fa865", ("#2f6457", x + r, y + r, x - r * 0.5, y - r * 0.5))
        for _ in range(int(r / 9)):
            a, k = d.random.uniform(0, 6.28), d.random.uniform(0, 0.6) * r
            hx, hy = x + k * math.cos(a), y + k * 0.7 * math.sin(a)
            d.rect(hx - 5, hy - 4, 10, 8, 1).fill((CORAL, "#fff4e0", OCHRE)[d.random.randint(0, 2)])
            d.rect(hx - 5, hy, 10, 4).fill(NIGHT, alpha=0.25)
    # The ferry and its wake
    d.c.save()
    d.c.translate(330, 205)
    d.c.rotate(math.radians(-12))
    d.c.scale(1.5, 1.5)
    for length, half in ((128, 30), (104, 21), (76, 12)):
        d.curve((20, -8), (-length * 0.5, -half * 0.7), (-length, -half), (-length * 0.86, 0), (-length, half),
                (-length * 0.5, half * 0.7), (20, 8), close=True).fill("#d9f0ee", alpha=0.26)
    d.curve((-34, -15), (8, -17), (44, 0), (8, 17), (-34, 15), close=True, tension=0.8).fill(
        "#fffaf0", ("#b9a79a", 0, 18, 0, -8, 0.7))
    d.rect(-24, -9, 40, 18, 5).fill(CORAL)
    d.rect(4, -6, 9, 12, 3).fill(NIGHT)
    d.circle(-11, 0, 5).fill(OCHRE)
    d.c.restore()
    for x, y in ((140, 168), (166, 182), (410, 330), (30, 212)):
        d.arc(x - 7, y + 4, 8, 215, 325).stroke("#ffffff", 2.4)
        d.arc(x + 7, y + 4, 8, 215, 325).stroke("#ffffff", 2.4)


PICTURES = {
    "harbour-bell": harbour_bell, "two-clocks": two_clocks, "night-train": night_train,
    "lighthouse-keeper": lighthouse_keeper, "footbridge": footbridge, "ferry-timetable": ferry_timetable,
}
