import AssetKit

@testable import assettool

/// Pictures made by rule.
enum TestPicture {
    /// A picture whose pixels are what `color` says of their place: red, green and blue from 0 to 255.
    static func make(
        width: Int = 64,
        height: Int = 36,
        _ color: (_ x: Int, _ y: Int) -> (Int, Int, Int)
    ) throws -> CGImage {
        var bytes = Data(capacity: width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let (red, green, blue) = color(x, y)
                bytes.append(contentsOf: [red, green, blue, 255].map { UInt8(clamping: $0) })
            }
        }
        guard let provider = CGDataProvider(data: bytes), let space = CGColorSpace(name: CGColorSpace.sRGB),
            let image = CGImage(
                width: width,
                height: height,
                bitsPerComponent: 8,
                bitsPerPixel: 32,
                bytesPerRow: width * 4,
                space: space,
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue),
                provider: provider,
                decode: nil,
                shouldInterpolate: true,
                intent: .defaultIntent
            )
        else { throw WorkError(message: "no picture") }
        return image
    }

    static func flat(_ level: Int, width: Int = 64, height: Int = 36) throws -> CGImage {
        try make(width: width, height: height) { _, _ in (level, level, level) }
    }

    /// Something like a photograph: coloured shapes with edges, moved by `shift`.
    static func scene(shift: Int = 0, red: Int = 40, width: Int = 128, height: Int = 72) throws -> CGImage {
        try make(width: width, height: height) { x, y in
            let isInside = ((x + shift) / 16 + y / 12) % 2 == 0
            return isInside ? (240, 190, 110) : (red, 30 + y / 2, 90)
        }
    }

    /// The components of a pixel.
    static func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [Int] {
        image.withPixels { span in
            span.withUnsafeBytes { bytes in
                let place = y * image.bytesPerRow + x * image.bitsPerPixel / 8
                return (0..<3).map { Int(bytes[place + $0]) }
            }
        }
    }
}

/// A film that shows what a rule says at each moment. Every whole second can be had cheaply.
struct FakeFilm: PictureSource {
    let duration: CMTime
    let image: @Sendable (Double) throws -> CGImage

    func make(
        _ request: assettool.PictureRequest,
        _ body: (Int, Result<Picture, any Error>) async throws -> Void
    ) async throws {
        for (index, time) in request.times.enumerated() {
            let cheap = CMTimeConvertScale(time, timescale: 1, method: .roundTowardZero)
            let shown = time - cheap <= request.before && cheap <= time ? cheap : time
            do {
                try await body(index, .success(Picture(image: try image(shown.seconds), time: shown)))
            } catch let error as CocoaError {
                try await body(index, .failure(error))
            }
        }
    }

    /// What the tool knows about its times.
    var times: FileTimes { FileTimes(duration: duration) }
}
