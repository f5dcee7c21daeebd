/// The first byte of an H.264 NAL unit.
struct H264UnitHeader: Hashable, Sendable {
    /// The kinds of unit that this package knows by name; other numbers are just numbers.
    enum Kind {
        static let slice = 1
        static let instantaneousRefreshSlice = 5
        static let supplementalInformation = 6
        static let sequenceParameterSet = 7
        static let pictureParameterSet = 8
        static let accessUnitDelimiter = 9
        static let sequenceParameterSetExtension = 13
    }

    var referenceIDC: Int
    var kind: Int

    init(_ unit: ArraySlice<UInt8>) throws(BitstreamError) {
        guard let byte = unit.first else { throw .endOfData }
        guard byte & 0x80 == 0 else { throw .invalid("forbidden_zero_bit") }
        referenceIDC = Int(byte >> 5)
        kind = Int(byte & 0x1F)
    }

    /// The payload of a unit of a certain kind, without its header byte and without emulation prevention.
    static func payload(of unit: ArraySlice<UInt8>, kind: Int) throws(BitstreamError) -> [UInt8] {
        guard try H264UnitHeader(unit).kind == kind else { throw .invalid("nal_unit_type") }
        return EmulationPrevention.removed(from: unit.dropFirst())
    }
}
