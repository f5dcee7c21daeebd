internal import AssetKitBase
package import AssetKitCore
package import Foundation

extension VideoFacts {
    /// The size of the pictures on a screen whose pixels are square. Wide pixels widen, tall ones heighten: nothing is
    /// thrown away.
    package var sizeWithSquarePixels: CGSize {
        let base = cleanAperture?.size ?? CGSize(width: codedWidth, height: codedHeight)
        guard pixelAspect.horizontal > 0, pixelAspect.vertical > 0 else { return base }
        let ratio = Double(pixelAspect.horizontal) / Double(pixelAspect.vertical)
        return CGSize(width: (base.width * ratio).rounded(), height: base.height)
    }
}

/// The matrix by which a container turns pictures: nine numbers, in 16.16 fixed point but for the third column's 2.30.
struct DisplayMatrix: Sendable, Hashable {
    let values: [Int32]

    init(_ values: [Int32]) {
        precondition(values.count == 9, "a display matrix has nine numbers")
        self.values = values
    }

    /// The transform, moved so that pictures of this size start at the origin.
    func transform(of size: CGSize) -> CGAffineTransform {
        func fixed(_ index: Int) -> Double { Double(values[index]) / 65536 }
        return CGAffineTransform(a: fixed(0), b: fixed(1), c: fixed(3), d: fixed(4), tx: 0, ty: 0)
            .startingAtOrigin(size)
    }
}
