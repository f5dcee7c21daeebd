internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Where the samples of a track lie: sample buffers without data. Not Sendable: one thread owns it.
final class ReferenceSamples {
    private let index: SampleIndex
    private let url: URL
    private let formats: [CMFormatDescription]
    private let isSound: Bool
    private let preroll: SoundPreroll
    private var stretches: ArraySlice<MediaStretch>
    private var current: StoredStretch?
    private var position = 0

    init(_ track: TrackSource, in range: CMTimeRange) throws {
        guard let index = track.index, let url = track.input.url else {
            let reason = "only samples that tables of a file list have a place in it"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        (self.index, self.url) = (index, url)
        formats = track.facts.formatDescriptions
        isSound = track.facts.mediaType == .audio
        preroll = SoundPreroll(track.facts.traits)
        stretches = track.stretches(in: range, origin: .zero)[...]
    }

    /// The next sample; nil at the end.
    func next() throws -> CMSampleBuffer? {
        while true {
            guard let stretch = current else {
                guard begin() else { return nil }
                continue
            }
            guard position < index.count, !stretch.isBehindEnd(position) else {
                current = nil
                continue
            }
            defer { position += 1 }
            return try sampleBuffer(index[position], stretch)
        }
    }

    private func begin() -> Bool {
        guard let stretch = stretches.popFirst() else { return false }
        current = StoredStretch(stretch, index.tick, index, isSound: isSound)
        let start = stretch.source.start - (isSound ? preroll.time : .zero)
        let ticks = index.tick.ticks(at: start) ?? .min
        position = isSound ? preroll.start(ticks, in: index) : index.decodingStart(forSampleShownAt: ticks)
        return true
    }

    private func sampleBuffer(_ sample: IndexedSample, _ stretch: StoredStretch) throws -> CMSampleBuffer {
        let format =
            formats.indices.contains(sample.descriptionIndex) ? formats[sample.descriptionIndex] : formats.first
        let timing = stretch.timing(SampleTimes(sample), (0, 0), format, count: 1)
        let content = SampleContent(
            format: format,
            count: 1,
            timings: [timing.info],
            sizes: [Int(clamping: sample.byteCount)]
        )
        // Ready, though without data: a reference has nothing more to wait for.
        let buffer = try CMSampleBuffer(content, isReady: true)
        buffer.attach(timing)
        buffer.attach(kCMSampleBufferAttachmentKey_SampleReferenceURL, url)
        buffer.attach(kCMSampleBufferAttachmentKey_SampleReferenceByteOffset, NSNumber(value: sample.position ?? 0))
        if !isSound { buffer.attach(sample, isKey: sample.isSync, isShown: !timing.isTrimmedAway) }
        return buffer
    }
}
