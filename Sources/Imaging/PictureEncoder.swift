import CGdkPixbuf
import News

/// Writes pictures as files, for a cache.
package enum PictureEncoder {
    /// A JPEG, or where something is transparent a PNG; nil where there is no memory for it.
    @concurrent
    package static func file(of picture: Picture) async -> [UInt8]? {
        let isOpaque = stride(from: 3, to: picture.pixels.count, by: 4).allSatisfy { picture.pixels[$0] == 255 }
        let channels = isOpaque ? 3 : 4
        guard
            let target = gdk_pixbuf_new(
                GDK_COLORSPACE_RGB, isOpaque ? 0 : 1, 8, Int32(picture.width), Int32(picture.height))  // +1
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(target)) }
        let rows = gdk_pixbuf_get_pixels(target)!
        let stride = Int(gdk_pixbuf_get_rowstride(target))
        picture.pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    let from = pixels.baseAddress! + (y * picture.width + x) * 4
                    let to = rows + y * stride + x * channels
                    for channel in 0..<3 { to[channel] = quotient(from[2 - channel], from[3]) }
                    if !isOpaque { to[3] = from[3] }
                }
            }
        }
        return isOpaque ? save(target, "jpeg", "quality", "95") : save(target, "png", "compression", "1")
    }

    /// A colour before it was multiplied by `alpha`.
    private static func quotient(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
        alpha == 255 || alpha == 0 ? value : UInt8(min(255, (Int(value) * 255 + Int(alpha) / 2) / Int(alpha)))
    }

    private static func save(_ picture: OpaquePointer, _ format: String, _ option: String, _ value: String) -> [UInt8]?
    {
        var option = Array(option.utf8CString)
        var value = Array(value.utf8CString)
        var buffer: UnsafeMutablePointer<CChar>?
        var size: gsize = 0
        let isSaved = option.withUnsafeMutableBufferPointer { option in
            value.withUnsafeMutableBufferPointer { value in
                var options = [option.baseAddress, nil]
                var values = [value.baseAddress, nil]
                return gdk_pixbuf_save_to_bufferv(picture, &buffer, &size, format, &options, &values, nil) != 0
            }
        }
        defer { g_free(buffer) }
        return isSaved ? Array(UnsafeRawBufferPointer(start: buffer, count: Int(size))) : nil
    }
}
