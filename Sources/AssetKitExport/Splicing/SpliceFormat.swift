internal import AssetKitAssets
internal import AssetKitBitstream
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// What the new track's samples of one description have in common: the description, and what makes samples of two encoders fit
/// it. A plain value.
struct SpliceFormat: Sendable {
    /// What describes the samples of the new track.
    let format: CMFormatDescription
    /// The codec's header in it.
    var header: [UInt8]
    /// The codec's header in the source.
    let sourceHeader: [UInt8]
    static let lackOfFormat = "nothing says what its samples are"
    /// nil for pictures that stand alone.
    let splicer: SampleSplicer?
    /// The encoder's own header, by which its samples are decoded before they change.
    let encoderHeader: [UInt8]

    /// One for each description that samples have, in a file of a type.
    static func formats(
        _ splice: SplicePlan,
        of facts: TrackFacts,
        in fileType: AVFileType,
        _ encoders: EncoderHeaders
    ) throws -> [Int: SpliceFormat] {
        let formats = facts.formatDescriptions
        let encoder = try splice.edges.map { try encoders.format(of: $0.encoding).codecHeader }
        var found: [Int: SpliceFormat] = [:]
        for number in splice.descriptions {
            guard formats.indices.contains(number) else {
                throw SplicePlanner.Obstacle(reason: lackOfFormat)
            }
            let opens = splice.opensGroups(number)
            let joint = try SpliceFormat(formats[number], facts, encoder, joinsOpenGroups: opens)
            // Samples bring what the file cannot list, where they can.
            if splice.listedDescriptions(in: fileType).count < splice.descriptions.count,
                joint.format.parameterSetStore == nil
            {
                throw SplicePlanner.Obstacle(reason: "files of this type hold one description of its samples only")
            }
            found[number] = joint
        }
        return found
    }

    private init(_ own: CMFormatDescription, _ facts: TrackFacts, _ encoder: [UInt8]?, joinsOpenGroups: Bool) throws {
        sourceHeader = own.codecHeader
        encoderHeader = encoder ?? []
        guard !facts.hasStandaloneSamples else {
            (format, header, splicer) = (own, sourceHeader, nil)
            return
        }
        do {
            var splicer = try facts.splicer(sourceHeader)
            header =
                if let encoder {
                    try splicer.adopt(encoderHeader: encoder, joinsOpenGroups: joinsOpenGroups)
                } else {
                    try splicer.header(joinsOpenGroups: joinsOpenGroups)
                }
            format = own.with(codecHeader: header)
            self.splicer = splicer
        } catch let obstacle as SpliceObstacle {
            throw SplicePlanner.Obstacle(reason: obstacle.reason)
        } catch let error as BitstreamError {
            throw SplicePlanner.Obstacle(reason: "the codecs' headers do not fit together (\(error))")
        }
    }
}
