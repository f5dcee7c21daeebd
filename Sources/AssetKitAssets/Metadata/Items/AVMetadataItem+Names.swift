internal import AssetKitBase
internal import AssetKitBitstream
public import AssetKitMedia
internal import CMTimeLib

extension AVMetadataItem {
    /// The identifier of a key in its key space: a text, a number, data or an ``AVMetadataKey``. Nil for what is no key
    /// there: keys of iTunes tags, user data and ID3 tags have four characters.
    public class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
        MetadataName(key: key, keySpace: keySpace)?.identifier
    }

    /// The key that an identifier holds; nil where it holds none.
    public class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? {
        MetadataName(identifier: identifier)?.key
    }

    /// The key space that an identifier holds; nil where it holds none.
    public class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
        MetadataName(identifier: identifier)?.keySpace
    }

    /// Items of the common key space beside those that have a common key, in the same order. What two native items say
    /// alike in one language is there once.
    static func commonItems(from items: [AVMetadataItem]) -> [AVMetadataItem] {
        var said: Set<CommonStatement> = []
        return items.compactMap { item in
            guard let state = item.state.withLock({ $0.common }) else { return nil }
            if let statement = CommonStatement(state), !said.insert(statement).inserted { return nil }
            return AVMetadataItem(state: state)
        }
    }
}

/// What a common item says, for telling whether another says the same.
private struct CommonStatement: Hashable {
    let commonKey: AVMetadataKey?
    let language: String?
    let value: MetadataValue
    let time: CMTime

    /// Nil where the value has to be read first: comparing is not worth that.
    init?(_ state: MetadataItemState) {
        guard let value = state.knownValue else { return nil }
        (commonKey, language, time) = (state.commonKey, state.language?.tag, state.time)
        self.value = value
    }
}
