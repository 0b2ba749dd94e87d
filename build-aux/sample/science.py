"""Night blues, violet, teal, a warm light."""

import math

INK, NIGHT, VIOLET, LILAC, TEAL, CREAM, PEACH = "#0f1433", "#1f2359", "#5a4aa0", "#a99ad8", "#2f9c9c", "#f7ead2", "#ff9f6b"


def whale(d, x, y, size, body, belly, dark, turn=0):
    c = d.c
    c.save()
    c.translate(x, y)
    c.rotate(math.radians(turn))
    c.scale(size, size)
    # Tail
    d.curve((150, -6), (196, -30), (238, -74), (246, -40), (222, -14), (252, 12), (244, 34), (204, 18), (152, 22),
            close=True, tension=0.9).fill(body, (dark, 250, 40, 180, -40, 0.7))
    # Body
    c.move_to(-170, 10)
    c.curve_to(-150, -56, -60, -74, 20, -58)
    c.curve_to(90, -44, 130, -16, 184, -12)
    c.curve_to(196, 2, 190, 12, 178, 18)
    c.curve_to(110, 40, 40, 66, -40, 66)
    c.curve_to(-120, 66, -170, 46, -170, 10)
    c.close_path()
    d.fill(body, (dark, 20, 80, 0, -50, 0.85))
    # Throat with its grooves
    c.move_to(-170, 10)
    c.curve_to(-120, 22, -60, 26, -12, 22)
    c.curve_to(-20, 46, -40, 60, -60, 66)
    c.curve_to(-124, 64, -168, 46, -170, 10)
    c.close_path()
    d.fill(belly, (dark, -100, 80, -100, 20, 0.6))
    for i in range(5):
        k = i * 9
        c.move_to(-164 + i * 9, 18 + k)
        c.curve_to(-120, 28 + k, -70, 30 + k, -18 - k * 0.6, 26 + k)
        d.stroke(dark, 1.6, 0.5)
    d.circle(-70, 8, 4.5).fill(dark)
    d.circle(-71, 7, 1.5).fill("#ffffff")
    # Fin
    d.curve((-20, 34), (10, 44), (44, 104), (20, 100), (-14, 78), (-34, 44), close=True, tension=0.9).fill(
        belly, (dark, 40, 110, -20, 40, 0.8))
    for k in range(7):
        d.circle(-140 + k * 11, -12 - 4.2 * k + 0.26 * k * k, 2.4).fill(belly, alpha=0.5)
    c.restore()


def whale_choir(d):
    d.sky("#7fd0cb", "#2f9cab", "#27619a", "#1d2f6b", INK)
    for x, w, a in ((120, 70, 0.22), (250, 110, 0.2), (400, 60, 0.2), (520, 90, 0.16)):
        d.poly((x, -10), (x + w * 0.5, -10), (x + w * 2.2 - 160, 410), (x - 200, 410)).fill("#dff7ea", alpha=a)
    for r in range(4):
        d.arc(96, 196, 44 + r * 34, 130, 230).stroke("#fdf0cf", 3, 0.75 - 0.16 * r)
    whale(d, 300, 180, 1.04, "#33468f", "#b9c4e6", INK, 6)
    whale(d, 446, 318, 0.46, "#5a72bb", "#dbe3f6", INK, -6)
    for _ in range(40):
        x, y = d.random.uniform(0, 600), d.random.uniform(20, 390)
        d.circle(x, y, d.random.uniform(1, 3.4)).fill("#e6fbf3", alpha=d.random.uniform(0.2, 0.6))
    # The research boat
    d.rect(0, -10, 600, 34).fill("#d7f0e4")
    d.curve((-10, 26), (70, 20), (150, 28), (240, 20), (330, 27), (430, 20), (520, 28), (610, 22)).stroke("#ffffff", 5, 0.8)
    d.poly((448, 10), (556, 10), (536, 40), (468, 40)).fill(PEACH, ("#8f3b47", 500, 42, 500, 12))
    d.rect(484, -8, 36, 18).fill(CREAM)
    d.curve((-20, 380), (60, 352), (140, 376), (230, 392), (340, 384), (440, 396), (620, 360))
    d.c.line_to(620, 420)
    d.c.line_to(-20, 420)
    d.c.close_path()
    d.fill("#0c1130")
    for x in (30, 52, 74, 540, 562, 584):
        top = 300 + (x * 37) % 44
        d.curve((x, 400), (x + 10, 374), (x - 8, 348), (x + 8, top)).stroke("#1f6d79", 6)


