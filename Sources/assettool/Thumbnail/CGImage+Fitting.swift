import AssetKit

extension CGImage {
    /// The picture made to fit into a box; the same one where it does already.
    func fitted(into size: PictureSize) -> CGImage {
        let (width, height) = size.fitted(width: self.width, height: self.height)
        guard (width, height) != (self.width, self.height), let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: nil,
                width: width,
                height: height,
                bitsPerComponent: 8,
                bytesPerRow: 0,
                space: space,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
            )
        else { return self }
        context.draw(self, in: CGRect(x: 0, y: 0, width: width, height: height))
        return context.makeImage() ?? self
    }
}
