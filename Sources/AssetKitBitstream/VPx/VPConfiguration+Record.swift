extension VPConfiguration {
    /// The payload of the box.
    package var record: [UInt8] {
        let chroma: UInt8 =
            switch chromaFormat {
            // What is not known to lie between two rows counts as lying where luma does, as in codecs parameters.
            case .yuv420?, .monochrome?: chromaLocation == .left ? 0 : 1
            case .yuv422?: 2
            case .yuv444?: 3
            case nil: 4
            }
        let packed = UInt8(clamping: bitDepth) << 4 | chroma << 1 | (color.isFullRange == true ? 1 : 0)
        let numbers = [UInt8(clamping: profile), UInt8(clamping: level), packed]
        // Version 1 without flags in front; neither codec has data for its decoder, so the length at the end is 0.
        return [1, 0, 0, 0] + numbers + [color.primaries, color.transfer, color.matrix, 0, 0]
    }

    /// Ten times the lowest level of VP9 that pictures fit in; 0, for not known, where nothing tells how many come in a
    /// second.
    package static func level(of size: PictureSize, frameRate: Double) -> Int {
        guard size.width > 0, size.height > 0, frameRate > 0, frameRate.isFinite else { return 0 }
        let area = size.width * size.height
        let rate = Double(area) * frameRate
        return levels.first { area <= $0.area && rate <= Double($0.rate) }?.level ?? 62
    }

    /// Of the VP9 levels: pixels in a picture and in a second.
    private static let levels: [(level: Int, area: Int, rate: Int)] = [
        (10, 36864, 829_440), (11, 73728, 2_764_800), (20, 122_880, 4_608_000), (21, 245_760, 9_216_000),
        (30, 552_960, 20_736_000), (31, 983_040, 36_864_000), (40, 2_228_224, 83_558_400),
        (41, 2_228_224, 160_432_128), (50, 8_912_896, 311_951_360), (51, 8_912_896, 588_251_136),
        (52, 8_912_896, 1_176_502_272), (60, 35_651_584, 1_176_502_272), (61, 35_651_584, 2_353_004_544),
    ]
}