def comet_visitor(d):
    d.sky(INK, NIGHT, "#49408f", "#c9718f", "#ffb884", bottom=350)
    d.stars(150, bottom=260)
    d.c.save()
    d.c.translate(196, 160)
    d.c.rotate(math.radians(-27))
    for half, length, alpha in ((46, 470, 0.18), (30, 420, 0.24), (16, 360, 0.4), (7, 260, 0.6)):
        d.c.move_to(-10, 0)
        d.c.curve_to(0, -half * 0.5, length * 0.5, -half, length, -half * 1.3)
        d.c.line_to(length * 0.96, half * 0.2)
        d.c.curve_to(length * 0.5, half * 0.4, 0, half * 0.5, -10, 0)
        d.c.close_path()
        d.fill("#dff3ff", alpha=alpha)
    d.c.restore()
    d.glow(192, 160, 60, "#ffffff", 0.9)
    d.circle(192, 160, 10).fill("#ffffff")
    d.ridge(320, 26, 90).fill("#513a7d", (INK, 300, 400, 300, 300))
    d.ridge(352, 14, 90).fill("#2d2561", (INK, 300, 410, 300, 330))
    # Observatory
    d.c.save()
    d.c.translate(430, 330)
    d.rect(-78, -64, 156, 80).fill(CREAM, ("#7a4c86", 80, 0, -60, -30, 0.9))
    d.rect(-86, -72, 172, 12, 3).fill("#8b6aa0")
    d.c.move_to(-80, -72)
    d.c.curve_to(-80, -186, 80, -186, 80, -72)
    d.c.close_path()
    d.fill("#efe2dc", ("#5f4390", 90, -90, -60, -130, 0.95))
    d.c.move_to(-44, -72)
    d.c.curve_to(-52, -120, -36, -150, -14, -158)
    d.c.line_to(10, -158)
    d.c.curve_to(-10, -140, -16, -110, -10, -72)
    d.c.close_path()
    d.fill(INK)
    d.c.save()
    d.c.translate(-26, -98)
    d.c.rotate(math.radians(-56))
    d.rect(-14, -11, 72, 22, 4).fill(PEACH, ("#8f3b47", 0, 14, 0, -10, 0.8))
    d.rect(54, -14, 14, 28, 3).fill("#ffd9b0")
    d.c.restore()
    for x in (-52, -8, 36):
        d.rect(x, -40, 18, 26, 9).fill("#ffd98a")
    d.c.restore()
    d.curve((-20, 384), (120, 366), (300, 376), (460, 350), (620, 372))
    d.c.line_to(620, 420)
    d.c.line_to(-20, 420)
    d.c.close_path()
    d.fill("#120f36")
    for x, h in ((24, 66), (60, 90), (98, 58), (556, 70), (588, 92), (150, 40)):
        d.tree(x, 392, h, "#120f36")
    # Somebody with a blanket
    d.circle(254, 356, 7).fill(CREAM)
    d.poly((242, 386), (247, 364), (261, 364), (268, 386)).fill(PEACH)


