internal import CMTimeLib
internal import Foundation

/// What the new track's samples have in common: its description, and what makes samples of two encoders fit it. A plain
/// value.
struct SpliceJoint: Sendable {
    /// What describes the samples of the new track.
    let format: CMFormatDescription
    /// The codec's header in it.
    var header: [UInt8]
    /// nil for pictures that stand alone.
    let splicer: SampleSplicer?
    /// The encoder's own header, by which its samples are decoded before they change.
    let encoderHeader: [UInt8]

    init(_ work: SpliceWork, of facts: TrackFacts) throws {
        guard let own = facts.formatDescriptions.first else {
            throw SplicePlanner.Obstacle(reason: "nothing says what its samples are")
        }
        guard !facts.hasStandaloneSamples else {
            (format, header, splicer, encoderHeader) = (own, facts.codecHeader, nil, [])
            return
        }
        do {
            var splicer = try SampleSplicer(codec: facts.decoderName, header: facts.codecHeader)
            guard let edges = work.edges else {
                header = try splicer.header(joinsOpenGroups: work.opensGroups)
                (format, encoderHeader) = (own.with(codecHeader: header), [])
                self.splicer = splicer
                return
            }
            let made = try PictureEncoder(edges.encoding).format
            encoderHeader = made.codecHeader
            header = try splicer.adopt(encoderHeader: encoderHeader, joinsOpenGroups: work.opensGroups)
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

    /// The payload of the codec's header.
    fileprivate var codecHeader: [UInt8] {
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
    fileprivate func with(codecHeader header: [UInt8]) -> CMFormatDescription {
        let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
        var values = extensionValues
        guard var atoms = PropertyList.dictionary(values[key]), header != codecHeader,
            let name = ["avcC", "hvcC"].first(where: { atoms[$0] != nil })
        else { return self }
        atoms[name] = Data(header)
        values[key] = atoms
        values[kCMFormatDescriptionExtension_VerbatimSampleDescription] = nil
        values[kCMFormatDescriptionExtension_VerbatimISOSampleEntry] = nil
        return CMFormatDescription(type: type, subtype: subtype, extensions: values, dimensions: videoDimensions)
    }
}
