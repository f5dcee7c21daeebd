internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitISOMedia
internal import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// A HEIC file: a picture in HEVC.
///
/// SAFETY: nobody changes the pixels.
struct HEICFile: @unchecked Sendable {
    /// What it shows before it is turned, as it was encoded: in memory of its own, so that the camera has back what it lent.
    let image: CVPixelBuffer
    private let picture: ISOStillPicture

    /// Whether such files can be made: FFmpeg has an encoder of HEVC.
    static var isPossible: Bool { SampleEncoder.exists(.x265) }

    /// Encodes a picture, of a quality from 0 (smallest) to 1 (best). Colours are those of JPEG files.
    init(_ source: CVPixelBuffer, quality: Double, quarterTurns: Int) throws(AVError) {
        do {
            let encoding = Self.encoding(of: source, quality)
            let encoder = try PictureEncoder(encoding)
            var bytes: [UInt8] = []
            func keep(_ sample: SinkSample) throws { bytes = [UInt8](try sample.data.dataBytes()) }
            guard let pixels = try source.photoFrame().takePixelBuffer() else { throw AVError(.outOfMemory) }
            try encoder.encode(pixels, at: .zero, duration: CMTime(value: 1, timescale: 1), keep)
            try encoder.finish(keep)
            let atoms = try encoder.format.extensions[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms]
            guard let configuration = (atoms as? [String: Any])?["hvcC"] as? Data, !bytes.isEmpty else {
                throw AVError(.encodeFailed)
            }
            var made = ISOStillPicture(
                configuration: [UInt8](configuration),
                data: bytes,
                codedSize: encoding.codedSize,
                shownSize: (source.width, source.height),
                color: (
                    UInt16(encoding.color.primaries), UInt16(encoding.color.transfer), UInt16(encoding.color.matrix)
                ),
                isFullRange: true
            )
            made.quarterTurns = quarterTurns
            (image, picture) = (pixels, made)
        } catch {
            throw AVError(.encodeFailed, "the photo cannot be encoded", underlying: error)
        }
    }

    private static func encoding(of source: CVPixelBuffer, _ quality: Double) -> PictureEncoding {
        var encoding = PictureEncoding(.hevc, width: source.width, height: source.height)
        encoding.pixelFormat = kCVPixelFormatType_420YpCbCr8PlanarFullRange
        encoding.color = .jpeg
        encoding.rate = .quality(quality.isNaN ? PhotoMaker.quality : min(max(quality, 0), 1))
        encoding.allowsReordering = false
        encoding.frameRate = PictureEncoding.FrameRate(frames: 1)
        return encoding
    }

    /// The file with a block of Exif.
    func data(exif: [UInt8]?) -> Data {
        var picture = picture
        picture.exif = exif
        return Data(picture.file)
    }
}
