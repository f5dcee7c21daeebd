internal import AssetKitBase
internal import CMTimeLib
internal import Foundation

/// Something to tell about a timebase.
struct TimebaseNotice: Sendable {
    enum Kind { case effectiveRateChanged, timeJumped }

    let kind: Kind
    /// The time the timebase had then.
    let time: CMTime
}

/// Posts what happens to a timebase, one notification after the other, in the order in which things happened.
///
/// Whoever changes the timebase posts. Where somebody is at it, that one posts the new ones too.
final class TimebaseNoticePoster: Sendable {
    private struct State {
        var waiting = Fifo<TimebaseNotice>()
        var addedCount = 0
        var postedCount = 0
        var poster: Thread?
    }
    private let state = Monitor(State())

    func add(_ notice: TimebaseNotice) {
        state.withLock { state in
            state.waiting.append(notice)
            state.addedCount += 1
        }
    }

    func post(for timebase: CMTimebase) {
        guard begins() else { return }
        while let notice = next() {
            let name = notice.kind == .timeJumped ? CMTimebase.timeJumped : CMTimebase.effectiveRateChanged
            let time = CMTimeCopyAsDictionary(notice.time, allocator: nil) ?? [:]
            NotificationCenter.default.post(
                name: name,
                object: timebase,
                userInfo: [CMTimebase.NotificationKey.eventTime.rawValue: time]
            )
            state.withLock { $0.postedCount += 1 }
            state.announce()
        }
    }

    /// Nobody is at it: this thread is, from now on.
    private func begins() -> Bool {
        state.withLock { state in
            guard state.poster == nil else { return false }
            state.poster = .current
            return true
        }
    }

    private func next() -> TimebaseNotice? {
        state.withLock { state in
            if let notice = state.waiting.popFirst() { return notice }
            state.poster = nil
            return nil
        }
    }

    /// Waits until all that has happened so far is posted. Within a notification there is nothing to wait for.
    func wait() {
        guard let count = state.withLock({ $0.poster === Thread.current ? nil : $0.addedCount }) else { return }
        state.wait { $0.postedCount >= count ? () : nil }
    }
}
