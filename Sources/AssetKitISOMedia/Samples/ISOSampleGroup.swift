/// A group that samples belong to: how decoding can start in it, or how much must be decoded before.
package struct ISOSampleGroup: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// `rap `: an open random access point, with how many leading samples follow it where that is known.
        case randomAccess(leadingSamples: Int?)
        /// `roll`: right after this many samples (before them, when negative).
        case roll(Int)
        /// `prol`: as `roll`, for sound that starts with it.
        case preRoll(Int)
        /// `sync`: a sync sample with this NAL unit type.
        case sync(unitType: UInt8)
    }

    package let kind: Kind

    package static let types: Set<ISOCode> = ["rap ", "roll", "prol", "sync"]

    package init?(type: ISOCode, _ fields: ISOFields) {
        var fields = fields
        switch type {
        case "rap ":
            guard let byte = try? fields.u8() else { return nil }
            kind = .randomAccess(leadingSamples: byte & 0x80 == 0 ? nil : Int(byte & 0x7f))
        case "roll", "prol":
            guard let distance = try? fields.i16() else { return nil }
            kind = type == "roll" ? .roll(Int(distance)) : .preRoll(Int(distance))
        case "sync":
            guard let byte = try? fields.u8() else { return nil }
            kind = .sync(unitType: byte & 0x3f)
        default: return nil
        }
    }
}
