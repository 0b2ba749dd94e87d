#!/usr/bin/env python3
"""Draws the pictures of the sample edition into Resources/sample/pictures. Needs pycairo and Pillow.

    build-aux/draw-sample.py [NAME…]

The drawings are this project's own, under its licence.
"""

import pathlib
import sys
import zlib

root = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(root))
sys.dont_write_bytecode = True

from sample import brush, business, culture, science, sports, technology, world  # noqa: E402

pictures = {}
for section in (world, science, business, culture, sports, technology):
    pictures |= section.PICTURES

folder = root.parent / "Resources/sample/pictures"
folder.mkdir(parents=True, exist_ok=True)
for name in sys.argv[1:] or pictures:
    canvas = brush.Canvas(seed=zlib.crc32(name.encode()))
    pictures[name](canvas)
    canvas.save(folder / f"{name}.jpg")
