import FoundationEssentials
import Testing

@testable import Feeds

/// JSON Feed 1.0 and 1.1.
struct JSONFeedTests {
    @Test(arguments: [
        ("a\\ud83d\\ude00b", "a😀b"), ("a\\ud83db", "a\u{FFFD}b"), ("a\\uDE00\\uD83D", "a\u{FFFD}\u{FFFD}"),
        ("\\\\ud83d", "\\ud83d"), ("\\u0041", "A"),
    ])
    func `half a character does not take its text along`(written: String, title: String?) throws {
        let feed = try parse(
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",\"title\":\"\(written)\"}]}")
        #expect(feed.items.first?.title == title)
    }

    @Test(arguments: [
        ("a\nb\tc", "a b c"), ("Ana\\'s", "Ana's"), ("a\\xb", "axb"), ("a\\u0000b", "ab"), ("a\\\"b", "a\"b"),
    ])
    func `a character that JSON forbids does not take its text along`(written: String, title: String) throws {
        let feed = try parse(
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\n\"items\":[{\"id\":\"1\",\n\"title\":\"\(written)\"}]}"
        )
        #expect(feed.items.first?.title == title)
    }

    @Test func `lines of a text that are not escaped stay lines`() throws {
        let feed = try parse(
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",\"content_text\":\"a\n\nb\"}]}")
        #expect(feed.items.first?.contentHTML == "<p>a</p><p>b</p>")
    }

    @Test func `a number beyond 63 bits is an identity as it stands`() throws {
        let feed = try parse(
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":12345678901234567890}]}")
        #expect(feed.items.first?.id == "12345678901234567890")
    }

    @Test(arguments: [
        ("a\\u12b", "a\\u12b"), ("a\\uzzzzb", "a\\uzzzzb"), ("a\nb", "a b"), ("a\tb", "a b"), ("a\\x41b", "aAb"),
        ("a\\u0000z", "az"), ("a\\u000Bz", "az"), ("a\\uFFFEz", "az"), ("a\\bz", "az"), ("it\\'s", "it's"),
        ("\\q", "q"), ("a\\\nb", "ab"), ("{[\\\"", "{[\""), ("'", "'"), ("//", "//"), ("\\/", "/"),
    ])
    func `a text survives what is wrong in it`(written: String, title: String) throws {
        let feed = try parse(
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",\"title\":\"\(written)\"},{\"id\":\"2\"}]}"
        )
        #expect(feed.items.map(\.title) == [title, nil])
        #expect(feed.warnings == [])
    }

    @Test(arguments: [
        #"{"version":"https://jsonfeed.org/version/1","items":[{"title":"1"}]}"#,
        #"{"status":"OK","section":"x","results":[{"title":"1","url":"https://a.example/1"}]}"#,
        #"{"rss":{"channel":{"title":"T","item":[{"title":"1"}]}}}"#,
        #"/* it's */ {"version":"https://jsonfeed.org/version/1", // "it's"\#n items:[{'title':'1'}]}"#,
    ])
    func `what stands behind the feed is no part of it`(text: String) throws {
        for tail in ["<!-- cached -->", ");", "{}", "}", "\""] {
            let feed = try parse(text + "\n" + tail)
            #expect(feed.items.map(\.title) == ["1"])
            #expect(feed.warnings.contains("something else stands behind the feed"))
        }
        #expect(try !parse(text + " \n").warnings.contains("something else stands behind the feed"))
    }

    @Test func `a bad escape may be the last thing there`() throws {
        #expect(try parse(#"{"items":[{"id":"1"}],"title":"a\u1"}"#).title == #"a\u1"#)
    }

