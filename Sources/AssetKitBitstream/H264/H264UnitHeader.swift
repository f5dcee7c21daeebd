/// The first byte of an H.264 NAL unit (Rec. ITU-T H.264, table 7-1).
package struct H264UnitHeader: Hashable, Sendable {
    /// The kinds of unit that this package knows by name; other numbers are just numbers.
    package enum Kind {
        package static let slice = 1
        /// Data partitions, of which only the Extended profile knows.
        package static let parts = 2...4
        package static let instantaneousRefreshSlice = 5
        package static let supplementalInformation = 6
        package static let sequenceParameterSet = 7
        package static let pictureParameterSet = 8
        package static let accessUnitDelimiter = 9
        package static let sequenceParameterSetExtension = 13
        /// What stands before slices for decoders of several layers, and says again whether they belong to IDR pictures.
        package static let prefix = 14
        /// Slices of every kind, their parts among them.
        package static let slices = 1...5
        package static let parameterSets = 7...8
        /// Parameter sets, and the delimiter in front of them.
        package static let headers = 7...9

        /// Slices of alpha, of other views and of other layers, and the parameter sets of those.
        static func isOfOtherView(_ kind: Int) -> Bool { [15, 19, 20, 21].contains(kind) }
    }

    package var referenceIDC: Int
    package var kind: Int

    package init(_ unit: ArraySlice<UInt8>) throws(BitstreamError) {
        guard let byte = unit.first else { throw .endOfData }
        guard byte & 0x80 == 0 else { throw .invalid("forbidden_zero_bit") }
        referenceIDC = Self.referenceIDC(byte)
        kind = Self.kind(byte)
    }

    /// The kind of the unit that begins with this byte, whatever else is wrong with it.
    package static func kind(_ first: UInt8) -> Int { Int(first & 0x1F) }

    /// Above 0, other pictures may need the unit that begins with this byte.
    package static func referenceIDC(_ first: UInt8) -> Int { Int(first >> 5 & 3) }

    /// The payload of a unit of a certain kind, without its header byte and without emulation prevention.
    package static func payload(of unit: ArraySlice<UInt8>, kind: Int) throws(BitstreamError) -> [UInt8] {
        guard try H264UnitHeader(unit).kind == kind else { throw .invalid("nal_unit_type") }
        return EmulationPrevention.removed(from: unit.dropFirst())
    }
}
