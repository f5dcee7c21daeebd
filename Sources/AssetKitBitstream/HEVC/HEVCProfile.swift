/// General profile, tier and level of HEVC (7.3.3): twelve bytes that also begin `hvcC`.
package struct HEVCProfile: Hashable, Sendable {
    package var space: Int
    package var isHighTier: Bool
    package var profileIDC: Int
    /// Bit 31 - n says that the stream also obeys profile n.
    package var compatibility: Int
    package var isProgressiveSource: Bool
    package var isInterlacedSource: Bool
    var isNonPacked: Bool
    var isFrameOnly: Bool
    /// The nine flags of range extension profiles, max_12bit_constraint first, lower_bit_rate last.
    var rangeConstraints: Int
    /// Thirty times the level.
    package var levelIDC: Int

    /// Reads the 96 bits.
    package init(from reader: inout BitReader) throws(BitstreamError) {
        space = try reader.unsigned(2)
        isHighTier = try reader.flag()
        profileIDC = try reader.unsigned(5)
        compatibility = try reader.unsigned(32)
        isProgressiveSource = try reader.flag()
        isInterlacedSource = try reader.flag()
        isNonPacked = try reader.flag()
        isFrameOnly = try reader.flag()
        rangeConstraints = try reader.unsigned(9)
        try reader.skip(35)  // constraints of other profiles
        levelIDC = try reader.unsigned(8)
    }

    /// Reads profile_tier_level(1, count) and leaves the sub-layers out.
    package static func read(from reader: inout BitReader, subLayers: Int) throws(BitstreamError) -> HEVCProfile {
        let profile = try HEVCProfile(from: &reader)
        guard subLayers > 1 else { return profile }
        var skipped = 0
        for _ in 0..<subLayers - 1 {
            if try reader.flag() { skipped += 88 }
            if try reader.flag() { skipped += 8 }
        }
        try reader.skip(2 * (9 - subLayers) + skipped)  // the flags are padded to eight pairs
        return profile
    }

    /// The profile as the standard names it, `nil` when it is none of those of Annex A.
    package var name: String? {
        switch effectiveProfile {
        case 1: "Main"
        case 2: "Main 10"
        case 3: "Main Still Picture"
        case 4: rangeExtensionName
        case 5: "High Throughput"
        case 6: "Multiview Main"
        case 7: "Scalable Main"
        case 8: "3D Main"
        case 9: "Screen Content Coding"
        case 10: "Scalable Range Extensions"
        case 11: "High Throughput Screen Content Coding"
        default: nil
        }
    }

    /// Some writers say 0 and set only the compatibility flags.
    private var effectiveProfile: Int {
        guard profileIDC == 0 else { return profileIDC }
        return (1...11).first { compatibility & (1 << (31 - $0)) != 0 } ?? 0
    }

    /// A.3.5 names these profiles by what the flags forbid.
    private var rangeExtensionName: String {
        func forbids(_ index: Int) -> Bool { rangeConstraints & (1 << (8 - index)) != 0 }
        let depth = forbids(2) ? "" : forbids(1) ? " 10" : forbids(0) ? " 12" : " 16"
        let chroma = forbids(5) ? "Monochrome" : forbids(4) ? "Main" : forbids(3) ? "Main 4:2:2" : "Main 4:4:4"
        let use = forbids(7) ? " Still Picture" : forbids(6) ? " Intra" : ""
        return chroma + depth + use
    }

    /// The level as the standard writes it: "4", "5.1".
    package var levelName: String {
        let tenths = levelIDC / 3
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
