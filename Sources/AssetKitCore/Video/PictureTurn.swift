package import AssetKitBase
package import AssetKitContainers
internal import Foundation

/// One of the eight ways to turn and mirror a picture without changing a pixel.
package struct PictureTurn: Sendable, Hashable {
    // Where a step to the right leads (a to the right, b down), and a step down (c, d).
    let a: Int
    let b: Int
    let c: Int
    let d: Int

    package static let none = PictureTurn(a: 1, b: 0, c: 0, d: 1)

    private init(a: Int, b: Int, c: Int, d: Int) {
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    /// The turn of a transform; none where it also slants, stretches or turns by something else than quarters.
    package init(_ transform: CGAffineTransform) { self = Self(exactly: transform) ?? .none }

    /// The turn of a transform; nil where it also slants, stretches or turns by something else than quarters. A transform
    /// of nothing but zeros is what some writers put where they have none.
    package init?(exactly transform: CGAffineTransform) {
        let parts = [transform.a, transform.b, transform.c, transform.d].map(Double.init)
        let largest = parts.map(abs).max() ?? 0
        guard largest.isFinite else { return nil }
        guard largest > 0 else {
            self = .none
            return
        }
        // Matrices in files have 16 bits behind the point, and some writers round.
        let whole = parts.map { ($0 / largest).rounded() }
        let isWhole = zip(parts, whole).allSatisfy { abs($0 / largest - $1) < 0.001 }
        let (a, b, c, d) = (Int(whole[0]), Int(whole[1]), Int(whole[2]), Int(whole[3]))
        guard isWhole, abs(a * d - b * c) == 1, a * b == 0, c * d == 0 else { return nil }
        self.init(a: a, b: b, c: c, d: d)
    }

    /// The same as a transform, which says nothing of where the turned picture lies.
    package var transform: CGAffineTransform {
        CGAffineTransform(a: CGFloat(a), b: CGFloat(b), c: CGFloat(c), d: CGFloat(d), tx: 0, ty: 0)
    }

    /// Whether rows become columns.
    package var swapsSides: Bool { a == 0 }

    /// The first pixel is in the turned picture's right column.
    package var startsAtRight: Bool { a < 0 || c < 0 }
    /// The first pixel is in the turned picture's last row.
    package var startsAtBottom: Bool { b < 0 || d < 0 }

    /// Where pixels go in the turned picture's memory: the first one, and from one to the next in a row and a column.
    package func steps(width: Int, height: Int, bytesPerPixel: Int, bytesPerRow: Int) -> PixelSteps {
        let (across, along) = swapsSides ? (height, width) : (width, height)
        return PixelSteps(
            first: (startsAtRight ? (across - 1) * bytesPerPixel : 0)
                + (startsAtBottom ? (along - 1) * bytesPerRow : 0),
            column: a * bytesPerPixel + b * bytesPerRow,
            row: c * bytesPerPixel + d * bytesPerRow
        )
    }
}

/// Where pixels lie, in bytes.
package struct PixelSteps: Sendable, Hashable {
    package let first: Int
    /// From one pixel of a row to the next.
    package let column: Int
    /// From one row to the next.
    package let row: Int
}

extension PictureTurn {
    /// The turn in the words of Matroska.
    package var orientation: MatroskaOrientation {
        MatroskaOrientation.all.first { Self($0.transform) == self } ?? .upright
    }

    /// What is done to pictures, for people, as in "are turned by 90°"; nil where nothing is.
    package var verb: String? {
        let turned = orientation.rotation == 0 ? nil : "turned by \(orientation.rotation)°"
        guard orientation.isMirrored else { return turned }
        return turned.map { "mirrored and \($0)" } ?? "mirrored"
    }
}
