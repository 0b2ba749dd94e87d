/// The formats that are decoded, by gdk-pixbuf's names. It is told which one and never guesses: whoever sends a picture
/// would choose among all the loaders that are installed.
enum PictureFormat: String {
    case jpeg, png, gif, webp

    /// By how `bytes` begin.
    init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// Whether the end is there. gdk-pixbuf fills in what is missing of a JPEG, PNG or WebP and says nothing; of a GIF it does.
    func isWhole(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .jpeg:
            // The end of the image (FF D9) follows the start of its last scan (FF DA); within scans neither occurs. One
            // more end may come before, that of a preview.
            for at in bytes.indices.dropLast().reversed() where bytes[at] == 0xFF {
                if bytes[at + 1] == 0xD9 { return true }
                if bytes[at + 1] == 0xDA { return false }
            }
            return false
        case .png:
            let end = Array("IEND".utf8)
            return bytes.indices.dropLast(3).reversed().contains { bytes[$0..<$0 + 4].elementsEqual(end) }
        case .webp:
            let length = bytes.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            return bytes.count >= 8 + length
        case .gif:
            return true
        }
    }
}

/// How often a scan begins (FF DA), as the bytes have it: a preview's count too.
func scanCount(ofJPEG jpeg: [UInt8]) -> Int {
    jpeg.withUnsafeBufferPointer { jpeg in
        jpeg.indices.dropLast().count { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA }
    }
}

/// The GIF up to its first frame; there may be thousands.
func firstFrame(ofGIF gif: [UInt8]) -> [UInt8] {
    /// The length of a table of colours, by the flags before it.
    func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
    guard gif.count > 13 else { return gif }
    var at = 13 + table(gif[10])
    while at + 10 < gif.count {
        let isFrame = gif[at] == 0x2C
        if isFrame {
            at += 11 + table(gif[at + 9])
        } else if gif[at] == 0x21 {  // an extension
            at += 2
        } else {
            return gif
        }
        while at < gif.count, gif[at] != 0 { at += 1 + Int(gif[at]) }
        at += 1
        if isFrame, at < gif.count { return gif[..<at] + [0x3B] }
    }
    return gif
}
