internal import AssetKitBase
internal import AssetKitDevices
public import AssetKitMedia
internal import CMTimeLib
public import Foundation

/// Brings all sound to your code.
///
/// Sound comes as the device has it, as whole numbers of 16 bits with the channels of a frame side by side, unless
/// ``audioSettings`` ask for floating-point numbers. None is left out while less than two seconds of it wait; of more, the oldest is.
///
/// A block that does not follow from the one before, because that was left out or the device has lost something, has the attachment
/// `kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence`; its time says how much is missing. On Apple's systems the time
/// alone says so.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureAudioDataOutput: AVCaptureOutput, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
        var synchronizer: (any SynchronizedReceiver)?

        /// Where the client is called.
        var clientQueue: DispatchQueue? { synchronizer?.queue ?? queue }
    }

    private typealias Client = (
        delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?, synchronizer: (any SynchronizedReceiver)?
    )

    private let state = Protected(State())
    private let settings = CaptureSetting<[String: Any]?>(nil)
    private let deliveries = DeliveryQueue()

    /// Makes an output that belongs to no session.
    public override init() { super.init() }

    /// Who gets the sound.
    open var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? {
        state.withLock { $0.delegate }
    }
    /// Where the delegate is called.
    open var sampleBufferCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Says who gets the sound, and on which serial queue. The delegate is not held. Stops the program where there is a delegate and
    /// no queue.
    open func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        require(
            sampleBufferDelegate == nil || sampleBufferCallbackQueue != nil,
            "AVCaptureAudioDataOutput.setSampleBufferDelegate: a delegate needs a queue"
        )
        state.withLock { ($0.delegate, $0.queue) = (sampleBufferDelegate, sampleBufferCallbackQueue) }
    }

    /// What sound is like: linear PCM, as floating-point numbers where `AVLinearPCMIsFloatKey` says so. Nil for whole numbers of 16
    /// bits. Stops the program for anything else.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var audioSettings: [String: Any]! {
        get { settings.edited }
        set {
            if let settings = newValue {
                let format = Number(settings[AVFormatIDKey])?.truncated(UInt32.self) ?? kAudioFormatLinearPCM
                let bits = Number(settings[AVLinearPCMBitDepthKey])?.truncated(Int.self)
                let isFloat = Number(settings[AVLinearPCMIsFloatKey])?.truncated(Int.self) ?? 0 != 0
                require(
                    format == kAudioFormatLinearPCM && (bits ?? (isFloat ? 32 : 16)) == (isFloat ? 32 : 16),
                    "AVCaptureAudioDataOutput.audioSettings: only linear PCM of 16 bits, or of 32 as floating-point numbers"
                )
            }
            settings.set(in: session) { $0 = newValue }
        }
    }

    /// Settings for a writer: AAC.
    open func recommendedAudioSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        guard let basic = connection(with: .audio)?.inputPorts.first?.formatDescription?.audioStreamBasicDescription
        else {
            return nil
        }
        return RecordingSettings.audio(sampleRate: basic.wholeSampleRate, channelCount: Int(basic.mChannelsPerFrame))
    }

    // MARK: Delivering

    override func slots(for mediaType: AVMediaType) -> Int { mediaType == .audio ? 1 : 0 }

    override var consumer: (any CaptureConsumer)? { AudioDataConsumer(self) }

    func setSynchronizer(_ synchronizer: (any SynchronizedReceiver)?) {
        state.withLock { $0.synchronizer = synchronizer }
    }

    fileprivate func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) {
        let hasClient = state.withLock { $0.delegate != nil || $0.synchronizer != nil }
        guard let environment = session?.environment, hasClient, let sound = sample.sound else {
            return connection.count { $0.unwanted += 1 }
        }
        let blocksPerSecond = max(1, sound.format.sampleRate / max(1, sound.frameCount))
        let route = DeliveryQueue.Route(environment: environment) { [weak self] in
            self?.clientQueue
        } deliver: { [weak self] item, queue in
            self?.deliver(item, on: queue) ?? true
        }
        let item = DeliveryQueue.Item(sample: sample, connection: connection)
        deliveries.put(item, capacity: 2 * blocksPerSecond, .replacesOldest, route)
    }

    private var clientQueue: DispatchQueue? { state.withLock { $0.clientQueue } }

    /// Whoever is called, unless that is to be on another queue by now. Found out in one step, as it is set in one.
    private func client(on queue: DispatchQueue?) -> Client? {
        state.withLock { state -> Client? in
            guard state.clientQueue === queue else { return nil }
            return (state.delegate, state.synchronizer)
        }
    }

    /// False where the client is to be called on another queue by now.
    private func deliver(_ item: DeliveryQueue.Item, on queue: DispatchQueue?) -> Bool {
        guard session?.isRunning == true, let sound = item.sample.sound else {
            item.connection.count { $0.abandoned += 1 }
            return true
        }
        let isFloat = Number(settings.current?[AVLinearPCMIsFloatKey])?.truncated(Int.self) ?? 0 != 0
        let made =
            isFloat
            ? try? SampleMaker.floats(sound.samples[...], sound.format, at: item.sample.time)
            : try? SampleMaker.sound(sound, at: item.sample.time)
        guard let (delegate, synchronizer) = client(on: queue) else { return false }
        guard let made else {
            item.connection.count { $0.outOfBuffers += 1 }
            return true
        }
        let device = item.sample.sample
        if item.isBehindGap || device.lostCount > 0 || device.isDiscontinuous { SampleMaker.markGap(before: made) }
        item.connection.count { $0.delivered += 1 }
        if let synchronizer {
            synchronizer.receive(made, from: self, dropped: .none)
        } else {
            delegate?.captureOutput(self, didOutput: made, from: item.connection)
        }
        return true
    }

    fileprivate func ended() {
        deliveries.clear()
        state.withLock { $0.synchronizer }?.ended(self)
    }
}

/// Hands samples to an output without holding it.
private final class AudioDataConsumer: CaptureConsumer {
    private weak let output: AVCaptureAudioDataOutput?

    init(_ output: AVCaptureAudioDataOutput) { self.output = output }

    func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) { output?.receive(sample, connection) }

    func ended(_ connection: AVCaptureConnection, because reason: CaptureEnd) {
        if reason == .stopped { output?.ended() }
    }
}

/// Gets the sound of an output.
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// A block of sound. Called on the delegate's queue.
    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    )
}

extension AVCaptureAudioDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}
}
