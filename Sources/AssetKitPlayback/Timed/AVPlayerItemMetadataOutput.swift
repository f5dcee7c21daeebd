public import AssetKitAssets
internal import AssetKitBase
internal import AssetKitMedia
public import Foundation

/// What is told of an output of timed metadata.
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
    /// These groups hold from now on, in a track of the item. One without items says that nothing does any more.
    func metadataOutput(
        _ output: AVPlayerItemMetadataOutput,
        didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?
    )
}

extension AVPlayerItemMetadataOutputPushDelegate {
    public func metadataOutput(
        _ output: AVPlayerItemMetadataOutput,
        didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?
    ) {}
}

/// Tells of timed metadata in an item's tracks as their time comes.
///
/// ```swift
/// final class Places: AVPlayerItemMetadataOutputPushDelegate {
///     func metadataOutput(
///         _ output: AVPlayerItemMetadataOutput,
///         didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
///         from track: AVPlayerItemTrack?
///     ) {
///         for item in groups.flatMap(\.items) { print(item.stringValue ?? "") }
///     }
/// }
/// let output = AVPlayerItemMetadataOutput(identifiers: nil)
/// let places = Places()
/// output.setDelegate(places, queue: .main)
/// let item = AVPlayerItem(url: URL(filePath: "drive.mov"))
/// item.add(output)
/// ```
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput, TimedOutput, @unchecked Sendable {
    // SAFETY: what changes is behind locks.
    private struct State {
        weak var delegate: (any AVPlayerItemMetadataOutputPushDelegate)?
        var queue: DispatchQueue?
        var advance: TimeInterval = 0
    }

    private let identifiers: Set<String>?
    private let state = Protected(State())

    /// Makes an output of items with identifiers; nil for all.
    public init(identifiers: [String]?) { self.identifiers = identifiers.map { Set($0) } }

    /// Who is told, on which queue: nil for the main one.
    open func setDelegate(
        _ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?,
        queue delegateQueue: DispatchQueue?
    ) {
        state.withLock { ($0.delegate, $0.queue) = (delegate, delegateQueue) }
    }

    /// Who is told.
    open var delegate: (any AVPlayerItemMetadataOutputPushDelegate)? { state.withLock { $0.delegate } }
    /// The queue on which the delegate is called.
    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// So much before their time groups are told of, in seconds.
    open var advanceIntervalForDelegateInvocation: TimeInterval {
        get { state.withLock { $0.advance } }
        set { state.withLock { $0.advance = newValue } }
    }

    var tellsEnds: Bool { false }

    func tracks(among tracks: [AVAssetTrack]) -> [AVAssetTrack] { tracks.filter { $0.mediaType == .metadata } }

    func call(_ events: [TimedEvent], of track: AVPlayerItemTrack?) -> OutputCall? {
        guard let (delegate, queue) = state.withLock({ state in state.delegate.map { ($0, state.queue) } }) else {
            return nil
        }
        let groups = events.compactMap { $0.sample.flatMap(group) }
        guard !groups.isEmpty else { return nil }
        return OutputCall(queue: queue) { [weak self] in
            if let self { delegate.metadataOutput(self, didOutputTimedMetadataGroups: groups, from: track) }
        }
    }

    /// nil where nothing of it is wanted.
    private func group(_ sample: TimedSample) -> AVTimedMetadataGroup? {
        guard !sample.bytes.isEmpty else { return AVTimedMetadataGroup(items: [], timeRange: sample.range) }
        guard let group = sample.buffer.flatMap({ AVTimedMetadataGroup(sampleBuffer: $0) }) else { return nil }
        guard let identifiers else { return group }
        let items = group.items.filter { item in item.identifier.map { identifiers.contains($0.rawValue) } ?? false }
        return items.isEmpty ? nil : AVTimedMetadataGroup(items: items, timeRange: group.timeRange)
    }

    override func flushCall() -> OutputCall? {
        guard let (delegate, queue) = state.withLock({ state in state.delegate.map { ($0, state.queue) } }) else {
            return nil
        }
        return OutputCall(queue: queue) { [weak self] in
            if let self { delegate.outputSequenceWasFlushed(self) }
        }
    }
}
