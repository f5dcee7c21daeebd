public import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
public import AssetKitMedia
internal import AssetKitSources
public import CMTimeLib
public import Foundation

/// A picture that shows in a video composition besides the tracks: a mark, a title, a counter. An addition to AVFoundation, in
/// the place of its tool for Core Animation.
///
/// An overlay stands in ``AVMutableVideoComposition/akOverlays`` under an identifier that no track has, and layer instructions of
/// that identifier place it, fade it and order it like a track. It shows as long as an instruction has such a layer.
///
/// ```swift
/// import AssetKit
///
/// func mark(_ film: AVAsset, with url: URL) async throws -> AVVideoComposition {
///     let composition = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: film)
///     guard let whole = composition.instructions.first as? AVVideoCompositionInstruction,
///         let marked = whole.mutableCopy() as? AVMutableVideoCompositionInstruction
///     else { return composition }
///     let logo = try AKOverlay(contentsOf: url)
///     let layer = AVMutableVideoCompositionLayerInstruction()
///     layer.trackID = film.unusedTrackID()
///     let place = CGAffineTransform(translationX: composition.renderSize.width - logo.size.width - 16, y: 16)
///     layer.setTransform(place, at: .zero)
///     layer.setOpacity(0.8, at: .zero)
///     marked.layerInstructions.insert(layer, at: 0)
///     composition.akOverlays = [layer.trackID: logo]
///     composition.instructions = [marked]
///     return composition
/// }
/// ```
///
/// Where it is transparent, what is below shows through. Its numbers of red, green and blue are those of sRGB, unless an image
/// says that they are of wider colours: its white is 203 cd/m² in a composition of a high dynamic range.
public final class AKOverlay: Sendable {
    /// How many pixels it has.
    public let size: CGSize
    let pictures: LayerOverlay

    /// Makes an overlay of an image, which is the same at all times.
    ///
    /// - Parameter image: Any image that a `CGContext` can draw: with 8 bits a component.
    /// - Throws: An ``AVError`` where the image has another layout.
    public init(image: CGImage) throws {
        guard let buffer = try image.pixelBuffer() else {
            let reason = "only images with 8 bits a component can be overlays"
            throw AVError(.operationNotSupportedForAsset, reason)
        }
        size = CGSize(width: image.width, height: image.height)
        pictures = .still(buffer)
    }

    /// Makes an overlay of a picture file: PNG, WebP or JPEG.
    ///
    /// - Parameter url: The file, which is read now.
    /// - Throws: An ``AVError`` where it cannot be read, or is of another kind.
    public convenience init(contentsOf url: URL) throws {
        let name = url.isFileURL ? url.relativePath : url.absoluteString
        let data: Data
        do { data = try Self.data(url) } catch {
            throw AVError.opening(name, because: FileSource.Failure(error) ?? error)
        }
        guard let image = CGImage(akData: data) else {
            let reason = "it is no picture of the kinds PNG, WebP and JPEG that can be decoded"
            throw AVError.opening(name, because: MediaProblem(code: .fileFormatNotRecognized, reason: reason))
        }
        try self.init(image: image)
    }

    private static func data(_ url: URL) throws -> Data {
        guard url.isFileURL else { return try Data(contentsOf: url) }
        let handle = try FileHandle(forReadingFrom: url)
        // What has been read is there, whatever closing it says.
        defer { try? handle.close() }
        return try handle.readToEnd() ?? Data()
    }

    /// Makes an overlay that is drawn for each frame.
    ///
    /// ```swift
    /// import AssetKit
    ///
    /// // A bar that grows by a pixel each second.
    /// let bar = AKOverlay(size: CGSize(width: 640, height: 8)) { time, picture in
    ///     guard let context = CGContext(
    ///         data: CVPixelBufferGetBaseAddress(picture), width: 640, height: 8, bitsPerComponent: 8,
    ///         bytesPerRow: CVPixelBufferGetBytesPerRow(picture), space: CGColorSpaceCreateDeviceRGB(),
    ///         bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    ///     else { return }
    ///     context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    ///     context.fill(CGRect(x: 0, y: 0, width: time.seconds, height: 8))
    /// }
    /// print(bar.size)
    /// ```
    ///
    /// - Parameters:
    ///   - size: How many pixels it has: from 1 to 16,384 in each direction.
    ///   - draw: Is given the time of the composition and a picture to draw into, which is transparent at first and locked for
    ///     writing: `kCVPixelFormatType_32BGRA`, colours multiplied with alpha. It is called on threads of AssetKit's, on several
    ///     at once where an export works on parts. What it throws makes the reader, the export or the image fail.
    public init(size: CGSize, draw: @escaping @Sendable (CMTime, CVPixelBuffer) throws -> Void) {
        let sides = 1.0...16384.0
        require(
            sides.contains(Double(size.width)) && sides.contains(Double(size.height)),
            "AKOverlay: a side of an overlay has from 1 to 16,384 pixels"
        )
        let (width, height) = (Int(size.width.rounded()), Int(size.height.rounded()))
        self.size = CGSize(width: width, height: height)
        let canvas = OverlayCanvas(width: width, height: height)
        pictures = .drawn { try canvas.picture(at: $0, draw) }
    }
}

/// Makes the pictures that are drawn into.
private final class OverlayCanvas: Sendable {
    private let pool: CVPixelBufferPool?

    init(width: Int, height: Int) {
        let attributes: [AnyHashable: Any] = [
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: width,
            kCVPixelBufferHeightKey: height,
        ]
        var made: CVPixelBufferPool?
        CVPixelBufferPoolCreate(nil, nil, attributes, &made)
        pool = made
    }

    func picture(
        at time: CMTime,
        _ draw: @Sendable (CMTime, CVPixelBuffer) throws -> Void
    ) throws -> CVPixelBuffer {
        guard let picture = try pool?.makeBuffer().get() else {
            throw AVError(.outOfMemory, "there is no memory for an overlay")
        }
        picture.attach(.sRGB)
        picture.attach(isPremultiplied: true)
        CVPixelBufferLockBaseAddress(picture, [])
        defer { CVPixelBufferUnlockBaseAddress(picture, []) }
        // The memory may be that of an earlier picture.
        if let base = CVPixelBufferGetBaseAddress(picture) { memset(base, 0, CVPixelBufferGetDataSize(picture)) }
        do {
            try draw(time, picture)
        } catch {
            let reason = "an overlay could not be drawn for \(time.seconds) s"
            throw AVError(.videoCompositorFailed, reason, underlying: error)
        }
        return picture
    }
}
