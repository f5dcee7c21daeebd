public import AssetKitMedia
internal import Foundation

// What there is to choose from: languages of the sound, subtitles, angles.

extension AVAsset {
    /// The groups that the asset has. They are equal from call to call.
    private var mediaSelectionGroups: [AVMediaSelectionGroup] { AVMediaSelectionGroup.groups(of: loaded?.tracks ?? []) }

    /// Of what there is more than one to choose from, or something to choose at all for subtitles: any of
    /// ``AVMediaCharacteristic/audible``, `legible` and `visual`.
    public var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
        mediaSelectionGroups.compactMap(\.characteristic)
    }

    /// The options for what is heard, read or seen; nil where there is nothing to choose.
    ///
    /// Sound and pictures make a group where the file has two or more tracks of them that are alternatives, texts
    /// where it has any. A file may number several groups of the same kind: this is the largest of them. Where it
    /// numbers none, all tracks of the kind are alternatives. Texts that only name chapters do not count.
    public func mediaSelectionGroup(
        forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) -> AVMediaSelectionGroup? {
        mediaSelectionGroups.first { $0.characteristic == mediaCharacteristic }
    }

    /// The options for what is heard, read or seen; nil where there is nothing to choose. See
    /// ``mediaSelectionGroup(forMediaCharacteristic:)``.
    public func loadMediaSelectionGroup(
        for mediaCharacteristic: AVMediaCharacteristic
    ) async throws -> AVMediaSelectionGroup? {
        _ = try await load(.availableMediaCharacteristicsWithMediaSelectionOptions)
        return mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
    }

    /// Calls back with the group for a characteristic, with nil when there is none, or with why it is not known.
    @preconcurrency
    public func loadMediaSelectionGroup(
        for mediaCharacteristic: AVMediaCharacteristic,
        completionHandler: @escaping @Sendable (AVMediaSelectionGroup?, (any Error)?) -> Void
    ) {
        let answered: @Sendable (AVMediaSelectionGroup??, (any Error)?) -> Void = { completionHandler($0 ?? nil, $1) }
        answer(answered) { loaded in
            AVMediaSelectionGroup.groups(of: loaded.tracks).first { $0.characteristic == mediaCharacteristic }
        }
    }

    /// What the file presents by itself: the default option of each group.
    public var preferredMediaSelection: AVMediaSelection {
        let groups = mediaSelectionGroups
        let defaults = groups.map { group in group.defaultOption.flatMap { group.options.firstIndex(of: $0) } }
        return AVMediaSelection(asset: self, groups: groups, choices: MediaChoices(defaults, isAutomatic: true))
    }

    /// Every combination of options, with and without those that may be left out. Of a file with very many tracks it
    /// is the first ten thousand.
    public var allMediaSelections: [AVMediaSelection] {
        let groups = mediaSelectionGroups
        let sizes = groups.map { (count: $0.options.count, mayBeEmpty: $0.allowsEmptySelection) }
        return MediaChoices.combinations(sizes, limit: 10_000).map { options in
            AVMediaSelection(asset: self, groups: groups, choices: MediaChoices(options, isAutomatic: false))
        }
    }
}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// Loads ``AVAsset/availableMediaCharacteristicsWithMediaSelectionOptions``.
    public static var availableMediaCharacteristicsWithMediaSelectionOptions:
        AVAsyncProperty<Root, [AVMediaCharacteristic]>
    {
        AVAsyncProperty("availableMediaCharacteristicsWithMediaSelectionOptions") {
            $0.availableMediaCharacteristicsWithMediaSelectionOptions
        }
    }
    /// Loads ``AVAsset/preferredMediaSelection``.
    public static var preferredMediaSelection: AVAsyncProperty<Root, AVMediaSelection> {
        AVAsyncProperty("preferredMediaSelection") { $0.preferredMediaSelection }
    }
    /// Loads ``AVAsset/allMediaSelections``.
    public static var allMediaSelections: AVAsyncProperty<Root, [AVMediaSelection]> {
        AVAsyncProperty("allMediaSelections") { $0.allMediaSelections }
    }
}
