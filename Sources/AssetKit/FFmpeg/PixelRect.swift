/// A part of a picture, in whole pixels from the top left corner.
struct PixelRect: Hashable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
}
