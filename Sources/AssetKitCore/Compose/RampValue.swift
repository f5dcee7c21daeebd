package import AssetKitBase
package import Foundation

/// What a ramp can go through.
package protocol RampValue: Sendable, Hashable {
    /// What lies at a place of the way, which goes from 0 at `start` to 1 at `end`.
    static func between(_ start: Self, _ end: Self, at place: Double) -> Self
}

extension Double: RampValue {
    package static func between(_ start: Double, _ end: Double, at place: Double) -> Double {
        // Both factors are written out: a way between equal values stays exactly where it is at its end too.
        start == end ? start : start * (1 - place) + end * place
    }
}

extension CGFloat {
    /// What lies at a place of the way from one number to another.
    fileprivate static func between(_ start: CGFloat, _ end: CGFloat, at place: Double) -> CGFloat {
        CGFloat(Double.between(Double(start), Double(end), at: place))
    }
}

/// Each of the six members by itself, so a turn becomes smaller on its way: by the cosine of half the angle in its middle.
extension CGAffineTransform: RampValue {
    package static func between(
        _ start: CGAffineTransform,
        _ end: CGAffineTransform,
        at place: Double
    ) -> CGAffineTransform {
        CGAffineTransform(
            a: .between(start.a, end.a, at: place),
            b: .between(start.b, end.b, at: place),
            c: .between(start.c, end.c, at: place),
            d: .between(start.d, end.d, at: place),
            tx: .between(start.tx, end.tx, at: place),
            ty: .between(start.ty, end.ty, at: place)
        )
    }
}

/// Origin and size, of empty rectangles too.
extension CGRect: RampValue {
    package static func between(_ start: CGRect, _ end: CGRect, at place: Double) -> CGRect {
        CGRect(
            x: .between(start.origin.x, end.origin.x, at: place),
            y: .between(start.origin.y, end.origin.y, at: place),
            width: .between(start.size.width, end.size.width, at: place),
            height: .between(start.size.height, end.size.height, at: place)
        )
    }
}
