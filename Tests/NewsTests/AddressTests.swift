import News
import Testing

struct AddressTests {
    @Test(arguments: [
        ("https://example.org/feed", "https://example.org/feed"),
        (" http://example.org/feed \n", "http://example.org/feed"),
        ("HTTPS://Example.org/Feed", "https://Example.org/Feed"),
        ("feed:https://example.org/feed", "https://example.org/feed"),
        ("feed://example.org/feed", "http://example.org/feed"),
        ("example.org/feed", "https://example.org/feed"),
        ("example.org:8080/feed", "https://example.org:8080/feed"),
        ("127.0.0.1:8000/feed", "http://127.0.0.1:8000/feed"),
        ("localhost:8000", "http://localhost:8000"),
        ("http://[::1]:8000/feed", "http://[::1]:8000/feed"),
    ])
    func `what is typed or clicked becomes an address`(text: String, address: String) {
        #expect(Address.normalised(text) == address)
    }

    @Test(arguments: [
        "", "   ", "news", "mailto:a@example.org", "file:///etc/passwd", "javascript:alert(1)", "http://", "https:///x",
        "feed:", "gopher://example.org", "ftp://example.org/feed", "http:example.org",
        "./feed.xml", "../feed.xml", "/home/me/feed.xml", "http://../x",
    ])
    func `what is no address is none`(text: String) {
        #expect(Address.normalised(text) == nil)
    }

    @Test func `a host comes with its port and without a password`() {
        #expect(Address.host(of: "https://example.org:8080/a?b") == "example.org:8080")
        #expect(Address.host(of: "https://user:secret@example.org/") == "example.org")
    }
}

struct CanonicalAddressTests {
    @Test(arguments: [
        "http://example.org/a", "https://EXAMPLE.org/a", "HTTPS://example.org:443/a", "http://example.org:80/a",
        "https://example.org/a#top", "https://example.org/a?utm_source=rss&fbclid=1",
    ])
    func `addresses of one page have one form`(address: String) {
        #expect(Address.canonical(address) == "example.org/a")
    }

    @Test(arguments: [
        ("https://example.org/", "example.org"), ("https://example.org", "example.org"),
        ("https://example.org/A?b=C", "example.org/A?b=C"), ("https://example.org:8080/a", "example.org:8080/a"),
        ("https://example.org/a/", "example.org/a/"), ("https://example.org/#!/a", "example.org/#!/a"),
        ("https://example.org/a#comment-12", "example.org/a#comment-12"),
        ("https://example.org?p=1", "example.org?p=1"),
    ])
    func `what tells pages apart stays`(address: String, form: String) {
        #expect(Address.canonical(address) == form)
    }
}
