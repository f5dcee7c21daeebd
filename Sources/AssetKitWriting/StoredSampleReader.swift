internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// Makes samples for a sink of a sample buffer that is stored as it comes.
struct StoredSampleReader {
    /// A sample, and what it does to the track's timeline.
    struct Sample {
        var made: SinkSample
        let format: CMFormatDescription
        let timing: InputTimeline.Timing
        /// Frames of sound before the first one to be heard, if the sample is the first one.
        let priming: Int
        /// The times of the sample that the track's timescale has to hold exactly.
        let times: [CMTime]
    }

    private let buffer: CMSampleBuffer
    private let origin: CMTime
    private let isSound: Bool
    private let format: CMFormatDescription
    private let data: CMBlockBuffer

    init(_ buffer: CMSampleBuffer, origin: CMTime, isSound: Bool) throws {
        guard let format = buffer.formatDescription else { throw Self.problem("a sample has no format description") }
        if buffer.dataReadiness != .ready { try buffer.makeDataReady() }
        guard let data = buffer.dataBuffer else {
            throw Self.problem("a sample has no data; an input without settings stores compressed samples as they are")
        }
        guard buffer.presentationTimeStamp.isNumeric else { throw Self.problem("a sample has no time") }
        (self.buffer, self.origin, self.isSound, self.format, self.data) = (buffer, origin, isSound, format, data)
    }

    private static func problem(_ reason: String) -> MediaProblem {
        MediaProblem(code: .invalidSourceMedia, reason: reason)
    }

    /// Whether all samples go as one: frames of uncompressed sound.
    private var isPacked: Bool { format.audioStreamBasicDescription?.mFormatID == kAudioFormatLinearPCM }

    func samples() throws -> [Sample] {
        let (atStart, atEnd) = (
            trim(kCMSampleBufferAttachmentKey_TrimDurationAtStart), trim(kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
        )
        if buffer.numSamples == 1 || isPacked {
            return [try sample(0, count: buffer.numSamples, data, trimmed: (atStart, atEnd))]
        }
        let (whole, start) = (buffer.duration, buffer.presentationTimeStamp)
        let presented = CMTimeRange(start: start + atStart, end: start + whole - atEnd)
        var offset = data.startIndex
        return try (0..<buffer.numSamples).map { index in
            let size = buffer.sampleSize(at: index)
            guard size >= 0, offset + size <= data.endIndex else {
                throw Self.problem("a sample is larger than its data")
            }
            let part = try CMBlockBuffer(bufferReference: data[offset..<(offset + size)])
            offset += size
            let timing = try buffer.sampleTimingInfo(at: index)
            let (begin, end) = (timing.presentationTimeStamp, timing.presentationTimeStamp + timing.duration)
            guard whole.isNumeric, atStart > .zero || atEnd > .zero else {
                return try sample(index, count: 1, part, trimmed: (.zero, .zero))
            }
            let length = CMTimeRange(start: .zero, duration: timing.duration)
            let trimmed = (
                CMTimeClampToRange(presented.start - begin, range: length),
                CMTimeClampToRange(end - presented.end, range: length)
            )
            return try sample(index, count: 1, part, trimmed: trimmed)
        }
    }

    private func sample(
        _ index: Int,
        count: Int,
        _ data: CMBlockBuffer,
        trimmed: (atStart: CMTime, atEnd: CMTime)
    ) throws -> Sample {
        let timing = try buffer.sampleTimingInfo(at: index)
        let presentation = timing.presentationTimeStamp - origin
        let decode = timing.decodeTimeStamp.isNumeric ? timing.decodeTimeStamp - origin : presentation
        guard presentation.isNumeric, decode.isNumeric else { throw Self.problem("a sample has no time") }
        var made = SinkSample(
            data: data,
            count: count,
            presentationTime: presentation,
            decodeTime: decode,
            duration: timing.duration.isNumeric ? timing.duration : soundDuration ?? .invalid
        )
        if !isSound { mark(&made, index) }
        if buffer.numSamples == 1 { made.additions = buffer.additions }
        made.trimmedFramesAtEnd = frames(trimmed.atEnd)
        let length = made.duration.isNumeric ? made.duration.times(count) : .zero
        return Sample(
            made: made,
            format: format,
            timing: InputTimeline.Timing(
                start: presentation,
                decode: decode,
                duration: length,
                trimAtStart: CMTimeMinimum(trimmed.atStart, length),
                trimAtEnd: CMTimeMinimum(trimmed.atEnd, length)
            ),
            priming: max(frames(trimmed.atStart), frames(.zero - presentation), 0),
            times: [presentation, decode, timing.duration]
        )
    }

    /// How long a packet of sound of this format lasts, where the format says it.
    private var soundDuration: CMTime? {
        guard let basic = format.audioStreamBasicDescription, basic.mFramesPerPacket > 0, basic.mSampleRate >= 1 else {
            return nil
        }
        return CMTime(value: Int64(basic.mFramesPerPacket), timescale: CMTimeScale(basic.wholeSampleRate))
    }

    private func frames(_ time: CMTime) -> Int {
        guard isSound, time > .zero, let rate = format.audioStreamBasicDescription?.wholeSampleRate, rate >= 1 else {
            return 0
        }
        return Int(clamping: time.convertScale(CMTimeScale(rate), method: .roundHalfAwayFromZero).value)
    }

    private func trim(_ key: String) -> CMTime {
        let attached = buffer.attachmentStore[key]?.value
        let time = (attached as? CMTime) ?? CMTimeMakeFromDictionary(attached as? CFDictionary)
        return time.isNumeric && time > .zero ? time : .zero
    }

    /// What the attachments say about how samples need each other.
    private func mark(_ sample: inout SinkSample, _ index: Int) {
        let attachments = buffer.sampleAttachments[index]
        func truth(_ key: CMSampleBuffer.PerSampleAttachmentsDictionary.Key) -> Bool? { Number(attachments[key])?.bool }
        sample.isPartialSync = truth(.partialSync) ?? false
        sample.isSync = !(truth(.notSync) ?? false) && !sample.isPartialSync
        sample.dependsOnOthers = truth(.dependsOnOthers)
        sample.othersDependOnIt = truth(.isDependedOnByOthers)
    }
}
