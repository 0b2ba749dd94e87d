import FoundationEssentials
import News

/// Sets the page of an article.
package struct ReaderPresenter: Sendable {
    private let dates: DateWords
    private let stories: StoryListPresenter

    package init(dates: DateWords) {
        self.dates = dates
        stories = StoryListPresenter(dates: dates)
    }

    package var loading: Reader.ViewModel { Reader.ViewModel(title: tr("Reader"), page: .loading, original: nil) }

    package func present(_ response: Reader.Response) -> Reader.ViewModel {
        if let error = response.error {
            return Reader.ViewModel(
                title: tr("Reader"),
                page: .status(title: tr("Story Not Read"), text: stories.sentences(error)), original: nil)
        }
        guard let article = response.article else {
            return Reader.ViewModel(
                title: tr("Reader"),
                page: .status(title: tr("Story Not Found"), text: tr("It is not in the library any more.")),
                original: nil)
        }
        var page = Reader.ViewModel(title: title(of: article), page: .article, original: article.story.url)
        page.isRead = article.story.isRead
        page.isStarred = article.story.isStarred
        return page
    }

    /// The page, in pieces. An article may be 2 MB long: this is done off the main actor.
    @concurrent
    package func body(of article: StoryArticle, now: Date) async -> Reader.Body {
        var builder = ReaderBodyBuilder()
        let story = article.story
        let title = title(of: article)
        builder.add(.source, story.source, lead: "")
        builder.add(.title, title)
        let text = article.body.map(Self.allText) ?? ""
        let opening = text.utf8.prefix(2000)
        let summary = article.summary.isEmpty ? story.summary : article.summary
        // A summary that is how the text begins would be read twice.
        if !summary.isEmpty, summary != title, !String(opening)!.contains(summary.prefix(60)) {
            builder.add(.summary, summary)
        }
        builder.add(.byline, byline(of: article, text: text, now: now))

        let lead = lead(of: article)
        if let figure = lead.figure {
            let block = builder.figure(figure, caption: lead.caption, credit: article.credit)
            builder.add(block, lines: 16)
        }
        if let body = article.body { builder.add(body, leavingOut: lead.block) }
        if !article.tags.isEmpty { builder.add(.tags, tr("Tags: {0}", article.tags.joined(separator: " · "))) }
        if let url = story.url {
            builder.add(
                .button(
                    label: tr("Read at {0}", readable(Address.host(of: url))), url: url,
                    isSuggested: article.body == nil), lines: 3)
        }
        if let attribution = article.attribution {
            var credit = Article.RichText()
            credit.text = tr("Data provided by {0}", attribution.provider)
            credit.runs = [Article.Run(range: 0..<credit.text.utf8.count, style: [], link: attribution.url)]
            builder.add(.note, credit)
            builder.add(.note, attribution.copyright ?? "", lead: "\n")
        }
        return builder.body
    }

    /// How many matches there are, and which is looked at.
    package func found(_ matches: [Reader.Match], current: Int?, query: String) -> Reader.Found {
        var found = Reader.Found()
        found.matches = matches
        found.current = current
        if !query.isEmpty {
            found.words = current.map { tr("{0} of {1}", $0 + 1, matches.count) } ?? tr("No results")
        }
        return found
    }

    package var noAddress: String { stories.noAddress }
    package var linkCopied: String { tr("Link copied") }
    package var noMoreStories: String { tr("No more stories in this list") }
    package var nothingUnread: String { tr("No more unread stories in this list") }

    /// What was just done by hand.
    package func done(_ mark: Mark) -> String {
        switch mark {
        case .read: tr("Marked as read")
        case .unread: tr("Marked as unread")
        case .starred: tr("Starred")
        case .unstarred: tr("Star removed")
        case .saved: tr("Saved for later")
        case .unsaved: tr("Not saved for later any more")
        }
    }

    /// Why a mark could not be kept.
    package func failed(_ error: NewsError) -> String { stories.sentences(error) }

    package var lostAnchor: String { tr("This link leads to nothing in the story") }

    /// What a mail program is to begin a message with (RFC 6068).
    package func mail(about article: StoryArticle) -> String? {
        guard let url = article.story.url else { return nil }
        func escaped(_ text: String) -> String {
            text.utf8.map { byte in
                let isPlain =
                    byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
                    || "-._~".utf8.contains(byte)
                return isPlain
                    ? String(UnicodeScalar(byte))
                    : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined()
        }
        return "mailto:?subject=\(escaped(title(of: article)))&body=\(escaped(url))"
    }

    // MARK: Parts of the page

    private func title(of article: StoryArticle) -> String {
        let title = article.story.title
        if !title.isEmpty { return title }
        return article.summary.isEmpty ? tr("Untitled") : String(article.summary.prefix(100))
    }

    /// Who, when, and how long it takes.
    private func byline(of article: StoryArticle, text: String, now: Date) -> String {
        var parts: [String] = []
        if let byline = article.story.byline { parts.append(byline) }
        if let date = article.story.published {
            parts.append(tr("{0}, {1}", dates.day(date, now), dates.clock(date)))
        }
        if article.body != nil {
            let minutes = Self.minutes(toRead: text)
            parts.append(ntr("{0} minute to read", "{0} minutes to read", minutes))
        }
        return parts.joined(separator: " · ")
    }

    /// The picture over the text. Where the text shows the same one, that one moves up with its caption.
    private func lead(
        of article: StoryArticle
    ) -> (figure: Article.Figure?, caption: Article.RichText?, block: Int?) {
        var caption: Article.RichText?
        if let words = article.caption {
            caption = Article.RichText()
            caption?.text = words
        }
        let blocks = article.body?.blocks.prefix(12) ?? []
        let first = blocks.indices.first { if case .figure = blocks[$0] { true } else { false } }
        guard let rendition = article.story.pictures.best(forWidth: 1400) else { return (nil, nil, nil) }
        let file = Self.file(rendition.url)
        for index in blocks.indices {
            guard case .figure(let figure) = blocks[index], Self.file(figure.url) == file else { continue }
            return (figure, figure.caption ?? caption, index)
        }
        // One that opens the text serves as well; a small one is an icon.
        if first == 0 || rendition.width.map({ $0 < 300 }) == true { return (nil, nil, nil) }
        return (
            Article.Figure(url: rendition.url, width: rendition.width, height: rendition.height), caption, nil
        )
    }

    /// What two addresses of one picture have in common.
    private static func file(_ url: String) -> Substring {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return path.firstRange(of: "//").map { path[$0.upperBound...] } ?? path
    }

    private func readable(_ host: String) -> String { host.hasPrefix("www.") ? String(host.dropFirst(4)) : host }

    // MARK: Text

    /// The text of an article, for counting.
    private static func allText(_ article: Article) -> String {
        var text = ""
        func add(_ blocks: [Article.Block]) {
            for block in blocks {
                switch block {
                case .paragraph(let rich), .heading(_, let rich): text += rich.text + " "
                case .list(let items, _): items.forEach(add)
                case .quote(let blocks): add(blocks)
                case .table(let rows, _): for row in rows { row.forEach { add($0.blocks) } }
                case .code, .figure, .rule, .embed: break
                }
            }
        }
        add(article.blocks)
        return text
    }

    /// 230 words a minute; of scripts that have no spaces between words, 500 characters.
    private static func minutes(toRead text: String) -> Int {
        var words = 0
        var characters = 0
        var isInside = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0...0x20: isInside = false
            case 0x0E00...0x0E7F, 0x2E80...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3FFFD:
                characters += 1
                isInside = false
            default:
                if !isInside { words += 1 }
                isInside = true
            }
        }
        return max(1, Int((Double(words) / 230 + Double(characters) / 500).rounded()))
    }
}
