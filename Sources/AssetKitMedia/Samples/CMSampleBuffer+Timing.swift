internal import AssetKitBase
public import CMTimeLib

extension CMSampleBuffer {
    /// The sum of the samples' durations.
    public var duration: CMTime {
        let timings = content.timings
        guard let first = timings.first else { return .invalid }
        guard timings.count > 1 else { return first.duration.times(content.count) }
        return timings.dropFirst().reduce(first.duration) { CMTimeAdd($0, $1.duration) }
    }

    /// The earliest time at which a sample is shown.
    public var presentationTimeStamp: CMTime { Self.earliest(content.timings) }

    /// When the first sample is decoded; invalid where that is when it is shown.
    public var decodeTimeStamp: CMTime { content.timings.first?.decodeTimeStamp ?? .invalid }

    /// ``duration`` without what is trimmed, at the speed that is attached.
    public var outputDuration: CMTime {
        adjustment.scaled(CMTimeSubtract(CMTimeSubtract(duration, adjustment.trimAtStart), adjustment.trimAtEnd))
    }

    /// When the first sample that is not trimmed is shown, or the time that was set.
    public var outputPresentationTimeStamp: CMTime {
        if let time = state.withLock({ $0.outputPresentationTimeStamp }) { return time }
        // Backwards, what is trimmed at the end comes first.
        return CMTimeAdd(presentationTimeStamp, adjustment.isReversed ? adjustment.trimAtEnd : adjustment.trimAtStart)
    }

    /// Sets when the first sample that is not trimmed is shown; an invalid time lets it follow from the samples again.
    public func setOutputPresentationTimeStamp(_ pts: CMTime) throws {
        state.withLock { $0.outputPresentationTimeStamp = pts.isValid ? pts : nil }
    }

    /// When the first sample is decoded, moved as the output times are.
    public var outputDecodeTimeStamp: CMTime {
        guard decodeTimeStamp.isValid else { return outputPresentationTimeStamp }
        return moved(decodeTimeStamp)
    }

    /// The timings as they were given: none, one for all samples alike, or one for each.
    public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
        guard !content.timings.isEmpty else { throw Error.bufferHasNoSampleTimingInfo }
        return content.timings
    }

    /// The timings moved and scaled as the output times are.
    public func outputSampleTimingInfos() throws -> [CMSampleTimingInfo] {
        let timings = try sampleTimingInfos()
        guard adjustment != Adjustment() || state.withLock({ $0.outputPresentationTimeStamp != nil }) else {
            return timings
        }
        // A single sample that is trimmed is shorter; of several, the trimmed ones stay in the list.
        if content.count == 1 {
            let decode = timings[0].decodeTimeStamp.isValid ? moved(timings[0].decodeTimeStamp) : .invalid
            return [
                CMSampleTimingInfo(
                    duration: outputDuration,
                    presentationTimeStamp: outputPresentationTimeStamp,
                    decodeTimeStamp: decode
                )
            ]
        }
        return timings.map { timing in
            CMSampleTimingInfo(
                duration: adjustment.scaled(timing.duration),
                presentationTimeStamp: moved(timing.presentationTimeStamp),
                decodeTimeStamp: timing.decodeTimeStamp.isValid ? moved(timing.decodeTimeStamp) : .invalid
            )
        }
    }

    /// The timing of one sample.
    public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
        guard !content.timings.isEmpty else { throw Error.bufferHasNoSampleTimingInfo }
        guard let timing = content.timing(at: sampleIndex) else { throw Error.sampleIndexOutOfRange }
        return timing
    }

    /// The sizes as they were given: one for all samples alike, or one for each.
    public func sampleSizes() throws -> [Int] {
        guard !content.sizes.isEmpty else { throw Error.bufferHasNoSampleSizes }
        return content.sizes
    }

    /// The size of one sample; 0 where it is not known.
    public func sampleSize(at sampleIndex: Int) -> Int { content.size(at: sampleIndex) ?? 0 }

    /// The size of all samples; 0 where it is not known.
    public var totalSampleSize: Int { content.totalSize ?? 0 }

    private static func earliest(_ timings: [CMSampleTimingInfo]) -> CMTime {
        guard let first = timings.first else { return .invalid }
        return timings.dropFirst().reduce(first.presentationTimeStamp) { earliest, timing in
            let time = timing.presentationTimeStamp
            guard earliest.isNumeric else { return time }
            return time.isNumeric ? CMTimeMinimum(earliest, time) : earliest
        }
    }

    /// A time of the samples on the output's timeline.
    private func moved(_ time: CMTime) -> CMTime {
        CMTimeAdd(outputPresentationTimeStamp, adjustment.scaled(CMTimeSubtract(time, presentationTimeStamp)))
    }

    /// What the attachments say about the output.
    private struct Adjustment: Equatable {
        var trimAtStart = CMTime.zero
        var trimAtEnd = CMTime.zero
        var speed = 1.0
        var isReversed = false

        /// A duration at the speed. Whole speeds divide exactly.
        func scaled(_ time: CMTime) -> CMTime {
            guard speed != 1 else { return time }
            guard let whole = Int32(exactly: speed) else { return CMTimeMultiplyByFloat64(time, multiplier: 1 / speed) }
            return CMTimeMultiplyByRatio(time, multiplier: 1, divisor: whole)
        }
    }

    private var adjustment: Adjustment {
        func value(_ key: String) -> AnyObject? { attachmentStore[key]?.value }
        func time(_ key: String) -> CMTime {
            let attached = value(key)
            let time = (attached as? CMTime) ?? CMTimeMakeFromDictionary(attached as? CFDictionary)
            return time.isNumeric ? time : .zero
        }
        let speed = abs(Number(value(kCMSampleBufferAttachmentKey_SpeedMultiplier))?.double ?? 1)
        return Adjustment(
            trimAtStart: time(kCMSampleBufferAttachmentKey_TrimDurationAtStart),
            trimAtEnd: time(kCMSampleBufferAttachmentKey_TrimDurationAtEnd),
            speed: speed.isFinite && speed > 0 ? speed : 1,
            isReversed: Number(value(kCMSampleBufferAttachmentKey_Reverse))?.bool ?? false
        )
    }
}
