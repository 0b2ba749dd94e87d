/// What kind of thing an address leads to, by the type that a feed names or else by the ending of its path.
enum MediaType {
    static func isImage(_ type: String?, _ address: String) -> Bool { kind(type, address) == "image" }

    /// Sound or moving pictures.
    static func isTimed(_ type: String?, _ address: String) -> Bool {
        let kind = kind(type, address)
        return kind == "audio" || kind == "video"
    }

    private static func kind(_ type: String?, _ address: String) -> Substring? {
        (type ?? guess(address))?.split(separator: "/").first
    }

    /// The type that the ending of the path stands for.
    static func guess(_ address: String) -> String? {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return nil }
        return types[name[name.index(after: dot)...].lowercased()]
    }

    private static let types: [String: String] = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "svg": "image/svg+xml", "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac",
        "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac",
        "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "ogv": "video/ogg",
        "avi": "video/x-msvideo", "mpg": "video/mpeg", "mpeg": "video/mpeg", "pdf": "application/pdf",
        "zip": "application/zip", "epub": "application/epub+zip", "torrent": "application/x-bittorrent",
    ]
}

/// Base64 as old Atom embeds it (RFC 4648), line breaks allowed.
enum Base64 {
    static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for byte in text where byte > 0x20 {
            let value: UInt8
            switch byte {
            case 0x41...0x5A: value = byte - 0x41
            case 0x61...0x7A: value = byte - 0x61 + 26
            case 0x30...0x39: value = byte - 0x30 + 52
            case 0x2B, 0x2D: value = 62
            case 0x2F, 0x5F: value = 63
            case 0x3D: continue
            default: return nil
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }
}
