internal import AssetKitAssets
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// An output that tells its client of samples at their times.
protocol TimedOutput: AVPlayerItemOutput {
    /// The tracks that it takes from, of those that are chosen.
    func tracks(among tracks: [AVAssetTrack]) -> [AVAssetTrack]
    /// It says when something ends and nothing follows.
    var tellsEnds: Bool { get }
    /// So much ahead it tells, in seconds.
    var advanceIntervalForDelegateInvocation: TimeInterval { get }
    /// What tells the client of events of one moment.
    func call(_ events: [TimedEvent], of track: AVPlayerItemTrack?) -> OutputCall?
}

/// What is told of an output that pushes what it has.
public protocol AVPlayerItemOutputPushDelegate: AnyObject, Sendable {
    /// The item is at another place: what was told before is out of date.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPushDelegate {
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}
