package import AssetKitBase
package import Foundation

extension CGAffineTransform {
    /// The same turn, moved so that pictures of this size start at the origin.
    package func startingAtOrigin(_ size: CGSize) -> CGAffineTransform {
        var turned = self
        turned.tx = 0
        turned.ty = 0
        let bounds = CGRect(origin: .zero, size: size).applying(turned)
        turned.tx = -bounds.minX
        turned.ty = -bounds.minY
        return turned
    }

    /// The same, and then turned clockwise by quarters.
    package func turned(by degrees: Int) -> CGAffineTransform {
        let quarter = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
        let count = ((degrees / 90) % 4 + 4) % 4
        return (0..<count).reduce(self) { turned, _ in turned.concatenating(quarter) }
    }
}
