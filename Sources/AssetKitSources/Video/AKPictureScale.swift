public import Foundation

/// How much smaller pictures become, whatever their shape and whichever way they are turned. They are never enlarged, and
/// both sides are rounded to even numbers, within the limit of a side. An addition to AVFoundation.
public enum AKPictureScale: Sendable, Hashable {
    /// The shorter side, as shown, has so many pixels at most: 720 is what people call 720p.
    case shorterSide(Int)
    /// Each side, as shown, has this part of its length.
    case fraction(Double)

    /// How large a picture of this size becomes.
    public func size(of size: CGSize) -> CGSize {
        let factor = factor(for: size)
        guard factor < 1 else { return size }
        let limits = limits(of: size)
        return CGSize(
            width: Self.even(size.width * factor, within: limits.width),
            height: Self.even(size.height * factor, within: limits.height)
        )
    }

    /// How long the sides of a picture of this size may be; infinite for those that only follow.
    package func limits(of size: CGSize) -> CGSize {
        guard case .shorterSide(let side) = self else { return Self.unlimited }
        let (limit, free) = (Double(side), Double.infinity)
        return CGSize(
            width: size.width <= size.height ? limit : free,
            height: size.height <= size.width ? limit : free
        )
    }

    package static let unlimited = CGSize(width: Double.infinity, height: Double.infinity)

    /// What both sides of a picture of this size are multiplied with: 1 at most.
    package func factor(for size: CGSize) -> Double {
        switch self {
        case .shorterSide(let side): min(1, Double(side) / max(1, Double(min(size.width, size.height))))
        case .fraction(let fraction): min(1, fraction)
        }
    }

    /// A side that is made smaller: the nearest even number that is not beyond its limit.
    package static func even(_ length: Double, within limit: Double = .infinity) -> Int {
        let nearest = Int((length / 2).rounded()) * 2
        return max(2, Double(nearest) > limit ? nearest - 2 : nearest)
    }
}
