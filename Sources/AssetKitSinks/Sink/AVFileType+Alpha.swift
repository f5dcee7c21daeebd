internal import AssetKitBase
internal import AssetKitFFmpeg
package import AssetKitMedia
internal import Foundation

extension AVFileType {
    /// Such files keep what goes with samples beside them.
    package var holdsAdditions: Bool { ContainerRules.rules(of: self)?.maker == .matroska }

    /// Such files say whether colours are multiplied with alpha.
    package var saysWhetherPremultiplied: Bool { self == .mov }
}
