import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets

/// Times in the 25ths of a second that most samples' pictures show for.
func frames(_ count: Int64, at rate: CMTimeScale = 25) -> CMTime { CMTime(value: count, timescale: rate) }

func frameRange(_ start: Int64, _ end: Int64, at rate: CMTimeScale = 25) -> CMTimeRange {
    CMTimeRange(start: frames(start, at: rate), end: frames(end, at: rate))
}

extension AVMutableComposition {
    /// Adds a track of pictures or of sound.
    func track(_ mediaType: AVMediaType) throws -> AVMutableCompositionTrack {
        try #require(addMutableTrack(withMediaType: mediaType, preferredTrackID: kCMPersistentTrackID_Invalid))
    }
}

extension AVMutableCompositionTrack {
    /// Puts a range of the first such track of a sample at the end.
    func append(_ name: String, _ range: CMTimeRange) async throws {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let source = try #require(try await asset.loadTracks(withMediaType: mediaType).first)
        try insertTimeRange(range, of: source, at: .invalid)
    }
}

extension CGImage {
    /// An image of one colour, whose alpha is not multiplied in.
    static func filled(width: Int, height: Int, _ pixel: [UInt8]) throws -> CGImage {
        let bytes = Data((0..<(width * height)).flatMap { _ in pixel })
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let provider = try #require(CGDataProvider(data: bytes))
        return try #require(
            CGImage(
                width: width,
                height: height,
                bitsPerComponent: 8,
                bitsPerPixel: 32,
                bytesPerRow: width * 4,
                space: space,
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
                provider: provider,
                decode: nil,
                shouldInterpolate: true,
                intent: .defaultIntent
            )
        )
    }
}
