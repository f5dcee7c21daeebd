internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitISOMedia
internal import AssetKitCore
public import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

// Timed metadata as it travels: a group is what one sample of a metadata track says.

extension AVTimedMetadataGroup {
    /// Makes the group that a sample of a metadata track holds, for the time of the sample.
    ///
    /// Boxed metadata and ID3 tags are understood. Nil for a buffer of something else, for one that does not hold exactly
    /// one sample whose data is there, and where the sample is damaged. A sample without bytes makes a group without
    /// items: from then on nothing holds any more. Items whose key the format description does not explain are left out.
    public convenience init?(sampleBuffer: CMSampleBuffer) {
        guard let format = sampleBuffer.formatDescription, format.mediaType == .metadata,
            sampleBuffer.numSamples == 1, sampleBuffer.dataReadiness == .ready,
            let bytes = try? sampleBuffer.dataBuffer.map({ Array(try $0.dataBytes()) }) ?? []
        else { return nil }
        let states: [MetadataItemState]?
        switch format.mediaSubType.rawValue {
        case kCMMetadataFormatType_Boxed: states = BoxedMetadataSample.items(in: bytes, format)
        case kCMMetadataFormatType_ID3: states = ID3MetadataSample.items(in: bytes)
        default: states = nil
        }
        guard let states else { return nil }
        let timeRange = CMTimeRange(start: sampleBuffer.presentationTimeStamp, duration: sampleBuffer.duration)
        let items = states.map { state in
            var state = state
            (state.time, state.duration) = (timeRange.start, timeRange.duration)
            return AVMetadataItem(state: state)
        }
        self.init(items: items, timeRange: timeRange)
    }

    /// The format description of samples that hold items like these: what an input for timed metadata is made with.
    ///
    /// Nil for a group without items, and where an item has no identifier or no data type.
    public func copyFormatDescription() -> CMMetadataFormatDescription? {
        var specifications: [[String: CFPropertyList]] = []
        for item in items {
            guard let identifier = item.identifier, let dataType = item.dataType else { return nil }
            var specification: [String: CFPropertyList] = [
                kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: identifier.rawValue,
                kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: dataType,
            ]
            specification[kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag] =
                item.extendedLanguageTag
            // Two items of a name and a type share one key.
            if !specifications.contains(where: { PropertyList.areEqual($0, specification) }) {
                specifications.append(specification)
            }
        }
        guard !specifications.isEmpty else { return nil }
        return try? CMMetadataFormatDescription(boxedMetadataSpecifications: specifications)
    }
}

/// A sample of boxed metadata: one box for each item, whose type is the number of its key in the format description.
package enum BoxedMetadataSample {
    /// The items; nil where the boxes do not fill the sample.
    static func items(in bytes: [UInt8], _ format: CMFormatDescription) -> [MetadataItemState]? {
        var items: [MetadataItemState] = []
        var reader = BitReader(bytes)
        while reader.remaining > 0 {
            guard let size = try? reader.unsigned(32), let number = try? reader.unsigned(32), size >= 8,
                let payload = try? reader.bytes(size - 8)
            else { return nil }
            guard let key = format.keyWithLocalID(OSType(number)), let item = item(Array(payload), key) else {
                continue
            }
            items.append(item)
        }
        return items
    }

    private static func item(_ payload: [UInt8], _ key: [String: CFPropertyList]) -> MetadataItemState? {
        guard let identifier = MetadataKeyTable.identifier(key) else { return nil }
        var state = MetadataItemState()
        state.setIdentifier(AVMetadataIdentifier(rawValue: identifier))
        let stated = PropertyList.text(key[kCMMetadataFormatDescriptionKey_DataType])
        let number = stated.map(wellKnownType) ?? Number(key[kCMMetadataFormatDescriptionKey_DataType])?.whole()
        let value = ISODataType.value(number ?? ISODataType.implicit, payload)
        state.dataType = stated ?? value.dataType
        state.source = .known(object(MetadataEntry.Value(value), payload))
        if let tag = PropertyList.text(key[kCMMetadataFormatDescriptionKey_LanguageTag]), !tag.isEmpty {
            state.setExtendedLanguageTag(tag)
        }
        return state
    }

    private static func object(_ value: MetadataEntry.Value, _ payload: [UInt8]) -> any NSCopying & NSObjectProtocol {
        switch value {
        case .text(let text): NSString(string: text)
        case .integer(let integer): NSNumber(value: integer)
        case .number(let number): NSNumber(value: number)
        case .data, .stored: NSData(data: Data(payload))
        }
    }

    /// The number of a type in QuickTime's list of well-known types, by the base type that it builds on.
    private static func wellKnownType(_ name: String) -> UInt32 {
        MetadataDataTypes.shared.baseType(name).flatMap { wellKnownTypes[$0] } ?? ISODataType.implicit
    }

    /// QuickTime File Format, "Well-known types".
    private static let wellKnownTypes: [String: UInt32] = [
        kCMMetadataBaseDataType_UTF8: 1, kCMMetadataBaseDataType_UTF16: 2, kCMMetadataBaseDataType_JPEG: 13,
        kCMMetadataBaseDataType_PNG: 14, kCMMetadataBaseDataType_Float32: 23, kCMMetadataBaseDataType_Float64: 24,
        kCMMetadataBaseDataType_BMP: 27, kCMMetadataBaseDataType_SInt8: 65, kCMMetadataBaseDataType_SInt16: 66,
        kCMMetadataBaseDataType_SInt32: 67, kCMMetadataBaseDataType_PointF32: 70,
        kCMMetadataBaseDataType_DimensionsF32: 71, kCMMetadataBaseDataType_RectF32: 72,
        kCMMetadataBaseDataType_SInt64: 74, kCMMetadataBaseDataType_UInt8: 75, kCMMetadataBaseDataType_UInt16: 76,
        kCMMetadataBaseDataType_UInt32: 77, kCMMetadataBaseDataType_UInt64: 78,
        kCMMetadataBaseDataType_AffineTransformF64: 79,
    ]
}

/// A sample that is an ID3 tag, as broadcasts and HLS carry them.
enum ID3MetadataSample {
    /// The items of the tag; nil where there is none.
    static func items(in bytes: [UInt8]) -> [MetadataItemState]? {
        guard !bytes.isEmpty else { return [] }
        let source = AKDataSource(Data(bytes))
        guard let window = try? ByteWindow(source), let tag = try? ID3v2Tag.read(window, at: 0) else { return nil }
        return tag.entries.map { entry in
            MetadataItemState(MetadataEntry(entry)) { range in
                try ByteWindow(source).bytes(at: range.lowerBound, count: range.count)
            }
        }
    }
}
