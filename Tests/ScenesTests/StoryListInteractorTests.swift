import News
import Testing

@testable import Scenes

struct StoryListInteractorTests {
    let place = Place.feeds(["https://example.org/feed"])

    @Test func `a first load is one insertion at the top`() async {
        let stories = FakeStories()
        await stories.answer(place, .success(edition("a", "b")))
        let response = await StoryListInteractor(stories: stories).refresh(place, shown: nil)
        #expect(response.edition == edition("a", "b"))
        #expect(response.change == StoryList.Change(position: 0, removed: 0, added: 2))
        #expect(response.error == nil)
    }

    @Test func `a failure keeps what was shown and changes no row`() async {
        let stories = FakeStories()
        await stories.answer(place, .failure(.timedOut))
        let response = await StoryListInteractor(stories: stories).refresh(place, shown: edition("a", "b"))
        #expect(response.edition == edition("a", "b"))
        #expect(response.change == StoryList.Change(position: 2, removed: 0, added: 0))
        #expect(response.error == .timedOut)
    }

    @Test(arguments: [
        (["a", "b"], ["a", "b"], 2, 0, 0),
        (["a", "b"], ["n", "a", "b"], 0, 0, 1),
        (["a", "b", "c"], ["a", "c"], 1, 1, 0),
        (["a", "b", "c"], ["a", "x", "y", "c"], 1, 1, 2),
        (["a", "b"], ["b", "a"], 0, 2, 2),
        (["a", "a2"], [], 0, 2, 0),
        (["a", "b", "b2"], ["a", "b", "n", "b2"], 2, 0, 1),
        ([], [], 0, 0, 0),
    ])
    func `the change is the one range in which two lists differ`(
        old: [String], new: [String], position: Int, removed: Int, added: Int
    ) {
        let change = StoryList.Change(from: old.map { StoryID($0) }, to: new.map { StoryID($0) })
        #expect(change == StoryList.Change(position: position, removed: removed, added: added))
    }

    @Test func `feeds that all fail, each for its own reason, leave what was shown`() async {
        let stories = FakeStories()
        let feeds = Place.feeds(["https://a.example/f", "https://b.example/f"])
        let failures = [
            SourceFailure(address: "https://a.example/f", error: .timedOut),
            SourceFailure(address: "https://b.example/f", error: .status(404)),
        ]
        await stories.answer(feeds, .success(Edition(title: nil, stories: [], failures: failures)))
        let interactor = StoryListInteractor(stories: stories)
        let response = await interactor.refresh(feeds, shown: edition("a"))
        #expect(response.edition?.ids == [StoryID("a")])
        #expect(response.edition?.failures == failures)
    }
}
