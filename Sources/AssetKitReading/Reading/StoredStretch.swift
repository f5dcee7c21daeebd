internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// When a stored sample is decoded and shown, in ticks of the media.
struct SampleTimes {
    let presentation: Int64
    let decode: Int64?
    let duration: Int64

    /// `next`: when a sample is decoded that does not say it.
    init(_ packet: borrowing Packet, next: Int64) {
        presentation = packet.presentationTicks ?? packet.decodeTicks ?? next
        decode = packet.decodeTicks
        duration = max(0, packet.durationTicks)
    }

    init(_ sample: IndexedSample) {
        presentation = sample.presentationTicks
        decode = sample.decodeTicks
        duration = max(0, sample.durationTicks)
    }
}

/// The stored samples of one stretch: where they end, and what is trimmed of them.
struct StoredStretch {
    private let stretch: MediaStretch
    private let tick: TickLength
    private let source: CMTimeRange
    private let end: Int64
    /// The last sample in decode order that is needed, where the container's tables tell.
    private let lastNeeded: Int?

    init(_ stretch: MediaStretch, _ tick: TickLength, _ index: SampleIndex?, isSound: Bool) {
        self.stretch = stretch
        self.tick = tick
        source = stretch.source
        // A dwell needs the sample that it holds.
        let last = stretch.isHeld ? source.end + CMTime(value: 1, timescale: tick.denominator) : source.end
        end = last.firstSample(rate: Int(tick.denominator)) / Int64(max(1, tick.numerator))
        lastNeeded = index.flatMap { Self.lastSample(shownBefore: last, $0, tick) }
    }

    /// The sample that comes last in decode order of those that are shown before a time; -1 where there are none.
    private static func lastSample(shownBefore end: CMTime, _ index: SampleIndex, _ tick: TickLength) -> Int? {
        guard index.count > 0, end.isNumeric, let ticks = tick.ticks(at: end) else { return nil }
        let isExact = tick.time(ticks) == end
        guard let sample = index.index(presentedAt: isExact ? ticks.subtractingClamped(1) : ticks) else { return -1 }
        let order = index.order
        guard !order.isDecodeOrder else { return sample }
        // Decoders look ahead by some samples only, so those that are shown long before need not be looked at.
        let rank = index.rank(of: sample)
        return (max(0, rank - 64)...rank).map { order[$0] }.max()
    }

    /// The sample at a place in decode order is not needed any more.
    func isBehindEnd(_ place: Int?) -> Bool {
        guard let place, let lastNeeded else { return false }
        return place > lastNeeded
    }

    /// Neither this sample nor any behind it is shown in the stretch.
    func isBehindEnd(_ times: SampleTimes, isSound: Bool) -> Bool {
        guard lastNeeded == nil else { return false }
        return (isSound ? times.presentation : times.decode ?? times.presentation) >= end
    }

    /// A sample's times on the asset's timeline, and what of it is not to be seen or heard.
    struct Timing {
        var info: CMSampleTimingInfo
        var trimAtStart: CMTime
        var trimAtEnd: CMTime
        /// How long all samples last together.
        var length: CMTime

        var isTrimmedAway: Bool { length > .zero && trimAtStart + trimAtEnd >= length }
    }

    func timing(
        _ times: SampleTimes,
        _ skipped: (atStart: Int, atEnd: Int),
        _ format: CMFormatDescription?,
        count: Int
    ) -> Timing {
        let (start, finish) = bounds(times)
        let length = finish - start
        let (target, wanted) = (stretch.target, CMTimeMaximum(length, .zero))
        var atStart = CMTimeClampToRange(target.start - start, range: CMTimeRange(start: .zero, duration: wanted))
        var atEnd = CMTimeClampToRange(finish - target.end, range: CMTimeRange(start: .zero, duration: wanted))
        if skipped != (0, 0), let rate = format?.audioStreamBasicDescription?.wholeSampleRate, rate >= 1 {
            let scale = CMTimeScale(rate)
            atStart = CMTimeMaximum(atStart, CMTime(value: Int64(skipped.atStart), timescale: scale))
            atEnd = CMTimeMaximum(atEnd, CMTime(value: Int64(skipped.atEnd), timescale: scale))
        }
        let duration =
            count > 1 ? CMTimeMultiplyByRatio(length, multiplier: 1, divisor: Int32(clamping: count)) : length
        let decode = times.decode.map { start + tick.time($0.subtractingClamped(times.presentation)) } ?? .invalid
        let info = CMSampleTimingInfo(
            duration: tick.exact(duration),
            presentationTimeStamp: tick.exact(start),
            decodeTimeStamp: tick.exact(decode)
        )
        return Timing(info: info, trimAtStart: tick.exact(atStart), trimAtEnd: tick.exact(atEnd), length: length)
    }

    /// When a sample begins and ends on the asset's timeline.
    private func bounds(_ times: SampleTimes) -> (CMTime, CMTime) {
        let (begin, end) = (tick.time(times.presentation), tick.time(times.presentation.addingClamped(times.duration)))
        guard stretch.isHeld else { return (stretch.assetTime(of: begin), stretch.assetTime(of: end)) }
        guard begin <= source.start, end > source.start else {
            let start = stretch.target.start + (begin - source.start)
            return (start, start + tick.time(times.duration))
        }
        return (stretch.target.start, stretch.target.end)
    }
}

extension CMSampleBuffer {
    /// Attaches what of the samples is not to be seen or heard.
    func attach(_ timing: StoredStretch.Timing) {
        func attach(_ key: CFString, _ time: CMTime) {
            guard time.isNumeric, time > .zero, let value = CMTimeCopyAsDictionary(time, allocator: nil) else { return }
            CMSetAttachment(self, key: key, value: value, attachmentMode: kCMAttachmentMode_ShouldPropagate)
        }
        attach(kCMSampleBufferAttachmentKey_TrimDurationAtStart, timing.trimAtStart)
        attach(kCMSampleBufferAttachmentKey_TrimDurationAtEnd, timing.trimAtEnd)
    }

    func attach(_ key: CFString, _ value: Any = true as NSNumber) {
        CMSetAttachment(self, key: key, value: value, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    }

    /// Attaches how the sample and others need each other.
    func attach(_ sample: IndexedSample?, isKey: Bool, isShown: Bool) {
        let attachments = sampleAttachments[0]
        if !isKey { attachments[.notSync] = true }
        attachments[.dependsOnOthers] = sample?.dependsOnOthers ?? !isKey
        if let needed = sample?.othersDependOnIt { attachments[.isDependedOnByOthers] = needed }
        if sample?.isPartialSync == true { attachments[.partialSync] = true }
        if !isShown { attachments[.doNotDisplay] = true }
    }
}
