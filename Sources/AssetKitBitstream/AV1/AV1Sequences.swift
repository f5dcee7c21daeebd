/// Whether pictures of two sequences of AV1 can follow each other in a track whose header is that of one of them, once
/// each brings its own sequence header.
package enum AV1Sequences {
    /// Whether decoders and players go on from one to the other. They set up what they show by size, depth and colours,
    /// and choose a decoder by the profile; tools are the business of the frames. Takes two payloads of `av1C`; both must
    /// have a sequence header that samples can bring.
    package static func agree(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        guard let one = bearing(first), let other = bearing(second) else { return false }
        return one.profile == other.profile && one.isStillPicture == other.isStillPicture
            && one.isReduced == other.isReduced && one.maximumSize == other.maximumSize
            && one.operatingPoints.map(\.layers) == other.operatingPoints.map(\.layers)
            && one.color.bitDepth == other.color.bitDepth && one.color.chromaFormat == other.color.chromaFormat
            && one.color.color == other.color.color
    }

    /// Whether a sequence needs a better decoder than another one does: a higher level, or a higher tier of one.
    package static func asksForMore(_ header: [UInt8], than other: [UInt8]) -> Bool {
        guard let own = bearing(header)?.operatingPoints.first, let known = bearing(other)?.operatingPoints.first else {
            return false
        }
        return (own.level, own.isHighTier ? 1 : 0) > (known.level, known.isHighTier ? 1 : 0)
    }

    /// The sequence header of a record; nil for a record that makes no sense or has none.
    private static func bearing(_ record: [UInt8]) -> AV1SequenceHeader? {
        guard let configuration = try? AV1Configuration(record: record[...]),
            let unit = try? AV1Units.sequenceHeader(in: configuration.units[...]), !unit.isEmpty
        else { return nil }
        return try? configuration.sequenceHeader()
    }
}
