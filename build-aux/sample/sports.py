"""Greens, cream, signal red, blue."""

import math

PINE, GREEN, LIME, CREAM, RED, BLUE, DARK = "#0f4033", "#24804f", "#86c06b", "#f6efdc", "#ef5b3a", "#26547c", "#0b2027"


def foggy_final(d):
    """From above, with the fog coming in at one corner."""
    d.sky("#2c7a4b", "#24704a")
    for k in range(10):
        d.rect(k * 60, 0, 60, 400).fill("#3c9157" if k % 2 else "#2b7d4d", (PINE, k * 60 + 60, 400, k * 60, 0, 0.35))
    line = dict(colour="#f2f7e6", width=3.6, alpha=0.95)
    d.rect(40, 30, 520, 340).stroke(**line)
    d.line(300, 30, 300, 370, **line)
    d.circle(300, 200, 58).stroke(**line)
    d.circle(300, 200, 5).fill("#f2f7e6")
    for side in (1, -1):
        d.c.save()
        d.c.translate(300, 0)
        d.c.scale(side, 1)
        d.rect(-260, 104, 92, 192).stroke(**line)
        d.rect(-260, 152, 36, 96).stroke(**line)
        d.arc(-196, 200, 44, -50, 50).stroke(**line)
        d.circle(-196, 200, 4).fill("#f2f7e6")
        for y in (30, 370):
            d.arc(-260, y, 14, 0 if y == 30 else 270, 90 if y == 30 else 360).stroke(**line)
        d.rect(-284, 168, 24, 64).fill("#ffffff", alpha=0.3)
        for k in range(4):
            d.line(-284 + k * 8, 168, -284 + k * 8, 232, "#ffffff", 1.2, 0.8)
        for k in range(8):
            d.line(-284, 168 + k * 9, -260, 168 + k * 9, "#ffffff", 1.2, 0.8)
        d.rect(-284, 168, 24, 64).stroke("#ffffff", 3)
        d.c.restore()
    reds = ((92, 196), (150, 96), (140, 166), (146, 250), (164, 318), (236, 128), (226, 214), (250, 292), (340, 92),
            (388, 214), (356, 316))
    blues = ((508, 186), (440, 88), (446, 160), (452, 258), (430, 332), (366, 150), (330, 244), (286, 172), (276, 74),
             (214, 166), (272, 322))
    for team, colour, dark in ((reds, RED, "#7c1f2a"), (blues, "#f6efdc", "#8a8a80")):
        for x, y in team:
            d.ellipse(x + 11, y + 13, 15, 7, 35).fill(DARK, alpha=0.4)
            d.circle(x, y, 11.5).fill(colour, (dark, x + 12, y + 12, x - 8, y - 8, 0.8))
            d.circle(x, y, 5).fill(DARK if colour != RED else "#5f1f2a")
    d.circle(301, 212, 3).fill(DARK, alpha=0)
    d.ellipse(549, 221, 9, 5, 35).fill(DARK, alpha=0.4)
    d.circle(574 - 3, 212, 8).fill("#ffffff", ("#8a8f98", 578, 220, 568, 208))
    d.curve((388, 214), (470, 226), (562, 213)).stroke("#ffffff", 2.5, 0.7, dash=(2, 8))
    for x, y, r, a in ((650, 60, 190, 0.95), (560, -10, 150, 0.9), (640, 250, 150, 0.85), (480, 10, 100, 0.65),
                       (560, 150, 110, 0.7), (590, 360, 120, 0.7), (470, 110, 80, 0.5), (500, 330, 70, 0.35)):
        d.glow(x, y, r, "#f3f6f2", a, inner=r * 0.2)
    for x, y, s in ((520, 44, 44), (572, 118, 54), (500, 384, 30), (440, 22, 26)):
        d.cloud(x, y, s, "#ffffff", ("#b9cdc9", x, y + s * 0.5, x, y - s * 0.8, 0.6), alpha=0.82)


