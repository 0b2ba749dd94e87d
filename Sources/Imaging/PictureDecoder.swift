import CGdkPixbuf
import News

/// Decodes JPEG, PNG, GIF (its first frame) and WebP; anything else is refused unread.
package enum PictureDecoder {
    /// What a picture may declare, in pixels: one of 195 KB may declare enough to take a minute and gigabytes.
    private static let pixelLimit = 40_000_000
    /// What a JPEG's scans may come to in pixels: 60 bytes make another scan, of which each goes over the whole picture.
    private static let scannedPixelLimit = 600_000_000

    /// How a picture takes the size that is asked for.
    package enum Fit: Hashable, Sendable {
        /// Scaled to cover it, and cut about its centre to exactly that.
        case cover
        /// Whole, as large as it gets within it and no larger than it is.
        case within
    }

    /// The picture in `bytes`, turned upright and of the size asked for.
    ///
    /// Throws `badPicture`, or `cancelled`.
    @concurrent
    package static func picture(
        from bytes: [UInt8], size: PixelSize, fit: Fit = .cover
    ) async throws(NewsError) -> Picture {
        guard let format = PictureFormat(of: bytes), format.isWhole(bytes), size.width > 0, size.height > 0 else {
            throw .badPicture
        }
        let decoded = try decode(format == .gif ? firstFrame(ofGIF: bytes) : bytes, format, atLeast: size, fit)  // +1
        defer { g_object_unref(UnsafeMutableRawPointer(decoded)) }
        guard let upright = gdk_pixbuf_apply_embedded_orientation(decoded) else { throw .badPicture }  // +1
        defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
        guard !Task.isCancelled else { throw .cancelled }
        var size = size
        if fit == .within {
            let (width, height) = (Double(gdk_pixbuf_get_width(upright)), Double(gdk_pixbuf_get_height(upright)))
            let scale = min(1, Double(size.width) / width, Double(size.height) / height)
            size = PixelSize(width: max(1, Int(width * scale)), height: max(1, Int(height * scale)))
        }
        guard let covering = cover(upright, size) else { throw .badPicture }
        defer { g_object_unref(UnsafeMutableRawPointer(covering)) }
        return Picture(width: size.width, height: size.height, pixels: premultiplied(covering))
    }

    /// What the loader's callback needs and finds.
    private final class Header {
        let size: PixelSize
        let fit: Fit
        /// Of a JPEG.
        let scans: Int?
        var isRefused = false

        init(size: PixelSize, fit: Fit, scans: Int?) {
            self.size = size
            self.fit = fit
            self.scans = scans
        }

        /// Called once the header is read: before any pixel.
        func prepare(_ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ width: Int, _ height: Int) {
            guard width > 0, height > 0, width <= pixelLimit / height,
                width * height <= scannedPixelLimit / max(scans ?? 1, 1)
            else {
                isRefused = true
                gdk_pixbuf_loader_set_size(loader, 0, 0)  // decode nothing
                return
            }
            guard scans != nil else { return }
            // libjpeg halves the size while it decodes, up to thrice; which side is up is not known yet.
            var divisor = 8
            switch fit {
            case .cover:
                let wanted = max(size.width, size.height)
                while divisor > 1, min(width, height) / divisor < wanted { divisor /= 2 }
            case .within:
                let (long, short) = (max(width, height), min(width, height))
                let wanted = min(max(size.width, size.height), long)
                while divisor > 1, long / divisor < wanted, short / divisor < min(size.width, size.height) {
                    divisor /= 2
                }
            }
            gdk_pixbuf_loader_set_size(
                loader, Int32((width + divisor - 1) / divisor), Int32((height + divisor - 1) / divisor))
        }
    }

    /// +1.
    private static func decode(
        _ bytes: [UInt8], _ format: PictureFormat, atLeast size: PixelSize, _ fit: Fit
    ) throws(NewsError) -> OpaquePointer {
        guard let loader = gdk_pixbuf_loader_new_with_type(format.rawValue, nil) else { throw .badPicture }  // +1
        defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
        let header = Header(size: size, fit: fit, scans: format == .jpeg ? scanCount(ofJPEG: bytes) : nil)
        let prepared: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, Int32, Int32, gpointer) -> Void = {
            loader, width, height, header in
            Unmanaged<Header>.fromOpaque(header).takeUnretainedValue().prepare(loader, Int(width), Int(height))
        }
        g_signal_connect_data(
            loader, "size-prepared", unsafeBitCast(prepared, to: GCallback.self),
            Unmanaged.passUnretained(header).toOpaque(), nil, GConnectFlags(rawValue: 0))

        // In slices, so that what is refused or no longer wanted ends early.
        let isRead = bytes.withUnsafeBufferPointer { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let slice = UnsafeBufferPointer(rebasing: rest.prefix(256 << 10))
                guard gdk_pixbuf_loader_write(loader, slice.baseAddress, gsize(slice.count), nil) != 0,
                    !header.isRefused, !Task.isCancelled
                else { return false }
                rest = rest.dropFirst(slice.count)
            }
            return true
        }
        let isClosed = gdk_pixbuf_loader_close(loader, nil) != 0
        if Task.isCancelled { throw .cancelled }
        guard isRead, isClosed, !header.isRefused, let picture = gdk_pixbuf_loader_get_pixbuf(loader) else {
            throw .badPicture
        }
        g_object_ref(UnsafeMutableRawPointer(picture))
        return picture
    }

    /// `picture` scaled and cut to exactly `size`; +1.
    private static func cover(_ picture: OpaquePointer, _ size: PixelSize) -> OpaquePointer? {
        let width = Double(gdk_pixbuf_get_width(picture))
        let height = Double(gdk_pixbuf_get_height(picture))
        let scale = max(Double(size.width) / width, Double(size.height) / height)
        let hasAlpha = gdk_pixbuf_get_has_alpha(picture)
        guard
            let target = gdk_pixbuf_new(
                GDK_COLORSPACE_RGB, hasAlpha, 8, Int32(size.width), Int32(size.height))  // +1
        else { return nil }
        gdk_pixbuf_scale(
            picture, target, 0, 0, Int32(size.width), Int32(size.height),
            (Double(size.width) - width * scale) / 2, (Double(size.height) - height * scale) / 2, scale, scale,
            GDK_INTERP_BILINEAR)
        return target
    }

    /// The pixels as `Picture` keeps them.
    private static func premultiplied(_ picture: OpaquePointer) -> [UInt8] {
        let width = Int(gdk_pixbuf_get_width(picture))
        let height = Int(gdk_pixbuf_get_height(picture))
        let stride = Int(gdk_pixbuf_get_rowstride(picture))
        let channels = Int(gdk_pixbuf_get_n_channels(picture))
        let source = gdk_pixbuf_read_pixels(picture)!
        return [UInt8](unsafeUninitializedCapacity: width * height * 4) { pixels, count in
            count = width * height * 4
            for y in 0..<height {
                var from = source + y * stride
                var to = pixels.baseAddress! + y * width * 4
                for _ in 0..<width {
                    let alpha = channels == 4 ? from[3] : 255
                    to[0] = product(from[2], alpha)
                    to[1] = product(from[1], alpha)
                    to[2] = product(from[0], alpha)
                    to[3] = alpha
                    from += channels
                    to += 4
                }
            }
        }
    }

    /// `value` × `alpha` ÷ 255, rounded.
    private static func product(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
        let product = UInt32(value) * UInt32(alpha) + 128
        return UInt8((product + product >> 8) >> 8)
    }
}
