/// Where the transparency of a pixel is, and whether the colours are multiplied with it already.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// Every pixel is opaque, and there are no spare bits.
    case none = 0
    /// Alpha comes last; colours are multiplied with it.
    case premultipliedLast = 1
    /// Alpha comes first; colours are multiplied with it.
    case premultipliedFirst = 2
    /// Alpha comes last.
    case last = 3
    /// Alpha comes first.
    case first = 4
    /// Every pixel is opaque; the last component means nothing.
    case noneSkipLast = 5
    /// Every pixel is opaque; the first component means nothing.
    case noneSkipFirst = 6
    /// There is only alpha.
    case alphaOnly = 7
}
