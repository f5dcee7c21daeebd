package import AssetKitBase
package import AssetKitContainers
internal import Foundation

extension MatroskaOrientation {
    /// The same as a transform, which says nothing of where the turned picture lies.
    package var transform: CGAffineTransform {
        let mirror = CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        return (isMirrored ? mirror : .identity).turned(by: rotation)
    }
}
