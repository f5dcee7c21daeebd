internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Makes photos of pictures. Not Sendable: one worker owns it.
final class PhotoMaker {
    /// Each photo was asked for, and who wants them all may keep them.
    private let shaper = PictureShaper(limit: nil)
    private let previewShaper = PictureShaper(limit: nil)

    /// Good, and a tenth of what it takes without loss.
    static let quality = 0.9
    private static let thumbnailQuality = 0.7

    func make(_ sample: CapturedSample, _ plan: PhotoPlan, _ known: PhotoFacts, _ turn: CaptureTurn) throws
        -> PhotoProduct
    {
        var product = PhotoProduct(time: sample.time)
        var facts = known
        facts.orientation = turn.exifOrientation
        switch plan.coding {
        case .jpeg(let quality):
            let file = try Self.file(of: sample, quality)
            (facts.width, facts.height) = (file.width, file.height)
            product.metadata = facts.metadata(plan.metadata)
            product.thumbnail = try plan.thumbnail.map { try Self.thumbnail(of: try sample.picture(), $0.size) }
            product.file = Self.data(file, product.metadata, product.thumbnail)
        case .heic(let quality):
            // Whoever shows the file turns pictures, and not everybody mirrors them alike: that is done here.
            let parts = turn.afterMirroring
            facts.orientation = parts.afterwards.exifOrientation
            let picture = try shaper.shape(try sample.picture(), format: nil, size: nil, turn: parts.before)
            let quarters = parts.afterwards.angle / 90
            let file = try HEICFile(picture, quality: quality ?? Self.quality, quarterTurns: quarters)
            (facts.width, facts.height) = (picture.width, picture.height)
            product.metadata = facts.metadata(plan.metadata)
            product.thumbnail = try plan.thumbnail.map { try Self.thumbnail(of: picture, $0.size) }
            product.heic = file
            product.file = Self.data(file, product.metadata, product.thumbnail)
        case .png:
            // Hardly anybody turns such files when they are shown: that is done here.
            let picture = try shaper.shape(try sample.picture(), format: nil, size: nil, turn: turn)
            facts.orientation = CaptureTurn().exifOrientation
            let file = try PNGFile(picture)
            (facts.width, facts.height) = (picture.width, picture.height)
            product.metadata = facts.metadata(plan.metadata)
            product.thumbnail = try plan.thumbnail.map { try Self.thumbnail(of: picture, $0.size) }
            product.png = file
            product.file = Self.data(file, product.metadata, product.thumbnail)
        case .pixels(let type):
            let picture = try shaper.shape(sample, format: type, size: nil, turn: CaptureTurn())
            product.pixels = picture
            (facts.width, facts.height) = (picture.width, picture.height)
            product.metadata = facts.metadata(plan.metadata)
        }
        if let wish = plan.preview {
            let size = Self.fitted(try sample.picture(), wish.size)
            product.preview = try previewShaper.shape(sample, format: wish.format, size: size, turn: CaptureTurn())
        }
        return product
    }

    /// The camera's own file, where it makes some and nothing else is asked for.
    private static func file(of sample: CapturedSample, _ quality: Double?) throws -> JPEGFile {
        if quality == nil, let block = sample.file {
            guard let file = JPEGFile(try block.dataBytes()) else {
                throw AVError(.decodeFailed, "the photo cannot be taken: a picture of the camera is broken")
            }
            return file
        }
        let data: Data
        do {
            data = try sample.picture().jpegData(quality: quality ?? Self.quality)
        } catch let error as AVError {
            throw error
        } catch {
            throw AVError(.encodeFailed, "the photo cannot be encoded", underlying: error)
        }
        guard let file = JPEGFile(data) else { throw AVError(.encodeFailed, "the photo cannot be encoded") }
        return file
    }

    /// The file with what is known of it; without the small picture where that leaves no room.
    static func data(_ file: JPEGFile, _ metadata: [String: Any], _ thumbnail: [UInt8]? = nil) -> Data {
        let segment = ExifBlock(metadata, thumbnail: thumbnail).segment
        return file.data(exif: segment ?? ExifBlock(metadata).segment)
    }

    static func data(_ file: HEICFile, _ metadata: [String: Any], _ thumbnail: [UInt8]? = nil) -> Data {
        file.data(exif: ExifBlock(metadata, thumbnail: thumbnail).bytes)
    }

    static func data(_ file: PNGFile, _ metadata: [String: Any], _ thumbnail: [UInt8]? = nil) -> Data {
        file.data(exif: ExifBlock(metadata, thumbnail: thumbnail).bytes)
    }

    private static func thumbnail(of picture: CVPixelBuffer, _ wish: (width: Int, height: Int)?) throws -> [UInt8] {
        // As DC-008 has it, unless somebody asks for more.
        let size = fitted(picture, wish ?? (width: 160, height: 120))
        return [UInt8](try picture.jpegData(quality: thumbnailQuality, width: size.width, height: size.height))
    }

    /// A small picture of somebody's pixels, or of a file's; nil where that cannot be.
    static func thumbnail(of picture: CVPixelBuffer?, orFile file: Data, _ wish: (width: Int, height: Int)?) -> [UInt8]?
    {
        do {
            guard let picture = try picture ?? decoded(file) else { return nil }
            return try thumbnail(of: picture, wish)
        } catch {
            return nil
        }
    }

    private static func decoded(_ file: Data) throws -> CVPixelBuffer? {
        try CapturedPictureDecoder().picture(of: CMBlockBuffer(copying: file))
    }

    /// The largest size in the picture's shape that is not larger than it, nor than the wish.
    private static func fitted(_ picture: CVPixelBuffer, _ wish: (width: Int, height: Int)?) -> (
        width: Int, height: Int
    ) {
        guard let wish, picture.width > 0, picture.height > 0 else { return (picture.width, picture.height) }
        let widths = Double(wish.width) / Double(picture.width), heights = Double(wish.height) / Double(picture.height)
        let scale = min(1, widths, heights)
        func scaled(_ length: Int) -> Int { max(2, Int((Double(length) * scale).rounded()) & ~1) }
        return (scaled(picture.width), scaled(picture.height))
    }
}
