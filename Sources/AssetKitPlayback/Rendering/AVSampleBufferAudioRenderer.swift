internal import AssetKitBase
public import AssetKitClocks
internal import AssetKitCore
public import AssetKitMedia
public import AssetKitTargets
public import CMTimeLib
public import Foundation

/// Plays sample buffers of sound, compressed or not, by the time of an ``AVSampleBufferRenderSynchronizer``. Without one it is silent.
///
/// At a rate of 1 every sample is heard once, as it is, where the device has the sound's own rate and channels.
open class AVSampleBufferAudioRenderer: NSObject, CoreRendering, AKKeyValueObserving, @unchecked Sendable {
    // SAFETY: all that changes is behind the lock of all players.

    /// Who observes the renderer's properties.
    public let akObservers = AKKeyValueObservers()
    let core: AudioRendererCore
    private let home: StepEngine<RenderCore>
    private let ownTimebase: CMTimebase
    var rendererCore: RendererCore { core }

    /// Makes a renderer for the machine's sound server or card.
    public override convenience init() { self.init(environment: .system) }

    /// Makes a renderer that lives in what a test has for it.
    package init(environment: HostEnvironment, audio: (any AKAudioTarget)? = nil) {
        core = AudioRendererCore(environment)
        let own = RenderCore(environment)
        home = StepEngine(own)
        guard let timebase = own.timebase else { programmerError("the host's clock was invalidated") }
        ownTimebase = timebase
        super.init()
        PlaybackLock.withLock {
            (core.engine, core.home, core.object) = (home, home, self)
            own.renderers = [core]
        }
        akAudioTarget = audio ?? environment.defaultAudioTarget
    }

    deinit { akAudioTarget = nil }

    /// What tells the time: the synchronizer's, or one of its own that stands.
    open var timebase: CMTimebase { currentTimebase(ownTimebase) }

    // MARK: Being fed

    open func enqueue(_ sampleBuffer: CMSampleBuffer) { core.enqueue(sampleBuffer) }
    open var isReadyForMoreMediaData: Bool { core.look { core.isReady($0) } ?? false }
    open var hasSufficientMediaDataForReliablePlaybackStart: Bool { core.look { core.isSufficient($0) } ?? false }
    @preconcurrency
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        core.ask(on: queue, block)
    }
    open func stopRequestingMediaData() { core.stopAsking() }

    /// Drops what has been enqueued and has not been heard, what the device has taken included.
    open func flush() {
        core.perform { engine in
            if core.course != .idle { engine.silence(core) }
            core.forget(engine)
        }
    }

    /// Drops what has been enqueued for a time and later, and keeps what comes before. `completionHandler` hears whether it came to
    /// that: where the device has taken sound of that time already nothing is dropped.
    @preconcurrency
    open func flush(fromSourceTime time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        core.perform { engine in
            let isDone = engine.cut(core, from: time)
            engine.notice { completionHandler(isDone) }
        }
    }

    /// The same, and says whether it came to that.
    open func flush(fromSourceTime time: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            flush(fromSourceTime: time) { continuation.resume(returning: $0) }
        }
    }

    // MARK: Status

    /// How it stands.
    open var status: AVQueuedSampleBufferRenderingStatus { PlaybackLock.withLock { core.status } }
    /// Why it cannot go on.
    open var error: (any Error)? { PlaybackLock.withLock { core.error } }

    // MARK: Sound

    /// How loud it is, from 0 to 1.
    open var volume: Float {
        get { PlaybackLock.withLock { core.volume } }
        set {
            core.perform { _ in
                core.volume = newValue
                core.setGain()
            }
        }
    }

    /// Whether it is silent, whatever its volume.
    open var isMuted: Bool {
        get { PlaybackLock.withLock { core.isMuted } }
        set {
            core.perform { _ in
                core.isMuted = newValue
                core.setGain()
            }
        }
    }

    /// How its sound becomes slower or faster. Another one has an effect at the next start.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { PlaybackLock.withLock { core.algorithm } }
        set { core.perform { _ in core.algorithm = newValue } }
    }

    /// Which formats may be made spatial. It is kept, and changes nothing: nothing is made spatial here.
    open var allowedAudioSpatializationFormats: AVAudioSpatializationFormats {
        get { PlaybackLock.withLock { core.spatialization } }
        set { PlaybackLock.withLock { core.spatialization = newValue } }
    }

    /// The device that it is heard from: a sink of the sound server's or a device of ALSA's, by name; nil for what the machine
    /// has for everything.
    open var audioOutputDeviceUniqueID: String? {
        get { PlaybackLock.withLock { core.deviceID } }
        set {
            PlaybackLock.withLock { core.deviceID = newValue }
            akAudioTarget = newValue.map { AKAutomaticAudioTarget(deviceID: $0) } ?? core.environment.defaultAudioTarget
        }
    }

    /// Where its sound goes; nil for nowhere. An addition to AVFoundation. In the beginning it is the sound server or the card
    /// that the machine has.
    open var akAudioTarget: (any AKAudioTarget)? {
        get { PlaybackLock.withLock { core.sound?.target } }
        set { core.perform { $0.replaceSound(core, newValue) } }
    }
}
