/// Pixels in a row, and rows.
struct CameraSize: Hashable {
    var width: Int
    var height: Int

    init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    init(_ width: UInt32, _ height: UInt32) { self.init(Int(width), Int(height)) }
}
