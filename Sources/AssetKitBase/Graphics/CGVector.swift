public import Foundation

/// A direction with a length.
@frozen
public struct CGVector: Hashable, Sendable {
    /// The part along x.
    public var dx: CGFloat
    /// The part along y.
    public var dy: CGFloat

    /// Makes the vector of length zero.
    public init() {
        self.init(dx: 0, dy: 0)
    }

    /// Makes a vector of its two parts.
    public init(dx: CGFloat, dy: CGFloat) {
        self.dx = dx
        self.dy = dy
    }

    /// The vector of length zero.
    public static let zero = CGVector()
}

/// Two numbers in an array, as on Apple's systems.
extension CGVector: Codable {
    /// Reads dx and dy.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init(dx: try container.decode(CGFloat.self), dy: try container.decode(CGFloat.self))
    }

    /// Writes dx and dy.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(dx)
        try container.encode(dy)
    }
}
