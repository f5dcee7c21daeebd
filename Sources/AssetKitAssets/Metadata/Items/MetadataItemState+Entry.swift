internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import Foundation

/// Reads the bytes of a value that was too large to be read at once.
typealias MetadataBytesLoader = @Sendable (Range<Int64>) throws -> [UInt8]

extension MetadataItemState {
    /// What a container says. `load` is called at most once, on a thread that may block, when somebody asks for a value
    /// that is still in the file.
    init(_ entry: MetadataEntry, load: @escaping MetadataBytesLoader) {
        let name = MetadataName(storedKey: entry.key, keySpace: entry.keySpace)
        identifier = name?.identifier
        key = name?.key
        keySpace = entry.keySpace
        commonKey = entry.commonKey.map(AVMetadataKey.init(rawValue:)) ?? name.flatMap(MetadataCommonKeys.commonKey)
        let language = entry.language.flatMap(MetadataLanguage.init(storedTag:))
        extendedLanguageTag = language?.tag
        locale = language?.locale
        extraAttributes = entry.info.map { [.info: $0] }
        dataType = entry.dataType ?? Self.dataType(of: entry.value)?.rawValue
        source = Self.source(of: entry, named: name, load)
    }

    /// The type of a value that the container gives no type for, where the value shows it.
    private static func dataType(of value: MetadataEntry.Value) -> MetadataDataType? {
        switch value {
        case .text: .utf8
        case .data(let bytes): MetadataDataType(pictureBeginning: bytes)
        case .integer, .number, .stored: nil
        }
    }

    private static func source(
        of entry: MetadataEntry,
        named name: MetadataName?,
        _ load: @escaping MetadataBytesLoader
    ) -> Source {
        switch entry.value {
        case .text(let text): .known(NSString(string: text))
        case .integer(let value): .known(NSNumber(value: value))
        case .number(let value): .known(NSNumber(value: value))
        case .data(let bytes): .known(object(of: bytes, named: name))
        case .stored(let range): .loader(loader(of: range, entry, load))
        }
    }

    private static func object(of bytes: [UInt8], named name: MetadataName?) -> any NSCopying & NSObjectProtocol {
        // The genre number of iTunes is two bytes that many files mark as data.
        if name?.identifier == .iTunesMetadataPredefinedGenre, bytes.count == 2 {
            return NSNumber(value: Int(bytes[0]) << 8 | Int(bytes[1]))
        }
        return NSData(data: Data(bytes))
    }

    private static func loader(
        of range: Range<Int64>,
        _ entry: MetadataEntry,
        _ load: @escaping MetadataBytesLoader
    ) -> Loader<MetadataValue> {
        let (key, dataType) = (entry.key, entry.dataType)
        return Loader { _ in
            MetadataValue(object: NSData(data: Data(try load(range))), dataType: dataType)
        } describe: { error in
            let reason = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
            return AVError(.failedToLoadMediaData, "cannot read the metadata '\(key)': \(reason)", underlying: error)
        }
    }
}
