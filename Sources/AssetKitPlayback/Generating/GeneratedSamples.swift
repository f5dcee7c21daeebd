internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// The samples of a request, and where they lie. A plain value.
struct GeneratedSamples: @unchecked Sendable {
    // SAFETY: a track looks after itself, and tables never change.
    let track: AVAssetTrack
    let samples: [IndexedSample]
    private let index: SampleIndex
    private let overrideTime: CMTime

    init(_ request: AVSampleBufferRequest) {
        let cursor = request.startCursor
        (track, index, overrideTime) = (cursor.track, cursor.index, request.overrideTime)
        samples = request.places.map { cursor.index[$0] }
    }

    /// Where the first one lies.
    var offset: Int64 { samples.compactMap(\.position).min() ?? 0 }

    /// A buffer whose bytes have not been read.
    func buffer(_ bytes: SampleBytes) throws -> CMSampleBuffer {
        let formats = track.sampleFormats
        let number = samples.first?.descriptionIndex ?? 0
        let format = formats.indices.contains(number) ? formats[number] : formats.first
        let content = SampleContent(
            format: format,
            count: samples.count,
            timings: timings,
            sizes: samples.map { Int(clamping: $0.byteCount) }
        )
        let buffer = try CMSampleBuffer(content, isReady: false) { buffer in
            do {
                try bytes.load(self, into: buffer)
                return noErr
            } catch {
                return kCMSampleBufferError_DataFailed
            }
        }
        if track.mediaType != .audio { attach(to: buffer) }
        return buffer
    }

    private var timings: [CMSampleTimingInfo] {
        let tick = index.tick
        let first = samples.first.map { tick.time($0.presentationTicks) } ?? .zero
        let shift = overrideTime.isNumeric ? overrideTime - first : .zero
        return samples.map { sample in
            CMSampleTimingInfo(
                duration: tick.time(sample.durationTicks),
                presentationTimeStamp: tick.time(sample.presentationTicks) + shift,
                decodeTimeStamp: tick.time(sample.decodeTicks) + shift
            )
        }
    }

    /// How the samples and others need each other.
    private func attach(to buffer: CMSampleBuffer) {
        for (place, sample) in samples.enumerated() {
            let attachments = buffer.sampleAttachments[place]
            if !sample.isSync { attachments[.notSync] = true }
            attachments[.dependsOnOthers] = sample.dependsOnOthers ?? !sample.isSync
            if let needed = sample.othersDependOnIt { attachments[.isDependedOnByOthers] = needed }
            if sample.isPartialSync { attachments[.partialSync] = true }
        }
    }
}
