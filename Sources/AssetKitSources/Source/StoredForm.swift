internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitMedia
internal import CMTimeLib

/// How samples of a stream differ from those that a file with a header has, and that descriptions speak of.
package enum StoredForm {
    /// None.
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

    /// The sample as files have it; nil where it is that already.
    package func stored(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        switch self {
        case .plain: return nil
        case .startCodes:
            guard bytes.count > 2, bytes[0] == 0, bytes[1] == 0,
                bytes[2] == 1 || bytes.count > 3 && bytes[2] == 0 && bytes[3] == 1
            else { return nil }
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + 64)
            for unit in AnnexBUnits(Array(bytes)[...]) {
                result.appendBig(UInt32(unit.count))
                result += unit
            }
            return result
        case .frameHeaders:
            let head = Array(bytes.prefix(9))
            guard let header = try? ADTSHeader(head[...]), header.frameByteCount <= bytes.count, header.blockCount == 1
            else { return nil }
            return Array(bytes[header.headerByteCount..<header.frameByteCount])
        }
    }
}
