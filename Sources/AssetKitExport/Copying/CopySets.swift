internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitMedia
internal import AssetKitSources

/// What a sample that decoding can begin with brings along where the header of the file is not, or not only, its own.
enum CopySets: Sendable {
    /// Parameter sets of H.264 and HEVC, in front of all else.
    case units([UInt8])
    /// The sequence header of AV1, behind a delimiter.
    case sequence(AV1Splicing)
    /// Headers of MPEG-1, MPEG-2 and MPEG-4, in front of samples that begin with none of these start codes.
    case headers([UInt8], startCodes: Set<UInt8>)

    /// `lengthSize`: the bytes before each unit of H.264 and HEVC.
    init(_ format: CMFormatDescription, lengthSize: Int) {
        if format.hasMPEGHeader {
            let header = format.codecHeader
            self = .headers(header, startCodes: Self.startCodes(header))
        } else if format.subtype == kCMVideoCodecType_AV1 {
            self = .sequence(AV1Splicing(header: format.codecHeader))
        } else {
            self = .units(format.parameterSetUnits(lengthSize: lengthSize))
        }
    }

    /// What a sample begins with that has such headers itself.
    private static func startCodes(_ header: [UInt8]) -> Set<UInt8> {
        guard let first = startCode(header) else { return [] }
        // A sequence of MPEG-1 or MPEG-2; of MPEG-4 a sequence, an object, or a layer of one (ISO/IEC 14496-2, 6.2.1).
        return first == 0xB3 ? [0xB3] : Set<UInt8>([0xB0, 0xB5]).union(0...0x2F)
    }

    private static func startCode(_ bytes: some Collection<UInt8>) -> UInt8? {
        let start = Array(bytes.prefix(4))
        return start.count == 4 && start.starts(with: [0, 0, 1]) ? start[3] : nil
    }

    /// The sample with what it lacks; nil where it has it.
    func added(to bytes: UnsafeRawBufferPointer) throws -> [UInt8]? {
        switch self {
        case .units(let units): return units.isEmpty ? nil : units + Array(bytes)
        case .sequence(let splicing):
            // A sample that makes no sense is copied like any other.
            do { return try splicing.withSequenceHeader(bytes) } catch is BitstreamError { return nil }
        case .headers(let header, let startCodes):
            guard let first = Self.startCode(bytes), !startCodes.isEmpty, !startCodes.contains(first) else {
                return nil
            }
            return header + Array(bytes)
        }
    }
}