def ringed_world(d):
    d.sky("#120d35", "#2a1d5e", "#53307f")
    d.stars(180)
    d.glow(80, 60, 260, PEACH, 0.55)
    d.circle(44, 42, 15).fill("#ffe3b8")
    d.glow(44, 42, 60, "#ffe9c9", 0.8)
    c = d.c
    c.save()
    c.translate(318, 206)
    c.rotate(math.radians(-17))
    rings = ((268, "#e9c9a2", 15), (242, "#c98a86", 10), (222, "#f3dcb4", 20), (192, "#9c6a9a", 8), (176, "#e2b08f", 12))

    def half(start):
        for r, colour, width in rings:
            c.save()
            c.scale(1, 0.29)
            c.new_sub_path()
            c.arc(0, 0, r, start, start + math.pi)
            c.restore()
            d.stroke(colour, width * 0.52, 0.95)
    half(math.pi)
    d.circle(0, 0, 104).fill(TEAL)
    d.circle(0, 0, 104)
    c.clip()
    for y, h, colour in ((-90, 30, "#6cc7b6"), (-52, 20, "#238a91"), (-24, 34, "#8fd8c0"), (22, 16, "#e9d9b0"),
                         (44, 26, "#2a8c98"), (74, 30, "#1b6a86")):
        d.curve((-120, y), (-60, y + 6), (0, y - 4), (60, y + 5), (120, y), (120, y + h), (60, y + h - 4), (0, y + h + 5),
                (-60, y + h - 3), (-120, y + h), close=True).fill(colour)
    d.circle(0, 0, 108).fill(TEAL, alpha=0)
    d.circle(0, 0, 108)
    d.shade("#150c3f", 100, 60, -50, -40, 1)
    c.new_path()
    c.reset_clip()
    half(0)
    c.restore()
    d.circle(512, 92, 20).fill("#c7b3dc", ("#3b2a6c", 530, 104, 500, 84, 0.9))
    d.circle(104, 318, 12).fill("#e8a88a", ("#5a2750", 114, 326, 98, 312, 0.9))


def moss_clock(d):
    d.sky("#e8efcf", "#bfd9b4", "#7fb39a")
    d.glow(300, 130, 280, "#fffbe0", 0.8)
    # The clock that the moss has become
    d.circle(300, 196, 138).fill("#f9f3dd", ("#b9a97c", 400, 320, 230, 100, 0.6))
    d.circle(300, 196, 138).stroke("#3f6b4e", 12)
    for k in range(12):
        a = math.radians(30 * k)
        r = 118
        x, y = 300 + r * math.sin(a), 196 - r * math.cos(a)
        d.circle(x, y, 7 if k % 3 else 11).fill("#4f8a55" if k % 3 else "#2d6350")

    def frond(angle, length, colour, leaf):
        d.c.save()
        d.c.translate(300, 196)
        d.c.rotate(math.radians(angle))
        d.curve((0, 10), (2, -length * 0.5), (0, -length)).stroke(colour, 5)
        for i in range(int(length / 11)):
            y = -14 - i * 10.4
            size = leaf * (1 - 0.55 * i * 10.4 / length)
            for side in (-1, 1):
                d.ellipse(side * size * 0.62, y - size * 0.3, size * 0.72, size * 0.26, side * -34).fill(
                    colour, ("#173f3a", side * size, y, 0, y, 0.5))
        d.c.restore()
    frond(-52, 78, "#5f9c4f", 24)
    frond(38, 112, "#2f7a54", 19)
    d.circle(300, 196, 11).fill(PEACH)
    # Cushions of moss with their capsules
    for y, colour, n in ((352, "#5f9f5c", 13), (378, "#3d7f55", 12), (404, "#235a49", 11)):
        for i in range(n):
            x = -20 + i * (640 / (n - 1)) + d.random.uniform(-12, 12)
            r = d.random.uniform(34, 48)
            d.circle(x, y + d.random.uniform(-5, 12), r).fill(colour, ("#12352f", x, y + r, x, y - r * 0.6, 0.7))
            d.circle(x, y, r * 0.94).shade("#bfdc8f", x - r, y - r, x, y, 0.4)
            d.c.new_path()
        for _ in range(13):
            x = d.random.uniform(0, 600)
            if 190 < x < 410 and y < 400:
                continue
            top = y - d.random.uniform(60, 104)
            d.curve((x, y - 20), (x + 3, (y + top) / 2), (x + 9, top)).stroke("#a9623d", 2.4)
            d.ellipse(x + 11, top - 4, 4.5, 9, 24).fill("#d98750", ("#7a3a2c", x + 16, top, x + 6, top))
    for _ in range(26):
        x, y = d.random.uniform(0, 600), d.random.uniform(320, 392)
        d.circle(x, y, d.random.uniform(2, 4.6)).fill("#f4ffef", alpha=0.85)


