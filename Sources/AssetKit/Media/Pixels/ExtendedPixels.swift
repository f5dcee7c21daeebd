/// Pixels around the visible part of a picture.
struct ExtendedPixels: Hashable, Sendable {
    var left = 0
    var right = 0
    var top = 0
    var bottom = 0
}
