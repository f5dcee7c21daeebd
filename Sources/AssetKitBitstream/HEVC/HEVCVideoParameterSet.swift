/// A video parameter set of HEVC (7.3.2.1), as far as one layer needs it.
struct HEVCVideoParameterSet: Hashable, Sendable {
    var id: Int
    var subLayers: Int
    var layers: Int
    var profile: HEVCProfile

    /// Parses a whole NAL unit, header included.
    init(unit: ArraySlice<UInt8>) throws(BitstreamError) {
        let payload = try HEVCUnitHeader.payload(of: unit, kind: HEVCUnitHeader.Kind.videoParameterSet)
        var reader = BitReader(payload)
        id = try reader.unsigned(4)
        try reader.skip(2)  // the base layer is in here, and available
        layers = try reader.unsigned(6) + 1
        subLayers = try reader.unsigned(3) + 1
        guard subLayers <= 7 else { throw .invalid("vps_max_sub_layers_minus1") }
        try reader.skip(1 + 16)  // temporal nesting, reserved
        profile = try HEVCProfile.read(from: &reader, subLayers: subLayers)
    }
}