def eldest_cox(d):
    d.sky("#f7dfb4", "#f3b98b", "#e48a78", bottom=150)
    d.circle(452, 88, 38).fill("#fff3cf")
    d.glow(452, 88, 180, "#fff1c4", 0.7)
    d.ridge(112, 14, 60).fill("#7f9a86", (BLUE, 300, 180, 300, 90, 0.6))
    for x in range(-10, 620, 24):
        r = d.random.uniform(16, 30)
        d.circle(x, 138 - r * 0.4, r).fill("#3f7460", (DARK, x + r, 150, x - r, 110, 0.7))
    d.rect(0, 140, 600, 260).blend(0, 140, 0, 400, "#f0b08a", "#b98a94", "#4f7a98", "#1f4a6d")
    d.ripples("#fff0cf", 144, 300, 60, 0.65, x=452, spread=70)
    d.ripples("#cfe0e6", 170, 396, 80, 0.35)
    d.rect(-40, 150, 330, 13, 6.5).fill("#fff6e4", alpha=0.5)
    d.rect(330, 164, 330, 11, 5.5).fill("#fff6e4", alpha=0.4)
    # The eight, on a slant
    d.c.save()
    d.c.translate(300, 262)
    d.c.rotate(math.radians(-9))
    d.curve((-296, 26), (-150, 34), (100, 34), (292, 26), (100, 46), (-150, 46), close=True).fill(DARK, alpha=0.25)
    for k in range(8):
        x = -190 + k * 47
        side = 1 if k % 2 else -1
        d.line(x + 10, 6, x - 40, 6 + side * 84, "#f6efdc", 4)
        d.c.save()
        d.c.translate(x - 40, 6 + side * 84)
        d.c.rotate(math.radians(31 * side))
        d.rect(-10, -2 if side > 0 else -26, 19, 28, 5).fill(RED if side > 0 else "#f05f3f", (DARK, 8, 26, -8, 0, 0.5))
        d.c.restore()
        d.arc(x - 46, 8 + side * 92, 16, 20, 160).stroke("#ffffff", 2, 0.6)
    d.c.move_to(-296, 4)
    d.c.curve_to(-150, -15, 150, -15, 292, 2)
    d.c.curve_to(150, 24, -150, 24, -296, 4)
    d.c.close_path()
    d.fill("#f3c06b", ("#8d4a2f", 0, 26, 0, -12, 0.85))
    d.poly((-220, 4), (220, 4), close=False).stroke("#8d4a2f", 11)
    for k in range(8):
        x = -190 + k * 47
        d.ellipse(x, 3, 15, 11).fill(CREAM, (BLUE, x + 14, 14, x - 8, -6, 0.75))
        d.circle(x + 7, -1, 7.5).fill(("#7a4a35", "#f1cfa9", "#3a2a2c", "#c98f68")[k % 4])
        d.line(x + 4, 8, x + 18, 8, CREAM, 5)
    d.ellipse(222, 3, 15, 12).fill(RED, ("#7c1f2a", 236, 14, 214, -4))
    d.circle(218, -2, 8.5).fill("#f4f1ee")
    d.poly((206, -4), (192, -11), (190, 7), (206, 2)).fill("#ffffff")  # the megaphone
    for k, r in enumerate((20, 32, 44)):
        d.arc(192, -2, r, 160, 205).stroke("#ffffff", 3, 0.9 - 0.22 * k)
    d.c.restore()
    for x, h in ((20, 90), (34, 120), (52, 76), (566, 70), (582, 104)):
        d.curve((x, 404), (x + 5, 404 - h * 0.5), (x + 14, 400 - h)).stroke("#12343b", 4)
        d.ellipse(x + 14, 396 - h, 4.5, 14, 12).fill("#5f3a2c")


