import CGLib
import CGtk

/// A texture over `pixels` (blue, green, red, alpha, premultiplied), which it does not copy: `owner` is kept as long as the
/// texture. +1 reference.
@MainActor
package func makeTexture(width: Int, height: Int, pixels: [UInt8]) -> OpaquePointer {
    let owner = Unmanaged.passRetained(PixelOwner(pixels))
    let bytes = owner.takeUnretainedValue().pixels.withUnsafeBytes { buffer in
        // The buffer of an array that nobody changes stays where it is while its owner lives.
        g_bytes_new_with_free_func(
            buffer.baseAddress, gsize(buffer.count), { Unmanaged<PixelOwner>.fromOpaque($0!).release() },
            owner.toOpaque())
    }
    defer { g_bytes_unref(bytes) }
    return gdk_memory_texture_new(
        Int32(width), Int32(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(width * 4))
}

private final class PixelOwner: Sendable {
    let pixels: [UInt8]

    init(_ pixels: [UInt8]) { self.pixels = pixels }
}
