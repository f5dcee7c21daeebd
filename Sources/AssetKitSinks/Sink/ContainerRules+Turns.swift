package import AssetKitBase
internal import AssetKitCore
package import AssetKitMedia
internal import Foundation

extension MediaSinks {
    /// Why files of the type cannot say that pictures are to be shown turned like this, in words that follow "its
    /// pictures are"; nil when they can.
    package static func obstacle(toTurn transform: CGAffineTransform, in type: AVFileType) -> String? {
        guard let rules = ContainerRules.rules(of: type) else { return nil }
        let turn = PictureTurn(exactly: transform)
        switch rules.turns {
        case .matrix: return nil
        case .quarters where turn != nil: return nil
        case .none where turn == PictureTurn.none: return nil
        case .quarters, .none: return "\(turn?.verb ?? "slanted or stretched"), which \(rules.title) cannot say"
        }
    }
}
