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
