internal import CMTimeLib
internal import Foundation

/// What the new track's samples of one description have in common: the description, and what makes samples of two encoders fit
/// it. A plain value.
struct SpliceJoint: Sendable {
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
    static func joints(_ work: SpliceWork, of facts: TrackFacts, in fileType: AVFileType) throws -> [Int: SpliceJoint] {
        let formats = facts.formatDescriptions
        let encoder = try work.edges.map { try PictureEncoder($0.encoding).format.codecHeader }
        var joints: [Int: SpliceJoint] = [:]
        for number in work.descriptions {
            guard formats.indices.contains(number) else {
                throw SplicePlanner.Obstacle(reason: lackOfFormat)
            }
            let opens = work.opensGroups(number)
            let joint = try SpliceJoint(formats[number], facts, encoder, joinsOpenGroups: opens)
            // Samples bring what the file cannot list, where they can.
            if work.listedDescriptions(in: fileType).count < work.descriptions.count,
                joint.format.parameterSetStore == nil
            {
                throw SplicePlanner.Obstacle(reason: "files of this type hold one description of its samples only")
            }
            joints[number] = joint
        }
        return joints
    }

    private init(_ own: CMFormatDescription, _ facts: TrackFacts, _ encoder: [UInt8]?, joinsOpenGroups: Bool) throws {
        sourceHeader = own.codecHeader
        encoderHeader = encoder ?? []
        guard !facts.hasStandaloneSamples else {
            (format, header, splicer) = (own, sourceHeader, nil)
            return
        }
        do {
            var splicer = try SampleSplicer(codec: facts.decoderName, header: sourceHeader)
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

extension CMFormatDescription {
    fileprivate static let headerBoxes = ["avcC", "hvcC", "av1C", "vpcC"]

    /// The payload of the codec's header, as the box that MP4 has for it holds it.
    var codecHeader: [UInt8] {
        let atoms = PropertyList.dictionary(
            extensionValues[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms]
        )
        for (name, value) in atoms ?? [:] {
            guard let data = value as? Data ?? (value as? [Any])?.first as? Data else { continue }
            if Self.headerBoxes.contains(name) { return Array(data) }
            // A descriptor that makes no sense has no header; the splicer asks the samples for it, or refuses.
            guard name == "esds", let found = try? ElementaryStreamDescriptor(record: Array(data)[...]) else {
                continue
            }
            return found.decoderConfiguration ?? []
        }
        return []
    }

    /// The same with another header, where the codec has one with parameter sets.
    func with(codecHeader header: [UInt8]) -> CMFormatDescription {
        let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
        var values = extensionValues
        guard var atoms = PropertyList.dictionary(values[key]), header != codecHeader,
            let name = ["avcC", "hvcC", "av1C"].first(where: { atoms[$0] != nil })
        else { return self }
        atoms[name] = Data(header)
        values[key] = atoms
        values[kCMFormatDescriptionExtension_VerbatimSampleDescription] = nil
        values[kCMFormatDescriptionExtension_VerbatimISOSampleEntry] = nil
        return CMFormatDescription(type: type, subtype: subtype, extensions: values, dimensions: videoDimensions)
    }
}
