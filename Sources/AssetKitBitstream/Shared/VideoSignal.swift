/// The first part of video usability information, which H.264 and HEVC have in common (their Annex E).
package struct VideoSignal: Hashable, Sendable {
    /// `nil` when it is not said or said to be unspecified.
    package var pixelAspectRatio: PositiveRatio?
    var isOverscanAppropriate: Bool?
    /// 0 component, 1 PAL, 2 NTSC, 3 SECAM, 4 MAC, 5 unspecified.
    package var videoFormat: Int?
    package var color: ColorDescription = .unspecified
    package var chromaLocation: ChromaLocation?

    package init(from reader: inout BitReader) throws(BitstreamError) {
        if try reader.flag() { pixelAspectRatio = try Self.pixelAspectRatio(from: &reader) }
        if try reader.flag() { isOverscanAppropriate = try reader.flag() }
        if try reader.flag() {
            videoFormat = try reader.unsigned(3)
            color.isFullRange = try reader.flag()
            if try reader.flag() {
                color.primaries = try reader.byte()
                color.transfer = try reader.byte()
                color.matrix = try reader.byte()
            }
        }
        if try reader.flag() {
            chromaLocation = ChromaLocation(rawValue: try reader.golomb())  // of the top field or the frame
            _ = try reader.golomb()  // of the bottom field
        }
    }

    private static func pixelAspectRatio(from reader: inout BitReader) throws(BitstreamError) -> PositiveRatio? {
        let index = try reader.unsigned(8)
        guard index == 255 else {
            guard pixelAspectRatios.indices.contains(index) else { return nil }
            return PositiveRatio(pixelAspectRatios[index].0, pixelAspectRatios[index].1)
        }
        let width = try reader.unsigned(16)
        return PositiveRatio(width, try reader.unsigned(16))
    }

    /// Table E-1 of H.264 and of HEVC: aspect_ratio_idc.
    static let pixelAspectRatios = [
        (0, 0), (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11),
        (15, 11), (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
    ]
}
