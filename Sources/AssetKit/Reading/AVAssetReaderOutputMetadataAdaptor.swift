internal import Foundation

/// Gives the timed metadata of a track as groups of items instead of samples.
open class AVAssetReaderOutputMetadataAdaptor: NSObject, @unchecked Sendable {
    // SAFETY: fixed after init; the output synchronises itself.
    /// The output that is read.
    public let assetReaderTrackOutput: AVAssetReaderTrackOutput

    /// Makes an adaptor of an output of a track of metadata without settings. From now on nobody else may read it.
    public init(assetReaderTrackOutput trackOutput: AVAssetReaderTrackOutput) {
        let name = "AVAssetReaderOutputMetadataAdaptor"
        require(trackOutput.mediaType == .metadata, "\(name): the track is none of metadata")
        require(trackOutput.outputSettings == nil, "\(name): the output has settings")
        require(trackOutput.adopt(), "\(name): the output has an adaptor")
        assetReaderTrackOutput = trackOutput
        super.init()
    }

    /// The next group, waited for; nil when there are none: the reader's status tells why. A sample that says that nothing
    /// is known any more gives a group without items.
    open func nextTimedMetadataGroup() -> AVTimedMetadataGroup? {
        guard let sample = assetReaderTrackOutput.nextSample() else { return nil }
        let time = CMTimeRange(start: sample.outputPresentationTimeStamp, duration: sample.outputDuration)
        let items = BoxedMetadataSample.items(of: sample).map { $0.item(during: time) }
        return AVTimedMetadataGroup(items: items, timeRange: time)
    }
}

/// One value of a sample of boxed metadata, as QuickTime stores it: the number of a key, and bytes.
struct BoxedMetadataSample {
    private let key: [String: Any]
    private let bytes: [UInt8]

    /// What a sample says; nothing where it is of another kind, or damaged from there on.
    static func items(of sample: CMSampleBuffer) -> [BoxedMetadataSample] {
        guard let format = sample.formatDescription, format.subtype == kCMMetadataFormatType_Boxed,
            let data = try? sample.dataBuffer?.dataBytes()
        else { return [] }
        var reader = BitReader([UInt8](data)[...])
        var items: [BoxedMetadataSample] = []
        while reader.remaining >= 64, let (number, bytes) = try? nextBox(&reader) {
            guard let key = format.keyWithLocalID(number) else { continue }
            items.append(BoxedMetadataSample(key: key, bytes: bytes))
        }
        return items
    }

    private static func nextBox(_ reader: inout BitReader) throws -> (OSType, [UInt8]) {
        let size = try reader.unsigned(32)
        let number = OSType(truncatingIfNeeded: try reader.unsigned(32))
        guard size >= 8 else { throw BitstreamError.invalid("box size") }
        return (number, Array(try reader.bytes(size - 8)))
    }

    /// The value as an item that holds for a while.
    func item(during time: CMTimeRange) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        let space = key[kCMMetadataFormatDescriptionKey_Namespace] as? String
        item.keySpace = space.map { AVMetadataKeySpace(rawValue: $0) }
        if let name = key[kCMMetadataFormatDescriptionKey_Value] as? Data {
            item.key = String(decoding: name, as: UTF8.self) as NSString
        }
        item.extendedLanguageTag = key[kCMMetadataFormatDescriptionKey_LanguageTag] as? String
        (item.time, item.duration) = (time.start, time.duration)
        let type = dataType
        item.dataType = type.rawValue
        item.value = value(as: type)
        return item
    }

    /// The well-known types by their numbers, and others by their names.
    private var dataType: MetadataDataType {
        if let name = key[kCMMetadataFormatDescriptionKey_DataType] as? String {
            return MetadataDataType(rawValue: name) ?? .rawData
        }
        let number: UInt32? = key.number(kCMMetadataFormatDescriptionKey_DataType)?.whole()
        return number.flatMap { Self.types[$0] } ?? .rawData
    }

    private static let types: [UInt32: MetadataDataType] = [
        1: .utf8, 2: .utf16, 13: .jpeg, 14: .png, 23: .float32, 24: .float64, 27: .bmp, 65: .int8, 66: .int16,
        67: .int32, 74: .int64, 75: .uint8, 76: .uint16, 77: .uint32, 78: .uint64,
    ]

    private func value(as type: MetadataDataType) -> any NSCopying & NSObjectProtocol {
        let data = Data(bytes)
        if let number = type.number(in: data) { return number }
        switch type {
        case .utf8: return String(decoding: bytes, as: UTF8.self) as NSString
        case .utf16: return (String(data: data, encoding: .utf16BigEndian) ?? "") as NSString
        default: return data as NSData
        }
    }
}
