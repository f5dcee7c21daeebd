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
    /// The last one that is to show as soon as it is there.
    private var immediate: RenderedPicture?
    var shown: RenderedPicture?
    /// The earliest picture that the decoder holds back.
    var held: CMTime?
    /// How many have been enqueued, left out, and how late all were together, in seconds.
    var counts = (enqueued: 0, dropped: 0, delay: 0.0)
    /// How many pictures are decoded ahead.
    var depth: Int { (pictures.first?.picture.size.height ?? 0) < 720 ? 8 : 4 }

    init(_ environment: HostEnvironment) { super.init(environment, "assetkit.renderer.pictures") }

    override func isSufficient(_ core: RenderCore) -> Bool { !pictures.isEmpty || shown != nil || status == .failed }

    override var hasSomething: Bool { !waiting.isEmpty || isDecoding || held != nil }

    // MARK: Pictures

    /// One that has been decoded. Those before it, in time, come before it.
    func add(_ picture: RenderedPicture) {
        guard !picture.isImmediate else {
            if immediate != nil { counts.dropped += 1 }
            immediate = picture
            return
        }
        let place = pictures.lastIndex { $0.time <= picture.time }.map { $0 + 1 } ?? 0
        pictures.insert(picture, at: place)
    }

    /// Something is there that is to show now.
    func hasDue(at time: CMTime) -> Bool { immediate != nil || pictures.first.map { $0.time <= time } ?? false }

    /// What is to show now, if that is another one than before; those that it overtakes are left out.
    func takeDue(at time: CMTime) -> RenderedPicture? {
        let due = pictures.prefix { $0.time <= time }
        let picture = immediate ?? due.last
        pictures.removeFirst(due.count)
        immediate = nil
        counts.dropped += due.count
        guard let picture else { return nil }
        if !picture.isImmediate {
            // Too late: a later one shows already. Where the time has gone back, that one was not due yet.
            if let shown, !shown.isImmediate, shown.time > picture.time, shown.time <= time { return nil }
            counts.dropped -= 1
        }
        return picture
    }

    override func forget(_ core: RenderCore) {
        let wasFailed = status == .failed
        super.forget(core)
        (pictures, immediate, held, decoder) = ([], nil, nil, SamplePictures())
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
