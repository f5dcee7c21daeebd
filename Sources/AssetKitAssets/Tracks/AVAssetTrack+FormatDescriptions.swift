internal import AssetKitBase
internal import AssetKitBitstream
package import AssetKitMedia
package import AssetKitSources
internal import CMTimeLib
internal import Foundation

extension AVAssetTrack {
    /// A description of each kind of sample in the track, in the container's order.
    package var sampleFormats: [CMFormatDescription] { facts.formatDescriptions }
}

extension TrackFacts {
    /// One format description for each of the track's descriptions; of a track without any, one made of its facts.
    /// What no description can be made of is left out.
    package var formatDescriptions: [CMFormatDescription] {
        let all = descriptions.isEmpty ? [SampleDescriptionFacts(codec: codec)] : descriptions
        return all.compactMap { description in
            switch mediaType {
            case .video, .auxiliaryPicture, .depthData: videoFormat(description)
            case .audio: audioFormat(description)
            case .timecode: timecodeFormat(description)
            case .metadata, .metadataObject: metadataFormat(description)
            default: otherFormat(description)
            }
        }
    }

    /// The code of a description. A codec without one goes by the first letters of FFmpeg's name, so that
    /// descriptions of different codecs stay different.
    func code(_ description: SampleDescriptionFacts) -> FourCharCode {
        if description.codec != 0 { return description.codec }
        if codec != 0 { return codec }
        let letters = traits.name.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 }.prefix(4).map(String.init)
        guard !letters.isEmpty else { return 0 }
        return (letters + Array(repeating: " ", count: 4 - letters.count)).joined().fourCharCode
    }

    /// The codec's headers and its name, which descriptions of every kind carry.
    func commonExtensions(_ description: SampleDescriptionFacts) -> [String: Any] {
        var values: [String: Any] = [:]
        if !description.atoms.isEmpty {
            values[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] =
                description.atoms.mapValues { Data($0) }
        }
        if let entry = description.entry {
            let key =
                description.isQuickTimeEntry
                ? kCMFormatDescriptionExtension_VerbatimSampleDescription
                : kCMFormatDescriptionExtension_VerbatimISOSampleEntry
            values[key] = Data(entry)
        }
        if !codecName.isEmpty { values[kCMFormatDescriptionExtension_FormatName] = codecName }
        return values
    }

    private func otherFormat(_ description: SampleDescriptionFacts) -> CMFormatDescription {
        CMFormatDescription(
            type: mediaType.rawValue.fourCharCode,
            subtype: code(description),
            extensions: commonExtensions(description)
        )
    }

    // MARK: Time codes

    /// The entry of a time code track is all fields and no boxes: `atoms` holds it under its own name, from the
    /// reserved word on. Without it there is only the kind to tell.
    private func timecodeFormat(_ description: SampleDescriptionFacts) -> CMFormatDescription {
        let details = description.atoms["tmcd"].flatMap { try? Self.timeCode(entry: $0[...]) }
        return CMFormatDescription(
            type: kCMMediaType_TimeCode,
            subtype: code(description),
            extensions: commonExtensions(description),
            timeCode: details
        )
    }

    private static func timeCode(
        entry: ArraySlice<UInt8>
    ) throws(BitstreamError) -> CMFormatDescription.TimeCodeDetails {
        var reader = BitReader(entry)
        try reader.skip(32)
        let flags = try reader.unsigned(32)
        let (timescale, duration) = (try reader.unsigned(32), try reader.unsigned(32))
        let quanta = try reader.unsigned(8)
        guard let scale = CMTimeScale(exactly: timescale), scale > 0, duration > 0, quanta > 0 else {
            throw .invalid("frame duration")
        }
        return CMFormatDescription.TimeCodeDetails(
            frameDuration: CMTime(value: Int64(duration), timescale: scale),
            frameQuanta: UInt32(quanta),
            // The fourth bit, that it counts frames rather than time, is the subtype's business.
            flags: UInt32(flags & 7)
        )
    }

    // MARK: Metadata

    /// Boxed metadata names its keys in a box `keys`.
    private func metadataFormat(_ description: SampleDescriptionFacts) -> CMFormatDescription {
        var extensions = commonExtensions(description)
        if let keys = description.atoms["keys"], let table = try? BoxedMetadataKeys.table(keys[...]), !table.isEmpty {
            extensions[kCMFormatDescriptionExtensionKey_MetadataKeyTable] = table
        }
        return CMFormatDescription(
            type: kCMMediaType_Metadata,
            subtype: code(description),
            extensions: extensions
        )
    }
}

/// The key table of boxed metadata, as the box `keys` of a sample entry `mebx` has it.
enum BoxedMetadataKeys {
    /// Keys by their local numbers, as text.
    static func table(_ payload: ArraySlice<UInt8>) throws(BitstreamError) -> [String: Any] {
        var table: [String: Any] = [:]
        for (number, content) in try boxes(payload) where number != 0 {
            var key: [String: Any] = [kCMMetadataFormatDescriptionKey_LocalID: number]
            for (name, body) in try boxes(content) { try read(name, body, into: &key) }
            // A number is only worth something with the name that it stands for.
            guard key[kCMMetadataFormatDescriptionKey_Value] != nil else { continue }
            table["\(number)"] = key
        }
        return table
    }

    private static func read(
        _ name: FourCharCode,
        _ body: ArraySlice<UInt8>,
        into key: inout [String: Any]
    ) throws(BitstreamError) {
        var reader = BitReader(body)
        switch name {
        case "keyd".fourCharCode:
            let space = try reader.bytes(4)
            key[kCMMetadataFormatDescriptionKey_Namespace] = String(decoding: space, as: UTF8.self)
            key[kCMMetadataFormatDescriptionKey_Value] = Data(try reader.remainingBytes())
        case "dtyp".fourCharCode:
            let space = try reader.unsigned(32)
            key[kCMMetadataFormatDescriptionKey_DataTypeNamespace] = UInt32(space)
            // 0 is a number of the well-known types, 1 a name turned around.
            if space == 0 {
                key[kCMMetadataFormatDescriptionKey_DataType] = UInt32(try reader.unsigned(32))
            } else {
                let name = String(decoding: try reader.remainingBytes(), as: UTF8.self)
                key[kCMMetadataFormatDescriptionKey_DataType] = name
            }
        case "loca".fourCharCode:
            let tag = try reader.remainingBytes().prefix { $0 != 0 }
            key[kCMMetadataFormatDescriptionKey_LanguageTag] = String(decoding: tag, as: UTF8.self)
        case "setu".fourCharCode:
            key[kCMMetadataFormatDescriptionKey_SetupData] = Data(body)
        default: break
        }
    }

    private static func boxes(
        _ payload: ArraySlice<UInt8>
    ) throws(BitstreamError) -> [(name: FourCharCode, body: ArraySlice<UInt8>)] {
        var reader = BitReader(payload)
        var found: [(name: FourCharCode, body: ArraySlice<UInt8>)] = []
        while reader.remaining >= 64 {
            let size = try reader.unsigned(32)
            let name = FourCharCode(try reader.unsigned(32))
            guard size >= 8 else { throw .invalid("box size") }
            found.append((name, try reader.bytes(size - 8)))
        }
        return found
    }
}
