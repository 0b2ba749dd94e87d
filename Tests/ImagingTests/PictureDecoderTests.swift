import CGdkPixbuf
import Dispatch
import FoundationEssentials
import Imaging
import News
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PictureDecoderTests {
    private let small = PixelSize(width: 4, height: 4)

    // MARK: What is shown

    @Test(arguments: ["jpeg", "png"])
    func `a picture is shown at exactly the size of its place`(format: String) async throws {
        let bytes = encode(width: 64, height: 48, as: format) { _, _ in [200, 100, 50] }
        let picture = try await PictureDecoder.picture(from: bytes, size: PixelSize(width: 9, height: 7))
        #expect(picture.width == 9 && picture.height == 7)
        #expect(near(picture[0, 0], [50, 100, 200, 255]))
        #expect(near(picture[8, 6], [50, 100, 200, 255]))
    }

    @Test func `a GIF shows its first frame`() async throws {
        let picture = try await PictureDecoder.picture(from: animatedGIF, size: small)
        #expect(picture[0, 0] == [0, 0, 255, 255])
        #expect(picture[3, 3] == [0, 0, 255, 255])
    }

    @Test func `a GIF with a broken second frame shows its first`() async throws {
        let picture = try await PictureDecoder.picture(from: Array(animatedGIF.dropLast(12)), size: small)
        #expect(picture[0, 0] == [0, 0, 255, 255])
    }

    @Test func `a WebP is shown`() async throws {
        let picture = try await PictureDecoder.picture(from: redWebP, size: small)
        #expect(picture[0, 0] == [0, 0, 255, 255])
    }

    @Test(arguments: ["jpeg", "png"])
    func `what does not fit is cut off on both sides alike`(format: String) async throws {
        // Green in the middle third, of which the outer pixels are cut.
        let wide = encode(width: 96, height: 32, as: format) { x, _ in
            (32..<64).contains(x) ? [0, 255, 0] : [255, 0, 0]
        }
        let tall = encode(width: 32, height: 96, as: format) { _, y in
            (32..<64).contains(y) ? [0, 255, 0] : [255, 0, 0]
        }
        for bytes in [wide, tall] {
            let picture = try await PictureDecoder.picture(from: bytes, size: PixelSize(width: 8, height: 8))
            for (x, y) in [(1, 1), (6, 1), (1, 6), (6, 6), (4, 4)] {
                #expect(near(picture[x, y], [0, 255, 0, 255]), "\(x), \(y): \(picture[x, y])")
            }
        }
    }

    @Test func `a picture smaller than its place fills it`() async throws {
        let bytes = encode(width: 2, height: 1, as: "png") { _, _ in [10, 20, 30] }
        let picture = try await PictureDecoder.picture(from: bytes, size: PixelSize(width: 96, height: 72))
        #expect(picture[0, 0] == [30, 20, 10, 255])
        #expect(picture[95, 71] == [30, 20, 10, 255])
    }

    @Test func `what is transparent stays so, its colours multiplied by the opacity`() async throws {
        let bytes = encode(width: 2, height: 1, as: "png") { x, _ in x == 0 ? [255, 128, 0, 128] : [255, 255, 255, 0] }
        let picture = try await PictureDecoder.picture(from: bytes, size: PixelSize(width: 2, height: 1))
        // 255 × 128 ÷ 255 = 128; 128 × 128 ÷ 255 = 64.25
        #expect(picture[0, 0] == [0, 64, 128, 128])
        #expect(picture[1, 0] == [0, 0, 0, 0])
    }

    @Test func `a photograph taken upright is shown upright`() async throws {
        let lying = encode(width: 40, height: 20, as: "jpeg") { x, _ in x < 20 ? [255, 0, 0] : [0, 0, 255] }
        // Its first column is the top (Exif 2.3, tag 0x0112, value 6).
        let exif: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*\0\0\0\u{8}\0\u{1}".utf8)
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        let picture = try await PictureDecoder.picture(
            from: lying[..<2] + exif + lying[2...], size: PixelSize(width: 20, height: 40))
        #expect(near(picture[10, 4], [0, 0, 255, 255]))
        #expect(near(picture[10, 36], [255, 0, 0, 255]))
    }

    // MARK: What is refused

    @Test(arguments: [
        "", "GIF89a", "<html><body>Not found</body></html>", "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "/* XPM */ static char *a[] = {\"1 1 1 1\", \"a c #000\", \"a\"};", "BM", "RIFF\0\0\0\0ACON",
    ])
    func `what is no picture for the web is refused`(text: String) async {
        await #expect(throws: NewsError.badPicture) {
            try await PictureDecoder.picture(from: Array(text.utf8), size: small)
        }
    }

    @Test(arguments: ["jpeg", "png", "gif", "webp"])
    func `a picture that ends early is refused, not shown half`(format: String) async {
        let whole =
            switch format {
            case "gif": Array(animatedGIF.prefix(57))
            case "webp": redWebP
            default: encode(width: 64, height: 64, as: format) { x, y in [UInt8(x * y % 251), UInt8(x), UInt8(y)] }
            }
        for count in [whole.count / 2, whole.count - 8] {
            await #expect(throws: NewsError.badPicture) {
                try await PictureDecoder.picture(from: Array(whole[..<count]), size: small)
            }
        }
    }

    @Test(arguments: ["jpeg", "png", "gif", "webp"])
    func `a picture that declares too many pixels is refused before any is decoded`(format: String) async {
        let bytes: [UInt8] =
            switch format {
            case "jpeg":
                // A frame of 60,000 × 60,000.
                [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0xEA, 0x60, 0xEA, 0x60, 1, 1, 0x11, 0]
                    + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xFF, 0xD9]
            case "png":
                // 100,000 × 100,000; the checksum is right.
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
                    + [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0, 8, 2, 0, 0, 0, 0x27, 0x30, 0x9C, 0x9F, 0, 0, 0, 0]
                    + Array("IEND".utf8)
            case "gif": Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + animatedGIF[10...]
            default:
                // 16,384 × 16,384.
                Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8L".utf8) + [10, 0, 0, 0, 0x2F]
                    + [0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 0, 0, 0]
            }
        await #expect(throws: NewsError.badPicture) { try await PictureDecoder.picture(from: bytes, size: small) }
    }

    @Test func `a JPEG that goes over its picture a thousand times is refused`() async {
        let bytes = encode(width: 900, height: 900, as: "jpeg") { _, _ in [0, 0, 0] }
        let again = [[UInt8]](repeating: [0xFF, 0xDA], count: 1000).joined()
        await #expect(throws: NewsError.badPicture) {
            try await PictureDecoder.picture(from: bytes.dropLast(2) + again + [0xFF, 0xD9], size: small)
        }
    }

    @Test func `a place without a size has no picture`() async {
        await #expect(throws: NewsError.badPicture) {
            try await PictureDecoder.picture(from: redWebP, size: PixelSize(width: 0, height: 4))
        }
    }

    // MARK: Where and whether

    @Test @MainActor func `the main thread is free while a picture is decoded`() {
        // It is blocked here until the picture is there.
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            _ = try await PictureDecoder.picture(from: redWebP, size: PixelSize(width: 4, height: 4))
            done.signal()
        }
        #expect(done.wait(timeout: .now() + 20) == .success)
    }

    @Test func `a picture that nobody wants any more is not decoded`() async {
        let bytes = encode(width: 64, height: 48, as: "png") { _, _ in [200, 100, 50] }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await PictureDecoder.picture(from: bytes, size: small)
        }
        await #expect(throws: NewsError.cancelled) { try await task.value }
    }
}

