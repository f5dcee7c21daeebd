/// The record in `vpcC` (VP codecs in ISO base media files, version 1.0), full box header included.
struct VPConfiguration: Hashable, Sendable {
    var profile: Int
    /// Ten times the level.
    var level: Int
    var bitDepth: Int
    /// `nil` for 4:4:0.
    var chromaFormat: ChromaFormat?
    var chromaLocation: ChromaLocation?
    var color: ColorDescription
}

extension VPConfiguration {
    /// Parses the payload of the box.
    init(record: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(record)
        // Version 0, of before 2017, has another layout.
        guard try reader.unsigned(8) == 1 else { throw .unsupported("a version of vpcC other than 1") }
        try reader.skip(24)
        profile = try reader.unsigned(8)
        level = try reader.unsigned(8)
        bitDepth = try reader.unsigned(4)
        guard [8, 10, 12].contains(bitDepth) else { throw .invalid("bitDepth") }
        let subsampling = try reader.unsigned(3)
        guard subsampling <= 4 else { throw .invalid("chromaSubsampling") }
        chromaFormat = [.yuv420, .yuv420, .yuv422, .yuv444, nil][subsampling]
        chromaLocation = [.left, .topLeft, nil, nil, nil][subsampling]
        let isFullRange = try reader.flag()
        color = ColorDescription(
            primaries: try reader.byte(),
            transfer: try reader.byte(),
            matrix: try reader.byte(),
            isFullRange: isFullRange
        )
    }

    /// "3.1"; `nil` when the record leaves it open.
    var levelName: String? {
        guard level > 0 else { return nil }
        return level % 10 == 0 ? "\(level / 10)" : "\(level / 10).\(level % 10)"
    }
}
