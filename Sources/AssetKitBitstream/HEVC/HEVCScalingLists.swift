/// Scaling lists, which are read only to find what stands behind them (7.3.4).
enum HEVCScalingLists {
    static func skip(in reader: inout BitReader) throws(BitstreamError) {
        for size in 0..<4 {
            for _ in 0..<(size == 3 ? 2 : 6) {
                guard try reader.flag() else {
                    _ = try reader.golomb("scaling_list_pred_matrix_id_delta", atMost: 5)
                    continue
                }
                if size > 1 { _ = try reader.signedGolomb("scaling_list_dc_coef", in: -7...247) }
                for _ in 0..<min(64, 16 << (size * 2)) {
                    _ = try reader.signedGolomb("scaling_list_delta_coef", in: -128...127)
                }
            }
        }
    }
}
