internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

// What an audio file says in its own words, laid over what FFmpeg's demuxer made of it: exact lengths, and tags.

extension RawAudioFile {
    /// Completes the facts of an audio file; others are left as they are.
    static func complete(_ facts: inout MediaFacts, from window: ByteWindow, isPrecise: Bool, flag: CancellationFlag)
        throws
    {
        guard facts.containerTraits.habits.contains(.isRawSound), window.length != nil else { return }
        let file: RawAudioFile
        do {
            file = try read(window, effort: isPrecise ? .scan(isCancelled: { flag.isCancelled }) : .headers)
        } catch RawAudioError.cancelled {
            throw CancellationError()
        } catch is RawAudioError {
            // FFmpeg makes something of the file, and this reader does not: FFmpeg's word stands.
            return
        }
        file.complete(&facts)
    }

    private func complete(_ facts: inout MediaFacts) {
        facts.warnings += problems.all.map { "\($0.text), at byte \($0.offset)" }
        if !entries.isEmpty { facts.metadata = entries.map(MetadataEntry.init) }
        guard facts.tracks.count == 1, facts.tracks[0].mediaType == .audio, streamCount == 1 else { return }
        describe(&facts.tracks[0])
        let isBetter = certainty >= .stated || !facts.duration.isNumeric
        if isBetter, linkCount == 1, let duration { setDuration(duration, of: &facts) }
        facts.isPrecise = certainty == .exact && facts.duration == duration
        if !chapters.isEmpty { facts.chapters = chapters(until: facts.duration) }
    }

    private func describe(_ track: inout TrackFacts) {
        // A header that counts frames may count one of its own; only having gone through them tells.
        if certainty == .exact { count(&track) }
        if let priming { track.audio?.priming = Int(clamping: priming) }
        if let remainder { track.audio?.remainder = Int(clamping: remainder) }
        if let bitsPerSecond, bitsPerSecond > 0 { track.estimatedDataRate = bitsPerSecond }
        track.bitRateMode = bitRateMode.map { mode in
            switch mode {
            case .constant: .constant
            case .variable: .variable
            case .average: .average
            }
        }
    }

    private func count(_ track: inout TrackFacts) {
        if let frameCount { track.sampleCount = frameCount }
        if let frameByteCount { track.totalByteCount = frameByteCount }
        // Each moment of uncompressed sound is a sample.
        guard track.traits.habits.contains(.isPlain), let count = decodedSampleCount else { return }
        track.sampleCount = count
        let bytes = count.multipliedReportingOverflow(by: Int64(track.audio?.bytesPerPacket ?? 0))
        if !bytes.overflow, bytes.partialValue > 0 { track.totalByteCount = bytes.partialValue }
    }

    private func setDuration(_ duration: CMTime, of facts: inout MediaFacts) {
        facts.duration = duration
        facts.tracks[0].timeRange = CMTimeRange(start: .zero, duration: duration)
        let start = CMTime(
            value: priming ?? 0,
            timescale: CMTimeScale(sampleRate == sampleRate.rounded() ? sampleRate : 1)
        )
        let source = CMTimeRange(start: container == .mpegAudio ? start : facts.startTime, duration: duration)
        let target = facts.tracks[0].timeRange
        facts.tracks[0].segments = [CMTimeMapping(source: source, target: target)]
    }

    private func chapters(until end: CMTime) -> [Chapter] {
        let sorted = chapters.filter { !$0.isHidden && $0.start.isNumeric }.sorted { $0.start < $1.start }
        return sorted.enumerated().compactMap { index, chapter in
            let next = sorted.indices.contains(index + 1) ? sorted[index + 1].start : end
            let stop = chapter.end ?? next
            guard stop.isNumeric, stop >= chapter.start else { return nil }
            return Chapter(
                title: chapter.titles.first?.text ?? "",
                timeRange: CMTimeRange(start: chapter.start, end: stop),
                language: chapter.titles.first?.language ?? "und"
            )
        }
    }
}
