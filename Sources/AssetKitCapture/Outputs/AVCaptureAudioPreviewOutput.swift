internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
public import AssetKitTargets

/// Lets sound be heard while it is captured.
///
/// ```swift
/// let session = AVCaptureSession()
/// let output = AVCaptureAudioPreviewOutput()
/// output.volume = 0.5
/// if session.canAddOutput(output) { session.addOutput(output) }
/// ```
///
/// It is heard a few hundredths of a second later. A device that takes sound faster or slower than it comes loses or misses a moment
/// of it now and then; nobody else does, and no more than a quarter of a second of it is ever kept.
///
/// SAFETY: what changes is behind locks.
open class AVCaptureAudioPreviewOutput: AVCaptureOutput, @unchecked Sendable {
    private let deviceID = Protected<String?>(nil)
    private let speaker = PreviewSpeaker()

    /// Makes an output that belongs to no session, and plays on the sound server or the card that the machine has.
    public override init() {
        super.init()
        speaker.setTarget(AKAutomaticAudioTarget(streamName: "preview", deviceID: nil))
    }

    /// Where it is heard: the name of a sink of the sound server's, or of a device of ALSA's; nil for what the machine uses.
    open var outputDeviceUniqueID: String? {
        get { deviceID.withLock { $0 } }
        set {
            let isNew = deviceID.withLock { deviceID in
                defer { deviceID = newValue }
                return deviceID != newValue
            }
            if isNew { speaker.setTarget(AKAutomaticAudioTarget(streamName: "preview", deviceID: newValue)) }
        }
    }

    /// How loud it is, from 0 to 1.
    open var volume: Float {
        get { speaker.volume }
        set { speaker.volume = newValue }
    }

    /// Where it is heard; nil for nowhere. An addition to AVFoundation.
    open var akAudioTarget: (any AKAudioTarget)? {
        get { speaker.target }
        set { speaker.setTarget(newValue) }
    }

    /// Why nothing is heard, as half a sentence; nil where nothing is in the way. Another target, or another start of the session, is
    /// another try. An addition to AVFoundation.
    open var akObstacle: String? { speaker.obstacle }

    // MARK: What comes

    override func slots(for mediaType: AVMediaType) -> Int { mediaType == .audio ? 1 : 0 }

    override var consumer: (any CaptureConsumer)? { PreviewSoundConsumer(self) }

    fileprivate func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) {
        guard let environment = session?.environment, let sound = sample.sound else { return }
        speaker.hear(sound, connection, in: environment)
    }

    fileprivate func ended() { speaker.rest() }
}

/// Hands sound to an output without holding it.
private final class PreviewSoundConsumer: CaptureConsumer {
    private weak let output: AVCaptureAudioPreviewOutput?

    init(_ output: AVCaptureAudioPreviewOutput) { self.output = output }

    func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) { output?.receive(sample, connection) }

    func ended(_ connection: AVCaptureConnection, because reason: CaptureEnd) { output?.ended() }
}
