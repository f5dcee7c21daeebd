package import AssetKitMedia
public import Foundation

/// Options of which one at a time is presented, such as the languages of the sound.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "film.mkv"))
/// if let group = try await asset.loadMediaSelectionGroup(for: .audible) {
///     for option in group.options { print(option.displayName, option == group.defaultOption ? "(default)" : "") }
/// }
/// ```
///
/// Groups are equal when they have the same options of the same asset.
///
/// There is no media player framework on this system, so the members that make options for its list of what is playing
/// (`makeNowPlayingInfoLanguageOptionGroup()`) are left out.
open class AVMediaSelectionGroup: NSObject, NSCopying, @unchecked Sendable {
    // SAFETY: fixed after init.
    private let members: [AVMediaSelectionOption]
    private let defaultMember: AVMediaSelectionOption?
    private let mayBeEmpty: Bool
    /// What all options are; nil for a group that is not of an asset.
    let characteristic: AVMediaCharacteristic?

    package init(
        options: [AVMediaSelectionOption],
        defaultOption: AVMediaSelectionOption?,
        allowsEmptySelection: Bool,
        characteristic: AVMediaCharacteristic?
    ) {
        members = options
        defaultMember = defaultOption
        mayBeEmpty = allowsEmptySelection
        self.characteristic = characteristic
        super.init()
    }

    /// Makes the group of tracks that are alternatives among `tracks`.
    convenience init(_ alternatives: MediaAlternatives, of tracks: [AVAssetTrack]) {
        let members = alternatives.trackIndices.map { tracks[$0] }
        let names = MediaOptionNames(members.map(MediaOptionNames.Entry.init))
        let options = members.enumerated().map { AVMediaSelectionOption(track: $1, place: $0, names: names) }
        self.init(
            options: options,
            defaultOption: alternatives.defaultIndex.map { options[$0] },
            allowsEmptySelection: alternatives.allowsEmptySelection,
            characteristic: alternatives.characteristic
        )
    }

    /// All groups of an asset's tracks.
    static func groups(of tracks: [AVAssetTrack]) -> [AVMediaSelectionGroup] {
        MediaAlternatives.all(among: tracks.map(\.facts)).map { AVMediaSelectionGroup($0, of: tracks) }
    }

    /// The same group: groups do not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVMediaSelectionGroup else { return false }
        if other === self { return true }
        return !members.isEmpty && characteristic == other.characteristic && members == other.members
    }

    open override var hash: Int { members.first?.hash ?? ObjectIdentifier(self).hashValue }

    /// What there is to choose from, in the order of the file.
    open var options: [AVMediaSelectionOption] { members }

    /// What the file presents by itself; nil for none, which happens with subtitles.
    open var defaultOption: AVMediaSelectionOption? { defaultMember }

    /// Whether none of the options need be presented: true of what is read, false of what is seen and heard.
    open var allowsEmptySelection: Bool { mayBeEmpty }

    /// The option that a property list was made of; nil where no option, or nothing at all, fits it.
    open func mediaSelectionOption(withPropertyList plist: Any) -> AVMediaSelectionOption? {
        members.first { $0.matches(plist) }
    }
}
