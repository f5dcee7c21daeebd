/// The record in `hvcC` and in Matroska's CodecPrivate (ISO/IEC 14496-15, 8.3.3).
package struct HEVCConfiguration: Hashable, Sendable {
    /// Parameter sets or messages of one kind.
    package struct Units: Hashable, Sendable {
        package var kind: Int
        /// The samples hold no others of this kind.
        package var isComplete: Bool
        package var units: [[UInt8]]

        package init(kind: Int, isComplete: Bool, units: [[UInt8]]) {
            self.kind = kind
            self.isComplete = isComplete
            self.units = units
        }
    }

    package var profile: HEVCProfile
    package var chromaFormat: ChromaFormat
    package var lumaBitDepth: Int
    package var chromaBitDepth: Int
    package var subLayers: Int
    /// Bytes of the length before each unit of a sample.
    package var lengthSize: Int
    package var arrays: [Units]

    package var sequenceParameterSets: [[UInt8]] { units(of: HEVCUnitHeader.Kind.sequenceParameterSet) }
    package var pictureParameterSets: [[UInt8]] { units(of: HEVCUnitHeader.Kind.pictureParameterSet) }

    package func units(of kind: Int) -> [[UInt8]] {
        arrays.filter { $0.kind == kind }.flatMap(\.units)
    }

    /// Parses the payload of the box.
    package init(record: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(record)
        // Some early writers left the version at 0; the layout is the same.
        guard try reader.unsigned(8) <= 1 else { throw .unsupported("a version of hvcC other than 1") }
        profile = try HEVCProfile(from: &reader)
        try reader.skip(4 + 12)  // spatial segmentation
        try reader.skip(6 + 2)  // parallelism
        try reader.skip(6)
        guard let format = ChromaFormat(rawValue: try reader.unsigned(2)) else { throw .invalid("chromaFormat") }
        chromaFormat = format
        try reader.skip(5)
        lumaBitDepth = try reader.unsigned(3) + 8
        try reader.skip(5)
        chromaBitDepth = try reader.unsigned(3) + 8
        try reader.skip(16 + 2)  // average and constant frame rate, which nobody writes
        subLayers = try reader.unsigned(3)
        _ = try reader.flag()  // temporal nesting
        lengthSize = try reader.unsigned(2) + 1
        arrays = []
        for _ in 0..<(try reader.unsigned(8)) { arrays.append(try Units(from: &reader)) }
    }
}

extension HEVCConfiguration.Units {
    package init(from reader: inout BitReader) throws(BitstreamError) {
        isComplete = try reader.flag()
        _ = try reader.flag()  // reserved
        kind = try reader.unsigned(6)
        units = []
        for _ in 0..<(try reader.unsigned(16)) {
            units.append(Array(try reader.bytes(try reader.unsigned(16))))
        }
    }
}
