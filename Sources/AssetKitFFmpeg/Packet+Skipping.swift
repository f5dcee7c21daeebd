internal import AssetKitBase
internal import CFFmpeg

extension Packet {
    /// How many sound frames at the start and at the end the container does not want to be heard.
    package var skippedFrames: (atStart: Int, atEnd: Int) {
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

    /// Lets a packet whose last frames nobody is to hear hide so many fewer of them, and last so much longer.
    func hideLessAtEnd(frames: Int64) {
        let hidden = skippedFrames.atEnd
        guard hidden > 0 else { return }
        withRaw { raw in
            guard let bytes = av_packet_get_side_data(raw, AV_PKT_DATA_SKIP_SAMPLES, nil) else { return }
            let left = UInt32(clamping: Int64(hidden).subtractingClamped(frames))
            UnsafeMutableRawPointer(bytes).storeBytes(of: left.littleEndian, toByteOffset: 4, as: UInt32.self)
            // FFmpeg counts less than nothing in 32 bits.
            let length = raw.pointee.duration
            let counted = length >> 31 == 1 ? Int64(Int32(truncatingIfNeeded: length)) : length
            raw.pointee.duration = max(0, counted.addingClamped(frames))
        }
    }
}
