@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitMedia
import Foundation

/// Breaks a rule of selections in a process of its own, which ends with 42 when the message is the right one.
enum SelectionMisuse {
    static func expect(
        _ message: String,
        _ body: (AVMutableMediaSelection, _ audible: AVMediaSelectionGroup, _ legible: AVMediaSelectionGroup) -> Void
    ) {
        let asset = SelectionTracks.asset(SelectionTracks.film)
        guard let selection = asset.preferredMediaSelection.mutableCopy() as? AVMutableMediaSelection,
            let audible = asset.mediaSelectionGroup(forMediaCharacteristic: .audible),
            let legible = asset.mediaSelectionGroup(forMediaCharacteristic: .legible)
        else { exit(1) }
        ProgrammerError.$handler.withValue({ exit($0.hasSuffix(message) ? 42 : 1) }) {
            body(selection, audible, legible)
        }
    }
}
