/// The open bitstream units (OBUs) of a temporal unit of AV1, each with its size (5.3 of the AV1 specification).
///
/// An iterator of its own, because `IteratorProtocol` cannot throw: call ``next()`` until it returns `nil`.
package struct AV1Units {
    package struct Unit: Hashable, Sendable {
        package var kind: Int
        var temporalID: Int
        var spatialID: Int
        package var payload: ArraySlice<UInt8>
    }

    /// The kinds of unit that this package knows by name.
    package enum Kind {
        package static let sequenceHeader = 1
        package static let temporalDelimiter = 2
        package static let frameHeader = 3
        package static let metadata = 5
        package static let frame = 6
    }

    private var rest: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    package mutating func next() throws(BitstreamError) -> Unit? {
        guard !rest.isEmpty else { return nil }
        var reader = BitReader(rest)
        guard try !reader.flag() else { throw .invalid("obu_forbidden_bit") }
        let kind = try reader.unsigned(4)
        let hasExtension = try reader.flag()
        let hasSize = try reader.flag()
        try reader.skip(1)
        var unit = Unit(kind: kind, temporalID: 0, spatialID: 0, payload: [])
        if hasExtension {
            unit.temporalID = try reader.unsigned(3)
            unit.spatialID = try reader.unsigned(2)
            try reader.skip(3)
        }
        // Only the last unit of a sample may leave its size out.
        unit.payload = hasSize ? try reader.bytes(try reader.leb128()) : try reader.remainingBytes()
        rest = rest.dropFirst(reader.position >> 3)
        return unit
    }
}

extension AV1Units {
    /// The first sequence header among units, as a unit with its own head; nil where none of them is one.
    package static func sequenceHeader(in units: ArraySlice<UInt8>) throws(BitstreamError) -> ArraySlice<UInt8>? {
        var rest = units
        while !rest.isEmpty {
            let unit = try AV1UnitHead(rest, available: rest.count)
            let length = unit.headerSize + unit.payloadSize
            if unit.kind == Kind.sequenceHeader, unit.hasSize { return rest.prefix(length) }
            rest = rest.dropFirst(length)
        }
        return nil
    }
}
