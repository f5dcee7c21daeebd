extension OpusHeader {
    /// The first packet of Ogg, which is Matroska's CodecPrivate too.
    package var packet: [UInt8] {
        var bytes = Array("OpusHead".utf8) + [1, UInt8(clamping: channelCount)]
        bytes.appendLittle(UInt16(clamping: preSkip))
        bytes.appendLittle(UInt32(clamping: inputSampleRate))
        bytes.appendLittle(Int16(clamping: outputGain))
        return bytes + tail
    }

    /// The payload of `dOps`.
    package var record: [UInt8] {
        var bytes: [UInt8] = [0, UInt8(clamping: channelCount)]
        bytes.appendBig(UInt16(clamping: preSkip))
        bytes.appendBig(UInt32(clamping: inputSampleRate))
        bytes.appendBig(Int16(clamping: outputGain))
        return bytes + tail
    }

    private var tail: [UInt8] {
        guard let mapping else { return [mappingFamily] }
        let counts = [UInt8(clamping: mapping.streams), UInt8(clamping: mapping.coupledStreams)]
        return [mappingFamily] + counts + mapping.channels
    }
}
