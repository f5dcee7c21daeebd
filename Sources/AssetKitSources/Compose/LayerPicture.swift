package import AssetKitFFmpeg
package import AssetKitMedia

/// A decoded picture that shows in a layer, and what its track says of it. Not Sendable: one compositor at a time uses it.
///
/// One that shows for longer is given to the compositor again and again, so that it is converted once.
package final class LayerPicture {
    let frame: Frame
    let description: PictureDescription
    let layout: PictureLayout
    /// Alpha is more than a plane of ones.
    let hasAlpha: Bool

    /// Shares the memory of a progressive picture. An interlaced one shows both of its fields. `isOpaque`: alpha is not looked
    /// at.
    package init(_ frame: borrowing Frame, _ description: PictureDescription, isOpaque: Bool = false) throws {
        self.frame = try frame.view()
        self.description = description
        layout = PictureLayout(
            PictureRequest(aperture: .clean),
            description,
            width: frame.width,
            height: frame.height,
            pixelAspect: frame.pixelAspect
        )
        hasAlpha = !isOpaque && frame.hasAlpha && !frame.isOpaque
    }

    /// Shares the memory of a pixel buffer with square pixels, as a compositor of a client's gives it back. What it does not
    /// say of its colours is as in `color`, and nothing is behind it: its alpha does not count.
    package convenience init(_ buffer: CVPixelBuffer, composedIn color: PictureColor) throws {
        let frame = try Frame(reading: buffer)
        let own = frame.color
        var description = PictureDescription()
        if own.primaries == PictureColor.unknown { description.color.primaries = color.primaries }
        if own.transfer == PictureColor.unknown { description.color.transfer = color.transfer }
        if own.matrix == PictureColor.unknown, !frame.isRGB { description.color.matrix = color.matrix }
        try self.init(frame, description, isOpaque: true)
    }

    /// Shares the memory of a pixel buffer with square pixels that lies over others: with alpha as it says.
    convenience init(overlay buffer: CVPixelBuffer) throws {
        var description = PictureDescription()
        let mode = CVBufferCopyAttachment(buffer, kCVImageBufferAlphaChannelModeKey, nil) as? String
        description.isPremultiplied = mode == kCVImageBufferAlphaChannelMode_PremultipliedAlpha
        try self.init(Frame(reading: buffer), description)
    }

    /// The size that transforms and crops count in.
    package var size: LayerSize { LayerSize(width: layout.width, height: layout.height, hasAlpha: hasAlpha) }

    /// From pixels of the part that shows, in whatever size, to the size that transforms count in.
    func displayMap(ofWidth width: Int, height: Int) -> (x: Double, y: Double) {
        (Double(layout.width) / Double(width), Double(layout.height) / Double(height))
    }
}
