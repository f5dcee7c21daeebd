internal import AssetKitBitstream
internal import AssetKitContainers
internal import Foundation

/// Turns what an encoder gives into what files hold: NAL units behind their lengths, parameter sets left out.
struct EncodedPictureForm {
    /// What a packet says of its picture.
    struct Facts: Hashable {
        var isSync = false
        var isPartialSync = false
        var isReferred = true
    }

    let codec: PictureEncoding.Codec

    /// The sample's bytes, with messages of captions where the encoder does not write them, and what they say.
    func sample(_ bytes: UnsafeRawBufferPointer, isKey: Bool, captions: [UInt8] = []) -> (bytes: [UInt8], facts: Facts)?
    {
        switch codec {
        case .h264, .hevc: units(Array(bytes)[...], isKey: isKey, captions)
        case .av1: (try? withoutDelimiters(Array(bytes)[...])).map { ($0, Facts(isSync: isKey)) }
        default: nil
        }
    }

    // MARK: H.264 and HEVC

    private func units(_ bytes: ArraySlice<UInt8>, isKey: Bool, _ captions: [UInt8]) -> ([UInt8], Facts) {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 64)
        var facts = Facts(isReferred: false)
        var waiting = captions
        for unit in AnnexBUnits(bytes) {
            let kind = kind(unit)
            guard !isHeader(kind), !isSignature(unit, kind) else { continue }
            if isSlice(kind) {
                if !waiting.isEmpty { append(Self.captionMessage(waiting)[...], to: &result) }
                waiting = []
                note(unit, kind, isKey: isKey, in: &facts)
            }
            append(unit, to: &result)
        }
        return (result, facts)
    }

    private func append(_ unit: ArraySlice<UInt8>, to result: inout [UInt8]) {
        result.appendBig(UInt32(unit.count))
        result += unit
    }

    private func kind(_ unit: ArraySlice<UInt8>) -> Int {
        let first = unit.first ?? 0
        return codec == .h264 ? H264UnitHeader.kind(first) : HEVCUnitHeader.kind(first)
    }

    private func isSlice(_ kind: Int) -> Bool {
        (codec == .h264 ? H264UnitHeader.Kind.slices : HEVCUnitHeader.Kind.slices).contains(kind)
    }

    /// Parameter sets are in the description, and delimiters only matter in streams.
    private func isHeader(_ kind: Int) -> Bool {
        (codec == .h264 ? H264UnitHeader.Kind.headers : HEVCUnitHeader.Kind.headers).contains(kind)
    }

    /// The message in which x264 writes its version and settings: it says nothing of the pictures.
    private func isSignature(_ unit: ArraySlice<UInt8>, _ kind: Int) -> Bool {
        let isMessage = codec == .h264 && kind == H264UnitHeader.Kind.supplementalInformation
        guard isMessage, unit.dropFirst().first == 5 else { return false }
        // The size, in bytes of 255 and a rest, then the name of the message.
        let content = unit.dropFirst(2).drop { $0 == 255 }.dropFirst()
        return content.starts(with: Self.signature)
    }

    private static let signature: [UInt8] = [
        0xDC, 0x45, 0xE9, 0xBD, 0xE6, 0xD9, 0x48, 0xB7, 0x96, 0x2C, 0xD8, 0x20, 0xD9, 0x23, 0xEE, 0xEF,
    ]

    private func note(_ unit: ArraySlice<UInt8>, _ kind: Int, isKey: Bool, in facts: inout Facts) {
        if codec == .h264 {
            if kind == H264UnitHeader.Kind.instantaneousRefreshSlice { facts.isSync = true }
            if H264UnitHeader.referenceIDC(unit.first ?? 0) != 0 { facts.isReferred = true }
        } else {
            if HEVCUnitHeader.Kind.randomAccess.contains(kind) { facts.isSync = true }
            if !HEVCUnitHeader.Kind.isUnreferenced(kind) { facts.isReferred = true }
        }
        // Decoding can begin there too, but leading pictures are lost.
        facts.isPartialSync = isKey && !facts.isSync
    }

    /// An SEI NAL unit of HEVC with closed captions (ATSC A/53, part 4, 6.2.3; ITU-T T.35 with the provider ATSC).
    static func captionMessage(_ triples: [UInt8]) -> [UInt8] {
        let count = min(triples.count / 3, 31)
        var payload: [UInt8] = [0xB5, 0x00, 0x31] + Array("GA94".utf8) + [3, 0x40 | UInt8(count), 0xFF]
        payload += triples.prefix(count * 3)
        payload.append(0xFF)
        // Message 4, registered user data; one bit ends the unit.
        let content = [4, UInt8(payload.count)] + payload + [0x80]
        return [UInt8(HEVCUnitHeader.Kind.prefixInformation << 1), 1] + EmulationPrevention.inserted(into: content)
    }

    // MARK: AV1

    /// The OBUs of a sample without its temporal delimiter (AV1 in ISO base media files, 2.4).
    private func withoutDelimiters(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes
        while !rest.isEmpty {
            var iterator = AV1Units(rest)
            guard let unit = try iterator.next() else { break }
            let length = unit.payload.endIndex - rest.startIndex
            if unit.kind != AV1Units.Kind.temporalDelimiter { result += rest.prefix(length) }
            rest = rest.dropFirst(length)
        }
        return result
    }
}
