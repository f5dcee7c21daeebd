internal import AssetKitBase

/// The format record of WAV, which Matroska and AVI have as well.
package struct RIFFWaveFormat: Hashable, Sendable {
    /// The format's number; that of the sub-format where the record is the extensible one.
    package var tag: UInt16
    var isExtensible: Bool
    package var channelCount: Int
    package var sampleRate: Int
    var bytesPerSecond: Int
    package var bytesPerBlock: Int
    package var bitsPerSample: Int
    /// How many of the bits count, where fewer do.
    var validBitsPerSample: Int?
    /// Which loudspeakers there are, one bit each.
    var channelMask: UInt32?
    /// How many samples a block of a compressing format decodes to.
    var samplesPerBlock: Int?

    package init?(_ bytes: [UInt8]) {
        var reader = FieldReader(bytes)
        guard let tag = reader.little(2), let channels = reader.little(2), let rate = reader.little(4),
            let bytesPerSecond = reader.little(4), let bytesPerBlock = reader.little(2)
        else { return nil }
        self.tag = UInt16(tag)
        channelCount = Int(channels)
        sampleRate = Int(rate)
        self.bytesPerSecond = Int(bytesPerSecond)
        self.bytesPerBlock = Int(bytesPerBlock)
        bitsPerSample = Int(reader.little(2) ?? 8)
        isExtensible = tag == 0xfffe
        guard let extraCount = reader.little(2), extraCount >= 2 else { return }
        if isExtensible {
            readExtension(&reader)
        } else if [0x02, 0x11, 0x31].contains(tag) {
            samplesPerBlock = reader.little(2).map { Int($0) }
        }
    }

    private mutating func readExtension(_ reader: inout FieldReader) {
        guard let valid = reader.little(2), let mask = reader.little(4), let subtag = reader.little(2) else { return }
        if valid > 0, valid < bitsPerSample { validBitsPerSample = Int(valid) }
        channelMask = UInt32(mask)
        tag = UInt16(subtag)
    }

    /// True for formats whose every sample takes the same number of bytes.
    package var isLinear: Bool { [1, 3, 6, 7].contains(tag) }
    package var isFloat: Bool { tag == 3 }
    package var fourCharCode: UInt32? { Self.fourCharCode(tag: tag) }

    package static func fourCharCode(tag: UInt16) -> UInt32? {
        let name: String
        switch tag {
        case 0x01, 0x03: name = "lpcm"
        case 0x06: name = "alaw"
        case 0x07: name = "ulaw"
        case 0x50: name = ".mp2"
        case 0x55: name = ".mp3"
        case 0xff, 0x1600, 0x1610: name = "mp4a"
        case 0x2000: name = "ac-3"
        case 0x2001: name = "dtsc"
        case 0x674f, 0x6750, 0x6751, 0x676f, 0x6770, 0x6771: name = "vorb"
        case 0x704f: name = "Opus"
        case 0xf1ac: name = "fLaC"
        // QuickTime's way to carry a number that has no code of its own.
        case 0: return nil
        default: return 0x6d73_0000 | UInt32(tag)
        }
        return name.fourCharCode
    }

    /// How many samples `byteCount` bytes hold; nil for formats that only a scan can tell it of.
    package func sampleCount(ofBytes byteCount: Int64) -> Int64? {
        guard channelCount > 0, bytesPerBlock > 0 else { return nil }
        if isLinear { return byteCount / Int64(bytesPerBlock) }
        let whole = byteCount / Int64(bytesPerBlock)
        let rest = Int(byteCount % Int64(bytesPerBlock))
        guard let full = samplesInBlock(bytesPerBlock) else { return nil }
        let (product, overflows) = whole.multipliedReportingOverflow(by: Int64(full))
        return overflows ? nil : product + Int64(samplesInBlock(rest) ?? 0)
    }

    /// Samples in a block of so many bytes, of the adaptive formats and of GSM.
    private func samplesInBlock(_ byteCount: Int) -> Int? {
        switch tag {
        case 0x02:
            guard byteCount > 7 * channelCount else { return 0 }
            return (byteCount - 7 * channelCount) * 2 / channelCount + 2
        case 0x11 where bitsPerSample == 4:
            guard byteCount > 4 * channelCount else { return 0 }
            return (byteCount - 4 * channelCount) * 2 / channelCount + 1
        case 0x31: return byteCount / 65 * 320
        default: return nil
        }
    }
}
