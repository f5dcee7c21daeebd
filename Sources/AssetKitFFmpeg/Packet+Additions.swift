package import AssetKitMedia
internal import CFFmpeg

extension Packet {
    /// What Matroska keeps beside the sample, or an encoder has made to be kept there.
    package var additions: [SampleAddition] {
        withRaw { raw in
            var size = 0
            guard let bytes = av_packet_get_side_data(raw, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, &size), size > 8 else {
                return []
            }
            let memory = UnsafeRawBufferPointer(start: bytes, count: size)
            // The number comes first.
            let number = UInt64(bigEndian: memory.loadUnaligned(as: UInt64.self))
            return [SampleAddition(number: number, bytes: Array(memory[8...]))]
        }
    }
}
