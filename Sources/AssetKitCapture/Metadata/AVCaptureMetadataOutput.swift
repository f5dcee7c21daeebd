internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
public import Foundation

/// Finds codes in pictures: QR codes and the bars of products, as far as libzbar is installed.
///
/// ```swift
/// final class Till: NSObject, AVCaptureMetadataOutputObjectsDelegate {
///     func metadataOutput(
///         _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
///         from connection: AVCaptureConnection
///     ) {
///         for case let code as AVMetadataMachineReadableCodeObject in metadataObjects { print(code.stringValue ?? "") }
///     }
/// }
///
/// let output = AVCaptureMetadataOutput()
/// output.metadataObjectTypes = output.availableMetadataObjectTypes
/// ```
///
/// The newest picture is looked at when the one before is through; those in between are left out. Faces are not found here.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureMetadataOutput: AVCaptureOutput, SynchronizableOutput, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVCaptureMetadataOutputObjectsDelegate)?
        var queue: DispatchQueue?
        var types: [AVMetadataObject.ObjectType] = []
        var rect = CGRect(x: 0, y: 0, width: 1, height: 1)
        var synchronizer: (any SynchronizedReceiver)?
        var worker: (any SerialWorker)?
        var isWorking = false
        var waiting: (sample: CapturedSample, connection: AVCaptureConnection)?
        /// The delegate is told of something last.
        var hasFound = false
        /// What is still to be told.
        var findings = Fifo<Finding>()
        /// A job on the client's queue has been asked for, or is at work.
        var isTelling = false

        /// Where the client is called.
        var clientQueue: DispatchQueue? { synchronizer?.queue ?? queue }
    }

    /// What was found in a picture.
    private struct Finding: Sendable {
        let objects: [AVMetadataObject]
        let time: CMTime
        let connection: AVCaptureConnection
        /// There is something, or there was something before.
        let isNews: Bool
    }

    private typealias Turn = (
        finding: Finding, delegate: (any AVCaptureMetadataOutputObjectsDelegate)?,
        synchronizer: (any SynchronizedReceiver)?
    )

    /// What the worker looks with.
    ///
    /// SAFETY: only its jobs touch it.
    private final class Tools: @unchecked Sendable {
        var reader: (types: [AVMetadataObject.ObjectType], value: CodeReader)?
    }

    private let state = Protected(State())
    private let tools = Tools()

    /// Makes an output that belongs to no session.
    public override init() { super.init() }

    /// What can be found. Nothing where ``akObstacle`` says why.
    open var availableMetadataObjectTypes: [AVMetadataObject.ObjectType] {
        akObstacle == nil ? AVMetadataObject.ObjectType.kinds.map(\.type) : []
    }

    /// Why nothing can be found, as half a sentence; nil where something can. An addition to AVFoundation.
    open var akObstacle: String? { CodeReader.obstacle }

    /// What is looked for: nothing unless set. Stops the program for what is not available.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var metadataObjectTypes: [AVMetadataObject.ObjectType]! {
        get { state.withLock { $0.types } }
        set {
            let types = newValue ?? []
            let available = availableMetadataObjectTypes
            if let missing = types.first(where: { !available.contains($0) }) {
                programmerError(
                    "AVCaptureMetadataOutput.metadataObjectTypes: \(missing.rawValue) is not available"
                        + (akObstacle.map { ": \($0)" } ?? "")
                )
            }
            state.withLock { $0.types = types }
        }
    }

    /// The part (0 to 1) of the camera's picture that is looked at. Stops the program for what lies outside.
    open var rectOfInterest: CGRect {
        get { state.withLock { $0.rect } }
        set {
            let isWithin = newValue.minX >= 0 && newValue.minY >= 0 && newValue.maxX <= 1 && newValue.maxY <= 1
            require(
                isWithin && newValue.width > 0 && newValue.height > 0,
                "AVCaptureMetadataOutput.rectOfInterest: it is no part of a picture"
            )
            state.withLock { $0.rect = newValue }
        }
    }

    /// Who hears of what is found.
    open var metadataObjectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)? { state.withLock { $0.delegate } }
    /// Where the delegate is called.
    open var metadataObjectsCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Says who hears of what is found, and on which serial queue. The delegate is not held. Stops the program where there is a
    /// delegate and no queue.
    open func setMetadataObjectsDelegate(
        _ objectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)?,
        queue objectsCallbackQueue: DispatchQueue?
    ) {
        require(
            objectsDelegate == nil || objectsCallbackQueue != nil,
            "AVCaptureMetadataOutput.setMetadataObjectsDelegate: a delegate needs a queue"
        )
        state.withLock { ($0.delegate, $0.queue) = (objectsDelegate, objectsCallbackQueue) }
    }

    // MARK: Looking

    override func slots(for mediaType: AVMediaType) -> Int { mediaType == .video ? 1 : 0 }

    override var consumer: (any CaptureConsumer)? { MetadataConsumer(self) }

    func setSynchronizer(_ synchronizer: (any SynchronizedReceiver)?) {
        state.withLock { $0.synchronizer = synchronizer }
    }

    fileprivate func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) {
        let isWanted = state.withLock { state in
            (state.delegate != nil || state.synchronizer != nil) && !state.types.isEmpty
        }
        guard let environment = session?.environment, isWanted else {
            return connection.count { $0.unwanted += 1 }
        }
        let (overtaken, worker) = state.withLock { state -> (AVCaptureConnection?, (any SerialWorker)?) in
            let overtaken = state.waiting?.connection
            state.waiting = (sample, connection)
            guard !state.isWorking else { return (overtaken, nil) }
            let worker = state.worker ?? environment.worker("assetkit.capture.codes")
            (state.worker, state.isWorking) = (worker, true)
            return (overtaken, worker)
        }
        overtaken?.count { $0.late += 1 }
        worker?.async { [weak self] in self?.work(environment) }
    }

    private func work(_ environment: HostEnvironment) {
        while let (sample, connection, types, rect) = next() {
            let objects = (try? look(at: sample, for: types, in: rect)) ?? []
            connection.count { $0.delivered += 1 }
            tell(objects, sample.time, connection, environment)
        }
    }

    private func next() -> (CapturedSample, AVCaptureConnection, [AVMetadataObject.ObjectType], CGRect)? {
        state.withLock { state in
            guard let waiting = state.waiting else {
                state.isWorking = false
                return nil
            }
            state.waiting = nil
            return (waiting.sample, waiting.connection, state.types, state.rect)
        }
    }

    private func look(
        at sample: CapturedSample,
        for types: [AVMetadataObject.ObjectType],
        in rect: CGRect
    ) throws -> [AVMetadataObject] {
        if tools.reader?.types != types {
            let kinds = AVMetadataObject.ObjectType.kinds.filter { types.contains($0.type) }.map(\.kind)
            tools.reader = CodeReader(Set(kinds)).map { (types, $0) }
        }
        guard let reader = tools.reader?.value else { return [] }
        let picture = try sample.picture()
        let (width, height) = (CGFloat(picture.width), CGFloat(picture.height))
        let region = CGRect(
            x: rect.minX * width,
            y: rect.minY * height,
            width: rect.width * width,
            height: rect.height * height
        )
        let (left, top) = (min(Int(region.minX), picture.width - 1), min(Int(region.minY), picture.height - 1))
        let pixels = PixelRect(
            x: left,
            y: top,
            width: max(1, min(Int(region.maxX.rounded(.up)), picture.width) - left),
            height: max(1, min(Int(region.maxY.rounded(.up)), picture.height) - top)
        )
        return try reader.codes(in: picture, region: pixels).compactMap { code in
            guard let type = AVMetadataObject.ObjectType.kinds.first(where: { $0.kind == code.kind })?.type else {
                return nil
            }
            let bounds = CGRect(
                x: code.bounds.minX / width,
                y: code.bounds.minY / height,
                width: code.bounds.width / width,
                height: code.bounds.height / height
            )
            let corners = code.corners.map { CGPoint(x: $0.x / width, y: $0.y / height) }
            return AVMetadataMachineReadableCodeObject(type, at: sample.time, bounds, corners, code.text)
        }
    }

    // MARK: Telling

    /// How many findings wait for a client at most.
    private static let mostFindings = 100

    /// Tells of what was found, and once that there is nothing any more.
    private func tell(
        _ objects: [AVMetadataObject],
        _ time: CMTime,
        _ connection: AVCaptureConnection,
        _ environment: HostEnvironment
    ) {
        let starts = state.withLock { state in
            let isNews = state.hasFound || !objects.isEmpty
            state.hasFound = !objects.isEmpty
            guard isNews || state.synchronizer != nil else { return false }
            state.findings.append(Finding(objects: objects, time: time, connection: connection, isNews: isNews))
            // Nobody who is so far behind wants to hear the oldest.
            if state.findings.count > Self.mostFindings { _ = state.findings.popFirst() }
            defer { state.isTelling = true }
            return !state.isTelling
        }
        if starts { scheduleTelling(environment) }
    }

    private func scheduleTelling(_ environment: HostEnvironment) {
        let queue = state.withLock { $0.clientQueue }
        environment.notice(on: queue) { [weak self] in self?.tellNext(on: queue, environment) }
    }

    /// Tells what waits longest to whoever is to hear of it now, unless that is on another queue by now: then it is told there.
    private func tellNext(on queue: DispatchQueue?, _ environment: HostEnvironment) {
        let isRunning = session?.isRunning == true
        let turn: Turn? = state.withLock { state in
            guard state.clientQueue === queue, let finding = state.findings.popFirst(), isRunning else { return nil }
            return (finding, state.delegate, state.synchronizer)
        }
        if let (finding, delegate, synchronizer) = turn {
            if let synchronizer {
                synchronizer.receive(finding.objects, at: finding.time, from: self)
            } else if finding.isNews {
                delegate?.metadataOutput(self, didOutput: finding.objects, from: finding.connection)
            }
        }
        let goesOn = state.withLock { state in
            state.isTelling = state.findings.first != nil
            return state.isTelling
        }
        if goesOn { scheduleTelling(environment) }
    }

    fileprivate func ended(because reason: CaptureEnd) {
        let (abandoned, synchronizer) = state.withLock { state in
            defer {
                (state.waiting, state.hasFound) = (nil, false)
                if reason == .stopped { state.findings = Fifo() }
            }
            return (state.waiting?.connection, state.synchronizer)
        }
        abandoned?.count { $0.abandoned += 1 }
        if reason == .stopped { synchronizer?.ended(self) }
    }
}

/// Hands pictures to an output without holding it.
private final class MetadataConsumer: CaptureConsumer {
    private weak let output: AVCaptureMetadataOutput?

    init(_ output: AVCaptureMetadataOutput) { self.output = output }

    func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) { output?.receive(sample, connection) }

    func ended(_ connection: AVCaptureConnection, because reason: CaptureEnd) {
        output?.ended(because: reason)
    }
}

/// Hears of what is found in pictures.
public protocol AVCaptureMetadataOutputObjectsDelegate: NSObjectProtocol {
    /// All that is in a picture; nothing, once, when there is nothing any more. Called on the delegate's queue.
    func metadataOutput(
        _ output: AVCaptureMetadataOutput,
        didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    )
}

extension AVCaptureMetadataOutputObjectsDelegate {
    /// Does nothing.
    public func metadataOutput(
        _ output: AVCaptureMetadataOutput,
        didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {}
}