def hill_race(d):
    d.sky("#bfe3e0", "#f4efd2", bottom=230)
    d.circle(116, 84, 36).fill("#f6bf57")
    d.cloud(470, 84, 38, "#ffffff", ("#a9cfd0", 470, 106, 470, 60, 0.7))
    d.cloud(250, 60, 22, "#ffffff", ("#a9cfd0", 250, 74, 250, 44, 0.7))
    d.ridge(196, 22, 80).fill("#8fbfb0", (BLUE, 300, 280, 300, 170, 0.55))
    d.c.move_to(-20, 300)
    d.c.curve_to(120, 260, 220, 90, 330, 74)
    d.c.curve_to(420, 90, 480, 230, 620, 270)
    d.c.line_to(620, 420)
    d.c.line_to(-20, 420)
    d.c.close_path()
    d.fill("#5fa35a", (PINE, 560, 380, 300, 90, 0.95), ("#d7e79b", 180, 120, 330, 240, 0.5))
    # The path, narrower as it climbs
    points = ((-30, 396), (200, 372), (420, 342), (470, 306), (360, 276), (226, 258), (214, 230), (316, 208), (392, 186),
              (378, 160), (310, 146), (304, 122), (330, 84))
    n = len(points)
    for colour, extra in (("#c99b66", 7), (CREAM, 0)):
        for i in range(n - 1):
            d.line(*points[i], *points[i + 1], colour, 30 - 24 * i / (n - 2) + extra * (1 - i / n))
    d.line(330, 84, 330, 36, DARK, 3)
    d.poly((332, 38), (368, 48), (332, 60)).fill(RED)
    coats = (RED, BLUE, "#f3b63f", "#ffffff", "#8d3f6a")

    def runner(x, y, s, colour, flip=1):
        d.c.save()
        d.c.translate(x, y)
        d.c.scale(s * flip, s)
        d.ellipse(0, 2, 18, 4).fill(DARK, alpha=0.35)
        d.curve((0, -26), (10, -14), (2, -1)).stroke(DARK, 6)
        d.curve((-1, -26), (-8, -14), (-20, -11)).stroke(DARK, 6)
        d.curve((1, -27), (4, -38), (7, -50)).stroke(colour, 14)
        d.curve((5, -48), (16, -40), (25, -46)).stroke("#e9b78f", 5)
        d.curve((3, -48), (-10, -44), (-14, -34)).stroke("#e9b78f", 5)
        d.circle(12, -64, 8.5).fill("#e9b78f")
        d.c.new_sub_path()
        d.c.arc(11.5, -65, 9.5, math.pi * 0.8, math.pi * 1.85)
        d.c.close_path()
        d.fill(DARK)
        d.c.restore()
    for i, (x, y, s, flip) in enumerate(((318, 132, 0.28, -1), (352, 156, 0.34, 1), (384, 182, 0.38, 1), (290, 216, 0.46, 1),
                                         (250, 232, 0.5, 1), (330, 276, 0.6, -1), (400, 290, 0.66, -1), (424, 338, 0.8, 1),
                                         (330, 350, 0.86, 1))):
        runner(x, y, s, coats[i % 5], flip)
    runner(110, 388, 1.5, RED)
    # The prize
    d.c.save()
    d.c.translate(520, 352)
    d.ellipse(4, 34, 74, 12).fill(DARK, alpha=0.4)
    d.ellipse(0, 20, 66, 22).fill("#d98e2f")
    d.rect(-66, -12, 132, 32).fill("#f0b23f", ("#8d4a1f", 66, 20, -40, -10, 0.85))
    d.ellipse(0, -12, 66, 22).fill("#f9d675")
    d.poly((0, -12), (66, -12), (58, -1), (30, 8)).fill("#fff0b8")
    d.c.move_to(0, -12)
    d.c.line_to(64, -8)
    d.c.line_to(66, 22)
    d.c.line_to(34, 38)
    d.c.line_to(34, 8)
    d.c.close_path()
    d.fill("#fbe6a0", ("#c98a2f", 60, 40, 10, -10, 0.6))
    for x, y, r in ((44, 8, 5), (54, 20, 4), (40, 26, 3.6)):
        d.ellipse(x, y, r, r * 0.8).fill("#d99a3a")
    d.c.restore()


