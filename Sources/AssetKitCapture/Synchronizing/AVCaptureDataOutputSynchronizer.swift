internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib
public import Foundation

/// Brings what several outputs have at the same time to your code together.
///
/// ```swift
/// final class Watcher: NSObject, AVCaptureDataOutputSynchronizerDelegate {
///     let pictures = AVCaptureVideoDataOutput(), codes = AVCaptureMetadataOutput()
///
///     func dataOutputSynchronizer(
///         _ synchronizer: AVCaptureDataOutputSynchronizer,
///         didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
///     ) {
///         let picture = synchronizedDataCollection[pictures] as? AVCaptureSynchronizedSampleBufferData
///         let found = synchronizedDataCollection[codes] as? AVCaptureSynchronizedMetadataObjectData
///         print(picture?.timestamp.seconds ?? 0, found?.metadataObjects.count ?? 0)
///     }
/// }
/// ```
///
/// The first output leads: its data waits until all others have some of that time or later. What they have at other times, as blocks
/// of sound between two pictures, comes by itself and in order. The outputs' own delegates hear nothing meanwhile.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureDataOutputSynchronizer: NSObject, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVCaptureDataOutputSynchronizerDelegate)?
        var queue: DispatchQueue?
        var line: SynchronizedLine<AVCaptureSynchronizedData>
    }

    /// The outputs. The first leads.
    public let dataOutputs: [AVCaptureOutput]
    private let state: Protected<State>
    private let receiver = Receiver()

    /// Makes a synchronizer of outputs that bring data to code: of pictures, sound and codes. Stops the program for others, and for
    /// none.
    public init(dataOutputs: [AVCaptureOutput]) {
        require(!dataOutputs.isEmpty, "AVCaptureDataOutputSynchronizer: there are no outputs")
        require(
            dataOutputs.allSatisfy { $0 is any SynchronizableOutput },
            "AVCaptureDataOutputSynchronizer: not all are outputs of data"
        )
        require(
            Set(dataOutputs.map(ObjectIdentifier.init)).count == dataOutputs.count,
            "AVCaptureDataOutputSynchronizer: an output is there twice"
        )
        self.dataOutputs = dataOutputs
        state = Protected(State(line: SynchronizedLine(outputCount: dataOutputs.count)))
        super.init()
        receiver.owner = self
    }

    deinit { setReceiver(nil) }

    /// Who gets the data.
    open var delegate: (any AVCaptureDataOutputSynchronizerDelegate)? { state.withLock { $0.delegate } }
    /// Where the delegate is called.
    open var delegateCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Says who gets the data, and on which serial queue; nil gives the outputs back to their own delegates. The delegate is not
    /// held. Stops the program where there is a delegate and no queue.
    open func setDelegate(
        _ delegate: (any AVCaptureDataOutputSynchronizerDelegate)?,
        queue delegateCallbackQueue: DispatchQueue?
    ) {
        require(
            delegate == nil || delegateCallbackQueue != nil,
            "AVCaptureDataOutputSynchronizer.setDelegate: a delegate needs a queue"
        )
        state.withLock { state in
            (state.delegate, state.queue) = (delegate, delegateCallbackQueue)
            state.line = SynchronizedLine(outputCount: dataOutputs.count)
        }
        receiver.setQueue(delegateCallbackQueue)
        setReceiver(delegate == nil ? nil : receiver)
    }

    private func setReceiver(_ receiver: Receiver?) {
        for case let output as any SynchronizableOutput in dataOutputs { output.setSynchronizer(receiver) }
    }

    /// Takes what an output has, on the delegate's queue.
    fileprivate func take(_ data: AVCaptureSynchronizedData, duration: CMTime, from output: AVCaptureOutput) {
        guard let index = dataOutputs.firstIndex(where: { $0 === output }) else { return }
        // Asked before the lock is held, since it asks sessions.
        let isAwaited = dataOutputs.map { output in output.connections.contains { $0.isActive } }
        let (matches, delegate) = state.withLock { state in
            let item = SynchronizedLine<AVCaptureSynchronizedData>.Item(
                time: data.timestamp,
                duration: duration,
                content: data
            )
            return (state.line.add(item, of: index) { isAwaited[$0] }, state.delegate)
        }
        // It may have stopped meanwhile, and have said so before.
        if output.session?.isRunning != true { end(output) }
        for match in matches {
            let entries = match.map { (output: dataOutputs[$0.output], data: $0.item.content) }
            delegate?.dataOutputSynchronizer(self, didOutput: AVCaptureSynchronizedDataCollection(entries))
        }
    }

    /// Forgets what an output has brought.
    fileprivate func end(_ output: AVCaptureOutput) {
        guard let index = dataOutputs.firstIndex(where: { $0 === output }) else { return }
        state.withLock { $0.line.clear(index) }
    }

    /// What outputs hold, which does not hold the synchronizer.
    ///
    /// SAFETY: what changes is behind a lock, but for the owner, which is set once before anybody else knows of it.
    private final class Receiver: SynchronizedReceiver, @unchecked Sendable {
        weak var owner: AVCaptureDataOutputSynchronizer?
        private let place = Protected<DispatchQueue?>(nil)

        var queue: DispatchQueue? { place.withLock { $0 } }

        func setQueue(_ queue: DispatchQueue?) { place.withLock { $0 = queue } }

        func receive(
            _ buffer: CMSampleBuffer,
            from output: AVCaptureOutput,
            dropped: AVCaptureOutput.DataDroppedReason
        ) {
            let isSound = output is AVCaptureAudioDataOutput
            let duration = isSound && buffer.duration.isNumeric ? buffer.duration : .zero
            owner?.take(AVCaptureSynchronizedSampleBufferData(buffer, dropped), duration: duration, from: output)
        }

        func receive(_ objects: [AVMetadataObject], at time: CMTime, from output: AVCaptureOutput) {
            owner?.take(AVCaptureSynchronizedMetadataObjectData(objects, at: time), duration: .zero, from: output)
        }

        func ended(_ output: AVCaptureOutput) { owner?.end(output) }
    }
}

/// Gets what several outputs have at the same time.
public protocol AVCaptureDataOutputSynchronizerDelegate: NSObjectProtocol {
    /// What belongs together. Called on the delegate's queue.
    func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    )
}
