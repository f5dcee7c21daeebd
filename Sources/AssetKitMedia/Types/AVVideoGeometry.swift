public import Foundation

/// How much is cut from or added to each side.
public struct AVEdgeWidths: Hashable, Sendable {
    /// At the left.
    public var left: CGFloat
    /// At the top.
    public var top: CGFloat
    /// At the right.
    public var right: CGFloat
    /// At the bottom.
    public var bottom: CGFloat

    /// Makes widths of 0.
    public init() {
        self.init(left: 0, top: 0, right: 0, bottom: 0)
    }

    /// Makes widths of four numbers.
    public init(left: CGFloat, top: CGFloat, right: CGFloat, bottom: CGFloat) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }
}

/// The shape of a pixel.
public struct AVPixelAspectRatio: Hashable, Sendable {
    /// Its width, in units of nothing but the height.
    public var horizontalSpacing: Int
    /// Its height.
    public var verticalSpacing: Int

    /// Makes the ratio 0:0, which says nothing.
    public init() {
        self.init(horizontalSpacing: 0, verticalSpacing: 0)
    }

    /// Makes a ratio.
    public init(horizontalSpacing: Int, verticalSpacing: Int) {
        self.horizontalSpacing = horizontalSpacing
        self.verticalSpacing = verticalSpacing
    }
}
