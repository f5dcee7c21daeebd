/// The major sync of Dolby TrueHD, which stands in the first access unit and about every 128th after it.
package struct TrueHDHeader: Hashable, Sendable {
    package var sampleRate: Int
    package var samplesPerUnit: Int
    /// Which groups of loudspeakers the fullest presentation has, a bit each.
    package var assignment: Int

    /// Parses an access unit that begins with a major sync.
    package init(_ unit: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(unit)
        try reader.skip(32)  // length, time
        guard try reader.unsigned(32) == 0xF872_6FBA else { throw .invalid("format_sync") }
        let rate = try reader.unsigned(4)
        guard rate & 7 <= 2 else { throw .invalid("audio_sampling_frequency") }
        sampleRate = (rate & 8 == 0 ? 48_000 : 44_100) << (rate & 7)
        samplesPerUnit = 40 << (rate & 7)
        try reader.skip(1 + 1 + 2 + 2 + 2)  // kinds of presentations, modifiers of the channels
        let six = try reader.unsigned(5)
        try reader.skip(2)
        let eight = try reader.unsigned(13)
        // Who can decode eight channels is not given six.
        assignment = eight == 0 ? six : eight
        guard assignment != 0 else { throw .invalid("channel_assignment") }
    }

    package var channelCount: Int {
        Self.groupSizes.enumerated().reduce(0) { $0 + (assignment >> $1.offset & 1) * $1.element }
    }

    /// Left and right, centre, low frequencies, surrounds, upper pair, inner pair, rear pair, rear centre, top,
    /// lower surrounds, wide pair, upper centre, second low frequencies.
    private static let groupSizes = [2, 1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 1, 1]
}
