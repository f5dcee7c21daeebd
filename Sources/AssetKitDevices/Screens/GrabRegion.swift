package import Foundation

/// A part of a screen in whole pixels, of an even width and height, as encoders want them. A plain value.
package struct GrabRegion: Hashable, Sendable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    /// What of a wish lies on a screen of a size; nil for no wish means all of it. Pixels that are touched are in it, but for the
    /// last column or row of an odd number. Nil where nothing is left.
    package init?(_ wish: CGRect?, width: Int, height: Int) {
        guard let columns = Self.clip(wish?.minX, wish?.maxX, to: width),
            let rows = Self.clip(wish?.minY, wish?.maxY, to: height)
        else { return nil }
        (x, self.width) = (columns.lowerBound, columns.count)
        (y, self.height) = (rows.lowerBound, rows.count)
    }

    package var rectangle: CGRect { CGRect(x: x, y: y, width: width, height: height) }

    private static func clip(_ first: CGFloat?, _ end: CGFloat?, to length: Int) -> Range<Int>? {
        let (first, end) = (first?.rounded(.down) ?? 0, end?.rounded(.up) ?? CGFloat(length))
        // What is no number is neither.
        guard first < CGFloat(length), end > 0 else { return nil }
        let start = Int(max(0, first))
        let count = (Int(min(CGFloat(length), end)) - start) & ~1
        return count > 0 ? start..<start + count : nil
    }
}
