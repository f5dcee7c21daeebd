internal import AssetKitISOMedia
internal import AssetKitMedia

/// What uncompressed samples of a QuickTime or MP4 track look like. QuickTime has many codes for them, each with rules of
/// its own (QuickTime File Format, "Sound Sample Descriptions").
struct ISOLinearPCM {
    let bitDepth: Int
    let isFloatingPoint: Bool
    let isBigEndian: Bool
    let isSigned: Bool

    /// nil for sound that is compressed.
    init?(_ sound: ISOSoundDescription, _ description: ISOSampleDescription) {
        let isLittleEndian = sound.isLittleEndian ?? false
        let bits = Int(sound.configuredBitsPerSample.map(UInt32.init) ?? sound.bitsPerSample)
        switch description.codec {
        case "lpcm":
            let flags = sound.linearPCM?.flags ?? 0
            self.init(bits, isFloatingPoint: flags & 1 != 0, isBigEndian: flags & 2 != 0, isSigned: flags & 4 != 0)
        case "sowt": self.init(bits, isBigEndian: false)
        case "twos": self.init(bits, isBigEndian: true)
        case "raw ": self.init(bits == 0 ? 8 : bits, isBigEndian: true, isSigned: bits > 8)
        case "in24": self.init(24, isBigEndian: !isLittleEndian)
        case "in32": self.init(32, isBigEndian: !isLittleEndian)
        case "fl32": self.init(32, isFloatingPoint: true, isBigEndian: !isLittleEndian)
        case "fl64": self.init(64, isFloatingPoint: true, isBigEndian: !isLittleEndian)
        case "ipcm": self.init(bits, isBigEndian: !isLittleEndian)
        case "fpcm": self.init(bits, isFloatingPoint: true, isBigEndian: !isLittleEndian)
        case "NONE": self.init(bits, isBigEndian: true, isSigned: bits > 8)
        default: return nil
        }
    }

    private init(_ bitDepth: Int, isFloatingPoint: Bool = false, isBigEndian: Bool, isSigned: Bool = true) {
        self.bitDepth = bitDepth
        self.isFloatingPoint = isFloatingPoint
        self.isBigEndian = isBigEndian
        self.isSigned = isSigned || isFloatingPoint
    }

    /// What is known of such sound.
    var traits: CodecTraits {
        CodecTraits.linear(
            bits: bitDepth,
            .init(isFloatingPoint: isFloatingPoint, isSigned: isSigned, isBigEndian: isBigEndian)
        )
    }
}
