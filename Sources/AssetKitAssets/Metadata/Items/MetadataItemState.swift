internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Everything that a metadata item says, as one value. What has two spellings is set by the functions below, which keep
/// the two together.
struct MetadataItemState {
    /// Where the value is.
    enum Source {
        case none
        case known(any NSCopying & NSObjectProtocol)
        case loader(Loader<MetadataValue>)
    }

    var identifier: AVMetadataIdentifier?
    var keySpace: AVMetadataKeySpace?
    var key: (any NSCopying & NSObjectProtocol)?
    var commonKey: AVMetadataKey?
    var extendedLanguageTag: String?
    var locale: Locale?
    var source = Source.none
    var dataType: String?
    var extraAttributes: [AVMetadataExtraAttributeKey: Any]?
    var time = CMTime.invalid
    var duration = CMTime.invalid
    var startDate: Date?
}

// Names: the identifier on one side, key and key space on the other, and each side follows the other.
extension MetadataItemState {
    var name: MetadataName? { identifier.flatMap(MetadataName.init) }

    mutating func setIdentifier(_ new: AVMetadataIdentifier?) {
        let name = new.flatMap(MetadataName.init)
        identifier = new
        key = name?.key
        keySpace = name?.keySpace
        commonKey = name.flatMap(MetadataCommonKeys.commonKey)
    }

    mutating func setKey(_ new: (any NSCopying & NSObjectProtocol)?) {
        key = new.map { MetadataValue(copying: $0).object }
        followKey()
    }

    mutating func setKeySpace(_ new: AVMetadataKeySpace?) {
        keySpace = new
        followKey()
    }

    private mutating func followKey() {
        var name: MetadataName?
        if let key, let keySpace { name = MetadataName(key: key, keySpace: keySpace) }
        identifier = name?.identifier
        commonKey = name.flatMap(MetadataCommonKeys.commonKey)
    }
}

// Languages: the tag and the locale are two spellings of one thing.
extension MetadataItemState {
    mutating func setLocale(_ new: Locale?) {
        locale = new
        extendedLanguageTag = new.map { MetadataLanguage(locale: $0).tag }
    }

    mutating func setExtendedLanguageTag(_ new: String?) {
        extendedLanguageTag = new
        locale = new.map(Locale.init(identifier:))
    }

    /// The language for comparing; nil where there is none, or where it is not known.
    var language: MetadataLanguage? {
        guard let language = extendedLanguageTag.flatMap(MetadataLanguage.init(storedTag:)) else { return nil }
        return language.isUndetermined ? nil : language
    }
}

// Values
extension MetadataItemState {
    mutating func setValue(_ new: (any NSCopying & NSObjectProtocol)?) {
        source = new.map { .known(MetadataValue(copying: $0).object) } ?? .none
    }

    mutating func setLoader(_ loader: Loader<MetadataValue>) {
        source = .loader(loader)
    }

    /// The value where it is there without loading.
    var knownValue: MetadataValue? {
        guard case .known(let object) = source else { return nil }
        return MetadataValue(object: object, dataType: dataType)
    }

    /// What loads the value, where it has to be loaded.
    var loader: Loader<MetadataValue>? {
        guard case .loader(let loader) = source else { return nil }
        return loader
    }
}

extension MetadataItemState {
    /// What an item of the common key space says that stands beside this one; nil where this one has no common key, or
    /// is such an item itself.
    var common: MetadataItemState? {
        guard let commonKey, keySpace != .common else { return nil }
        var copy = self
        copy.setKeySpace(.common)
        copy.setKey(NSString(string: commonKey.rawValue))
        return copy
    }
}