def borrowed_seeds(d):
    d.sky("#f6ead0", "#efdcb8")
    # A drawer cabinet behind, a bean plant over it
    for row in range(3):
        for col in range(4):
            x, y = 6 + col * 148, 6 + row * 130
            shade = ("#b98257", "#a8724d", "#c38f63")[(row * 5 + col * 3) % 3]
            d.rect(x, y, 140, 122, 6).fill(shade, ("#5a3436", x + 140, y + 122, x, y, 0.55))
            d.rect(x + 8, y + 8, 124, 106, 4).stroke("#7a4a3c", 2, 0.6)
            d.rect(x + 38, y + 26, 64, 30, 2).fill("#fbf2dc")
            d.line(x + 46, y + 37, x + 94, y + 37, "#b39b7f", 2.4)
            d.line(x + 46, y + 45, x + 78, y + 45, "#b39b7f", 2.4)
            d.circle(x + 70, y + 84, 8).fill("#e9c27c", ("#7a4a2c", x + 78, y + 92, x + 66, y + 78))
    # One drawer is open, and empty but for a card
    d.rect(148, 132, 156, 164, 8).fill("#2f1626", alpha=0.55)
    d.rect(156, 138, 136, 90, 6).fill("#351c2b", ("#8a5a45", 224, 138, 224, 180, 0.6))
    d.poly((192, 206), (202, 156), (262, 162), (254, 212)).fill("#fff8e6", ("#cbb79a", 250, 214, 210, 160, 0.6))
    d.line(212, 174, 250, 178, "#b39b7f", 2.4)
    d.rect(148, 196, 152, 100, 6).fill("#d9a673", ("#5a3436", 300, 300, 150, 190, 0.6))
    d.rect(156, 204, 136, 84, 4).stroke("#7a4a3c", 2, 0.6)
    d.rect(190, 216, 68, 30, 2).fill("#fbf2dc")
    d.circle(224, 264, 9).fill("#e9c27c", ("#7a4a2c", 232, 272, 218, 258))

    def leaf(x, y, size, turn, colour):
        d.c.save()
        d.c.translate(x, y)
        d.c.rotate(math.radians(turn))
        d.c.move_to(0, 0)
        d.c.curve_to(size * 0.7, -size * 0.6, size * 0.5, -size, 0, -size * 1.35)
        d.c.curve_to(-size * 0.5, -size, -size * 0.7, -size * 0.6, 0, 0)
        d.c.close_path()
        d.fill(colour, ("#123f3e", size * 0.6, 0, -size * 0.3, -size, 0.75))
        d.line(0, -2, 0, -size * 1.2, "#bfe0a8", 1.6, 0.7)
        d.c.restore()
    stem = [(470, 420), (452, 340), (486, 270), (444, 200), (482, 130), (452, 60), (474, -10)]
    d.line(466, 420, 466, -10, "#e7cf9c", 7)
    d.curve(*stem, tension=1).stroke("#3f8a5a", 6)
    for i, (x, y) in enumerate(stem[1:-1]):
        for turn in (-70, 62):
            leaf(x, y, 46 if i % 2 else 54, turn + i * 6, ("#3f9a62", "#2f8069", "#5fae63")[(i + (turn > 0)) % 3])
    for x, y in ((418, 240), (520, 160), (420, 104), (524, 300)):
        d.ellipse(x, y, 13, 9, -30).fill("#e8523f", ("#7d1f3b", x + 10, y + 8, x - 8, y - 6))
        d.ellipse(x + 9, y + 9, 9, 7, 20).fill("#f47d5c")
    for x, y, turn in ((404, 312, 6), (540, 226, -10)):
        d.c.save()
        d.c.translate(x, y)
        d.c.rotate(math.radians(turn))
        d.rect(-9, -40, 18, 84, 9).fill("#8fc06b", ("#2d6350", 12, 0, -8, 0, 0.8))
        for k in range(4):
            d.circle(0, -26 + k * 19, 6).fill("#b9dc8c", alpha=0.9)
        d.c.restore()
    # The beans themselves
    for x, y, turn in ((96, 336, 20), (140, 352, -30), (70, 368, -8)):
        d.ellipse(x, y + 5, 25, 15, turn).fill("#351c2b", alpha=0.35)
        d.ellipse(x, y, 25, 15, turn).fill("#fffaf0", ("#c9b49a", x + 14, y + 14, x - 8, y - 8))
        d.ellipse(x, y - 3, 9, 6, turn).stroke("#8f4a32", 2)
        d.ellipse(x, y - 3, 5, 3, turn).fill("#8f4a32")


