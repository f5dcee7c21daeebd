/// The messages of a supplemental enhancement information unit of H.264 or HEVC (SEI): kind and bytes.
///
/// An iterator of its own, because `IteratorProtocol` cannot throw: call ``next()`` until it returns `nil`.
package struct SupplementalMessages {
    package struct Message: Hashable, Sendable {
        package var kind: Int
        package var payload: ArraySlice<UInt8>
    }

    private var reader: BitReader

    /// `payload` is the unit without its header and without emulation prevention.
    package init(payload: [UInt8]) {
        // Without the zeros that may fill the end, or each look for more messages would walk over them again.
        let end = payload.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        reader = BitReader(payload[..<end])
    }

    /// The messages of an H.264 unit.
    package init(h264Unit unit: ArraySlice<UInt8>) throws(BitstreamError) {
        let kind = H264UnitHeader.Kind.supplementalInformation
        self.init(payload: try H264UnitHeader.payload(of: unit, kind: kind))
    }

    /// The messages of an HEVC unit, prefix or suffix.
    package init(hevcUnit unit: ArraySlice<UInt8>) throws(BitstreamError) {
        let kind = try HEVCUnitHeader(unit).kind
        let isInformation = [HEVCUnitHeader.Kind.prefixInformation, HEVCUnitHeader.Kind.suffixInformation]
        guard isInformation.contains(kind) else { throw .invalid("nal_unit_type") }
        self.init(payload: try HEVCUnitHeader.payload(of: unit, kind: kind))
    }

    package mutating func next() throws(BitstreamError) -> Message? {
        guard reader.hasMoreData else { return nil }
        let kind = try escapedNumber()
        return Message(kind: kind, payload: try reader.bytes(try escapedNumber()))
    }

    /// A number as a sum of bytes, of which only the last is not 255.
    private mutating func escapedNumber() throws(BitstreamError) -> Int {
        var number = 0
        while true {
            let part = try reader.unsigned(8)
            number += part
            guard part == 255 else { return number }
        }
    }
}
