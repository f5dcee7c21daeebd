internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib
public import Dispatch
public import Foundation

/// What an encoder wants to see in one pass over the media.
open class AVAssetWriterInputPassDescription: NSObject, @unchecked Sendable {
    /// The stretches of the source, each a `CMTimeRange`.
    public let sourceTimeRanges: [NSValue]

    init(_ ranges: [CMTimeRange]) {
        sourceTimeRanges = ranges.map { NSValue(timeRange: $0) }
        super.init()
    }
}

/// Where an input stands in its passes: there is one here, over everything.
struct PassState {
    private var queue: DispatchQueue?
    private var block: (@Sendable () -> Void)?
    private(set) var current: AVAssetWriterInputPassDescription?
    private var hasBegun = false

    /// Keeps what is to be called; false where there is something already.
    mutating func respond(on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) -> Bool {
        guard self.block == nil else { return false }
        (self.queue, self.block) = (queue, block)
        return true
    }

    /// Begins the pass; what to call then.
    mutating func begin() -> (DispatchQueue, @Sendable () -> Void)? {
        guard !hasBegun, let queue, let block else { return nil }
        hasBegun = true
        current = AVAssetWriterInputPassDescription([CMTimeRange(start: .zero, duration: .positiveInfinity)])
        return (queue, block)
    }

    /// Ends the pass; what to call then.
    mutating func end() -> (DispatchQueue, @Sendable () -> Void)? {
        guard current != nil, let queue, let block else { return nil }
        current = nil
        return (queue, block)
    }
}

extension AVAssetWriterInput {
    /// Whether the encoder may ask for the media again: false here, for every encoder.
    public var canPerformMultiplePasses: Bool { false }

    /// What to append now; nil before the pass and after it. Then there is nothing to do but to mark the input as finished.
    public var currentPassDescription: AVAssetWriterInputPassDescription? { live.withLock { $0.passes.current } }

    /// Calls a block when a pass begins, and when all are done. Once for an input.
    @preconcurrency
    public func respondToEachPassDescription(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        let isFirst = live.withLock { $0.passes.respond(on: queue, block) }
        require(isFirst, "AVAssetWriterInput.respondToEachPassDescription: the input has a block")
        if value(\.writer)?.sessionStart != nil { beginPasses() }
    }

    /// The same, on a queue that is an executor.
    @preconcurrency
    public func respondToEachPassDescription(
        on queue: DispatchSerialQueue,
        using block: @escaping @Sendable () -> Void
    ) {
        respondToEachPassDescription(on: queue.dispatchQueue, using: block)
    }

    /// Says that everything of the current pass has been appended. As there is no other one, it is the last.
    public func markCurrentPassAsFinished() {
        guard let (queue, block) = live.withLock({ $0.passes.end() }) else {
            if currentPassDescription == nil, live.withLock({ $0.feed }) != nil { finish() }
            return
        }
        queue.async { block() }
    }

    func beginPasses() {
        guard let (queue, block) = live.withLock({ $0.passes.begin() }) else { return }
        queue.async { block() }
    }
}
