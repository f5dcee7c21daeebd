/// Size and place of a window's picture area, without borders, as X11 writes them: `640x360`, `640x360+10+20`, `-0+0`. An addition
/// to AVFoundation.
///
/// ```swift
/// let geometry = AKWindowGeometry("1280x720+0+0")
/// print(geometry?.width ?? 0)
/// ```
public struct AKWindowGeometry: Hashable, Sendable, LosslessStringConvertible {
    /// Pixels in a row; nil for as many as the pictures have.
    public var width: Int?
    /// Rows; nil for as many as the pictures have.
    public var height: Int?
    /// Where it is from the left side of the screen, or from the right one; nil for where the window manager puts it.
    public var horizontal: Offset?
    /// Where it is from the top of the screen, or from the bottom; nil for where the window manager puts it.
    public var vertical: Offset?

    /// The distance from a side of the screen.
    public struct Offset: Hashable, Sendable {
        /// How far away.
        public var pixels: Int
        /// From the right side or from the bottom.
        public var isFromEnd: Bool

        /// Makes a distance.
        public init(_ pixels: Int, isFromEnd: Bool = false) { (self.pixels, self.isFromEnd) = (pixels, isFromEnd) }
    }

    /// Makes a geometry.
    public init(width: Int? = nil, height: Int? = nil, horizontal: Offset? = nil, vertical: Offset? = nil) {
        (self.width, self.height, self.horizontal, self.vertical) = (width, height, horizontal, vertical)
    }

    /// Reads a geometry; nil where it is none.
    public init?(_ description: String) {
        let pattern = /(?:([0-9]{1,5})[xX]([0-9]{1,5}))?(?:([+-])([+-]?[0-9]{1,5})([+-])([+-]?[0-9]{1,5}))?/
        guard !description.isEmpty, let match = try? pattern.wholeMatch(in: description) else { return nil }
        let (_, width, height, fromRight, x, fromBottom, y) = match.output
        self.width = width.flatMap { Int($0) }
        self.height = height.flatMap { Int($0) }
        guard self.width != 0, self.height != 0 else { return nil }
        if let fromRight, let x = x.flatMap({ Int($0) }), let fromBottom, let y = y.flatMap({ Int($0) }) {
            horizontal = Offset(x, isFromEnd: fromRight == "-")
            vertical = Offset(y, isFromEnd: fromBottom == "-")
        }
    }

    public var description: String {
        let size = width.flatMap { width in height.map { "\(width)x\($0)" } } ?? ""
        guard let horizontal, let vertical else { return size }
        return size + [horizontal, vertical].map { "\($0.isFromEnd ? "-" : "+")\($0.pixels)" }.joined()
    }
}
