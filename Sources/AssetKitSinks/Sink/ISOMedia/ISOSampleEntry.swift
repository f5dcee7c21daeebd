internal import AssetKitBase
internal import AssetKitISOMedia
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Makes entries of `stsd` out of format descriptions.
struct ISOSampleEntry {
    let format: CMFormatDescription
    /// QuickTime has entries of its own for sound, and boxes of its own.
    let isQuickTime: Bool

    private static let auxiliaryPicture = ISOCode("auxv").rawValue

    /// The whole entry. One that came from a file of the same family is taken as it was.
    func bytes() throws(ISOWritingError) -> [UInt8] {
        if let entry = verbatimEntry { return entry }
        var bytes = ISOBytes()
        switch format.type {
        case kCMMediaType_Video, Self.auxiliaryPicture: try writeVisual(to: &bytes)
        case kCMMediaType_Audio: try writeSound(to: &bytes)
        case kCMMediaType_TimeCode: try writeTimeCode(to: &bytes)
        case kCMMediaType_Metadata: try writeMetadata(to: &bytes)
        default: try writeText(to: &bytes)
        }
        return bytes.bytes
    }

    /// The entry as a file had it, with its data in this file.
    private var verbatimEntry: [UInt8]? {
        let key =
            isQuickTime
            ? kCMFormatDescriptionExtension_VerbatimSampleDescription
            : kCMFormatDescriptionExtension_VerbatimISOSampleEntry
        guard let data = format.extensionValues[key] as? Data, data.count >= 16 else { return nil }
        var bytes = ISOBytes()
        bytes.append(data)
        // What the size says must be what there is, or all that follows is lost.
        bytes.replace(UInt32(data.count), at: 0)
        bytes.replace(UInt16(1), at: 14)
        return bytes.bytes
    }

    /// The content of a box of the entry.
    func atom(_ name: String) -> [UInt8]? {
        let atoms = PropertyList.dictionary(
            format.extensionValues[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms]
        )
        let value = atoms?[name]
        return ((value as? Data) ?? (value as? [Any])?.first as? Data).map { Array($0) }
    }

    /// The content of a box that the format cannot do without.
    func required(_ name: String) throws(ISOWritingError) -> [UInt8] {
        if let content = atom(name), !content.isEmpty { return content }
        throw .format("\(codeText) needs the codec's header ('\(name)'), and the format does not have it")
    }

    var codeText: String { "'\(ISOCode(rawValue: format.subtype))'" }

    func number(_ key: CFString) -> Number? { Number(format.extensionValues[key]) }

    /// The head that all entries have.
    func head(_ bytes: inout ISOBytes) {
        bytes.zeros(6)
        bytes.u16(1)
    }

    /// Copies boxes of the entry that are there.
    func copyAtoms(_ names: [ISOCode], to bytes: inout ISOBytes) {
        for name in names {
            if let content = atom(name.description) { bytes.box(name, content: content) }
        }
    }
}

/// `esds`: MPEG-4's descriptors of a stream.
enum ISOElementaryStreamWriter {
    /// The content of the box.
    static func content(
        objectType: UInt8,
        streamType: UInt8,
        configuration: [UInt8],
        bitRate: UInt32 = 0
    ) -> [UInt8] {
        var decoder = ISOBytes()
        decoder.u8(objectType)
        decoder.u8(streamType << 2 | 1)
        decoder.u24(0)
        decoder.u32(bitRate)
        decoder.u32(bitRate)
        if !configuration.isEmpty { decoder.append(descriptor(5, configuration)) }
        var stream = ISOBytes()
        stream.u16(0)
        stream.u8(0)
        stream.append(descriptor(4, decoder.bytes))
        stream.append(descriptor(6, [2]))
        var bytes = ISOBytes()
        bytes.versionAndFlags()
        bytes.append(descriptor(3, stream.bytes))
        return bytes.bytes
    }

    /// A tag, the length in four bytes of seven bits, and the content.
    private static func descriptor(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count
        let digits = [21, 14, 7].map { UInt8(length >> $0 & 0x7f | 0x80) } + [UInt8(length & 0x7f)]
        return [tag] + digits + content
    }
}
