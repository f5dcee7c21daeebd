internal import AssetKitBase
internal import Foundation

/// By how much pictures are turned clockwise, and whether they are mirrored after that. A plain value.
struct CaptureTurn: Hashable, Sendable {
    /// 0, 90, 180 or 270 degrees.
    var angle = 0
    var isMirrored = false

    var isIdentity: Bool { angle == 0 && !isMirrored }

    /// Width and height change places.
    var isSideways: Bool { angle == 90 || angle == 270 }

    /// What it does to points of a picture of a size, as movies say it.
    func transform(width: CGFloat, height: CGFloat) -> CGAffineTransform {
        let turned =
            switch angle {
            case 90: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
            case 180: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
            case 270: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
            default: CGAffineTransform.identity
            }
        guard isMirrored else { return turned }
        let across = isSideways ? height : width
        return turned.concatenating(CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: across, ty: 0))
    }

    /// The same in another order: mirrored first, then turned.
    var afterMirroring: (before: CaptureTurn, afterwards: CaptureTurn) {
        let angle = isMirrored ? (360 - angle) % 360 : angle
        return (CaptureTurn(isMirrored: isMirrored), CaptureTurn(angle: angle))
    }

    /// What EXIF calls it.
    var exifOrientation: Int {
        switch (angle, isMirrored) {
        case (0, false): 1
        case (0, true): 2
        case (180, false): 3
        case (180, true): 4
        case (90, true): 5
        case (90, false): 6
        case (270, true): 7
        case (270, false): 8
        default: 1
        }
    }
}
