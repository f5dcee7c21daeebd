internal import AssetKitBase
internal import AssetKitBitstream
public import Foundation

extension CMFormatDescription {
    /// Makes a description of H.264 from its parameter sets, without start codes. The size comes from the first
    /// sequence parameter set. `nalUnitHeaderLength` is how many bytes a NAL unit's length takes: 1, 2 or 4.
    public convenience init(h264ParameterSets: [Data], nalUnitHeaderLength: Int = 4) throws {
        guard [1, 2, 4].contains(nalUnitHeaderLength),
            let record = DecoderRecord.h264(h264ParameterSets, lengthSize: nalUnitHeaderLength)
        else { throw Error.invalidParameter }
        self.init(codec: .h264, record: record, extensions: [:])
    }

    /// Makes a description of HEVC from its parameter sets, without start codes. The size comes from the first sequence
    /// parameter set. `nalUnitHeaderLength` is how many bytes a NAL unit's length takes: 1, 2 or 4.
    public convenience init(
        hevcParameterSets: [Data],
        nalUnitHeaderLength: Int = 4,
        extensions: Extensions? = nil
    ) throws {
        guard [1, 2, 4].contains(nalUnitHeaderLength),
            let record = DecoderRecord.hevc(hevcParameterSets, lengthSize: nalUnitHeaderLength)
        else { throw Error.invalidParameter }
        self.init(codec: .hevc, record: record, extensions: extensions?.values ?? [:])
    }

    private convenience init(codec: ParameterSetCodec, record: DecoderRecord, extensions: [String: Any]) {
        var values = extensions
        let atomsKey = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
        var atoms = PropertyList.dictionary(values[atomsKey]) ?? [:]
        atoms[codec.atomName] = record.data
        values[atomsKey] = atoms
        let size = CMVideoDimensions(width: Int32(record.parameters.width), height: Int32(record.parameters.height))
        let subtype = codec == .h264 ? kCMVideoCodecType_H264 : kCMVideoCodecType_HEVC
        self.init(type: kCMMediaType_Video, subtype: subtype, extensions: values, dimensions: size)
    }

    /// How many bytes a NAL unit's length takes; nil for other formats.
    public var nalUnitHeaderLength: Int? { parameterSetStore?.record.nalUnitHeaderLength }

    /// The parameter sets, without start codes; none for other formats.
    public var parameterSets: ParameterSetCollection {
        ParameterSetCollection(sets: parameterSetStore?.record.parameterSets ?? [])
    }

    /// Parameter sets in the order of their record.
    public struct ParameterSetCollection: RandomAccessCollection, Sendable {
        package let sets: [Data]

        public var startIndex: Int { 0 }
        /// How many there are.
        public var endIndex: Int { sets.count }
        /// One of them.
        public subscript(position: Int) -> Data { sets[position] }
    }
}

/// A decoder configuration record, made of parameter sets.
package struct DecoderRecord {
    package let data: Data
    package let parameters: SequenceParameters

    /// Makes an `avcC` (ISO/IEC 14496-15, 5.3.3.1); nil where a set is missing or damaged.
    package static func h264(_ sets: [Data], lengthSize: Int) -> DecoderRecord? {
        func all(_ kind: Int) -> [[UInt8]] {
            sets.filter { H264UnitHeader.kind($0.first ?? 0) == kind }.map { Array($0) }
        }
        let sequences = all(H264UnitHeader.Kind.sequenceParameterSet)
        let pictures = all(H264UnitHeader.Kind.pictureParameterSet)
        let others = all(H264UnitHeader.Kind.sequenceParameterSetExtension)
        guard let first = sequences.first, let parameters = SequenceParameters.h264(Data(first)), !pictures.isEmpty,
            sequences.count < 32, pictures.count < 256, others.count < 256,
            sequences.count + pictures.count + others.count == sets.count,
            let format = ChromaFormat(rawValue: Int(parameters.chromaFormat))
        else { return nil }
        let high = AVCConfiguration.HighProfileExtension(
            chromaFormat: format,
            lumaBitDepth: Int(parameters.lumaBits),
            chromaBitDepth: Int(parameters.chromaBits),
            sequenceExtensions: others
        )
        let bytes = try? AVCConfiguration.written(
            profile: Array(first[1...3]),
            lengthSize: lengthSize,
            sequences: sequences,
            pictures: pictures,
            // Only these profiles have more to say.
            [100, 110, 122, 144].contains(first[1]) ? high : nil
        )
        return bytes.map { DecoderRecord(data: Data($0), parameters: parameters) }
    }

    /// Makes an `hvcC` (ISO/IEC 14496-15, 8.3.3.1); nil where a set is missing or damaged.
    package static func hevc(_ sets: [Data], lengthSize: Int) -> DecoderRecord? {
        let messages = [HEVCUnitHeader.Kind.prefixInformation, HEVCUnitHeader.Kind.suffixInformation]
        let groups = (Array(HEVCUnitHeader.Kind.parameterSets) + messages).map { kind in
            let units = sets.filter { HEVCUnitHeader.kind($0.first ?? 0) == kind }.map { Array($0) }
            return HEVCConfiguration.Units(kind: kind, isComplete: true, units: units)
        }
        guard let first = groups[1].units.first, let parameters = SequenceParameters.hevc(Data(first)),
            groups.prefix(3).allSatisfy({ !$0.units.isEmpty }),
            groups.reduce(0, { $0 + $1.units.count }) == sets.count
        else { return nil }
        var bytes: [UInt8] = [1] + parameters.profileTierLevel
        // No word on segmentation, parallelism or frame rate.
        bytes += [0xf0, 0, 0xfc, 0xfc | UInt8(parameters.chromaFormat)]
        bytes += [0xf8 | UInt8((parameters.lumaBits - 8) & 7), 0xf8 | UInt8((parameters.chromaBits - 8) & 7), 0, 0]
        let layers = UInt8(parameters.temporalLayers & 7) << 3
        bytes.append(layers | (parameters.isTemporallyNested ? 4 : 0) | UInt8(lengthSize - 1))
        let record = try? HEVCConfiguration.written(head: bytes, arrays: groups.filter { !$0.units.isEmpty })
        return record.map { DecoderRecord(data: Data($0), parameters: parameters) }
    }
}

extension CMFormatDescription {
    /// The parameter sets of H.264 or HEVC as units that can stand in front of a sample, each behind its length; none for
    /// other codecs.
    package func parameterSetUnits(lengthSize: Int) -> [UInt8] {
        (parameterSetStore?.record.parameterSets ?? []).flatMap { set in
            (0..<lengthSize).reversed().map { UInt8(truncatingIfNeeded: set.count >> ($0 * 8)) } + Array(set)
        }
    }
}
