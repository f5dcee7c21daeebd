/// Scaling lists, which are read only to find what stands behind them (7.3.2.1.1.1).
enum H264ScalingLists {
    /// Skips `count` lists, the first six of which have 16 entries and the others 64.
    static func skip(_ count: Int, in reader: inout BitReader) throws(BitstreamError) {
        for index in 0..<count where try reader.flag() {
            try skipList(of: index < 6 ? 16 : 64, in: &reader)
        }
    }

    private static func skipList(of size: Int, in reader: inout BitReader) throws(BitstreamError) {
        var last = 8
        for _ in 0..<size {
            let delta = try reader.signedGolomb("delta_scale", in: -128...127)
            let next = (last + delta + 256) & 0xFF
            guard next != 0 else { return }  // the rest repeats the last one
            last = next
        }
    }
}
