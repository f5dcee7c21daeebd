public import AssetKitBase
internal import AssetKitClocks
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// What takes something of an item while it plays. Its subclasses say what.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
    // SAFETY: what changes is behind locks.
    private let owner = Lock<WeakItem>(WeakItem())
    private let isAlone = Lock(false)

    private struct WeakItem: @unchecked Sendable {
        // SAFETY: a weak reference to an object that looks after itself.
        weak var item: ItemCore?
    }

    /// The item that it takes from.
    var item: ItemCore? {
        get { owner.withLock { $0 }.item }
        set {
            let box = WeakItem(item: newValue)
            owner.withLock { $0 = box }
        }
    }

    /// The item's time at a moment of the host clock, in seconds; invalid without an item.
    open func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
        guard hostTimeInSeconds.isFinite else { return .invalid }
        return itemTime(at: CMTime(seconds: hostTimeInSeconds, preferredTimescale: 1_000_000_000))
    }

    /// The item's time at a moment of the host clock.
    private func itemTime(at moment: CMTime) -> CMTime {
        guard let item, moment.isNumeric else { return .invalid }
        return item.look { item, player in
            guard let player, let anchor = item.anchor else { return item.anchor?.itemTime ?? .zero }
            guard anchor.rate != 0 else { return anchor.itemTime }
            let host = player.environment.hostClock
            return anchor.itemTime(at: anchor.clock === host ? moment : host.convertTime(moment, to: anchor.clock))
        }
    }

    /// The item's time at a moment of the host clock, in the units of the system's clock: nanoseconds.
    open func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
        itemTime(at: CMTime(value: machAbsoluteTime, timescale: 1_000_000_000))
    }

    /// The item's time at the host's time of a time stamp; invalid where it has none, as its flags say.
    open func itemTime(for timestamp: CVTimeStamp) -> CMTime {
        guard CVTimeStampFlags(rawValue: timestamp.flags).contains(.hostTimeValid),
            let moment = Int64(exactly: timestamp.hostTime)
        else { return .invalid }
        return itemTime(forMachAbsoluteTime: moment)
    }

    /// Whether what the output gives is left to it: the pictures that a video output has show nowhere else then. Texts and metadata
    /// are shown by nobody but their clients.
    open var suppressesPlayerRendering: Bool {
        get { isAlone.withLock { $0 } }
        set { isAlone.withLock { $0 = newValue } }
    }

    /// What tells the client that what it has is out of date.
    func flushCall() -> OutputCall? { nil }
}

/// What is told of an output that pictures are pulled from.
public protocol AVPlayerItemOutputPullDelegate: AnyObject, Sendable {
    /// There will soon be pictures, as was asked for.
    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)
    /// The item is at another place: what was taken before is out of date.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
    public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

extension AVPlayerItem {
    /// The outputs that take from it.
    public var outputs: [AVPlayerItemOutput] { PlaybackLock.withLock { core.outputs } }

    /// Lets an output take from it. One that has an item stops the program.
    public func add(_ output: AVPlayerItemOutput) {
        require(output.item == nil, "AVPlayerItem.add: the output has an item already")
        output.item = core
        core.change { item, _ in item.outputs.append(output) }
    }

    /// Takes an output away.
    public func remove(_ output: AVPlayerItemOutput) {
        core.change { item, player in
            item.outputs.removeAll { $0 === output }
            if output.suppressesPlayerRendering, player?.current === item { player?.showAgain() }
        }
        if output.item === core { output.item = nil }
    }
}
