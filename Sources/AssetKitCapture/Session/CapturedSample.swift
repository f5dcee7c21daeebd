internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Something that a device has delivered, for all who want it. A picture that comes as a file is decoded once, by whoever wants its
/// pixels first, and so is one scaled whose camera cannot zoom, or whose screen is wanted smaller or larger.
final class CapturedSample: Sendable {
    /// How many times larger the middle of the picture is to be, and all of it after that, and what makes it so.
    struct Zoom {
        let factor: CGFloat
        let scale: CGFloat
        let magnifier: PictureMagnifier
    }

    let sample: DeviceSample
    /// Its place among all that the device delivered in this capture.
    let number: Int
    private let decoder: CapturedPictureDecoder?
    private let zoom: Zoom?
    private let loans: PictureLoans?
    private let made = Protected<Result<CVPixelBuffer, AVError>?>(nil)

    init(
        _ sample: DeviceSample,
        number: Int,
        decoder: CapturedPictureDecoder?,
        zoom: Zoom? = nil,
        loans: PictureLoans? = nil
    ) {
        (self.sample, self.number, self.decoder, self.zoom, self.loans) = (sample, number, decoder, zoom, loans)
    }

    /// On the host clock.
    var time: CMTime { CMTime(value: sample.hostTime, timescale: 1_000_000_000) }

    /// The frames of sound; nil of a picture.
    var sound: DeviceSoundBlock? {
        if case .sound(let block) = sample.content { block } else { nil }
    }

    /// The file that the picture came as; nil where it came as pixels, and where others are wanted.
    var file: CMBlockBuffer? {
        if case .coded(let block) = sample.content, zoom == nil { block } else { nil }
    }

    /// Its pixels for a client, who may keep them; nil where they are to be copied, since clients have enough of the device's.
    func lend(_ picture: CVPixelBuffer) -> CVPixelBuffer? { loans?.lend(picture) }

    /// The pixels; throws where the file is broken, and where there is no room for others. Nobody may keep them for long: the device
    /// needs their memory again.
    func picture() throws(AVError) -> CVPixelBuffer {
        if case .picture(let picture) = sample.content, zoom == nil { return picture }
        let result = made.withLock { made in
            let result = made ?? make()
            made = result
            return result
        }
        return try result.get()
    }

    private func make() -> Result<CVPixelBuffer, AVError> {
        do throws(AVError) {
            let whole = try whole()
            guard let zoom else { return .success(whole) }
            return .success(try zoom.magnifier.magnified(whole, zoom.factor, scale: zoom.scale))
        } catch {
            return .failure(error)
        }
    }

    private func whole() throws(AVError) -> CVPixelBuffer {
        switch sample.content {
        case .picture(let picture): return picture
        case .sound: throw AVError(.unknown, "sound has no pixels")
        case .coded(let block):
            guard let decoder else { throw AVError(.decoderNotFound, "nothing decodes its pictures") }
            do {
                return try decoder.picture(of: block)
            } catch {
                throw AVError(.decodeFailed, "a picture of the camera is broken", underlying: error)
            }
        }
    }
}
