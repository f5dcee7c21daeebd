public import Foundation

/// How much smaller pictures become, whatever their shape and whichever way they are turned. They are never enlarged, and
/// both sides are rounded to even numbers. An addition to AVFoundation.
public enum AKPictureScale: Sendable, Hashable {
    /// The shorter side, as shown, has so many pixels at most: 720 is what people call 720p.
    case shorterSide(Int)
    /// Each side, as shown, has this part of its length.
    case fraction(Double)

    /// How large a picture of this size becomes.
    public func size(of size: CGSize) -> CGSize {
        let factor = factor(for: size)
        guard factor < 1 else { return size }
        return CGSize(width: Self.even(size.width * factor), height: Self.even(size.height * factor))
    }

    /// What both sides of a picture of this size are multiplied with: 1 at most.
    func factor(for size: CGSize) -> Double {
        switch self {
        case .shorterSide(let side): min(1, Double(side) / max(1, Double(min(size.width, size.height))))
        case .fraction(let fraction): min(1, fraction)
        }
    }

    /// A side that is made smaller: the nearest even number.
    static func even(_ length: Double) -> Int { max(2, Int((length / 2).rounded()) * 2) }
}
