/// The size of stored pictures.
public struct CMVideoDimensions: Hashable, Sendable {
    /// Pixels in a row.
    public var width: Int32
    /// Rows.
    public var height: Int32

    /// Makes the size 0 × 0.
    public init() {
        self.init(width: 0, height: 0)
    }

    /// Makes a size.
    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }
}
