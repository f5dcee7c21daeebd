internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitTargets
internal import CMTimeLib

/// What a renderer of sound knows: what has been decoded and not been heard yet, and how it is being heard.
///
/// SAFETY: everything that changes is touched behind ``PlaybackLock`` only.
final class AudioRendererCore: RendererCore, @unchecked Sendable {
    /// How far sound has got.
    enum Course {
        case idle
        /// Sound is made ready for a start.
        case preparing
        case running
    }

    /// The first frame that is to be heard, and when; nil for as soon as can be.
    struct Start {
        let frame: Int64
        let hostTime: Int64?
    }

    weak var object: AVSampleBufferAudioRenderer?
    var sound: SoundDevice<AudioRendererCore>?
    var volume: Float = 1
    var isMuted = false
    var algorithm = AVAudioTimePitchAlgorithm.timeDomain
    var deviceID: String?
    var spatialization = AVAudioSpatializationFormats.monoStereoAndMultichannel

    var decoder: SampleSound?
    /// Decoded, at the device's rate, in ascending order; some of it may have been heard.
    var blocks: [SoundBlock] = []
    /// So many blocks has the renderer of sound got since the last start.
    var fed = 0
    /// What is being decoded has been taken away from this frame on.
    var limit: Int64?
    /// The decoder has something that has not come out.
    var isHolding = false

    var course = Course.idle
    var start: Start?
    /// Counts starts: sound that was rendered for an older one is not wanted any more.
    var generation = 0
    /// The frame that rendering began with.
    var firstFrame: Int64 = 0
    /// Rendering needs more before it can go on.
    var isHungry = false
    /// The stretcher has been told that nothing more comes.
    var isFinishing = false
    /// The stretcher has given all that was in it, and starts anew where more comes.
    var isDrained = false
    var isStopping = false
    /// Its device drives the time.
    var isMaster = false
    /// When the target was told to start, and how long it takes until the first frame is heard, in nanoseconds.
    var toldAt: Int64 = 0
    var latency: Int64?

    init(_ environment: HostEnvironment) { super.init(environment, "assetkit.renderer.sound") }

    var rate: Int { sound?.rate ?? 0 }
    var isPreparing: Bool { course == .preparing }

    /// So much ahead of its time a start is planned, so that it is on time.
    var lead: Int64 { (latency ?? 100_000_000) + 10_000_000 }

    /// How many seconds of sound are there from a time on.
    func buffered(from time: CMTime) -> Double {
        let undecoded = waiting.reduce(0) { $0 + $1.duration }
        return undecoded + decoded(from: time)
    }

    /// How many of them are decoded.
    func decoded(from time: CMTime) -> Double {
        guard rate > 0 else { return 0 }
        let first = time.firstSample(rate: rate)
        let count = blocks.reduce(Int64(0)) { $0 + max(0, $1.end - max($1.start, first)) }
        return Double(count) / Double(rate)
    }

    override func isReady(_ core: RenderCore) -> Bool {
        waiting.count < 512 && buffered(from: core.time) < 1 * max(1, Double(core.rate))
    }

    override func isSufficient(_ core: RenderCore) -> Bool { buffered(from: core.time) >= 0.1 || status == .failed }

    override var hasSomething: Bool { !waiting.isEmpty || isDecoding || !blocks.isEmpty }

    override func forget(_ core: RenderCore) {
        super.forget(core)
        forgetDecoded()
    }

    /// Forgets what has been decoded.
    func forgetDecoded() { (blocks, fed, limit, decoder, isHolding) = ([], 0, nil, nil, false) }

    override func announceStatus(_ old: AVQueuedSampleBufferRenderingStatus, _ core: RenderCore) {
        guard let object else { return }
        core.announce(object, \.status, old: old, new: status)
    }

    func setGain() { sound?.chain?.ring.setGain(isMuted ? 0 : min(max(volume, 0), 1)) }
}
