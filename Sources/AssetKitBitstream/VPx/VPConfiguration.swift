/// The record in `vpcC` (VP codecs in ISO base media files, version 1.0), full box header included.
package struct VPConfiguration: Hashable, Sendable {
    package var profile: Int
    /// Ten times the level.
    package var level: Int
    package var bitDepth: Int
    /// `nil` for 4:4:0.
    package var chromaFormat: ChromaFormat?
    package var chromaLocation: ChromaLocation?
    package var color: ColorDescription

    package init(
        profile: Int,
        level: Int,
        bitDepth: Int,
        chromaFormat: ChromaFormat? = nil,
        chromaLocation: ChromaLocation? = nil,
        color: ColorDescription
    ) {
        self.profile = profile
        self.level = level
        self.bitDepth = bitDepth
        self.chromaFormat = chromaFormat
        self.chromaLocation = chromaLocation
        self.color = color
    }
}

extension VPConfiguration {
    /// Parses the payload of the box.
    package init(record: ArraySlice<UInt8>) throws(BitstreamError) {
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
    package var levelName: String? {
        guard level > 0 else { return nil }
        return level % 10 == 0 ? "\(level / 10)" : "\(level / 10).\(level % 10)"
    }
}
