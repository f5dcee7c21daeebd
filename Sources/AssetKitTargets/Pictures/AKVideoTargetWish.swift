public import AssetKitBase
public import AssetKitMedia
public import Foundation

/// What pictures a target takes. An addition to AVFoundation.
public struct AKVideoTargetWish: Equatable, Sendable {
    /// A pixel format, such as `kCVPixelFormatType_32BGRA`.
    public var pixelFormat: OSType
    /// Pictures fit inside, keep their shape, and are made larger too where ``enlarges``; zero for their own size.
    public var size: CGSize
    /// Pictures that are smaller than ``size`` are made as large as it allows.
    public var enlarges: Bool
    /// Pixels are those that still images have: colours and sizes are worked out as well as can be, which takes several times as
    /// long.
    public var isExact: Bool

    /// Makes a wish.
    public init(
        pixelFormat: OSType = kCVPixelFormatType_32BGRA,
        size: CGSize = .zero,
        enlarges: Bool = false,
        isExact: Bool = false
    ) {
        (self.pixelFormat, self.size, self.enlarges, self.isExact) = (pixelFormat, size, enlarges, isExact)
    }
}