def ice_canal(d):
    d.sky("#f3c9a4", "#f7e4cb", "#dfe9ea", bottom=190)
    d.circle(300, 112, 34).fill("#fff4dc")
    d.glow(300, 112, 150, "#fff6e0", 0.9)
    d.rect(0, 168, 600, 240).fill("#eef3f2", ("#a9bfd0", 300, 400, 300, 168, 0.5))
    for side in (1, -1):
        d.c.save()
        d.c.translate(300, 0)
        d.c.scale(side, 1)
        for i, (x, w, h) in enumerate(((-300, 66, 104), (-232, 54, 86), (-176, 44, 70), (-130, 34, 54), (-94, 26, 42))):
            base = 236 - i * 14
            d.house(x, base, w, h, ("#d9775a", "#5a8fa3", "#f0cd92", "#a8505a", "#6a9a80")[(i + (side > 0)) % 5], "#5a3a4a",
                    "#ffdf94", DARK)
            d.poly((x - w * 0.08, base - h), (x + w / 2, base - h - w * 0.55), (x + w * 1.08, base - h), (x + w * 0.9, base - h),
                   (x + w / 2, base - h - w * 0.42), (x + w * 0.1, base - h)).fill("#ffffff")
        d.c.restore()
    # The canal, to its vanishing point
    d.poly((286, 176), (314, 176), (640, 420), (-40, 420)).blend(0, 176, 0, 400, "#d5e6ee", "#8fc0d6", "#4f8fb5")
    d.poly((286, 176), (-40, 420), (-110, 420), (284, 174)).fill("#b9c9d3", (BLUE, -60, 420, 200, 230, 0.6))
    d.poly((314, 176), (640, 420), (710, 420), (316, 174)).fill("#b9c9d3", (BLUE, 660, 420, 400, 230, 0.6))
    for _ in range(46):
        t = d.random.random() ** 0.8
        y = 186 + 214 * t
        half = 14 + 300 * (y - 176) / 224
        x = 300 + d.random.uniform(-0.8, 0.8) * half
        r = 8 + 66 * t
        d.c.save()
        d.c.translate(x, y)
        d.c.scale(1, 0.28)
        start = d.random.uniform(0, 300)
        d.arc(0, 0, r, start, start + d.random.uniform(50, 130))
        d.c.restore()
        d.stroke("#ffffff", 1 + 1.6 * t, 0.7)
    # A bridge
    d.c.move_to(176, 214)
    d.c.curve_to(240, 176, 360, 176, 424, 214)
    d.c.line_to(424, 232)
    d.c.curve_to(366, 204, 340, 200, 300, 200)
    d.c.curve_to(260, 200, 234, 204, 176, 232)
    d.c.close_path()
    d.fill("#a8605a", (DARK, 424, 232, 200, 180, 0.8))
    d.curve((176, 206), (240, 178), (300, 170), (360, 178), (424, 206)).stroke("#ffffff", 6)

    def skater(x, y, s, coat, scarf, flip=1):
        d.c.save()
        d.c.translate(x, y)
        d.c.scale(s * flip, s)
        d.ellipse(0, 3, 24, 5).fill(BLUE, alpha=0.45)
        d.curve((0, -34), (8, -18), (6, 0)).stroke(DARK, 7)
        d.curve((-2, -34), (-16, -22), (-34, -18)).stroke(DARK, 7)
        d.line(-2, 3, 18, 3, "#e9f3f8", 2.6)
        d.line(-42, -18, -30, -10, "#e9f3f8", 2.6)
        d.curve((-1, -34), (6, -48), (14, -60)).stroke(coat, 18)
        d.curve((8, -58), (-8, -54), (-20, -44)).stroke(coat, 7)
        d.curve((13, -58), (28, -50), (36, -58)).stroke(coat, 7)
        d.curve((14, -68), (-6, -70), (-26, -62), (-40, -68)).stroke(scarf, 5.5)
        d.circle(21, -77, 10).fill("#f1cba6")
        d.c.move_to(11, -79)
        d.c.curve_to(12, -94, 32, -94, 32, -79)
        d.c.close_path()
        d.fill(scarf)
        d.circle(21, -92, 4).fill("#ffffff")
        d.c.restore()
    for x, y, s, coat, scarf, flip in ((284, 206, 0.26, BLUE, RED, 1), (322, 222, 0.34, RED, CREAM, -1),
                                       (262, 250, 0.5, GREEN, "#f3b63f", 1), (356, 268, 0.58, "#8d3f6a", CREAM, -1),
                                       (418, 332, 0.98, BLUE, "#f3b63f", -1), (190, 352, 1.3, RED, CREAM, 1)):
        skater(x, y, s, coat, scarf, flip)
    for _ in range(90):
        d.circle(d.random.uniform(0, 600), d.random.uniform(0, 400), d.random.uniform(0.8, 2.8)).fill("#ffffff", alpha=0.8)


