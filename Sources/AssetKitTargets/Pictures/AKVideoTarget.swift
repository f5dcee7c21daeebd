public import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// Where a player's pictures show: a window, a terminal, files, or something of your own. An addition to AVFoundation.
///
/// Players call it on one thread at a time, but ``wish`` from several.
public protocol AKVideoTarget: AnyObject, Sendable {
    /// What pictures should be like. It may change between pictures, as when a window is made larger.
    var wish: AKVideoTargetWish { get }

    /// Opens it for pictures of a size, and tells what happens to it from then on. Called before anything else.
    func open(_ size: CGSize, events: @escaping @Sendable (AKVideoTargetEvent) -> Void) throws

    /// Shows a picture, which is to be seen at a moment of the host clock: now, or a little ago. It returns when that is done.
    func present(_ picture: CVPixelBuffer, itemTime: CMTime, hostTime: Int64) throws

    /// Shows nothing.
    func clear()

    /// Goes away.
    func close()
}

/// What pictures a target takes. An addition to AVFoundation.
public struct AKVideoTargetWish: Equatable, Sendable {
    /// A pixel format, such as `kCVPixelFormatType_32BGRA`.
    public var pixelFormat: OSType
    /// Pictures fit inside, keep their shape, and are made larger too where ``enlarges``; zero for their own size.
    public var size: CGSize
    /// Pictures that are smaller than ``size`` are made as large as it allows.
    public var enlarges: Bool

    /// Makes a wish.
    public init(pixelFormat: OSType = kCVPixelFormatType_32BGRA, size: CGSize = .zero, enlarges: Bool = false) {
        (self.pixelFormat, self.size, self.enlarges) = (pixelFormat, size, enlarges)
    }
}

/// What happens to a target of pictures by itself. An addition to AVFoundation.
public enum AKVideoTargetEvent: Sendable {
    /// A key was pressed: the character it makes, or a name such as `left`, `right`, `up`, `down`, `space`, `escape`,
    /// `return`, `pageUp`, `pageDown`, `home`, `end`.
    case key(String)
    /// It has another size, or lost what it showed: the picture is needed again.
    case needsPicture
    /// The user wants it closed.
    case closed
    /// It is gone, for this reason.
    case lost(String)
}
