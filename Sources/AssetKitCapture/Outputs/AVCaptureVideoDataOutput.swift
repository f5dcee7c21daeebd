public import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
public import AssetKitMedia
internal import CMTimeLib
public import Foundation

/// Brings every picture to your code.
///
/// ```swift
/// final class Counter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
///     func captureOutput(
///         _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
///     ) {
///         print(sampleBuffer.presentationTimeStamp.seconds)
///     }
/// }
///
/// let output = AVCaptureVideoDataOutput()
/// let counter = Counter()
/// output.setSampleBufferDelegate(counter, queue: DispatchQueue(label: "pictures"))
/// ```
///
/// Pictures come in the order of their times, one at a time. Where the delegate takes longer than a picture lasts, those in
/// between are left out and it hears of each, unless ``alwaysDiscardsLateVideoFrames`` is false: then up to ten wait. No more is held
/// of those that were left out than their times, and of the last ten thousand.
///
/// You may keep pictures, and nobody else is the worse for it: up to 24, and up to eight more where they are as the camera has them. As
/// long as you have so many the next ones are left out, for `kCMSampleBufferDroppedFrameReason_OutOfBuffers`.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
        var discardsLate = true
        var configuresDimensions = true
        /// Takes the samples in place of the delegate.
        var synchronizer: (any SynchronizedReceiver)?
        /// When the picture was that has a gap before it, of which somebody has been told; it may still be on its way.
        var gapTime: CMTime?
        /// Who has been told of that gap.
        weak var gapClient: AnyObject?

        /// Where the client is called.
        var clientQueue: DispatchQueue? { synchronizer?.queue ?? queue }
    }

    private typealias Client = (
        delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?, synchronizer: (any SynchronizedReceiver)?
    )

    private let state = Protected(State())
    private let settings = CaptureSetting<[String: Any]?>(nil)
    private let deliveries = DeliveryQueue()
    private let shaper = Protected(PictureShaper())

    /// Makes an output that belongs to no session.
    public override init() { super.init() }

    /// Who gets the pictures.
    open var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
        state.withLock { $0.delegate }
    }
    /// Where the delegate is called.
    open var sampleBufferCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Says who gets the pictures, and on which serial queue. The delegate is not held. Stops the program where there is a delegate
    /// and no queue.
    open func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        require(
            sampleBufferDelegate == nil || sampleBufferCallbackQueue != nil,
            "AVCaptureVideoDataOutput.setSampleBufferDelegate: a delegate needs a queue"
        )
        state.withLock { ($0.delegate, $0.queue) = (sampleBufferDelegate, sampleBufferCallbackQueue) }
    }

    /// Whether pictures that come while the delegate is busy are left out.
    open var alwaysDiscardsLateVideoFrames: Bool {
        get { state.withLock { $0.discardsLate } }
        set { state.withLock { $0.discardsLate = newValue } }
    }

    /// The formats that pixels can have, the cheapest first.
    open var availableVideoPixelFormatTypes: [OSType] {
        let own = connection(with: .video)?.inputPorts.first?.formatDescription?.mediaSubType.rawValue
        let others = [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_32BGRA, kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs,
            kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB,
            kCVPixelFormatType_24RGB,
        ]
        return (own.map { [$0] } ?? []) + others.filter { $0 != own }
    }

    /// The codecs that pictures can have: none, they come as pixels.
    open var availableVideoCodecTypes: [AVVideoCodecType] { [] }

    /// What pictures are like: a pixel format, and a width and a height where they are to be scaled. Nil is `420v`, and an empty
    /// dictionary whatever the camera has. Stops the program for formats that are not available.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var videoSettings: [String: Any]! {
        get {
            var settings = settings.edited ?? [:]
            let wish = editedWish
            let size = connection(with: .video)?.inputPorts.first?.formatDescription?.videoDimensions
            settings[kCVPixelBufferPixelFormatTypeKey as String] = wish.format ?? availableVideoPixelFormatTypes[0]
            if let size {
                settings[kCVPixelBufferWidthKey as String] = wish.size?.width ?? Int(size.width)
                settings[kCVPixelBufferHeightKey as String] = wish.size?.height ?? Int(size.height)
            }
            return settings
        }
        set {
            if let type = newValue.flatMap({ Number($0[kCVPixelBufferPixelFormatTypeKey as String]) })?.truncated(
                OSType.self
            ) {
                require(
                    availableVideoPixelFormatTypes.contains(type),
                    "AVCaptureVideoDataOutput.videoSettings: the format '\(type.letters)' is not available"
                )
            }
            settings.set(in: session) { $0 = newValue }
        }
    }

    private typealias Wish = (format: OSType?, size: (width: Int, height: Int)?)

    private var wish: Wish { Self.wish(settings.current) }

    /// What is wanted once the session's changes are committed.
    private var editedWish: Wish { Self.wish(settings.edited) }

    private static func wish(_ settings: [String: Any]?) -> Wish {
        guard let settings else {
            return (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil)
        }
        func number(_ key: CFString) -> Int? { Number(settings[key as String])?.truncated(Int.self) }
        let format = number(kCVPixelBufferPixelFormatTypeKey).map { OSType(truncatingIfNeeded: $0) }
        guard let width = number(kCVPixelBufferWidthKey), let height = number(kCVPixelBufferHeightKey), width > 0,
            height > 0
        else { return (format, nil) }
        return (format, (width, height))
    }

    // MARK: Recommended settings

    /// The codecs that a writer can make pictures into.
    open func availableVideoCodecTypesForAssetWriter(writingTo outputFileType: AVFileType) -> [AVVideoCodecType] {
        RecordingSettings.codecs(in: outputFileType)
    }

    /// Settings for a writer that suit the session's preset.
    open func recommendedVideoSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        recommendedVideoSettings(forVideoCodecType: .h264, assetWriterOutputFileType: outputFileType)
    }

    /// Settings for a writer that suit the session's preset, of a codec; nil where that cannot be written.
    open func recommendedVideoSettings(
        forVideoCodecType videoCodecType: AVVideoCodecType,
        assetWriterOutputFileType outputFileType: AVFileType
    ) -> [String: Any]? {
        guard RecordingSettings.codecs(in: outputFileType).contains(videoCodecType), let session,
            let size = connection(with: .video)?.inputPorts.first?.formatDescription?.videoDimensions
        else { return nil }
        let wish = editedWish
        return RecordingSettings.video(
            videoCodecType,
            width: wish.size?.width ?? Int(size.width),
            height: wish.size?.height ?? Int(size.height),
            session.sessionPreset
        )
    }

    /// The same; the address of the file says nothing more.
    open func recommendedVideoSettings(
        forVideoCodecType videoCodecType: AVVideoCodecType,
        assetWriterOutputFileType outputFileType: AVFileType,
        outputFileURL: URL?
    ) -> [String: Any]? {
        recommendedVideoSettings(forVideoCodecType: videoCodecType, assetWriterOutputFileType: outputFileType)
    }

    /// Whether the size of pictures may follow the session's preset. It is kept, and nothing follows from it: pictures are as large as
    /// the camera's, or as `videoSettings` says.
    open var automaticallyConfiguresOutputBufferDimensions: Bool {
        get { state.withLock { $0.configuresDimensions } }
        set { state.withLock { $0.configuresDimensions = newValue } }
    }

    /// Whether pictures are as large as previews: no. Stops the program where it is set to true.
    open var deliversPreviewSizedOutputBuffers: Bool {
        get { false }
        set { require(!newValue, "AVCaptureVideoDataOutput.deliversPreviewSizedOutputBuffers: it is not supported") }
    }

    // MARK: Delivering

    override func slots(for mediaType: AVMediaType) -> Int { mediaType == .video ? 1 : 0 }

    override var consumer: (any CaptureConsumer)? { VideoDataConsumer(self) }

    func setSynchronizer(_ synchronizer: (any SynchronizedReceiver)?) {
        state.withLock { $0.synchronizer = synchronizer }
    }

    fileprivate func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) {
        let (hasClient, discards) = state.withLock {
            ($0.delegate != nil || $0.synchronizer != nil, $0.discardsLate)
        }
        guard let environment = session?.environment, hasClient else {
            return connection.count { $0.unwanted += 1 }
        }
        let route = DeliveryQueue.Route(environment: environment) { [weak self] in
            self?.clientQueue
        } deliver: { [weak self] item, queue in
            self?.deliver(item, on: queue) ?? true
        } omit: { [weak self] omission, queue in
            self?.omit(omission, on: queue) ?? true
        }
        let item = DeliveryQueue.Item(sample: sample, connection: connection)
        deliveries.put(item, capacity: discards ? 1 : 10, discards ? .replacesOldest : .isRefused, route)
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
        guard session?.isRunning == true else {
            item.connection.count { $0.abandoned += 1 }
            return true
        }
        if item.sample.sample.lostCount > 0 {
            guard let client = client(on: queue) else { return false }
            tellOfGap(client, before: item)
        }
        let buffer = try? buffer(of: item)
        // Who was told of a gap may have left its place to another one in that call, and making a picture takes a moment.
        guard let client = client(on: queue) else { return false }
        guard let buffer else {
            item.connection.count { $0.outOfBuffers += 1 }
            tell(client, .outOfBuffers, at: item.sample.time, item.connection)
            return true
        }
        item.connection.count { $0.delivered += 1 }
        if let synchronizer = client.synchronizer {
            synchronizer.receive(buffer, from: self, dropped: .none)
        } else {
            client.delegate?.captureOutput(self, didOutput: buffer, from: item.connection)
        }
        return true
    }

    private func buffer(of item: DeliveryQueue.Item) throws -> CMSampleBuffer {
        let wish = wish
        let picture = try shaper.withLock { shaper in
            try shaper.shape(item.sample, format: wish.format, size: wish.size, turn: item.connection.turn)
        }
        return try SampleMaker.picture(picture, at: item.sample.time)
    }

    /// False where the client is to be called on another queue by now.
    private func omit(_ omission: DeliveryQueue.Omission, on queue: DispatchQueue?) -> Bool {
        guard let client = client(on: queue) else { return false }
        tell(client, .lateData, at: omission.time, omission.connection)
        return true
    }

    /// Tells a client of a gap, once: one that chooses another queue in that call has the picture brought there afterwards.
    private func tellOfGap(_ client: Client, before item: DeliveryQueue.Item) {
        let receiver: AnyObject? = if let synchronizer = client.synchronizer { synchronizer } else { client.delegate }
        let isNew = state.withLock { state in
            guard state.gapTime != item.sample.time || state.gapClient !== receiver else { return false }
            (state.gapTime, state.gapClient) = (item.sample.time, receiver)
            return true
        }
        if isNew { tell(client, .discontinuity, at: item.sample.time, item.connection) }
    }

    /// Tells a client, on whose queue it is called, that a picture is left out.
    private func tell(
        _ client: Client,
        _ reason: DataDroppedReason,
        at time: CMTime,
        _ connection: AVCaptureConnection
    ) {
        guard let buffer = try? SampleMaker.dropped(at: time, reason) else { return }
        if let synchronizer = client.synchronizer {
            synchronizer.receive(buffer, from: self, dropped: reason)
        } else {
            client.delegate?.captureOutput(self, didDrop: buffer, from: connection)
        }
    }

    fileprivate func ended() {
        deliveries.clear()
        state.withLock { $0.synchronizer }?.ended(self)
    }
}

/// Hands samples to an output without holding it.
private final class VideoDataConsumer: CaptureConsumer {
    private weak let output: AVCaptureVideoDataOutput?

    init(_ output: AVCaptureVideoDataOutput) { self.output = output }

    func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) { output?.receive(sample, connection) }

    func ended(_ connection: AVCaptureConnection, because reason: CaptureEnd) {
        if reason == .stopped { output?.ended() }
    }
}

/// Gets the pictures of an output.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// A picture. Called on the delegate's queue.
    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    )

    /// A picture was left out: the buffer has its time, no pixels, and the reason as an attachment. Called on the delegate's queue.
    func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    )
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}

    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}
}
