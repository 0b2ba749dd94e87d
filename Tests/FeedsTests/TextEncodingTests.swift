import Testing

@testable import Feeds

/// FIELD-GUIDE 1.2. The bytes were made by another program than ours.
struct TextEncodingTests {
    @Test(arguments: TextEncodingTests.feeds)
    func `text is read whatever it is written in`(feed: Sample) throws {
        let parsed = try FeedParser.parse(feed.bytes, contentType: feed.contentType)
        #expect(parsed.title == feed.title)
    }

    @Test(arguments: [
        ("<?xml version='1.0' encoding='utf-8'?>", nil), ("", "application/rss+xml; charset=utf-8"),
    ])
    func `UTF-8 stays so whatever one byte of it is`(declaration: String, contentType: String?) throws {
        let text = declaration + "<rss version='2.0'><channel><item><title>É €</title></item><item><title>caf"
        let feed = try FeedParser.parse(
            Array(text.utf8) + [0xE9] + Array("</title></item></channel></rss>".utf8), contentType: contentType)
        #expect(feed.items.map(\.title) == ["É €", "café"])
    }

    @Test func `UTF-8 that stops within a character is UTF-8`() throws {
        let text = Array(
            "<rss version='2.0'><channel><title>Tïtle</title><item><title>日本</title></item><item><title>本".utf8)
        for cut in 1...2 {
            let feed = try FeedParser.parse(Array(text.dropLast(cut)))
            #expect(feed.title == "Tïtle")
            #expect(feed.items.map(\.title) == ["日本"])
        }
        #expect(TextEncoding.decode(Array("<a>😀é".utf8.dropLast()), contentType: nil).bytes == Array("<a>😀".utf8))
    }

    @Test func `JSON is UTF-8 though a byte of it is not`() throws {
        let head = Array(
            #"{"version":"https://jsonfeed.org/version/1.1","title":"Fé","items":[{"id":"1","title":"caf"#.utf8)
        let feed = try FeedParser.parse(head + [0xE9] + Array(#" €"}]}"#.utf8))
        #expect(feed.title == "Fé")
        #expect(feed.items.map(\.title) == ["café €"])
    }

    @Test func `what says to be UTF-8 and is windows-1251 is not taken at its word`() throws {
        let title: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x2C, 0x20, 0xEC, 0xE8, 0xF0]
        let head = Array("<?xml version='1.0' encoding='utf-8'?><rss version='2.0'><channel><title>".utf8)
        let feed = try FeedParser.parse(head + title + Array("</title></channel></rss>".utf8))
        #expect(feed.title == "Привет, мир")
    }

    /// A feed in some encoding, and its title.
    struct Sample: CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let contentType: String?
        let title: String

        init(_ description: String, _ hex: String, _ contentType: String?, _ title: String) {
            testDescription = description
            let digits = Array(hex.utf8)
            bytes = stride(from: 0, to: digits.count, by: 2).map {
                UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)!
            }
            self.contentType = contentType
            self.title = title
        }
    }

