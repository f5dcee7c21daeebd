internal import AssetKitBase
public import Foundation

/// Which options are chosen in the groups of an asset.
///
/// Selections are equal when they are of the same groups and the same options are chosen in them.
open class AVMediaSelection: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // SAFETY: the asset and its groups are fixed after init, what is chosen is behind a lock.
    private weak let owner: AVAsset?
    let groups: [AVMediaSelectionGroup]
    let choices: Protected<MediaChoices>

    /// Makes a selection in all groups of an asset.
    init(asset: AVAsset?, groups: [AVMediaSelectionGroup], choices: MediaChoices) {
        owner = asset
        self.groups = groups
        self.choices = Protected(choices)
        super.init()
    }

    /// The asset that the selection is for; nil when nobody holds it any more.
    open var asset: AVAsset? { owner }

    /// The selection as it is now, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// A selection that begins as this one and can be changed: an ``AVMutableMediaSelection``.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableMediaSelection(asset: owner, groups: groups, choices: choices.withLock { $0 })
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVMediaSelection else { return false }
        if other === self { return true }
        guard owner === other.owner, groups == other.groups else { return false }
        return choices.withLock(\.options) == other.choices.withLock(\.options)
    }

    // What is chosen may change, so it has no part in this.
    open override var hash: Int { groups.hashValue }

    /// The option that is chosen in a group; nil for none, and for a group of another asset.
    open func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
        guard let group = groups.firstIndex(of: mediaSelectionGroup) else { return nil }
        return choices.withLock { $0.option(inGroup: group) }.map { groups[group].options[$0] }
    }

    /// Whether the choice in a group is left to what the user prefers: nobody has asked for another one.
    open func mediaSelectionCriteriaCanBeAppliedAutomatically(to mediaSelectionGroup: AVMediaSelectionGroup) -> Bool {
        guard let group = groups.firstIndex(of: mediaSelectionGroup) else { return false }
        return choices.withLock { $0.isAutomatic(inGroup: group) }
    }
}
