public import AssetKitAssets
internal import AssetKitBase
public import AssetKitMedia
internal import Foundation

extension AVPlayerItem {
    /// The tracks that play, by their identifiers, whatever the file switches on; nil leaves it to the file. An addition to
    /// AVFoundation.
    public var akTrackIDs: Set<CMPersistentTrackID>? {
        get { PlaybackLock.withLock { core.only } }
        set {
            core.change { item, player in
                item.only = newValue
                item.reload(by: player)
            }
        }
    }

    /// Kinds of tracks that do not play, and are not decoded, whatever is chosen. An addition to AVFoundation.
    public var akUnwantedMediaTypes: Set<AVMediaType> {
        get { PlaybackLock.withLock { core.unwanted } }
        set {
            core.change { item, player in
                item.unwanted = newValue
                item.reload(by: player)
            }
        }
    }

    /// What is chosen of what there is to choose from.
    public var currentMediaSelection: AVMediaSelection {
        let asset = core.asset
        let chosen: Set<Int32> = PlaybackLock.withLock { core.media.map { core.chosenTracks(of: $0.loaded) } ?? [] }
        return core.status == .readyToPlay ? asset.mediaSelection(of: chosen) : asset.preferredMediaSelection
    }

    /// Chooses an option of a group, or none where that may be. It has an effect at once.
    public func select(_ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup) {
        guard mediaSelectionOption != nil || mediaSelectionGroup.allowsEmptySelection else { return }
        let (all, chosen) = (mediaSelectionGroup.options.map(\.trackID), mediaSelectionOption?.trackID)
        core.change { item, player in
            for trackID in all { item.switches[trackID] = trackID == chosen }
            item.reload(by: player)
            player?.post(AVPlayerItem.mediaSelectionDidChangeNotification, item)
        }
    }

    /// Leaves the choice in a group to the file.
    public func selectMediaOptionAutomatically(in mediaSelectionGroup: AVMediaSelectionGroup) {
        let all = mediaSelectionGroup.options.map(\.trackID)
        core.change { item, player in
            for trackID in all { item.switches[trackID] = nil }
            item.reload(by: player)
            player?.post(AVPlayerItem.mediaSelectionDidChangeNotification, item)
        }
    }

    /// The option that is chosen in a group; nil for none.
    public func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
        currentMediaSelection.selectedMediaOption(in: mediaSelectionGroup)
    }
}
