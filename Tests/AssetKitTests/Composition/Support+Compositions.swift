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

    /// Shows nothing, and has nothing heard, in some ranges; what is behind them stays where it is.
    func silence(_ ranges: [CMTimeRange]) {
        for range in ranges {
            removeTimeRange(range)
            insertEmptyTimeRange(range)
        }
    }
}

extension AVAssetExportSession {
    /// Is to make H.264 of two clips of 75 pictures of 320x180, of which the second comes through the last ten of the first.
    static func dissolving(_ clips: [URL]) async throws -> AVAssetExportSession {
        let edit = AVMutableComposition()
        for (clip, start) in zip(clips, [0, 65]) {
            let asset = AVURLAsset(url: clip)
            let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
            try edit.track(.video).insertTimeRange(frameRange(0, 75), of: source, at: frames(Int64(start)))
        }
        let fading = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])
        fading.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: frameRange(65, 75))
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.layerInstructions = [fading, AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[1])]
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = frames(1)
        composition.instructions = [instruction]
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        session.videoComposition = composition
        return session
    }
}

extension CGImage {
    /// No component of any of its pixels is brighter than one step.
    var isBlack: Bool {
        withPixels { pixels in
            pixels.withUnsafeBytes { bytes in bytes.enumerated().allSatisfy { $0 % 4 == 3 || $1 <= 1 } }
        }
    }

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
