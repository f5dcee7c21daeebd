internal import AssetKitBase
public import Foundation

/// A selection that can be changed: a mutable copy of another one.
open class AVMutableMediaSelection: AVMediaSelection, @unchecked Sendable {
    open override func copy(with zone: NSZone? = nil) -> Any {
        AVMediaSelection(asset: asset, groups: groups, choices: choices.withLock { $0 })
    }

    /// Chooses an option of a group in place of what is chosen there; nil chooses none.
    ///
    /// The group has to be one of the selection's asset, the option one of the group, and none is a choice only where
    /// the group allows an empty selection. All else is an error of the program, which stops.
    open func select(
        _ mediaSelectionOption: AVMediaSelectionOption?,
        in mediaSelectionGroup: AVMediaSelectionGroup
    ) {
        let call = "AVMutableMediaSelection.select(_:in:)"
        guard let group = groups.firstIndex(of: mediaSelectionGroup) else {
            programmerError("\(call) got a group of another asset")
        }
        var place: Int?
        if let mediaSelectionOption {
            place = groups[group].options.firstIndex(of: mediaSelectionOption)
            require(place != nil, "\(call) got an option of another group")
        } else {
            require(groups[group].allowsEmptySelection, "\(call) got no option for a group that needs one")
        }
        choices.withLock { [place] in $0.select(place, inGroup: group) }
    }
}
