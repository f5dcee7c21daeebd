public import CMTimeLib

/// A count of samples or of entries.
public typealias CMItemCount = Int
/// The position of a sample.
public typealias CMItemIndex = Int

/// When a sample is shown and decoded, and how long it lasts.
public struct CMSampleTimingInfo: Hashable, Sendable {
    /// How long it lasts.
    public var duration: CMTime
    /// When it is shown.
    public var presentationTimeStamp: CMTime
    /// When it is decoded; invalid where that is when it is shown.
    public var decodeTimeStamp: CMTime

    /// Makes a timing of times without meaning.
    public init() {
        self.init(duration: CMTime(), presentationTimeStamp: CMTime(), decodeTimeStamp: CMTime())
    }

    /// Makes a timing.
    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// Three invalid times.
    public static let invalid = CMSampleTimingInfo(
        duration: .invalid,
        presentationTimeStamp: .invalid,
        decodeTimeStamp: .invalid
    )

    /// The timing of the sample `count` durations later.
    func advanced(by count: Int) -> CMSampleTimingInfo {
        guard count > 0 else { return self }
        let shift = duration.times(count)
        return CMSampleTimingInfo(
            duration: duration,
            presentationTimeStamp: CMTimeAdd(presentationTimeStamp, shift),
            decodeTimeStamp: decodeTimeStamp.isValid ? CMTimeAdd(decodeTimeStamp, shift) : .invalid
        )
    }
}

/// The older name of ``CMSampleTimingInfo/invalid``.
public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid

extension CMTime {
    /// This time a number of times, exactly.
    package func times(_ count: Int) -> CMTime {
        if let factor = Int32(exactly: count) { return CMTimeMultiply(self, multiplier: factor) }
        // In two steps that are exact for every count a file can have; beyond, the result is infinite.
        let upper = CMTimeMultiply(self, multiplier: 1 << 30)
        guard let high = Int32(exactly: count >> 30) else { return .positiveInfinity }
        let rest = CMTimeMultiply(self, multiplier: Int32(count & ((1 << 30) - 1)))
        return CMTimeAdd(CMTimeMultiply(upper, multiplier: high), rest)
    }
}
