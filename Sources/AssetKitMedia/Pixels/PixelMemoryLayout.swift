/// Where planes and rows lie in one block of memory.
package struct PixelMemoryLayout: Hashable, Sendable {
    package struct Plane: Hashable, Sendable {
        /// The first visible sample's place in the block.
        package let offset: Int
        package let bytesPerRow: Int
        /// Visible rows.
        package let rowCount: Int

        package init(offset: Int, bytesPerRow: Int, rowCount: Int) {
            self.offset = offset
            self.bytesPerRow = bytesPerRow
            self.rowCount = rowCount
        }

        /// From the first visible sample to the end of the last visible row.
        var visibleByteCount: Int { bytesPerRow * rowCount }
    }

    /// More than the largest picture that makes sense; a greater wish is a mistake or an attack.
    private static let maximumByteCount = 1 << 32
    /// The longest side that makes sense.
    static let maximumDimension = 1 << 20

    package let planes: [Plane]
    package let byteCount: Int

    /// Lays a picture out; nil where it would be larger than anything sensible.
    package init?(
        _ format: PixelFormat,
        width: Int,
        height: Int,
        extended: ExtendedPixels = ExtendedPixels(),
        rowAlignment: Int = 64,
        planeAlignment: Int = 64
    ) {
        let sensible = 0...Self.maximumDimension
        guard sensible.contains(width), sensible.contains(height), width > 0, height > 0,
            [extended.left, extended.right, extended.top, extended.bottom].allSatisfy(sensible.contains),
            sensible.contains(rowAlignment), sensible.contains(planeAlignment)
        else { return nil }
        var planes: [Plane] = []
        var end = 0
        for shape in format.planes {
            let start = Self.roundUp(end, max(planeAlignment, 1))
            let columns = shape.width(ofPictureWidth: extended.left + width + extended.right)
            guard let bytes = shape.byteCount(ofWidth: columns),
                let before = shape.byteCount(ofWidth: shape.width(ofPictureWidth: extended.left))
            else { return nil }
            let alignment = Self.commonMultiple(max(rowAlignment, 1), shape.rowAlignment)
            let bytesPerRow = Self.roundUp(bytes, alignment)
            let above = shape.height(ofPictureHeight: extended.top)
            let visible = shape.height(ofPictureHeight: height)
            let rows = above + visible + shape.height(ofPictureHeight: extended.bottom)
            // Sides of a million and sixteen bytes a pixel stay far below what an Int holds.
            end = start + bytesPerRow * rows
            guard end <= Self.maximumByteCount else { return nil }
            let offset = start + above * bytesPerRow + before
            planes.append(Plane(offset: offset, bytesPerRow: bytesPerRow, rowCount: visible))
            // Rows are lent at full length from the first visible sample on, so the last one may end later.
            end = max(end, offset + bytesPerRow * visible)
        }
        self.planes = planes
        byteCount = end
    }

    private static func roundUp(_ value: Int, _ multiple: Int) -> Int {
        (value + multiple - 1) / multiple * multiple
    }

    private static func commonMultiple(_ first: Int, _ second: Int) -> Int {
        var (a, b) = (first, second)
        while b != 0 { (a, b) = (b, a % b) }
        return first / a * second
    }
}
