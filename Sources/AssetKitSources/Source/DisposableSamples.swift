internal import AssetKitBitstream
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// Tells by a sample's own bytes that no other sample refers to it, so that it need not be decoded where its picture is
/// not wanted.
///
/// Headers of containers may say so too, and may be wrong; the bytes decide. Where they do not tell, a sample counts as
/// needed.
struct DisposableSamples: Sendable {
    enum Codec { case h264, hevc, mpeg2, mpeg4 }

    let codec: Codec?
    /// Bytes of the length in front of a unit; 0 where start codes separate units.
    private let lengthSize: Int
    /// HEVC: how many temporal layers there are. A lower layer's picture may serve a higher one, whatever it says.
    private let highestLayer: UInt8

    init(codec: MediaCodec?, codecPrivate: [UInt8]) {
        self.codec =
            switch codec {
            case .h264: .h264
            case .hevc: .hevc
            case .mpeg2, .mpeg1: .mpeg2
            case .mpeg4: .mpeg4
            default: nil
            }
        let isRecord = codecPrivate.first == 1
        switch self.codec {
        case .h264 where isRecord && codecPrivate.count > 6: lengthSize = Int(codecPrivate[4] & 3) + 1
        case .hevc where isRecord && codecPrivate.count > 22: lengthSize = Int(codecPrivate[21] & 3) + 1
        default: lengthSize = 0
        }
        // hvcC: numTemporalLayers is bits 5 to 3 of byte 21; 0 says that nobody knows.
        let layers = self.codec == .hevc && lengthSize > 0 ? codecPrivate[21] >> 3 & 7 : 0
        highestLayer = layers == 0 ? .max : layers - 1
    }

    /// No other sample refers to this one.
    func contains(_ packet: borrowing Packet) -> Bool {
        !packet.isKey && packet.withBytes { contains($0) }
    }

    /// The same of a sample that is no sync sample.
    func contains(_ bytes: UnsafeRawBufferPointer) -> Bool {
        switch codec {
        case .h264: allSlices(bytes) { byte, _ in Self.isDisposableH264(byte) }
        case .hevc: allSlices(bytes) { isDisposableHEVC($0, $1) }
        case .mpeg2: Self.pictureKind(bytes) == 3
        case .mpeg4: Self.planeKind(bytes) == 2
        case nil: false
        }
    }

    private static func isDisposableH264(_ first: UInt8) -> Bool? {
        guard H264UnitHeader.Kind.slices.contains(H264UnitHeader.kind(first)) else { return nil }
        return H264UnitHeader.referenceIDC(first) == 0
    }

    private func isDisposableHEVC(_ first: UInt8, _ second: UInt8) -> Bool? {
        let kind = HEVCUnitHeader.kind(first)
        guard HEVCUnitHeader.Kind.slices.contains(kind) else { return nil }
        return HEVCUnitHeader.Kind.isUnreferenced(kind) && second & 7 == highestLayer &+ 1
    }

    /// There are slices, and `isDisposable` holds for all of them. It answers nil for other units.
    private func allSlices(_ bytes: UnsafeRawBufferPointer, _ isDisposable: (UInt8, UInt8) -> Bool?) -> Bool {
        var found = false
        var place = 0
        while let unit = nextUnit(bytes, from: &place) {
            guard unit.count > 1, let answer = isDisposable(unit[unit.startIndex], unit[unit.startIndex + 1]) else {
                continue
            }
            guard answer else { return false }
            found = true
        }
        return found
    }

    func nextUnit(_ bytes: UnsafeRawBufferPointer, from place: inout Int) -> Slice<UnsafeRawBufferPointer>? {
        guard lengthSize > 0 else { return Self.nextStartCode(bytes, from: &place).map { bytes[$0...] } }
        guard bytes.count - place > lengthSize else { return nil }
        let length = bytes[place..<place + lengthSize].reduce(0) { $0 << 8 | Int($1) }
        let start = place + lengthSize
        guard length <= bytes.count - start else { return nil }
        place = start + length
        return bytes[start..<place]
    }

    /// The place behind the next start code.
    static func nextStartCode(_ bytes: UnsafeRawBufferPointer, from place: inout Int) -> Int? {
        var index = place + 2
        while index + 1 < bytes.count {
            switch bytes[index] {
            case 0: index += 1
            case 1 where bytes[index - 1] == 0 && bytes[index - 2] == 0:
                place = index + 1
                return place
            default: index += 3
            }
        }
        return nil
    }

    /// `picture_coding_type` of the first picture header of ISO/IEC 13818-2.
    static func pictureKind(_ bytes: UnsafeRawBufferPointer) -> UInt8? {
        var place = 0
        while let start = nextStartCode(bytes, from: &place) {
            if bytes[start] == 0, bytes.count > start + 2 { return bytes[start + 2] >> 3 & 7 }
        }
        return nil
    }

    /// `vop_coding_type` of the only VOP of ISO/IEC 14496-2; nil in a packed bitstream, which has several in one
    /// sample.
    private static func planeKind(_ bytes: UnsafeRawBufferPointer) -> UInt8? {
        var place = 0
        var kind: UInt8?
        while let start = nextStartCode(bytes, from: &place) {
            guard bytes[start] == 0xb6, bytes.count > start + 1 else { continue }
            guard kind == nil else { return nil }
            kind = bytes[start + 1] >> 6
        }
        return kind
    }
}
