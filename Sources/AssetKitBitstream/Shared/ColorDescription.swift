/// What the numbers of a picture mean as colour: the code points of ISO/IEC 23091-2 (H.273).
///
/// 2 is "unspecified" in each of the three.
package struct ColorDescription: Hashable, Sendable {
    package var primaries: UInt8 = 2
    package var transfer: UInt8 = 2
    package var matrix: UInt8 = 2
    /// All values are used (full range, "pc") or those of video ("tv"); `nil` when nothing is said.
    package var isFullRange: Bool?

    package init(primaries: UInt8 = 2, transfer: UInt8 = 2, matrix: UInt8 = 2, isFullRange: Bool? = nil) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    package static let unspecified = ColorDescription()
    package static let rgb = ColorDescription(matrix: 0)
}

// What the numbers mean, so that nobody compares their names.
extension ColorDescription {
    /// Red, green and blue are stored themselves.
    package var isRGB: Bool { matrix == Self.rgb.matrix }

    /// There are colours that screens for high-definition television do not show: BT.2020, and P3 of displays.
    package var hasWideGamut: Bool { primaries == 9 || primaries == 12 }

    /// The perceptual quantizer of SMPTE ST 2084, which BT.2100 took over.
    package var isPerceptualQuantizer: Bool { transfer == 16 }

    /// Hybrid log-gamma of BT.2100.
    package var isHybridLogGamma: Bool { transfer == 18 }

    /// The exponent of the two television systems whose curve is a bare power.
    package var gamma: Double? {
        switch transfer {
        case 4: 2.2
        case 5: 2.8
        default: nil
        }
    }
}

// FFmpeg's words, as users know them from its output. `nil` is for unspecified and reserved values.
extension ColorDescription {
    package var primariesName: String? { Self.primariesNames[primaries] }
    package var transferName: String? { Self.transferNames[transfer] }
    package var matrixName: String? { Self.matrixNames[matrix] }
    package var rangeName: String? { isFullRange.map { $0 ? "pc" : "tv" } }

    /// The colours that have these names; a name that is none is unspecified.
    package init(primariesName: String?, transferName: String?, matrixName: String?, rangeName: String?) {
        func code(_ name: String?, _ names: [UInt8: String]) -> UInt8 {
            name.flatMap { name in names.first { $0.value == name }?.key } ?? 2
        }
        self.init(
            primaries: code(primariesName, Self.primariesNames),
            transfer: code(transferName, Self.transferNames),
            matrix: code(matrixName, Self.matrixNames),
            isFullRange: ["pc": true, "tv": false][rangeName ?? ""]
        )
    }

    private static let primariesNames: [UInt8: String] = [
        1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "film", 9: "bt2020",
        10: "smpte428", 11: "smpte431", 12: "smpte432", 22: "ebu3213",
    ]

    private static let transferNames: [UInt8: String] = [
        1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "linear", 9: "log100",
        10: "log316", 11: "iec61966-2-4", 12: "bt1361e", 13: "iec61966-2-1", 14: "bt2020-10", 15: "bt2020-12",
        16: "smpte2084", 17: "smpte428", 18: "arib-std-b67",
    ]

    private static let matrixNames: [UInt8: String] = [
        0: "gbr", 1: "bt709", 4: "fcc", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "ycgco", 9: "bt2020nc",
        10: "bt2020c", 11: "smpte2085", 12: "chroma-derived-nc", 13: "chroma-derived-c", 14: "ictcp",
    ]
}
