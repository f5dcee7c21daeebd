import AssetKit
import Foundation
import Testing

/// 24 pictures in layers: a dissolve, a picture in the picture, a gap through which a lower track shows for a while, and a half
/// transparent bar that grows over a film.
struct FourScenes {
    let edit = AVMutableComposition()
    let composition = AVMutableVideoComposition()

    static let times = (0..<24 as Range<Int64>).map { Self.time($0) }
    /// The pictures in which nothing shows.
    static let gap = 16..<18

    static func time(_ picture: Int64) -> CMTime { CMTime(value: picture, timescale: 25) }
    static func range(_ start: Int64, _ end: Int64) -> CMTimeRange { CMTimeRange(start: time(start), end: time(end)) }

    init() async throws {
        let first = try await Self.track(
            of: edit,
            "h264-bframes.mp4",
            [(Self.range(0, 14), 0), (Self.range(30, 36), 18)]
        )
        let second = try await Self.track(of: edit, "hevc.mp4", [(Self.range(40, 56), 0)])
        let fading = AVMutableVideoCompositionLayerInstruction(assetTrack: first)
        fading.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: Self.range(0, 8))
        let small = AVMutableVideoCompositionLayerInstruction(assetTrack: first)
        small.setTransform(CGAffineTransform(scaleX: 0.5, y: 0.5).translatedBy(x: 320, y: 180), at: .zero)
        let bar = AVMutableVideoCompositionLayerInstruction()
        bar.trackID = 7
        bar.setTransform(CGAffineTransform(translationX: 101, y: 51), at: .zero)
        let plain = AVMutableVideoCompositionLayerInstruction(assetTrack: first)
        let below = AVMutableVideoCompositionLayerInstruction(assetTrack: second)
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = Self.time(1)
        composition.akOverlays = [7: Self.bar]
        composition.instructions = [
            Self.scene(0, 8, [fading, below]), Self.scene(8, 14, [small, below]), Self.scene(14, 18, [plain, below]),
            Self.scene(18, 24, [bar, plain]),
        ]
    }

    /// As many pixels wide as the frame's number.
    private static let bar = AKOverlay(size: CGSize(width: 64, height: 32)) { time, picture in
        let count = Int(CMTimeConvertScale(time, timescale: 25, method: .default).value)
        guard let base = CVPixelBufferGetBaseAddress(picture) else { return }
        for row in 0..<32 {
            memset(base + row * CVPixelBufferGetBytesPerRow(picture), 128, count * 4)
        }
    }

    /// A track of parts of a film, each of which begins with a picture of the edit.
    private static func track(
        of edit: AVMutableComposition,
        _ name: String,
        _ parts: [(range: CMTimeRange, start: Int64)]
    ) async throws -> AVMutableCompositionTrack {
        let track = try #require(
            edit.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
        )
        let film = AVURLAsset(url: Samples.url(name))
        let source = try #require(try await film.loadTracks(withMediaType: .video).first)
        for part in parts { try track.insertTimeRange(part.range, of: source, at: Self.time(part.start)) }
        return track
    }

    private static func scene(
        _ start: Int64,
        _ end: Int64,
        _ layers: [AVVideoCompositionLayerInstruction]
    ) -> AVVideoCompositionInstruction {
        let scene = AVMutableVideoCompositionInstruction()
        (scene.timeRange, scene.layerInstructions) = (Self.range(start, end), layers)
        return scene
    }
}

extension AVAsset {
    /// The pictures that a reader gives in NV12: those of the first track, or those that a composition makes. `wishes`: what
    /// else is asked of them.
    func readPictures(
        _ composition: AVVideoComposition? = nil,
        _ wishes: [String: Any] = [:]
    ) async throws -> [CVPixelBuffer] {
        let tracks = try await loadTracks(withMediaType: .video)
        var settings = wishes
        settings[kCVPixelBufferPixelFormatTypeKey as String] = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let reader = try AVAssetReader(asset: self)
        let output: AVAssetReaderOutput
        if let composition {
            let layers = AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: settings)
            layers.videoComposition = composition
            output = layers
        } else {
            output = AVAssetReaderTrackOutput(track: try #require(tracks.first), outputSettings: settings)
        }
        reader.add(output)
        try reader.start()
        var pictures: [CVPixelBuffer] = []
        while let sample = output.copyNextSampleBuffer() { pictures.append(try #require(sample.imageBuffer)) }
        if let error = reader.error { throw error }
        return pictures
    }
}