    private static let feeds: [Sample] = [
        Sample(
            "windows-1251 as declared",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2277696e646f77732d31323531223f3e3c7273\
            733e3c6368616e6e656c3e3c7469746c653ecff0e8e2e5f23c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Привет"),
        Sample(
            "koi8-r as declared",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d226b6f69382d72223f3e3c7273733e3c636861\
            6e6e656c3e3c7469746c653ef0d2c9d7c5d43c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Привет"),
        Sample(
            "shift_jis as declared",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2273686966745f6a6973223f3e3c7273733e3c\
            6368616e6e656c3e3c7469746c653e93fa967b8cea836a8385815b83583c2f7469746c653e3c2f6368616e6e656c3e3c\
            2f7273733e
            """,
            nil, "日本語ニュース"),
        Sample(
            "euc-jp as declared",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d226575632d6a70223f3e3c7273733e3c636861\
            6e6e656c3e3c7469746c653ec6fccbdcb8ec3c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "日本語"),
        Sample(
            "iso-2022-jp as declared",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2269736f2d323032322d6a70223f3e3c727373\
            3e3c6368616e6e656c3e3c7469746c653e1b2442467c4b5c386c1b28423c2f7469746c653e3c2f6368616e6e656c3e3c\
            2f7273733e
            """,
            nil, "日本語"),
        Sample(
            "gb2312 as declared",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d22676232333132223f3e3c7273733e3c636861\
            6e6e656c3e3c7469746c653ed6d0cec4d6ece946bbf93c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "中文朱镕基"),
        Sample(
            "big5 as declared",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2262696735223f3e3c7273733e3c6368616e6e\
            656c3e3c7469746c653ea4a4a4e5b773bb443c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "中文新聞"),
        Sample(
            "ks_c_5601-1987 as declared",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d226b735f635f353630312d31393837223f3e3c\
            7273733e3c6368616e6e656c3e3c7469746c653ec7d1b1b9beee2094ee3c2f7469746c653e3c2f6368616e6e656c3e3c\
            2f7273733e
            """,
            nil, "한국어 뷁"),
        Sample(
            "iso-8859-1 as declared",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2269736f2d383835392d31223f3e3c7273733e\
            3c6368616e6e656c3e3c7469746c653e93436166e994209620803c2f7469746c653e3c2f6368616e6e656c3e3c2f7273\
            733e
            """,
            nil, "“Café” – €"),
        Sample(
            "iso-8859-2 as declared",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2269736f2d383835392d32223f3e3c7273733e\
            3c6368616e6e656c3e3c7469746c653eae6c75bb6f75e86bfd206bf9f23c2f7469746c653e3c2f6368616e6e656c3e3c\
            2f7273733e
            """,
            nil, "Žluťoučký kůň"),
        Sample(
            "iso-8859-7 as declared",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2269736f2d383835392d37223f3e3c7273733e\
            3c6368616e6e656c3e3c7469746c653ec5ebebdce4e13c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Ελλάδα"),
        Sample(
            "windows-1256 as declared",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2277696e646f77732d31323536223f3e3c7273\
            733e3c6368616e6e656c3e3c7469746c653ee3d1cdc8c73c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "مرحبا"),
        Sample(
            "single quotes in the declaration",
            """
            3c3f786d6c2076657273696f6e3d27312e302720656e636f64696e673d2777696e646f77732d31323531273f3e3c7273\
            733e3c6368616e6e656c3e3c7469746c653ec4e03c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Да"),
        Sample(
            "the header before the declaration",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2269736f2d383835392d31223f3e3c7273733e\
            3c6368616e6e656c3e3c7469746c653ecff0e8e2e5f23c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            "text/xml; charset=windows-1251", "Привет"),
        Sample(
            "the header's charset in quotes",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653ecff0e8e2e5f23c2f7469746c653e3c2f6368616e6e656c3e3c2f72\
            73733e
            """,
            "text/xml; charset=\"windows-1251\"", "Привет"),
        Sample(
            "text/xml without charset is not us-ascii",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d227574662d38223f3e3c7273733e3c6368616e\
            6e656c3e3c7469746c653e436166c3a93c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            "text/xml", "Café"),
        Sample(
            "UTF-8 beats a header of iso-8859-1",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653e436166c3a93c2f7469746c653e3c2f6368616e6e656c3e3c2f7273\
            733e
            """,
            "text/xml; charset=iso-8859-1", "Café"),
        Sample(
            "UTF-8 beats a declaration of us-ascii",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2275732d6173636969223f3e3c7273733e3c63\
            68616e6e656c3e3c7469746c653e436166c3a93c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Café"),
        Sample(
            "a header that the bytes refute",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2277696e646f77732d31323531223f3e3c7273\
            733e3c6368616e6e656c3e3c7469746c653ecff0e8e2e5f23c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            "text/xml; charset=utf-8", "Привет"),
        Sample(
            "declared UTF-8, but windows-1252",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d227574662d38223f3e3c7273733e3c6368616e\
            6e656c3e3c7469746c653e436166e93c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Café"),
        Sample(
            "declared UTF-16 in eight bits",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d227574662d3136223f3e3c7273733e3c636861\
            6e6e656c3e3c7469746c653e436166c3a93c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Café"),
        Sample(
            "an unknown name",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d22626f6775732d656e636f64696e67223f3e3c\
            7273733e3c6368616e6e656c3e3c7469746c653e436166c3a93c2f7469746c653e3c2f6368616e6e656c3e3c2f727373\
            3e
            """,
            nil, "Café"),
        Sample(
            "UTF-8 mark",
            """
            efbbbf3c7273733e3c6368616e6e656c3e3c7469746c653e436166c3a93c2f7469746c653e3c2f6368616e6e656c3e3c\
            2f7273733e
            """,
            nil, "Café"),
        Sample(
            "UTF-8 mark against the declaration",
            """
            efbbbf3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2269736f2d383835392d31223f3e3c72\
            73733e3c6368616e6e656c3e3c7469746c653e436166c3a93c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Café"),
        Sample(
            "UTF-16LE with a mark",
            """
            fffe3c003f0078006d006c002000760065007200730069006f006e003d00220031002e0030002200200065006e006300\
            6f00640069006e0067003d0022007500740066002d003100360022003f003e003c007200730073003e003c0063006800\
            61006e006e0065006c003e003c007400690074006c0065003e00430061006600e9002000e5653c002f00740069007400\
            6c0065003e003c002f006300680061006e006e0065006c003e003c002f007200730073003e00
            """,
            nil, "Café 日"),
        Sample(
            "UTF-16BE with a mark",
            """
            feff003c003f0078006d006c002000760065007200730069006f006e003d00220031002e0030002200200065006e0063\
            006f00640069006e0067003d0022007500740066002d003100360022003f003e003c007200730073003e003c00630068\
            0061006e006e0065006c003e003c007400690074006c0065003e00430061006600e9002065e5003c002f007400690074\
            006c0065003e003c002f006300680061006e006e0065006c003e003c002f007200730073003e
            """,
            nil, "Café 日"),
        Sample(
            "UTF-16LE without a mark",
            """
            3c003f0078006d006c002000760065007200730069006f006e003d00220031002e0030002200200065006e0063006f00\
            640069006e0067003d0022007500740066002d003100360022003f003e003c007200730073003e003c00630068006100\
            6e006e0065006c003e003c007400690074006c0065003e00430061006600e9002000e5653c002f007400690074006c00\
            65003e003c002f006300680061006e006e0065006c003e003c002f007200730073003e00
            """,
            nil, "Café 日"),
        Sample(
            "UTF-16BE without a mark",
            """
            003c003f0078006d006c002000760065007200730069006f006e003d00220031002e0030002200200065006e0063006f\
            00640069006e0067003d0022007500740066002d003100360022003f003e003c007200730073003e003c006300680061\
            006e006e0065006c003e003c007400690074006c0065003e00430061006600e9002065e5003c002f007400690074006c\
            0065003e003c002f006300680061006e006e0065006c003e003c002f007200730073003e
            """,
            nil, "Café 日"),
        Sample(
            "UTF-32LE with a mark",
            """
            fffe00003c0000003f000000780000006d0000006c000000200000007600000065000000720000007300000069000000\
            6f0000006e0000003d00000022000000310000002e000000300000002200000020000000650000006e00000063000000\
            6f00000064000000690000006e000000670000003d000000220000007500000074000000660000002d00000033000000\
            32000000220000003f0000003e0000003c0000007200000073000000730000003e0000003c0000006300000068000000\
            610000006e0000006e000000650000006c0000003e0000003c0000007400000069000000740000006c00000065000000\
            3e000000430000006100000066000000e900000020000000e56500003c0000002f000000740000006900000074000000\
            6c000000650000003e0000003c0000002f0000006300000068000000610000006e0000006e000000650000006c000000\
            3e0000003c0000002f0000007200000073000000730000003e000000
            """,
            nil, "Café 日"),
        Sample(
            "UTF-32BE without a mark",
            """
            0000003c0000003f000000780000006d0000006c0000002000000076000000650000007200000073000000690000006f\
            0000006e0000003d00000022000000310000002e000000300000002200000020000000650000006e000000630000006f\
            00000064000000690000006e000000670000003d000000220000007500000074000000660000002d0000003300000032\
            000000220000003f0000003e0000003c0000007200000073000000730000003e0000003c000000630000006800000061\
            0000006e0000006e000000650000006c0000003e0000003c0000007400000069000000740000006c000000650000003e\
            000000430000006100000066000000e900000020000065e50000003c0000002f0000007400000069000000740000006c\
            000000650000003e0000003c0000002f0000006300000068000000610000006e0000006e000000650000006c0000003e\
            0000003c0000002f0000007200000073000000730000003e
            """,
            nil, "Café 日"),
        Sample(
            "EBCDIC",
            """
            4c6fa7949340a58599a28996957e7ff14bf07f4085958396848995877e7f8397f0f3f77f6f6e4c99a2a26e4c83888195\
            9585936e4ca389a393856ec8859393964c61a389a393856e4c61838881959585936e4c6199a2a26e
            """,
            nil, "Hello"),
        Sample(
            "control characters are removed",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653e61006208630b640c651f66efbfbe3c2f7469746c653e3c2f636861\
            6e6e656c3e3c2f7273733e
            """,
            nil, "abcdef"),
        Sample(
            "references to what is no character are removed",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653e61262378443830303b622623303b633c2f7469746c653e3c2f6368\
            616e6e656c3e3c2f7273733e
            """,
            nil, "abc"),
        Sample(
            "references 128 to 159 are Windows characters",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653e26233134373b6126233134383b2026237838303b3c2f7469746c65\
            3e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "“a” €"),
        Sample(
            "a few foreign bytes in UTF-8",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653e4772c3bcc39f6520617573204bc3b66c6e2066c3bc7220c384686e\
            6c69636865204772c3b6c39f6520c384c396c39c20c3a4c3b6c3bc209378943c2f7469746c653e3c2f6368616e6e656c\
            3e3c2f7273733e
            """,
            nil, "Grüße aus Köln für Ähnliche Größe ÄÖÜ äöü “x”"),
        Sample(
            "Russian without a word",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653ed1e5e3eee4edff20e220cceef1eae2e520eef2eaf0fbebe0f1fc20\
            e2fbf1f2e0e2eae020f1eee2f0e5ece5ededeee3ee20e8f1eaf3f1f1f2e2e03c2f7469746c653e3c2f6368616e6e656c\
            3e3c2f7273733e
            """,
            nil, "Сегодня в Москве открылась выставка современного искусства"),
        Sample(
            "Russian in KOI8-R without a word",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653ef3c5c7cfc4ced120d720edcfd3cbd7c520cfd4cbd2d9ccc1d3d820\
            d7d9d3d4c1d7cbc120d3cfd7d2c5cdc5cececfc7cf20c9d3cbd5d3d3d4d7c13c2f7469746c653e3c2f6368616e6e656c\
            3e3c2f7273733e
            """,
            nil, "Сегодня в Москве открылась выставка современного искусства"),
        Sample(
            "Japanese without a word",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653e8da193fa82cc836a8385815b835882f082a8936082a682b582dc82\
            b73c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "今日のニュースをお伝えします"),
        Sample(
            "Japanese in EUC without a word",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653ebaa3c6fca4cea5cba5e5a1bca5b9a4f2a4aac5c1a4a8a4b7a4dea4\
            b93c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "今日のニュースをお伝えします"),
        Sample(
            "Korean without a word",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653ebfc0b4c3c0c720b4babdbab8a620becbb7c120b5e5b8b3b4cfb4d9\
            3c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "오늘의 뉴스를 알려 드립니다"),
        Sample(
            "Chinese without a word",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653ebdf1ccecb5c4d0c2cec5b1a8b5c0c1cbd6d0b9fabeadbcc3b5c4b7\
            a2d5b9c7e9bff63c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "今天的新闻报道了中国经济的发展情况"),
        Sample(
            "Traditional Chinese without a word",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653ea4b5a4d1aabab773bb44b3f8bec9a446a578c657b867c0d9aabab5\
            6fae69b1a1aa703c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "今天的新聞報導了台灣經濟的發展情況"),
        Sample(
            "Arabic without a word",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653ec3cec8c7d120c7e1ede6e320e3e420c7e1dac7e1e320c7e1dad1c8\
            ed3c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "أخبار اليوم من العالم العربي"),
        Sample(
            "Czech without a word",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653e50f8ed6c699a209e6c759d6f75e86bfd206bf9f220fa70ec6c20ef\
            e162656c736be920f364793c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Příliš žluťoučký kůň úpěl ďábelské ódy"),
        Sample(
            "Czech in iso-8859-2 without a word",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653e50f8ed6c69b920be6c75bb6f75e86bfd206bf9f220fa70ec6c20ef\
            e162656c736be920f364793c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Příliš žluťoučký kůň úpěl ďábelské ódy"),
        Sample(
            "French without a word",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653ec974e920e0206c61206672616ee761697365203a206c929c757672\
            65206ff92064e96ae02072e8676e653c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Été à la française : l’œuvre où déjà règne"),
        Sample(
            "Greek without a word",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653ec720c5ebebdce4e120f3deece5f1e120eae1e920e1fdf1e9ef20f3\
            f4e9f220e5e9e4def3e5e9f23c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Η Ελλάδα σήμερα και αύριο στις ειδήσεις"),
        Sample(
            "Hebrew without a word",
            """
            3c7273733e3c6368616e6e656c3e3c7469746c653ee7e3f9e5fa20e4e9e5ed20eee9f9f8e0ec20e5eee4f2e5eced3c2f\
            7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "חדשות היום מישראל ומהעולם"),
        Sample(
            "Japanese in seven bits by another name",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d22637349534f323032324a50223f3e3c727373\
            3e3c6368616e6e656c3e3c7469746c653e1b2442467c4b5c386c244e254b2565213c25391b28423c2f7469746c653e3c\
            2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "日本語のニュース"),
        Sample(
            "Cyrillic with an underscore in the name",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2269736f383835395f35223f3e3c7273733e3c\
            6368616e6e656c3e3c7469746c653ebdded2dee1e2d83c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Новости"),
        Sample(
            "a code page by its number",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2231323531223f3e3c7273733e3c6368616e6e\
            656c3e3c7469746c653ecdeee2eef1f2e83c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Новости"),
        Sample(
            "Mac Roman",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d226d61632d726f6d616e223f3e3c7273733e3c\
            6368616e6e656c3e3c7469746c653e6361668e3c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "café"),
        Sample(
            "Latin 9",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d226c39223f3e3c7273733e3c6368616e6e656c\
            3e3c7469746c653e636166e920a43c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "café €"),
        Sample(
            "Cyrillic without a stroke in the name",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2269736f3838353935223f3e3c7273733e3c63\
            68616e6e656c3e3c7469746c653ebdded2dee1e2d83c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Новости"),
        Sample(
            "Hebrew as it is seen",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2276697375616c223f3e3c7273733e3c636861\
            6e6e656c3e3c7469746c653ee7e3f9e5fa3c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "חדשות"),
        Sample(
            "Arabic with its direction in the name",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2249534f2d383835392d362d49223f3e3c7273\
            733e3c6368616e6e656c3e3c7469746c653ec3cec8c7d13c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "أخبار"),
        Sample(
            "Greek of Sun",
            """
            3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2273756e5f65755f677265656b223f3e3c7273\
            733e3c6368616e6e656c3e3c7469746c653ecddde13c2f7469746c653e3c2f6368616e6e656c3e3c2f7273733e
            """,
            nil, "Νέα"),
    ]
}
