internal import AssetKitBase
package import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitPixels
internal import Foundation

/// Makes the pictures that were asked for of those that a decoder gives: crops, scales, converts colours, rotates and
/// deinterlaces them.
///
/// Keeps its scalers from picture to picture. Not Sendable: one worker owns it.
package final class PictureConverter {
    /// What has been done so far.
    package struct Counts: Sendable, Hashable {
        /// Pictures worked out anew.
        package var converted = 0
        /// Pictures that only moved to other memory.
        package var copied = 0
        /// Pictures whose memory was handed on as it was.
        var handedOver = 0
    }

    let request: PictureRequest
    let description: PictureDescription
    package var counts = Counts()
    let bufferScaler = Scaler(.fast)
    /// The pool that buffers come from, as long as their kind stays the same.
    var pool: CVPixelBufferPool?
    /// Made, and the library behind it loaded, when the first interlaced picture comes.
    lazy var deinterlacer = Deinterlacer()
    /// Made when the first picture comes that loses its alpha.
    package lazy var alphaLayer = AlphaLayer()
    private let planeScaler = Scaler(.planes)
    private var rendering: (color: PictureColor, target: PictureColor, highest: UInt16, value: ColorRendering)?

    package init(_ request: PictureRequest, _ description: PictureDescription = PictureDescription()) {
        self.request = request
        self.description = description
    }

    /// A still image of a picture.
    func image(_ frame: borrowing Frame) throws -> CGImage {
        try image(frame, between: Frame(), and: Frame())
    }

    /// A still image of a picture whose neighbours, where they are at hand, help if it is interlaced. An empty frame
    /// stands for one that is not.
    func image(
        _ frame: borrowing Frame,
        between previous: borrowing Frame,
        and next: borrowing Frame
    ) throws -> CGImage {
        guard needsDeinterlacing(frame) else { return try progressiveImage(frame) }
        return try progressiveImage(deinterlacer.deinterlace(frame, previous: previous, next: next))
    }

    /// Whether a picture is interlaced, and its neighbours are of use.
    func needsDeinterlacing(_ frame: borrowing Frame) -> Bool { request.deinterlaces && frame.isInterlaced }

    private func progressiveImage(_ frame: borrowing Frame) throws -> CGImage {
        guard description.isOverWhite, frame.hasAlpha else { return try readyImage(frame) }
        return try readyImage(straightened(frame))
    }

    /// The picture with straight alpha, where it is premultiplied over white.
    func straightened(_ frame: borrowing Frame) throws -> Frame {
        let view = try frame.view()
        try alphaLayer.straighten(view, description.color(of: frame), over: .white)
        return view
    }

    private func readyImage(_ frame: borrowing Frame) throws -> CGImage {
        let layout = PixelBufferLayout(request, layout(of: frame))
        let color = description.color(of: frame)
        let isDeep = request.dynamicRange == .matchSource && color.isHighDynamicRange
        let picture = try render(frame, layout.picture, color, isDeep: isDeep)
        let pixels =
            layout.fillsBuffer
            ? picture : try picture.framed(width: layout.width, height: layout.height, at: layout.inner)
        let name =
            switch (isDeep, color.isPerceptualQuantizer) {
            case (false, _): CGColorSpace.sRGB
            case (true, true): CGColorSpace.itur_2100_PQ
            case (true, false): CGColorSpace.itur_2100_HLG
            }
        let hasAlpha = frame.hasAlpha
        guard let space = CGColorSpace(name: name),
            let image = try CGImage(
                takingPixelsOf: pixels,
                isDeep: isDeep,
                alpha: !hasAlpha ? .noneSkipLast : description.isPremultiplied ? .premultipliedLast : .last,
                space: space
            )
        else { throw FFmpegError.noMemory("CGImageCreate") }
        counts.converted += 1
        return image
    }

    func layout(of frame: borrowing Frame) -> PictureLayout {
        PictureLayout(
            request,
            description,
            width: frame.width,
            height: frame.height,
            pixelAspect: frame.pixelAspect
        )
    }

    /// Scales the crop in the components that the picture has, which is quick, and converts colours of the small result
    /// only. `target`: whose light the pixels have, 16 bits a component; nil for that of a
    /// common screen, or for that of the picture where it is deep. `highest`: what stands for 1 in 16 bits.
    func render(
        _ frame: borrowing Frame,
        _ layout: PictureLayout,
        _ color: PictureColor,
        isDeep: Bool,
        lightOf target: PictureColor? = nil,
        highest: UInt16 = 65535
    ) throws -> Frame {
        let isDeep = isDeep || target != nil
        let planes = try Frame(
            planesOfWidth: layout.width,
            height: layout.height,
            isDeep: isDeep,
            isRGB: frame.isRGB,
            hasAlpha: frame.hasAlpha
        )
        try scale(frame, layout, color, into: planes)
        let pixels = try Frame(pixelsOfWidth: layout.turnedWidth, height: layout.turnedHeight, isDeep: isDeep)
        let depth = isDeep ? 16 : 10
        let renderer = PixelRenderer(
            matrix: ComponentMatrix(color, depth: frame.bitDepth, storedDepth: depth),
            rendering: target.map { rendering(of: color, in: $0, highest) }
                ?? (isDeep || ColorRendering.isPlain(color) ? nil : rendering(of: color, in: .sRGB, highest)),
            turn: layout.turn,
            isDeep: isDeep,
            highest: highest,
            alpha: frame.hasAlpha ? storedAlpha(of: frame, layout, depth) : nil
        )
        renderer.render(planes, into: pixels)
        pixels.setColor(PictureColor.sRGB.withLight(of: target ?? .sRGB))
        return pixels
    }

    private func storedAlpha(of frame: borrowing Frame, _ layout: PictureLayout, _ depth: Int) -> StoredAlpha {
        let isSameSize = layout.crop.width == layout.width && layout.crop.height == layout.height
        // Planes that stay as large and as many libswscale fills up with their highest bits; all others it only moves up.
        let format = PlaneFormat(of: frame, isFullRange: false)
        let repeatsBits = isSameSize && format?.columnShift == 0 && format?.rowShift == 0
        return StoredAlpha(depth: frame.bitDepth, storedDepth: depth, repeatsBits: repeatsBits)
    }

    /// Scales without converting: both sides are told to be of one range, so that codes stay what they are. It is that of
    /// video, whatever the picture's own: luma of full range libswscale fills up with its highest bits where it moves codes
    /// up, and moves the others up alone.
    private func scale(
        _ frame: borrowing Frame,
        _ layout: PictureLayout,
        _ color: PictureColor,
        into planes: borrowing Frame
    ) throws {
        let view = try frame.view(of: layout.crop)
        view.settleChromaLocation(isFullRange: color.isFullRange ?? false)
        let isFullRange = frame.isRGB || frame.isDeepGreyWithAlpha
        let plain = PictureColor(matrix: frame.isRGB ? 0 : 5, isFullRange: isFullRange)
        view.dropRangeOfFormat()
        view.setColor(plain)
        planes.setColor(plain)
        try planeScaler.scale(view, into: planes, chromaShift: frame.chromaShift(of: layout.crop))
    }

    private func rendering(of color: PictureColor, in target: PictureColor, _ highest: UInt16) -> ColorRendering {
        if let rendering, rendering.color == color, rendering.target == target, rendering.highest == highest {
            return rendering.value
        }
        let value = ColorRendering(color, peakLuminance: description.peakLuminance, to: target, highest: highest)
        rendering = (color, target, highest, value)
        return value
    }
}
