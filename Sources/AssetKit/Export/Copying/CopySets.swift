/// What a sample that decoding can begin with brings along where the header of the file is not, or not only, its own.
enum CopySets: Sendable {
    /// Parameter sets of H.264 and HEVC, in front of all else.
    case units([UInt8])
    /// The sequence header of AV1, behind a delimiter.
    case sequence(AV1Splicing)

    /// `lengthSize`: the bytes before each unit of H.264 and HEVC.
    init(_ format: CMFormatDescription, lengthSize: Int) {
        self =
            format.subtype == kCMVideoCodecType_AV1
            ? .sequence(AV1Splicing(header: format.codecHeader))
            : .units(format.parameterSetUnits(lengthSize: lengthSize))
    }

    /// The sample with what it lacks; nil where it has it.
    func added(to bytes: UnsafeRawBufferPointer) throws -> [UInt8]? {
        switch self {
        case .units(let units): return units.isEmpty ? nil : units + Array(bytes)
        case .sequence(let splicing):
            // A sample that makes no sense is copied like any other.
            do { return try splicing.withSequenceHeader(bytes) } catch is BitstreamError { return nil }
        }
    }
}