    @Test(arguments: [99, 512, 100_000])
    func `what an extension holds may be as deep as it likes`(depth: Int) throws {
        for (open, close) in [("[", "]"), (#"{"a\n":"#, "}")] {
            let deep = String(repeating: open, count: depth) + #""b\x]""# + String(repeating: close, count: depth)
            let feed = try parse(
                #"{"version":"https://jsonfeed.org/version/1.1","_y":\#(deep),"items":[{"id":"1","_x":\#(deep),"title":"T"}]}"#
            )
            #expect(feed.items.map(\.title) == ["T"])
            #expect(feed.warnings == [])
        }
    }

    @Test(arguments: [#"{"a":1}"#, #"{"_x":{"id":"1"}}"#, #""x""#, "{}", "[]", "null"])
    func `what is no story makes none`(items: String) throws {
        #expect(try parse(#"{"version":"https://jsonfeed.org/version/1.1","items":\#(items)}"#).items == [])
    }

    @Test func `a relative address is that of the story's page, or of the feed's`() throws {
        let text = #"""
            {"version":"https://jsonfeed.org/version/1.1","home_page_url":"https://a.example/","icon":"i.png","items":[
             {"id":"1","url":"https://b.example/d/1","image":"/i.png","banner_image":"b.png",
              "attachments":[{"url":"a.mp3"}],"content_html":"<img src=\"/z.png\">","authors":[{"url":"/ana"}]},
             {"id":"2","url":"/d/2","image":"i.png"},{"id":"3","image":"i.png"}]}
            """#
        for url in [nil, "https://feeds.example/f.json"] {
            let feed = try FeedParser.parse(Array(text.utf8), url: url)
            #expect(feed.iconURL == "https://a.example/i.png")
            #expect(feed.items.map(\.url) == ["https://b.example/d/1", "https://a.example/d/2", nil])
            #expect(
                feed.items.map { $0.images.map(\.url) } == [
                    ["https://b.example/i.png", "https://b.example/d/b.png"], ["https://a.example/d/i.png"],
                    ["https://a.example/i.png"],
                ])
            #expect(feed.items[0].attachments.map(\.url) == ["https://b.example/d/a.mp3"])
            #expect(feed.items[0].authors.map(\.url) == ["https://b.example/ana"])
            #expect(feed.items[0].contentHTML == "<img src=\"https://b.example/z.png\">")
        }
    }

    @Test func `authors may be names alone`() throws {
        let feed = try parse(
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"authors\":[\"A\",{\"name\":\"B\"}],\"items\":[]}")
        #expect(feed.authors == [ParsedAuthor(name: "A"), ParsedAuthor(name: "B")])
    }

    @Test func `a feed is read whole`() throws {
        let feed = try parse(
            """
            {"version":"https://jsonfeed.org/version/1.1","title":"Feed","home_page_url":"https://a.example/",
             "feed_url":"https://a.example/feed.json","description":"What it is","next_url":"https://a.example/2.json",
             "icon":"https://a.example/i.png","favicon":"https://a.example/f.ico","language":"de","expired":true,
             "authors":[{"name":"Ana","url":"https://ana.example/","avatar":"https://ana.example/a.png"}],
             "hubs":[{"type":"WebSub","url":"https://hub.example/"}],"_x":{"y":1},
             "items":[{"id":"1","url":"https://a.example/1","external_url":"https://b.example/","title":"One",
               "content_html":"<p>Hi</p>","summary":"Short","image":"https://a.example/1.jpg",
               "banner_image":"https://a.example/b.jpg","date_published":"2026-11-30T12:30:00+01:00",
               "date_modified":"2026-11-30T12:00:00Z","tags":["x","y"],"language":"en",
               "attachments":[{"url":"https://a.example/1.mp3","mime_type":"audio/mpeg","title":"Sound",
                 "size_in_bytes":120,"duration_in_seconds":61.5}]}]}
            """)
        #expect(feed.format == .jsonFeed11)
        #expect(feed.title == "Feed")
        #expect(feed.summary == "What it is")
        #expect(feed.homePageURL == "https://a.example/")
        #expect(feed.nextURL == "https://a.example/2.json")
        #expect(feed.isExpired)
        #expect(feed.hubs == ["https://hub.example/"])
        #expect(
            feed.authors == [
                ParsedAuthor(name: "Ana", url: "https://ana.example/", avatarURL: "https://ana.example/a.png")
            ])
        let item = try #require(feed.items.first)
        #expect(item.id == "1")
        #expect(item.externalURL == "https://b.example/")
        #expect(item.contentHTML == "<p>Hi</p>")
        #expect(item.summary == "Short")
        #expect(item.published == Date(timeIntervalSince1970: 1_796_038_200))
        #expect(item.images.map(\.url) == ["https://a.example/1.jpg", "https://a.example/b.jpg"])
        #expect(
            item.attachments == [
                ParsedAttachment(
                    url: "https://a.example/1.mp3", mimeType: "audio/mpeg", title: "Sound", size: 120, duration: 61)
            ])
    }

    @Test func `an id that is a number is a text`() throws {
        let feed = try parse(
            #"{"version":"https://jsonfeed.org/version/1","items":[{"id":42},{"id":"a"},{"url":"https://a.example/"}]}"#
        )
        #expect(feed.items.map(\.id) == ["42", "a", "https://a.example/"])
    }

    @Test func `text becomes paragraphs`() throws {
        let feed = try parse(
            #"{"version":"https://jsonfeed.org/version/1","author":{"name":"Ana"},"items":[{"id":1,"content_text":"a < b\n\nc"}]}"#
        )
        #expect(feed.items.first?.contentHTML == "<p>a &lt; b</p><p>c</p>")
        #expect(feed.authors.map(\.name) == ["Ana"])
    }

    @Test func `a bad item loses only itself`() throws {
        let feed = try parse(
            #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1"},7,null,{"id":"2","tags":"x"}]}"#)
        #expect(feed.items.map(\.id) == ["1", "2"])
    }

    @Test func `a document that stops early yields the stories that are complete`() throws {
        let stories = (1...4).map { #"{"id":"\#($0)","tags":["a,]}","b\"c"],"authors":[{"name":"N"}]}"# }
        let head = #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":["#
        let whole = head + stories.joined(separator: ",")
        for cut in stride(from: whole.utf8.count, through: head.utf8.count, by: -3) {
            let complete = (cut - head.utf8.count + 1) / (stories[0].utf8.count + 1)
            let feed = try parse(String(whole.prefix(cut)))
            #expect(feed.items.map(\.id) == (1...4).prefix(complete).map(String.init), "cut at \(cut)")
            #expect(feed.title == "T")
            #expect(feed.warnings == ["the document ends early"])
        }
    }

    @Test(arguments: [
        #"{"rss":{"channel":{"title":"T","item":[{"title":"1"},{"title":"#,
        #"{"status":"OK","section":"x","results":[{"title":"1","url":"https://a.example/1"},{"title":"2","multimedia":[{"#,
        #"{"status":"OK","response":{"docs":[{"headline":{"main":"1"},"web_url":"https://a.example/1"},{"headline":{"#,
        #"{"version":"https://jsonfeed.org/version/1","items":[{"title":"1"}],"hubs":[{"ty"#,
        #"{"version":"https://jsonfeed.org/version/1","items":[{"title":"1"}],"author":{"na"#,
    ])
    func `every kind of JSON may stop early`(text: String) throws {
        let feed = try parse(text)
        #expect(feed.items.map(\.title) == ["1"])
        #expect(feed.warnings.last == "the document ends early")
    }
}
