internal import AssetKitBase
internal import AssetKitMedia
public import CMTimeLib
public import Foundation
internal import Observation

extension AVPlayerItem {
    /// Goes to a time, or to somewhere near it that is cheap.
    public func seek(to time: CMTime) { seek(to: time, completionHandler: nil) }

    /// The same, and says whether it came to that.
    @preconcurrency
    public func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
        seek(
            to: time,
            toleranceBefore: .positiveInfinity,
            toleranceAfter: .positiveInfinity,
            completionHandler: completionHandler
        )
    }

    /// Goes to a time within tolerances; with zero for both of them exactly there.
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter, completionHandler: nil)
    }

    /// The same, and says whether it came to that. Before the item has a player, it is kept until then.
    @preconcurrency
    public func seek(
        to time: CMTime,
        toleranceBefore: CMTime,
        toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)?
    ) {
        let start = PictureStart(time, before: toleranceBefore, after: toleranceAfter, "AVPlayerItem.seek(to:)")
        core.change { item, player in
            let request = SeekRequest(start, completion: completionHandler)
            if let player { player.seek(item, request) } else { item.replaceAsked(by: request) }
        }
    }

    /// Goes to a time or near it, and waits until it has come to that: false where another seek came in between, or the time is
    /// outside of what can be sought.
    @discardableResult
    public func seek(to time: CMTime) async -> Bool {
        await seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
    }

    /// Goes to a time within tolerances, and waits until it has come to that. Before the item has a player, that is until it has one.
    @discardableResult
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// Gives up seeks that are under way: they hear false.
    public func cancelPendingSeeks() {
        core.change { item, player in
            if let player { player.cancelSeeks(item) } else { item.replaceAsked(by: nil) }
        }
    }

    /// Goes so many pictures on, or back. Whoever wants it to stay there pauses first.
    public func step(byCount stepCount: Int) {
        core.change { item, player in
            guard stepCount != 0, item.media?.pictures != nil else { return }
            if case .step(let range, let count)? = item.asked?.start {
                // Steps that have not begun add up.
                let sum = SeekRequest(.step(from: range, count: count + stepCount))
                return player.map { $0.seek(item, sum) } ?? ()
            }
            guard let shown = item.shown, let player else { return }
            player.seek(item, SeekRequest(.step(from: shown.range, count: stepCount)))
        }
    }

    /// What can be gone to: all of it, once it is ready.
    public var seekableTimeRanges: [NSValue] {
        registrar.access(self, keyPath: \.status)
        return core.wholeRanges
    }
    /// What is there to be played: all of it once it is ready, and of what comes over a network what has come. Observers hear of each
    /// half of a second of that.
    public var loadedTimeRanges: [NSValue] {
        registrar.access(self, keyPath: \.loadedTimeRanges)
        guard core.network.isRemote else { return core.wholeRanges }
        return core.look { item, player in player?.loadedRanges(item).map { NSValue(timeRange: $0) } ?? [] }
    }

    /// It can be gone forwards by pictures.
    public var canStepForward: Bool { isReadyWithPictures }
    /// It can be gone backwards by pictures.
    public var canStepBackward: Bool { isReadyWithPictures }
    private var isReadyWithPictures: Bool {
        registrar.access(self, keyPath: \.status)
        return PlaybackLock.withLock { core.media?.pictures != nil }
    }

    /// It plays faster than at a rate of 2 too.
    public var canPlayFastForward: Bool { status == .readyToPlay }
    /// It plays slower than at a rate of 1 too.
    public var canPlaySlowForward: Bool { status == .readyToPlay }
    /// It plays backwards.
    public var canPlayReverse: Bool { isReadyWithPictures }
    /// It plays backwards faster than at a rate of -1 too.
    public var canPlayFastReverse: Bool { isReadyWithPictures }
    /// It plays backwards slower than at a rate of -1 too.
    public var canPlaySlowReverse: Bool { isReadyWithPictures }

    /// Nothing is left to be played just now.
    public var isPlaybackBufferEmpty: Bool {
        registrar.access(self, keyPath: \.isPlaybackBufferEmpty)
        return core.look { item, player in !(player.map { $0.isPrimed(item) } ?? false) }
    }
    /// No more is read ahead than has been: of a file that is so as soon as it can be played.
    public var isPlaybackBufferFull: Bool {
        registrar.access(self, keyPath: \.isPlaybackBufferFull)
        return core.look { item, player in player?.isFull(item) ?? false }
    }
    /// It will probably play through without a stall.
    public var isPlaybackLikelyToKeepUp: Bool {
        registrar.access(self, keyPath: \.isPlaybackLikelyToKeepUp)
        return core.look { item, player in player?.isLikelyToKeepUp(item) ?? false }
    }
}

extension ItemCore {
    /// Another wish, or none, while there is no player to see to it.
    fileprivate func replaceAsked(by request: SeekRequest?) {
        if let completion = asked?.completion { DispatchQueue.main.async { completion(false) } }
        asked = request
    }

    /// From zero to the end; nothing until that is known.
    fileprivate var wholeRanges: [NSValue] {
        PlaybackLock.withLock { wholeRange.map { [NSValue(timeRange: $0)] } ?? [] }
    }
}
