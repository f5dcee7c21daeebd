internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitMedia
internal import CMTimeLib

/// How samples of a stream differ from those that a file with a header has, and that descriptions speak of.
package enum StoredForm {
    /// They do not differ.
    case plain
    /// NAL units stand behind start codes, where files have lengths of four bytes.
    case startCodes
    /// Frames of AAC have ADTS headers, where files have one AudioSpecificConfig for all.
    case frameHeaders

    /// The form of a track's samples as FFmpeg's demuxers hand them out.
    package init(_ facts: TrackFacts, _ codecPrivate: [UInt8]) {
        let hasStartCodes = codecPrivate.starts(with: [0, 0, 1]) || codecPrivate.starts(with: [0, 0, 0, 1])
        switch facts.knownCodec {
        case .h264, .hevc: self = hasStartCodes ? .startCodes : .plain
        case .aac: self = codecPrivate.isEmpty ? .frameHeaders : .plain
        default: self = .plain
        }
    }

    /// Lends the sample as files have it. `room`: memory that is used again.
    package func withStored<Result>(
        _ bytes: UnsafeRawBufferPointer,
        _ room: inout [UInt8],
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        switch self {
        case .startCodes where Self.beginsWithCode(bytes):
            room.removeAll(keepingCapacity: true)
            Self.appendUnits(of: bytes, to: &room)
            return try room.withUnsafeBytes(body)
        case .frameHeaders:
            return try body(Self.withoutHeader(bytes))
        default: return try body(bytes)
        }
    }

    /// Leaves the sample in `room`, as files have it.
    package func store(_ bytes: UnsafeRawBufferPointer, in room: inout [UInt8]) {
        room.removeAll(keepingCapacity: true)
        switch self {
        case .startCodes where Self.beginsWithCode(bytes): Self.appendUnits(of: bytes, to: &room)
        case .frameHeaders: room.append(contentsOf: Self.withoutHeader(bytes))
        default: room.append(contentsOf: bytes)
        }
    }

    /// The sample as files have it; nil where it is that already.
    package func stored(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        switch self {
        case .startCodes where Self.beginsWithCode(bytes):
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + 64)
            Self.appendUnits(of: bytes, to: &result)
            return result
        case .frameHeaders:
            let frame = Self.withoutHeader(bytes)
            return frame.count < bytes.count ? Array(frame) : nil
        default: return nil
        }
    }

    private static func beginsWithCode(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count > 2 && bytes[0] == 0 && bytes[1] == 0
            && (bytes[2] == 1 || bytes.count > 3 && bytes[2] == 0 && bytes[3] == 1)
    }

    private static func appendUnits(of bytes: UnsafeRawBufferPointer, to result: inout [UInt8]) {
        AnnexBUnits.forEachPlace(in: bytes) { place in
            result.appendBig(UInt32(place.count))
            result.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[place]))
        }
    }

    /// A frame of AAC without its header, where it has one.
    private static func withoutHeader(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard let header = try? ADTSHeader(bytes), header.frameByteCount <= bytes.count, header.blockCount == 1
        else { return bytes }
        return UnsafeRawBufferPointer(rebasing: bytes[header.headerByteCount..<header.frameByteCount])
    }
}
