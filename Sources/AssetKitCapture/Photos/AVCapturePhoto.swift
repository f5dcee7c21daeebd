internal import AssetKitFFmpeg
public import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// A photo that was taken.
///
/// SAFETY: nothing changes.
open class AVCapturePhoto: NSObject, @unchecked Sendable {
    /// When it was taken, on the session's clock; invalid where it was not.
    public let timestamp: CMTime
    /// What it was meant to be.
    public let resolvedSettings: AVCaptureResolvedPhotoSettings
    /// Which of the photos of one request it is, from 1 on.
    public let photoCount: Int
    /// How it was exposed; nil unless it is one of a bracket.
    public let bracketSettings: AVCaptureBracketedStillImageSettings?
    /// What the thumbnail within the file is like; nil for none.
    public let embeddedThumbnailPhotoFormat: [String: Any]?
    private let product: PhotoProduct

    init(
        _ product: PhotoProduct?,
        _ resolvedSettings: AVCaptureResolvedPhotoSettings,
        index: Int,
        _ settings: AVCapturePhotoSettings
    ) {
        self.product = product ?? PhotoProduct(time: .invalid)
        (timestamp, self.resolvedSettings, photoCount) = (self.product.time, resolvedSettings, index + 1)
        bracketSettings = settings.exposures.indices.contains(index) ? settings.exposures[index] : nil
        embeddedThumbnailPhotoFormat = product?.file == nil ? nil : settings.embeddedThumbnailPhotoFormat
    }

    /// Which of the photos of a bracket it is, from 1 on; 0 unless it is one of a bracket.
    open var sequenceCount: Int { bracketSettings == nil ? 0 : photoCount }

    /// Its pixels as the camera delivers them, before they are turned; nil of a photo with a codec, and of one that failed.
    open var pixelBuffer: CVPixelBuffer? { product.pixels }

    /// A small one that shows the same, before it is turned; nil unless it was asked for.
    open var previewPixelBuffer: CVPixelBuffer? { product.preview }

    /// What is known of it, with the keys of Image I/O.
    open var metadata: [String: Any] { product.metadata }

    /// The file, with what is known of it; nil of a photo of pixels, and of one that failed.
    open func fileDataRepresentation() -> Data? { product.file }

    /// The file, with what somebody else has to say about it.
    open func fileDataRepresentation(with customizer: any AVCapturePhotoFileDataRepresentationCustomizer) -> Data? {
        guard let data = product.file else { return nil }
        let metadata = customizer.replacementMetadata(for: self)
        if let file = product.heic {
            return metadata.map { PhotoMaker.data(file, $0, thumbnail(customizer, data)) } ?? file.data(exif: nil)
        }
        if let file = product.png {
            return metadata.map { PhotoMaker.data(file, $0, thumbnail(customizer, data)) } ?? file.data(exif: nil)
        }
        guard let file = JPEGFile(data) else { return nil }
        return metadata.map { PhotoMaker.data(file, $0, thumbnail(customizer, data)) } ?? file.data(exif: nil)
    }

    /// The thumbnail that somebody wants: that of the photo, another one, or none.
    private func thumbnail(_ customizer: any AVCapturePhotoFileDataRepresentationCustomizer, _ file: Data) -> [UInt8]? {
        var wish: NSDictionary?
        let pixels = customizer.replacementEmbeddedThumbnailPixelBuffer(withPhotoFormat: &wish, for: self)
        let format = wish.flatMap { $0 as? [String: Any] }
        guard let format else { return nil }
        if pixels == nil, let own = embeddedThumbnailPhotoFormat, NSDictionary(dictionary: own).isEqual(to: format) {
            return product.thumbnail
        }
        let own = product.heic?.image ?? (try? product.png?.image.pixelBuffer())
        return PhotoMaker.thumbnail(
            of: pixels?.takeUnretainedValue() ?? own,
            orFile: file,
            AVCapturePhotoOutput.size(format, AVVideoWidthKey, AVVideoHeightKey)
        )
    }

    /// The photo as an image, as the camera delivers it: ``metadata`` says how it is to be turned. Nil of one that failed.
    open func cgImageRepresentation() -> CGImage? {
        if let pixels = product.pixels ?? product.heic?.image { return pixels.makeImage() }
        return product.png?.image ?? product.file.flatMap { CGImage(akData: $0) }
    }

    /// The preview as an image; nil unless it was asked for.
    open func previewCGImageRepresentation() -> CGImage? { product.preview?.makeImage() }
}
