/// The identification header of Opus (RFC 7845, 5.1), which `dOps` repeats with its numbers turned around.
package struct OpusHeader: Hashable, Sendable {
    /// The streams inside and which of their channels goes where.
    package struct Mapping: Hashable, Sendable {
        package var streams: Int
        var coupledStreams: Int
        /// For each output channel a decoded one; 255 is silence.
        package var channels: [UInt8]
    }

    package var channelCount: Int
    /// Samples at 48 kHz to drop at the start.
    package var preSkip: Int
    /// Of the source, for information: Opus always decodes at 48 kHz.
    package var inputSampleRate: Int
    /// In 1/256 decibel.
    var outputGain: Int
    /// 0 mono or stereo, 1 Vorbis order, 2 and 3 ambisonics, 255 no meaning.
    package var mappingFamily: UInt8
    /// Absent in family 0.
    package var mapping: Mapping?

    /// Parses the first packet of Ogg, which is Matroska's CodecPrivate too.
    package init(packet: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(packet)
        guard try reader.bytes(8) == Array("OpusHead".utf8)[...] else { throw .invalid("magic signature") }
        // The upper half of the version changes when the layout does.
        guard try reader.unsigned(8) < 16 else { throw .unsupported("a version of OpusHead other than 1") }
        try self.init(from: &reader) { (value: Int, bytes: Int) in
            (0..<bytes).reduce(0) { $0 | (value >> ($1 * 8) & 0xFF) << ((bytes - 1 - $1) * 8) }
        }
    }

    /// Parses the payload of `dOps`.
    package init(record: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(record)
        guard try reader.unsigned(8) == 0 else { throw .unsupported("a version of dOps other than 0") }
        try self.init(from: &reader) { (value: Int, _: Int) in value }
    }

    private init(
        from reader: inout BitReader,
        ordered: (_ value: Int, _ bytes: Int) -> Int
    ) throws(BitstreamError) {
        channelCount = try reader.unsigned(8)
        guard channelCount > 0 else { throw .invalid("channel count") }
        preSkip = ordered(try reader.unsigned(16), 2)
        inputSampleRate = ordered(try reader.unsigned(32), 4)
        outputGain = Int(Int16(truncatingIfNeeded: ordered(try reader.unsigned(16), 2)))
        mappingFamily = try reader.byte()
        if mappingFamily == 0 {
            guard channelCount <= 2 else { throw .invalid("channel count") }
        } else {
            mapping = try Mapping(from: &reader, channelCount: channelCount)
        }
    }
}

extension OpusHeader.Mapping {
    package init(from reader: inout BitReader, channelCount: Int) throws(BitstreamError) {
        streams = try reader.unsigned(8)
        coupledStreams = try reader.unsigned(8)
        guard streams > 0, coupledStreams <= streams, streams + coupledStreams <= 255 else {
            throw .invalid("stream count")
        }
        channels = Array(try reader.bytes(channelCount))
        let decoded = streams + coupledStreams
        guard channels.allSatisfy({ $0 == 255 || Int($0) < decoded }) else { throw .invalid("channel mapping") }
    }
}
