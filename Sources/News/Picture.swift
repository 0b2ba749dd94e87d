/// Decoded pixels at the size they are shown. Equal only to itself.
package final class Picture: Sendable {
    package let width: Int
    package let height: Int
    /// Rows from the top without padding, four bytes a pixel: blue, green, red, alpha, premultiplied. It is what cairo
    /// draws from, so that no frame converts.
    package let pixels: [UInt8]

    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(pixels.count == width * height * 4)
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

extension Picture: Hashable {
    package static func == (a: Picture, b: Picture) -> Bool { a === b }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A size in device pixels.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
