internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import AssetKitTargets
internal import CMTimeLib
internal import Foundation

/// What a renderer of pictures knows: those that will show, and the one that does.
///
/// SAFETY: everything that changes is touched behind ``PlaybackLock`` only.
final class VideoRendererCore: RendererCore, @unchecked Sendable {
    weak var object: AVSampleBufferVideoRenderer?
    var display: PictureDevice?
    var decoder = SamplePictures()
    /// In ascending order, none of which has shown.
    var pictures: [RenderedPicture] = []
    var shown: RenderedPicture?
    /// The earliest picture that the decoder holds back.
    var held: CMTime?
    /// How many have been enqueued, left out, and how late all were together, in seconds.
    var counts = (enqueued: 0, dropped: 0, delay: 0.0)
    /// How many pictures are decoded ahead.
    var depth: Int { (pictures.first?.picture.size.height ?? 0) < 720 ? 8 : 4 }

    init(_ environment: HostEnvironment) { super.init(environment, "assetkit.renderer.pictures") }

    override func isSufficient(_ core: RenderCore) -> Bool { !pictures.isEmpty || shown != nil || status == .failed }

    override func forget(_ core: RenderCore) {
        let wasFailed = status == .failed
        super.forget(core)
        (pictures, held, decoder) = ([], nil, SamplePictures())
        if wasFailed { tellWhetherItNeedsFlush(core) }
    }

    override func announceStatus(_ old: AVQueuedSampleBufferRenderingStatus, _ core: RenderCore) {
        guard let object else { return }
        core.announce(object, \.status, old: old, new: status)
    }

    override func fail(_ cause: any Error, _ what: String, _ core: RenderCore) {
        super.fail(cause, what, core)
        guard let object, let error else { return }
        core.notice {
            NotificationCenter.default.post(
                name: AVSampleBufferVideoRenderer.didFailToDecodeNotification,
                object: object,
                userInfo: [AVSampleBufferVideoRenderer.didFailToDecodeNotificationErrorKey: error as NSError]
            )
        }
        tellWhetherItNeedsFlush(core)
    }

    private func tellWhetherItNeedsFlush(_ core: RenderCore) {
        guard let object else { return }
        core.notice {
            NotificationCenter.default.post(
                name: AVSampleBufferVideoRenderer.requiresFlushToResumeDecodingDidChangeNotification,
                object: object
            )
        }
    }
}