def tandem_tour(d):
    d.sky("#9fd3d8", "#d9ecd6", "#f6efcf", bottom=250)
    d.circle(486, 80, 40).fill("#f9c95f")
    d.cloud(150, 82, 36, "#ffffff", ("#94c3c8", 150, 104, 150, 60, 0.7))
    d.rect(0, 190, 600, 60).fill("#4f9db0", (BLUE, 300, 250, 300, 190, 0.5))
    d.ripples("#e4f4ee", 194, 236, 30, 0.6)
    d.poly((420, 204), (456, 204), (450, 214), (426, 214)).fill(RED)
    d.poly((438, 202), (438, 172), (460, 202)).fill("#ffffff")
    for y, h, colour in ((252, 16, "#a9cc78"), (284, 12, "#6fae62")):
        d.ridge(y, h, 90).fill(colour, (PINE, 300, 400, 300, y - h, 0.6))
    for x in range(10, 620, 54):
        d.line(x, 280, x, 252, "#6d4a35", 5)
        d.circle(x, 240, d.random.uniform(16, 23)).fill("#3f8d58", (PINE, x + 18, 258, x - 10, 226, 0.85))
    d.rect(0, 318, 600, 90).fill("#6a7078", (DARK, 300, 400, 300, 318, 0.6))
    d.rect(0, 314, 600, 8).fill("#f6efdc")
    for k in range(8):
        d.rect(-20 + k * 84, 384, 46, 6).fill("#f6efdc", alpha=0.8)

    def tandem(x, y, s, frame, shirts):
        d.c.save()
        d.c.translate(x, y)
        d.c.scale(s, s)
        d.ellipse(0, 2, 118, 7).fill(DARK, alpha=0.5)
        for wx in (-82, 86):
            d.circle(wx, -32, 32).stroke(DARK, 4.5)
            d.circle(wx, -32, 27).stroke("#dfe5e3", 1.6)
            for k in range(8):
                a = k * math.pi / 4 + 0.2
                d.line(wx, -32, wx + 29 * math.cos(a), -32 + 29 * math.sin(a), "#eef2f0", 1, 0.8)
        d.poly((-82, -32), (-52, -76), (14, -76), (72, -78), (86, -32), close=False).stroke(frame, 5.5)
        d.poly((-82, -32), (-30, -28), (42, -28), (72, -74), close=False).stroke(frame, 5.5)
        d.poly((-52, -80), (-30, -28), (14, -76), (42, -28), close=False).stroke(frame, 5.5)
        for cx in (-30, 42):
            d.circle(cx, -28, 9).stroke(DARK, 3.5)
        for i, (hip, crank, grip) in enumerate((((-54, -92), -30, (6, -94)), ((14, -92), 42, (76, -92)))):
            shirt = shirts[i]
            foot = (crank + (8 if i else -4), -12 if i else -42)
            knee = (hip[0] + 34, hip[1] + 22 + (8 if i else -6))
            d.poly(hip, knee, foot, close=False).stroke(("#d9a27a", "#8d5a3f")[i], 9)
            d.line(hip[0], hip[1], hip[0] + 17, hip[1] + 10, DARK, 13)
            shoulder = (hip[0] + 26, hip[1] - 40)
            d.line(*hip, *shoulder, shirt, 20)
            d.poly(shoulder, (shoulder[0] + 18, shoulder[1] + 26), grip, close=False).stroke(("#d9a27a", "#8d5a3f")[i], 6.5)
            d.circle(shoulder[0] + 13, shoulder[1] - 16, 11).fill(("#d9a27a", "#8d5a3f")[i])
            d.c.new_sub_path()
            d.c.arc(shoulder[0] + 12, shoulder[1] - 18, 12.5, math.pi * 0.98, math.pi * 1.98)
            d.c.close_path()
            d.fill(frame)
            d.line(grip[0] - 2, grip[1], grip[0] + 4, grip[1] + 6, DARK, 5)
            d.line(hip[0] - 9, hip[1] + 8, hip[0] + 9, hip[1] + 8, DARK, 5)
        d.c.restore()
    tandem(452, 336, 0.72, BLUE, ("#f6efdc", "#f6efdc"))
    tandem(120, 340, 0.78, "#8d3f6a", (LIME, LIME))
    tandem(298, 376, 1.28, RED, ("#f9c23f", "#f9c23f"))


PICTURES = {
    "foggy-final": foggy_final, "eldest-cox": eldest_cox, "hill-race": hill_race, "ice-canal": ice_canal,
    "tandem-tour": tandem_tour,
}
