/// Pixels around the visible part of a picture.
package struct ExtendedPixels: Hashable, Sendable {
    package var left = 0
    package var right = 0
    package var top = 0
    package var bottom = 0
}
