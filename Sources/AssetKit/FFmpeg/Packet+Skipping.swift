internal import CFFmpeg

extension Packet {
    /// How many sound frames at the start and at the end the container does not want to be heard.
    var skippedFrames: (atStart: Int, atEnd: Int) {
        withRaw { raw in
            var size = 0
            guard let bytes = av_packet_get_side_data(raw, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8 else {
                return (0, 0)
            }
            let memory = UnsafeRawBufferPointer(start: bytes, count: size)
            func word(_ offset: Int) -> Int {
                Int(UInt32(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            }
            return (word(0), word(4))
        }
    }
}
