package import AssetKitBase
package import AssetKitMedia
internal import CFFmpeg
package import Foundation

extension CVBuffer {
    /// The picture as a JPEG file, of a quality from 0 (smallest) to 1 (best), scaled where a size is given: brightness and colour
    /// are those of JFIF, and colour is kept for blocks of 2 x 2 pixels, as cameras do.
    package func jpegData(quality: Double, width: Int? = nil, height: Int? = nil) throws -> Data {
        let target = try photoFrame(width: width, height: height)
        let settings = SampleEncoder.PictureSettings(
            width: target.width,
            height: target.height,
            format: AV_PIX_FMT_YUVJ420P,
            color: .jpeg
        )
        var options = SampleEncoder.Options(threadCount: 1)
        options.quantiser = StillPicture.quantiser(of: StillPicture.sensible(quality))
        return try StillPicture.encode(target, .jpeg, settings, options)
    }

    /// The picture for an encoder of photos: with the colours of JPEG files, which it shares among blocks of 2 x 2 pixels.
    package func photoFrame(width: Int? = nil, height: Int? = nil) throws -> Frame {
        let source = try Frame(lending: self, forWriting: false)
        let target = try Frame(
            width: width ?? source.width,
            height: height ?? source.height,
            format: AV_PIX_FMT_YUVJ420P
        )
        target.setColor(.jpeg)
        try Scaler(.exact).scale(source, into: target)
        return target
    }

    /// The picture as an image; nil where nobody can read its pixels.
    package func makeImage() -> CGImage? {
        guard let frame = try? Frame(lending: self, forWriting: false) else { return nil }
        return try? CGImage(rendering: frame, shouldInterpolate: true, intent: .defaultIntent)
    }
}
