internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
internal import CMTimeLib

/// Something that a device has delivered, for all who want it. A picture that comes as a file is decoded once, by whoever wants its
/// pixels first.
final class CapturedSample: Sendable {
    let sample: DeviceSample
    /// Its place among all that the device delivered in this run.
    let number: Int
    private let decoder: CapturedPictureDecoder?
    private let decoded = Protected<Result<CVPixelBuffer, AVError>?>(nil)

    init(_ sample: DeviceSample, number: Int, decoder: CapturedPictureDecoder?) {
        (self.sample, self.number, self.decoder) = (sample, number, decoder)
    }

    /// On the host clock.
    var time: CMTime { CMTime(value: sample.hostTime, timescale: 1_000_000_000) }

    /// The frames of sound; nil of a picture.
    var sound: DeviceSoundBlock? {
        if case .sound(let block) = sample.content { block } else { nil }
    }

    /// The file that the picture came as; nil where it came as pixels.
    var file: CMBlockBuffer? {
        if case .coded(let block) = sample.content { block } else { nil }
    }

    /// The pixels; throws where the file is broken.
    func picture() throws(AVError) -> CVPixelBuffer {
        switch sample.content {
        case .picture(let picture): return picture
        case .sound: throw AVError(.unknown, "sound has no pixels")
        case .coded(let block):
            let result = decoded.withLock { decoded in
                let result = decoded ?? decode(block)
                decoded = result
                return result
            }
            return try result.get()
        }
    }

    private func decode(_ block: CMBlockBuffer) -> Result<CVPixelBuffer, AVError> {
        guard let decoder else { return .failure(AVError(.decoderNotFound, "nothing decodes its pictures")) }
        do {
            return .success(try decoder.picture(of: block))
        } catch {
            return .failure(AVError(.decodeFailed, "a picture of the camera is broken", underlying: error))
        }
    }
}
