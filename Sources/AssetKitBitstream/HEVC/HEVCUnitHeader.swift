/// The first two bytes of an HEVC NAL unit (Rec. ITU-T H.265, table 7-1).
package struct HEVCUnitHeader: Hashable, Sendable {
    /// The kinds of unit that this package knows by name; other numbers are just numbers.
    package enum Kind {
        /// Shown before the key picture in front of them, and decodable without what is before that.
        package static let decodableLeading = 6...7
        /// Shown before the key picture in front of them, and lost where decoding starts with that.
        package static let skippedLeading = 8...9
        package static let brokenLinks = 16...18
        package static let brokenLinkWithoutLeading = 18
        package static let instantaneousRefreshes = 19...20
        package static let cleanRandomAccess = 21
        static let videoParameterSet = 32
        package static let sequenceParameterSet = 33
        package static let pictureParameterSet = 34
        package static let parameterSets = 32...34
        package static let accessUnitDelimiter = 35
        /// Parameter sets, and the delimiter in front of them.
        package static let headers = 32...35
        package static let prefixInformation = 39
        package static let suffixInformation = 40
        /// Intra random access pictures, where decoding may start.
        package static let randomAccess = 16...23
        /// Units that begin a coded slice segment.
        package static let slices = 0...31

        /// No other picture of its layer needs one of this kind: below 16, those with even numbers.
        package static func isUnreferenced(_ kind: Int) -> Bool { kind < 16 && kind % 2 == 0 }
    }

    package var kind: Int
    package var layer: Int
    var temporalID: Int

    package init(_ unit: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(unit.prefix(2))
        guard try !reader.flag() else { throw .invalid("forbidden_zero_bit") }
        kind = try reader.unsigned(6)
        layer = try reader.unsigned(6)
        let temporalIDPlus1 = try reader.unsigned(3)
        guard temporalIDPlus1 > 0 else { throw .invalid("nuh_temporal_id_plus1") }
        temporalID = temporalIDPlus1 - 1
    }

    /// The kind of the unit that begins with this byte, whatever else is wrong with it.
    package static func kind(_ first: UInt8) -> Int { Int(first >> 1 & 0x3F) }

    /// The payload of a unit of a certain kind in the base layer, without header and emulation prevention.
    package static func payload(of unit: ArraySlice<UInt8>, kind: Int) throws(BitstreamError) -> [UInt8] {
        let header = try HEVCUnitHeader(unit)
        guard header.kind == kind else { throw .invalid("nal_unit_type") }
        guard header.layer == 0 else { throw .unsupported("layered HEVC") }
        return EmulationPrevention.removed(from: unit.dropFirst(2))
    }
}
