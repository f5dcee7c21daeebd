internal import AssetKitBase
internal import CMTimeLib
internal import Foundation

/// Somebody who is called at times of the current item.
///
/// SAFETY: what changes is touched behind ``PlaybackLock`` only, but for `state`, which has a lock of its own.
final class TimeObserver: @unchecked Sendable {
    enum Kind {
        case periodic(CMTime, @Sendable (CMTime) -> Void)
        case boundary([CMTime], @Sendable () -> Void)
    }

    private struct State: Sendable {
        var isCalled = false
        var isRemoved = false
    }

    let kind: Kind
    let queue: DispatchQueue?
    /// Up to which time it has been told.
    var last: CMTime?
    private let state = Lock(State())

    init(_ kind: Kind, _ queue: DispatchQueue?) { (self.kind, self.queue) = (kind, queue) }

    func remove() { state.withLock { $0.isRemoved = true } }

    /// A call, unless the one before has not come back.
    func call(_ time: CMTime) -> (@Sendable () -> Void)? {
        let isFree = state.withLock { state in
            guard !state.isCalled, !state.isRemoved else { return false }
            state.isCalled = true
            return true
        }
        guard isFree else { return nil }
        return { [self] in
            if !state.withLock({ $0.isRemoved }) {
                switch kind {
                case .periodic(_, let block): block(time)
                case .boundary(_, let block): block()
                }
            }
            state.withLock { $0.isCalled = false }
        }
    }

    /// The time has come to a place: which of its own times it is to be told on the way; nil for none. Of several, the last.
    func pass(_ time: CMTime, isReverse: Bool) -> CMTime? {
        guard let last, var next = next(after: last, isReverse: isReverse) else {
            last = last ?? time
            return nil
        }
        guard isReverse ? next >= time : next <= time else { return nil }
        while let later = self.next(after: next, isReverse: isReverse), isReverse ? later >= time : later <= time {
            next = later
        }
        self.last = next
        return next
    }

    /// The next time at which it is to be called, behind one or before it.
    func next(after time: CMTime, isReverse: Bool) -> CMTime? {
        switch kind {
        case .boundary(let times, _):
            return isReverse ? times.filter { $0 < time }.max() : times.filter { $0 > time }.min()
        case .periodic(let interval, _):
            guard let exact = time.exactSeconds, let step = interval.exactSeconds, let count = exact.divided(by: step)
            else {
                return nil
            }
            let number = isReverse ? count.ceiling - 1 : count.floor + 1
            return Int32(exactly: number).map { CMTimeMultiply(interval, multiplier: $0) }
        }
    }
}
