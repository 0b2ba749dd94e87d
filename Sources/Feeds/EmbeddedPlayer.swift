/// The pages of what known players play inside other pages.
enum EmbeddedPlayer {
    /// The page for an address that is meant for an iframe; nil for players not on the list.
    static func page(of address: String) -> String? {
        let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count == 3 else { return nil }
        var host = parts[1].lowercased()
        for prefix in ["www.", "m."] where host.hasPrefix(prefix) { host.removeFirst(prefix.count) }
        let tail = parts[2]
        let path = tail.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        switch host {
        case "youtube.com", "youtube-nocookie.com":
            guard path.count == 2, path[0] == "embed" || path[0] == "v" else { return nil }
            if path[1] == "videoseries" {
                return parameter("list", of: tail).map { "https://www.youtube.com/playlist?list=" + $0 }
            }
            let id = path[1].prefix { $0 != "&" }
            return "https://www.youtube.com/watch?v=" + id
        case "player.vimeo.com":
            guard path.count == 2, path[0] == "video" else { return nil }
            return "https://vimeo.com/" + path[1]
        case "dailymotion.com", "geo.dailymotion.com":
            guard let id = path.last, path.contains("video") else { return nil }
            return "https://www.dailymotion.com/video/" + id
        case "w.soundcloud.com":
            return parameter("url", of: tail).flatMap { WebAddress.web($0) }
        case "open.spotify.com":
            guard path.count == 3, path[0] == "embed" else { return nil }
            return "https://open.spotify.com/\(path[1])/\(path[2])"
        case "embed.ted.com":
            return "https://www.ted.com/" + path.joined(separator: "/")
        case "archive.org":
            guard path.count >= 2, path[0] == "embed" else { return nil }
            return "https://archive.org/details/" + path[1]
        case "player.twitch.tv":
            return parameter("video", of: tail).map { "https://www.twitch.tv/videos/" + $0 }
                ?? parameter("channel", of: tail).map { "https://www.twitch.tv/" + $0 }
        case "bandcamp.com", "player.bilibili.com", "embed.podcasts.apple.com", "codepen.io":
            return address
        default:
            return nil
        }
    }

    private static func parameter(_ name: String, of tail: Substring) -> String? {
        guard let mark = tail.firstIndex(of: "?") else { return nil }
        for pair in tail[tail.index(after: mark)...].split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == name { return WebAddress.unescaped(parts[1]) }
        }
        return nil
    }
}
