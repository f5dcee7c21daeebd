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

    /// Pixels may be more or less opaque.
    var hasAlpha: Bool { ![.none, .noneSkipFirst, .noneSkipLast].contains(alphaInfo) }

    /// The picture over a colour; the same one where it is opaque.
    func laid(over color: CGColor) -> CGImage {
        guard hasAlpha, let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: nil,
                width: width,
                height: height,
                bitsPerComponent: 8,
                bytesPerRow: 0,
                space: space,
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue
            )
        else { return self }
        let whole = CGRect(x: 0, y: 0, width: width, height: height)
        context.interpolationQuality = .none
        context.setFillColor(color)
        context.fill(whole)
        context.draw(self, in: whole)
        return context.makeImage() ?? self
    }
}
