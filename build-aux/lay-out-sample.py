#!/usr/bin/env python3
"""Makes what follows from the sample edition's sections, which are edited by hand in Resources/sample/<section>.json:
the front page (home.json), and the list of files that Resources/assets.c embeds (files.h).

Run it after editing a section or after build-aux/draw-sample.py. With --check it writes nothing and fails when
something is out of date.
"""

import json
import pathlib
import re
import sys

sample = pathlib.Path(__file__).resolve().parent.parent / "Resources/sample"
sections = ["world", "science", "business", "culture", "sports", "technology"]

# The editor's choice, best first; whatever is missing here follows, newest first.
front = """
    harbour-bell whale-choir orchestra-rain village-forecast two-clocks comet-visitor bread-index foggy-final
    quiet-robots night-train museum-of-keys ringed-world ferry-timetable late-correction eldest-cox kite-power
    moss-clock repair-street lighthouse-keeper slow-cinema hill-race cable-ship umbrella-shares borrowed-seeds
    paper-theatre honest-bug footbridge ice-canal short-queue shop-sign-letters snow-atlas tandem-tour container-garden
""".split()

stories = {}
for section in sections:
    for item in json.loads((sample / f"{section}.json").read_text())["items"]:
        slug = item["url"].rsplit("/", 1)[1]
        assert slug not in stories, f"two stories named {slug}"
        assert item["id"] == item["url"] == f"https://sample.invalid/stories/{slug}", slug
        for picture in re.findall(r"https://sample\.invalid/pictures/([\w-]+\.jpg)", json.dumps(item)):
            assert (sample / "pictures" / picture).exists(), f"{slug} has no {picture}"
        stories[slug] = item

rest = sorted(stories.keys() - set(front), key=lambda slug: stories[slug]["date_published"], reverse=True)
home = {
    "version": "https://jsonfeed.org/version/1.1",
    "title": "Sample Edition",
    "home_page_url": "https://sample.invalid/",
    "feed_url": "https://sample.invalid/home.json",
    "description": "Invented stories that come with Broadsheet, so that there is something to read at once.",
    "language": "en",
    "items": [stories[slug] for slug in front + rest],
}

files = [f"{name}.json" for name in ["home"] + sections]
files += sorted(f"pictures/{p.name}" for p in (sample / "pictures").glob("*.jpg"))
names = {file: "sample_" + re.sub(r"\W", "_", file) for file in files}
header = ["// Written by build-aux/lay-out-sample.py."]
for file in files:
    header += [f"static const unsigned char {names[file]}[] = {{", f'#embed "{file}"', "};"]
header += ["", "#define SAMPLE_ASSETS \\"]
header += [f'  ASSET("sample/{file}", {names[file]}) \\' for file in files]
header[-1] = header[-1].removesuffix(" \\")

for name, text in {
    "home.json": json.dumps(home, ensure_ascii=False, indent=2) + "\n",
    "files.h": "\n".join(header) + "\n",
}.items():
    if "--check" not in sys.argv:
        (sample / name).write_text(text)
    elif (sample / name).read_text() != text:
        sys.exit(f"{name} is out of date: run build-aux/lay-out-sample.py")
