import json

from program import SOURCES, ProgramTest


def sample(section):
    return json.loads((SOURCES / f"Resources/sample/{section}.json").read_text())["items"]


class SampleEditionTest(ProgramTest):
    """The first start, without any argument: there is something to read at once."""

    def test_every_story_is_heard_with_its_title_source_and_time(self):
        program = self.start()
        stories = sample("home")
        self.assertGreaterEqual(len(stories), 24)
        rows = program.wait_for("all stories", lambda: len(heard := program.rows()) == len(stories) and heard)
        for story, row in zip(stories, rows):
            end = "" if story["title"][-1] in ".!?…" else "."
            # The time is left out where it lies ahead: the sample has dates of its own, and clocks may be wrong.
            self.assertRegex(row.removeprefix(story["title"] + end), r"^ Sample Edition(, [^,.]+)?\.$")

    def test_it_says_that_it_is_a_sample(self):
        program = self.start()
        program.wait_for("the notice", lambda: program.says("A sample edition: its stories are invented"))
        self.assertEqual(program.title(), "Sample Edition")

    def test_another_section_has_other_stories(self):
        program = self.start()
        for section in "science", "world", "home":
            titles = [story["title"] for story in sample(section)]
            program.activate("win.section", section)
            program.wait_for(
                f"the stories of {section}",
                lambda: len(heard := program.rows()) == len(titles) and all(map(str.startswith, heard, titles)))
            self.assertEqual(program.state("win.section"), section)
