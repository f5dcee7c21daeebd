internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitTargets
internal import CMTimeLib

/// The pictures of a player: where they show.
///
/// SAFETY: everything that changes is touched behind ``PlaybackLock`` only; targets look after themselves.
final class PictureDevice: @unchecked Sendable {
    enum State { case new, opening, open, gone }

    let target: any AKVideoTarget
    let worker: any SerialWorker
    let painter = PicturePainter()
    var state = State.new
    /// A picture is on its way; the one that came after it waits, and older ones are left out.
    var isPresenting = false
    var waiting: Presentation?
    /// How pictures of another shape are fitted.
    var gravity = AVLayerVideoGravity.resizeAspect
    /// Hears of keys and of closing.
    var watcher: (@Sendable (AKVideoTargetEvent) -> Void)?

    init(_ target: any AKVideoTarget, _ worker: any SerialWorker) { (self.target, self.worker) = (target, worker) }

    /// A picture that is to show.
    struct Presentation {
        let picture: DecodedPicture
        let itemTime: CMTime
        /// When it is due.
        let hostTime: Int64
    }

    var wish: PictureWish? { state == .gone ? nil : PictureWish(target: target.wish, gravity: gravity) }
}