extension Picture {
    /// Blue, green, red, alpha.
    fileprivate subscript(x: Int, y: Int) -> [UInt8] {
        let start = (y * width + x) * 4
        return Array(pixels[start..<start + 4])
    }
}

/// Whether a colour is what was drawn, but for what JPEG loses.
private func near(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 12 }
}

/// A picture of red, green, blue (and alpha) as a file.
private func encode(
    width: Int, height: Int, as format: String, _ colour: (_ x: Int, _ y: Int) -> [UInt8]
) -> [UInt8] {
    let hasAlpha = colour(0, 0).count == 4
    let picture = gdk_pixbuf_new(GDK_COLORSPACE_RGB, hasAlpha ? 1 : 0, 8, Int32(width), Int32(height))!
    defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
    let pixels = gdk_pixbuf_get_pixels(picture)!
    let stride = Int(gdk_pixbuf_get_rowstride(picture))
    for y in 0..<height {
        for x in 0..<width {
            for (channel, value) in colour(x, y).enumerated() {
                pixels[y * stride + x * (hasAlpha ? 4 : 3) + channel] = value
            }
        }
    }
    var buffer: UnsafeMutablePointer<CChar>?
    var size: gsize = 0
    precondition(gdk_pixbuf_save_to_bufferv(picture, &buffer, &size, format, nil, nil, nil) != 0)
    defer { g_free(buffer) }
    return Array(UnsafeRawBufferPointer(start: buffer, count: Int(size)))
}

/// 4 × 4: a red frame, then a blue one.
private let animatedGIF = Array(
    Data(
        base64Encoded: """
            R0lGODlhBAAEAPAAAP8AAAAAACH5BAAFAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAABAAEAAACBISPCQUAIfkEAAUAAAAsAAAAAAQABA\
            CAAAD/AAAAAgSEjwkFADs=
            """)!)

/// 6 × 4, red, lossless.
private let redWebP = Array(Data(base64Encoded: "UklGRhwAAABXRUJQVlA4TA8AAAAvBcAAAAcQ/Y/+ByKi/wEA")!)
