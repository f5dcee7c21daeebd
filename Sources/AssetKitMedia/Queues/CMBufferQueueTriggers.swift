public import CMTimeLib

/// A trigger of a queue.
public final class CMBufferQueueTriggerToken: Hashable, Sendable {
    package init() {}

    public static func == (left: CMBufferQueueTriggerToken, right: CMBufferQueueTriggerToken) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension CMBufferQueue {
    /// A trigger of a queue.
    public typealias TriggerToken = CMBufferQueueTriggerToken

    /// When a trigger's handler runs.
    public enum TriggerCondition: Sendable {
        /// The duration has become less.
        case whenDurationBecomesLessThan(CMTime)
        /// The duration has become less or equal.
        case whenDurationBecomesLessThanOrEqualTo(CMTime)
        /// The duration has become greater.
        case whenDurationBecomesGreaterThan(CMTime)
        /// The duration has become greater or equal.
        case whenDurationBecomesGreaterThanOrEqualTo(CMTime)
        /// The smallest presentation time is another one.
        case whenMinPresentationTimeStampChanges
        /// The greatest presentation time is another one.
        case whenMaxPresentationTimeStampChanges
        /// The data of the first buffer is there.
        case whenDataBecomesReady
        /// The end was marked, and the last buffer is out.
        case whenEndOfDataReached
        /// The queue was emptied by a reset.
        case whenReset
        /// There are fewer buffers.
        case whenBufferCountBecomesLessThan(CMItemCount)
        /// There are more buffers.
        case whenBufferCountBecomesGreaterThan(CMItemCount)
    }

    /// What triggers look at.
    package struct Summary: Equatable {
        package var duration = CMTime.zero
        var minimumTime = CMTime.invalid
        var maximumTime = CMTime.invalid
        package var count = 0
        var isHeadReady = false
        package var isAtEnd = false
        var resets = 0
    }
}

extension CMBufferQueue.TriggerCondition {
    /// Whether the condition holds; those that speak of a change never do by themselves.
    package func holds(_ summary: CMBufferQueue.Summary) -> Bool {
        switch self {
        case .whenDurationBecomesLessThan(let limit): summary.duration < limit
        case .whenDurationBecomesLessThanOrEqualTo(let limit): summary.duration <= limit
        case .whenDurationBecomesGreaterThan(let limit): summary.duration > limit
        case .whenDurationBecomesGreaterThanOrEqualTo(let limit): summary.duration >= limit
        case .whenMinPresentationTimeStampChanges, .whenMaxPresentationTimeStampChanges, .whenReset: false
        case .whenDataBecomesReady: summary.isHeadReady
        case .whenEndOfDataReached: summary.isAtEnd
        case .whenBufferCountBecomesLessThan(let limit): summary.count < limit
        case .whenBufferCountBecomesGreaterThan(let limit): summary.count > limit
        }
    }

    /// Whether the handler runs when the queue goes from one state to another.
    func fires(from old: CMBufferQueue.Summary, to new: CMBufferQueue.Summary) -> Bool {
        switch self {
        case .whenMinPresentationTimeStampChanges: old.minimumTime != new.minimumTime
        case .whenMaxPresentationTimeStampChanges: old.maximumTime != new.maximumTime
        case .whenReset: old.resets != new.resets
        default: !holds(old) && holds(new)
        }
    }

    /// Whether the condition can ever be asked for.
    package var isSensible: Bool {
        switch self {
        case .whenDurationBecomesLessThan(let limit), .whenDurationBecomesLessThanOrEqualTo(let limit),
            .whenDurationBecomesGreaterThan(let limit), .whenDurationBecomesGreaterThanOrEqualTo(let limit):
            limit.isNumeric && limit >= .zero
        default: true
        }
    }
}