def snow_atlas(d):
    d.sky("#1b2a63", "#38539a", "#84a6d3")
    for _ in range(110):
        x, y = d.random.uniform(0, 600), d.random.uniform(0, 400)
        d.circle(x, y, d.random.uniform(0.8, 3)).fill("#ffffff", alpha=d.random.uniform(0.25, 0.8))

    def flake(x, y, r, colour, kind, width=None, turn=0):
        w = width or max(1.6, r * 0.055)
        d.c.save()
        d.c.translate(x, y)
        d.c.rotate(math.radians(turn))
        arms = 12 if kind == 3 else 6
        for k in range(arms):
            d.c.save()
            d.c.rotate(2 * math.pi * k / arms)
            length = r if kind != 3 or k % 2 == 0 else r * 0.8
            d.line(0, 0, 0, -length, colour, w)
            if kind == 0:
                for t, s in ((0.4, 0.3), (0.62, 0.34), (0.82, 0.2)):
                    d.poly((-r * s * 0.8, -r * t - r * s * 0.55), (0, -r * t), (r * s * 0.8, -r * t - r * s * 0.55),
                           close=False).stroke(colour, w)
            elif kind == 1:
                d.poly((0, -r * 0.6), (r * 0.16, -r * 0.8), (0, -r), (-r * 0.16, -r * 0.8)).fill(colour)
                d.line(-r * 0.16, -r * 0.44, r * 0.16, -r * 0.44, colour, w)
            elif kind == 2:
                for t in (0.5, 0.75):
                    d.poly((-r * 0.2, -r * t - r * 0.14), (0, -r * t), (r * 0.2, -r * t - r * 0.14), close=False).stroke(
                        colour, w)
                d.circle(0, -r, w * 1.5).fill(colour)
            elif k % 2 == 0:
                d.poly((-r * 0.18, -r * 0.46), (0, -r * 0.34), (r * 0.18, -r * 0.46), close=False).stroke(colour, w)
                d.poly((-r * 0.2, -r * 0.68), (0, -r * 0.54), (r * 0.2, -r * 0.68), close=False).stroke(colour, w)
                d.circle(0, -r, w * 1.3).fill(colour)
            else:  # a plate at the tip
                d.poly(*((r * 0.15 * math.sin(math.radians(60 * i)), -r * 0.9 - r * 0.15 * math.cos(math.radians(60 * i)))
                         for i in range(6))).fill(colour)
            d.c.restore()
        hexagon = [(r * 0.2 * math.sin(math.radians(60 * i)), -r * 0.2 * math.cos(math.radians(60 * i))) for i in range(6)]
        d.poly(*hexagon).fill(colour)
        d.c.restore()
    for x, y, r, kind, turn in ((74, 84, 46, 1, 8), (540, 76, 54, 2, 0), (528, 318, 58, 0, 12), (84, 300, 56, 2, 20),
                                (196, 372, 26, 0, 0), (424, 30, 24, 0, 10), (188, 22, 22, 2, 0), (428, 382, 24, 1, 0)):
        flake(x, y, r, "#dbe8fb", kind, turn=turn)
    d.glow(300, 200, 220, "#ffe9c4", 0.5)
    # The glass
    d.c.save()
    d.c.translate(300, 196)
    d.c.rotate(math.radians(42))
    d.rect(134, -13, 150, 26, 13).fill("#a5573f", (INK, 200, 16, 200, -10, 0.8))
    d.rect(126, -8, 22, 16).fill("#f0c982")
    d.c.restore()
    d.circle(300, 196, 134).fill("#24397f", ("#7f9fdc", 220, 90, 320, 240, 0.75))
    flake(300, 196, 112, "#ffffff", 3, 5)
    d.circle(300, 196, 134).stroke("#f0c982", 13)
    d.circle(300, 196, 141).stroke("#a5573f", 2.5)
    d.arc(300, 196, 116, 196, 244).stroke("#ffffff", 6, 0.6)


PICTURES = {
    "whale-choir": whale_choir, "comet-visitor": comet_visitor, "ringed-world": ringed_world, "moss-clock": moss_clock,
    "borrowed-seeds": borrowed_seeds, "snow-atlas": snow_atlas,
}
