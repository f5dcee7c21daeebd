public import Foundation

extension CGPoint {
    /// Where a transform moves this point.
    public func applying(_ t: CGAffineTransform) -> CGPoint {
        CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
    }
}

extension CGSize {
    /// What a transform makes of this size; its shift plays no part, and the result may be negative.
    public func applying(_ t: CGAffineTransform) -> CGSize {
        CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
    }
}

extension CGRect {
    /// The smallest upright rectangle around the moved corners. The null and the infinite rectangle stay what they are.
    public func applying(_ t: CGAffineTransform) -> CGRect {
        guard !isNull, !isInfinite else { return self }
        let corners = [
            CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY),
            CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY),
        ].map { $0.applying(t) }
        let left = corners.map(\.x).reduce(.infinity, Swift.min)
        let right = corners.map(\.x).reduce(-.infinity, Swift.max)
        let low = corners.map(\.y).reduce(.infinity, Swift.min)
        let high = corners.map(\.y).reduce(-.infinity, Swift.max)
        return CGRect(x: left, y: low, width: right - left, height: high - low)
    }
}

extension CGRect {
    /// What two rectangles share; nil where that has no area, or a number is not one. (Foundation's own `intersection`
    /// stops the program at such a number.)
    package func overlap(with other: CGRect) -> CGRect? {
        guard !isNull, !other.isNull else { return nil }
        let left = max(minX, other.minX)
        let right = min(maxX, other.maxX)
        let low = max(minY, other.minY)
        let high = min(maxY, other.maxY)
        let numbers = [minX, maxX, minY, maxY, other.minX, other.maxX, other.minY, other.maxY]
        guard left < right, low < high, !numbers.contains(where: \.isNaN) else { return nil }
        return CGRect(x: left, y: low, width: right - left, height: high - low)
    }
}

/// The largest rectangle of the given ratio that fits into another one, centred in it.
///
/// A ratio or rectangle without area gives an empty rectangle in the middle.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
    let bounds = boundingRect.standardized
    guard aspectRatio.width > 0, aspectRatio.height > 0, bounds.width > 0, bounds.height > 0 else {
        return CGRect(x: bounds.midX, y: bounds.midY, width: 0, height: 0)
    }
    let scale = min(bounds.width / aspectRatio.width, bounds.height / aspectRatio.height)
    let size = CGSize(width: aspectRatio.width * scale, height: aspectRatio.height * scale)
    return CGRect(
        x: bounds.midX - size.width / 2,
        y: bounds.midY - size.height / 2,
        width: size.width,
        height: size.height
    )
}
