internal import AssetKitBitstream
internal import AssetKitContainers
package import AssetKitMedia

/// A codec's header in two forms: as boxes of MP4 hold it, and as Matroska and FFmpeg do.
package enum CodecAtoms {
    /// The boxes that say the same as private data of a codec, which may be one that is not listed. Data that no box of
    /// MP4 is for stands in `glbl`, which FFmpeg invented for that. Data that make no sense give no boxes.
    package static func atoms(of codec: MediaCodec?, codecPrivate bytes: [UInt8]) -> [String: [UInt8]] {
        guard !bytes.isEmpty else { return [:] }
        let hasStartCodes = bytes.starts(with: [0, 0, 1]) || bytes.starts(with: [0, 0, 0, 1])
        switch codec {
        case .h264: return box("avcC", hasStartCodes ? try? AVCConfiguration.record(stream: bytes[...]) : bytes)
        case .hevc: return box("hvcC", hasStartCodes ? try? HEVCConfiguration.record(stream: bytes[...]) : bytes)
        // The first bit of a record is 1, that of a unit 0.
        case .av1 where bytes[0] & 0x80 != 0: return box("av1C", bytes)
        case .aac: return box("esds", descriptor(0x40, bytes))
        case .vorbis: return box("esds", descriptor(0xDD, bytes))
        case .mpeg4: return box("esds", descriptor(0x20, isSound: false, bytes))
        case .mpeg2: return box("esds", descriptor(0x61, isSound: false, bytes))
        case .mpeg1: return box("esds", descriptor(0x6A, isSound: false, bytes))
        case .opus: return box("dOps", (try? OpusHeader(packet: bytes[...]))?.record)
        case .flac: return box("dfLa", streamInfo(bytes).map { [0, 0, 0, 0, 0x80, 0, 0, 34] + $0 })
        case .alac: return box("alac", losslessConfiguration(bytes).map { [0, 0, 0, 0] + $0 })
        default: return box("glbl", bytes)
        }
    }

    /// The private data of a codec, as FFmpeg wants it, that boxes say; empty where they say none.
    package static func codecPrivate(of codec: MediaCodec, atoms: [String: [UInt8]]) -> [UInt8] {
        switch codec {
        case .h264: if let bytes = atoms["avcC"] { return bytes }
        case .hevc: if let bytes = atoms["hvcC"] { return bytes }
        case .av1: if let bytes = atoms["av1C"] { return bytes }
        case .opus:
            if let bytes = atoms["dOps"], let header = try? OpusHeader(record: bytes[...]) { return header.packet }
        case .flac: if let bytes = atoms["dfLa"].flatMap(streamInfo) { return bytes }
        case .alac:
            if let bytes = atoms["alac"].flatMap(losslessConfiguration) {
                var box: [UInt8] = []
                box.appendBig(UInt32(bytes.count + 12))
                return box + Array("alac".utf8) + [0, 0, 0, 0] + bytes
            }
        default: break
        }
        if let esds = atoms["esds"], let descriptor = try? ElementaryStreamDescriptor(record: esds[...]) {
            return descriptor.decoderConfiguration ?? []
        }
        return atoms["glbl"] ?? []
    }

    /// The AudioSpecificConfig of a stream of AAC that has none, because each of its frames has a header.
    package static func audioSpecificConfig(profile: String?, sampleRate: Int, channelCount: Int) -> [UInt8]? {
        // Band replication doubles the rate, and version 2 the channels, without the core knowing.
        let coreRate = profile?.hasPrefix("HE-AAC") == true ? sampleRate / 2 : sampleRate
        let channels = profile == "HE-AACv2" ? 1 : channelCount
        guard let index = AudioSpecificConfig.sampleRates.firstIndex(of: coreRate),
            let configuration = [1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 7][channels]
        else { return nil }
        let objectType = ["Main": 1, "SSR": 3, "LTP": 4][profile ?? ""] ?? 2
        let number = UInt16(objectType << 11 | index << 7 | configuration << 3)
        return [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
    }

    private static func box(_ name: String, _ payload: [UInt8]?) -> [String: [UInt8]] {
        payload.map { [name: $0] } ?? [:]
    }

    private static func descriptor(_ objectType: UInt8, isSound: Bool = true, _ bytes: [UInt8]) -> [UInt8] {
        ElementaryStreamDescriptor.record(objectType: objectType, isSound: isSound, configuration: bytes)
    }

    /// The 34 bytes of STREAMINFO: alone, behind `fLaC`, or in the payload of `dfLa`.
    private static func streamInfo(_ bytes: [UInt8]) -> [UInt8]? {
        var rest = bytes[...]
        if rest.starts(with: Array("fLaC".utf8)) || rest.starts(with: [0, 0, 0, 0]) { rest = rest.dropFirst(8) }
        guard rest.count >= 34 else { return nil }
        return Array(rest.prefix(34))
    }

    /// What follows version and flags in the box `alac`: the specific configuration, and channels where there are more.
    private static func losslessConfiguration(_ bytes: [UInt8]) -> [UInt8]? {
        var rest = bytes[...]
        for name in ["frma", "alac"] where rest.dropFirst(4).starts(with: Array(name.utf8)) {
            rest = rest.dropFirst(name == "frma" ? 12 : 8)
        }
        if rest.starts(with: [0, 0, 0, 0]) { rest = rest.dropFirst(4) }
        guard rest.count >= 24 else { return nil }
        return Array(rest)
    }
}
