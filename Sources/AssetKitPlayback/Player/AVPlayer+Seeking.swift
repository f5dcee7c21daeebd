internal import AssetKitBase
public import CMTimeLib
public import Foundation

extension AVPlayer {
    /// Goes to a time, or to somewhere near it that is cheap: `seek(to:toleranceBefore:toleranceAfter:)` with tolerances that have
    /// no end.
    public func seek(to time: CMTime) {
        seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity) { _ in }
    }

    /// The same, and says whether it came to that: false where another seek came in between, or the time is outside of what can
    /// be sought.
    @preconcurrency
    public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        seek(
            to: time,
            toleranceBefore: .positiveInfinity,
            toleranceAfter: .positiveInfinity,
            completionHandler: completionHandler
        )
    }

    /// Goes to a time within tolerances; with zero for both of them exactly there, to the sample and the picture.
    ///
    /// Times that are no number, and tolerances below zero, stop the program.
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) { _ in }
    }

    /// The same, and says whether it came to that. It is called once, on the main queue.
    @preconcurrency
    public func seek(
        to time: CMTime,
        toleranceBefore: CMTime,
        toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        let start = PictureStart(time, before: toleranceBefore, after: toleranceAfter, "AVPlayer.seek(to:)")
        engine.perform { core in
            guard let item = core.current else { return core.notice { completionHandler(false) } }
            core.seek(item, SeekRequest(start, completion: completionHandler))
        }
    }

    /// Goes to a time or near it, and waits until it has come to that.
    @discardableResult
    public func seek(to time: CMTime) async -> Bool {
        await seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
    }

    /// Goes to a time within tolerances, and waits until it has come to that.
    @discardableResult
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// Goes to a date of a live stream. What plays here has none, so the answer is false.
    @preconcurrency
    public func seek(to date: Date, completionHandler: @escaping @Sendable (Bool) -> Void) {
        engine.perform { $0.notice { completionHandler(false) } }
    }

    /// Goes to a date of a live stream. What plays here has none, so nothing happens.
    public func seek(to date: Date) {}

    /// Reads what is needed to start at a rate, and waits for it.
    public func preroll(atRate rate: Float) async -> Bool {
        await withCheckedContinuation { continuation in
            preroll(atRate: rate) { continuation.resume(returning: $0) }
        }
    }
}

extension PictureStart {
    /// What a client asks for.
    init(_ time: CMTime, before: CMTime, after: CMTime, _ name: String) {
        require(time.isNumeric || time.isPositiveInfinity || time.isNegativeInfinity, "\(name): the time is no number")
        require(
            before.isValid && before >= .zero && after.isValid && after >= .zero,
            "\(name): a tolerance is below zero"
        )
        self = before == .zero && after == .zero ? .exact(time) : .within(time, before: before, after: after)
    }
}
