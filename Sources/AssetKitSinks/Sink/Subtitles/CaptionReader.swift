package import AssetKitFFmpeg
package import CMTimeLib

/// Collects what a decoder of captions makes of them. Not Sendable: one stage owns it.
package final class CaptionReader {
    private let decoder: CaptionDecoder
    private var found: [CaptionDecoder.Caption] = []
    /// When what has been read so far ends.
    package private(set) var latest = CMTime.zero

    package init(decoder: CaptionDecoder) { self.decoder = decoder }

    package func read(_ triplets: [UInt8], at start: CMTime, until end: CMTime) throws {
        latest = CMTimeMaximum(latest, end)
        guard !triplets.isEmpty else { return }
        let time = start.convertScale(CaptionDecoder.timescale, method: .roundHalfAwayFromZero)
        found += try decoder.decode(triplets, at: time.value)
    }

    /// Everything, where what nobody takes away shows to the end.
    package func finish(at end: CMTime) throws -> [SubtitleFile.Cue] {
        found += try decoder.finish()
        func time(_ ticks: Int64) -> CMTime { CMTime(value: ticks, timescale: CaptionDecoder.timescale) }
        let cues = found.enumerated().map { number, caption in
            let next = found.indices.contains(number + 1) ? time(found[number + 1].start) : end
            let text = StyledText(substation: caption.event).trimmed
            return SubtitleFile.Cue(start: time(caption.start), end: caption.end.map(time) ?? next, text: text)
        }
        return cues.filter { $0.start < $0.end && !$0.text.isEmpty }
    }
}
