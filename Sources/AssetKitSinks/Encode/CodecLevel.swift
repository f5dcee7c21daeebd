/// The limits of a level of H.264 or HEVC.
struct CodecLevel: Hashable, Sendable {
    var name: String
    /// The largest picture, and the most of them in a second: in macroblocks for H.264, in pixels for HEVC.
    var area: Int
    var rate: Int

    private init(_ name: String, _ area: Int, _ rate: Int) { (self.name, self.area, self.rate) = (name, area, rate) }

    // ITU-T H.264, table A-1.
    static let h264 = [
        CodecLevel("1", 99, 1485), CodecLevel("1b", 99, 1485), CodecLevel("1.1", 396, 3000),
        CodecLevel("1.2", 396, 6000), CodecLevel("1.3", 396, 11880), CodecLevel("2", 396, 11880),
        CodecLevel("2.1", 792, 19800), CodecLevel("2.2", 1620, 20250), CodecLevel("3", 1620, 40500),
        CodecLevel("3.1", 3600, 108_000), CodecLevel("3.2", 5120, 216_000), CodecLevel("4", 8192, 245_760),
        CodecLevel("4.1", 8192, 245_760), CodecLevel("4.2", 8704, 522_240), CodecLevel("5", 22080, 589_824),
        CodecLevel("5.1", 36864, 983_040), CodecLevel("5.2", 36864, 2_073_600), CodecLevel("6", 139_264, 4_177_920),
        CodecLevel("6.1", 139_264, 8_355_840), CodecLevel("6.2", 139_264, 16_711_680),
    ]

    // ITU-T H.265, tables A.8 and A.9.
    static let hevc = [
        CodecLevel("1", 36864, 552_960), CodecLevel("2", 122_880, 3_686_400), CodecLevel("2.1", 245_760, 7_372_800),
        CodecLevel("3", 552_960, 16_588_800), CodecLevel("3.1", 983_040, 33_177_600),
        CodecLevel("4", 2_228_224, 66_846_720), CodecLevel("4.1", 2_228_224, 133_693_440),
        CodecLevel("5", 8_912_896, 267_386_880), CodecLevel("5.1", 8_912_896, 534_773_760),
        CodecLevel("5.2", 8_912_896, 1_069_547_520), CodecLevel("6", 35_651_584, 1_069_547_520),
        CodecLevel("6.1", 35_651_584, 2_139_095_040), CodecLevel("6.2", 35_651_584, 4_278_190_080),
    ]
}
