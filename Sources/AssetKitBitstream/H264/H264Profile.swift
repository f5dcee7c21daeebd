/// Profile, constraints and level: three bytes that stand in the parameter set and in `avcC`.
package struct H264Profile: Hashable, Sendable {
    package var profileIDC: UInt8
    /// constraint_set0_flag is the highest bit.
    package var constraints: UInt8
    package var levelIDC: UInt8

    /// constraint_setN_flag.
    func constraint(_ index: Int) -> Bool { constraints & (0x80 >> UInt8(index)) != 0 }

    /// The profile as the standard names it (Annex A), `nil` when it is none of its profiles.
    package var name: String? {
        switch profileIDC {
        case 44: "CAVLC 4:4:4 Intra"
        case 66: constraint(1) ? "Constrained Baseline" : "Baseline"
        case 77: "Main"
        case 83: constraint(5) ? "Scalable Constrained Baseline" : "Scalable Baseline"
        case 86: "Scalable High"
        case 88: "Extended"
        case 100: highName
        case 110: constraint(3) ? "High 10 Intra" : "High 10"
        case 118: "Multiview High"
        case 122: constraint(3) ? "High 4:2:2 Intra" : "High 4:2:2"
        case 128: "Stereo High"
        case 138: "Multiview Depth High"
        case 144: "High 4:4:4"  // of 2003, removed since
        case 244: constraint(3) ? "High 4:4:4 Intra" : "High 4:4:4 Predictive"
        default: nil
        }
    }

    private var highName: String {
        guard constraint(4) else { return "High" }
        return constraint(5) ? "Constrained High" : "Progressive High"
    }

    /// The level as the standard writes it: "4", "3.1", "1b".
    package var levelName: String {
        if isLevel1b { return "1b" }
        return levelIDC % 10 == 0 ? "\(levelIDC / 10)" : "\(levelIDC / 10).\(levelIDC % 10)"
    }

    /// Level 1b is written as 11 with a constraint flag in the oldest profiles, as 9 in the others.
    package var isLevel1b: Bool {
        levelIDC == 9 || (levelIDC == 11 && [66, 77, 88].contains(profileIDC) && constraint(3))
    }

    /// Parameter sets of these profiles say chroma format, bit depth and scaling lists.
    var hasChromaSyntax: Bool {
        [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(profileIDC)
    }

    /// Every picture is an IDR picture, so nothing is reordered (A.2 and E.2.1).
    var isIntraOnly: Bool {
        [44, 86, 100, 110, 122, 244].contains(profileIDC) && constraint(3)
    }

    /// MaxDpbMbs of table A-1: the picture memory in macroblocks; `nil` for a level that is not in the table.
    var pictureMemoryInMacroblocks: Int? {
        if isLevel1b { return 396 }
        return switch levelIDC {
        case 10: 396
        case 11: 900
        case 12, 13, 20: 2_376
        case 21: 4_752
        case 22, 30: 8_100
        case 31: 18_000
        case 32: 20_480
        case 40, 41: 32_768
        case 42: 34_816
        case 50: 110_400
        case 51, 52: 184_320
        case 60, 61, 62: 696_320
        default: nil
        }
    }
}
