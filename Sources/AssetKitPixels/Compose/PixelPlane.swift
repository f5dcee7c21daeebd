/// Samples of one component of a picture, lent for the length of a call: bytes up to 8 bits, words of 16 bits beyond.
package struct PixelPlane {
    package let start: UnsafeMutableRawPointer
    package let bytesPerRow: Int
    package let width: Int
    package let height: Int
    /// Bits of a sample, 8 to 16.
    package let depth: Int

    package init(_ start: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int, depth: Int) {
        precondition((8...16).contains(depth) && width > 0 && height > 0, "no such plane")
        (self.start, self.bytesPerRow, self.width, self.height) = (start, bytesPerRow, width, height)
        self.depth = depth
    }

    var isDeep: Bool { depth > 8 }
    var bytesPerSample: Int { isDeep ? 2 : 1 }
    /// The largest code.
    var peak: Int { (1 << depth) - 1 }

    func row(_ row: Int) -> UnsafeMutableRawPointer { start + row * bytesPerRow }

    /// A part of the same memory, which lies within.
    package func part(columns: Range<Int>, rows: Range<Int>) -> PixelPlane {
        precondition(columns.lowerBound >= 0 && columns.upperBound <= width, "no such columns")
        precondition(rows.lowerBound >= 0 && rows.upperBound <= height, "no such rows")
        return PixelPlane(
            row(rows.lowerBound) + columns.lowerBound * bytesPerSample,
            bytesPerRow: bytesPerRow,
            width: columns.count,
            height: rows.count,
            depth: depth
        )
    }

    func hasSameShape(as other: PixelPlane) -> Bool {
        width == other.width && height == other.height && depth == other.depth
    }
}
