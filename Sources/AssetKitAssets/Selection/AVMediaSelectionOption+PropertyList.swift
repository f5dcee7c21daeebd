internal import AssetKitBase
internal import AssetKitMedia

// An option as a value that can be stored, and found again after the asset was loaded anew.

extension AVMediaSelectionOption {
    private enum Key {
        static let trackID = "trackID"
        static let mediaType = "mediaType"
        static let language = "extendedLanguageTag"
    }

    /// A property list that ``AVMediaSelectionGroup/mediaSelectionOption(withPropertyList:)`` finds the option by, also
    /// in another run of the program.
    public func propertyList() -> Any {
        var list: [String: Any] = [Key.trackID: Int(track.trackID), Key.mediaType: mediaType.rawValue]
        if let extendedLanguageTag { list[Key.language] = extendedLanguageTag }
        return list
    }

    /// Whether a property list was made of this option.
    func matches(_ propertyList: Any) -> Bool {
        guard let list = propertyList as? [String: Any] else { return false }
        return list.number(Key.trackID)?.whole(CMPersistentTrackID.self) == track.trackID
            && list[Key.mediaType] as? String == mediaType.rawValue
            && list[Key.language] as? String == extendedLanguageTag
    }
}
