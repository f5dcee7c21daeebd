internal import AssetKitFFmpeg
internal import CMTimeLib

/// Works out what Ogg needs to know of Vorbis: how long packets are, and where its first page ends.
///
/// Where the first page counts fewer frames than its packets make, decoders leave the first ones out. So the first page of
/// sound that begins in the middle ends with the first packet that is heard. So does one whose first packet makes nothing:
/// FFmpeg counts that packet too, and only a page that is not the last one puts it right. Not Sendable: one stage owns it.
final class VorbisPaging {
    private let lengths: VorbisPacketLength
    private let rate: Int32
    /// The samples begin or end within the stream that they come from.
    private let isCut: Bool
    /// How many frames the first packet counts for, of which a decoder makes nothing; nil before it.
    private var firstCount: Int?
    private var hasFirstPage = false

    /// nil where the header makes no sense.
    init?(_ format: SinkFormat, isCut: Bool) {
        guard let lengths = VorbisPacketLength(codecPrivate: format.codecPrivate) else { return nil }
        self.lengths = lengths
        rate = Int32(clamping: max(1, format.sampleRate))
        self.isCut = isCut
    }

    /// The frames of the next packet; nil for what is no packet of sound.
    func frameCount(_ bytes: UnsafeRawBufferPointer, _ sample: SinkSample) -> Int? {
        let count = lengths.frameCount(bytes)
        guard let count, firstCount == nil else { return count }
        // How long the first one of a cut is depends on one that is not there any more. It makes nothing, but takes its
        // time, unless it is said to take none.
        let isKnown = sample.duration.isNumeric && (isCut || sample.duration == .zero)
        firstCount = isKnown ? Int(SinkTimes.ticks(sample.duration, rate)) : count
        return firstCount
    }

    /// Whether the first page ends behind a packet. Throws where the last packet is on it: what is cut off a last page is
    /// taken for the end.
    func endsPage(_ placement: UntimedSound.Placement, trimmed: Int, priming: Int) throws -> Bool {
        guard isCut || firstCount == 0, !hasFirstPage, placement.position + Int64(placement.frameCount) > 0 else {
            return false
        }
        hasFirstPage = true
        guard trimmed > 0 else { return true }
        guard priming <= firstCount ?? 0 else {
            throw MediaSinks.refusal(
                "an Ogg file cannot begin and end within one packet of Vorbis; choose a longer part, or another type of file"
            )
        }
        return false
    }
}
