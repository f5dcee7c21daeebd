import AssetKit

/// Shows one film in the lower right of another, a third as wide, for as long as both last.
@main
enum PictureInPicture {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else {
            print("usage: PictureInPicture FILM SMALL OUT.mp4")
            exit(2)
        }
        do {
            let films = arguments[1...2].map { AVURLAsset(url: URL(filePath: $0)) }
            try await make(of: films[0], with: films[1], to: URL(filePath: arguments[3]))
        } catch {
            print(error.localizedDescription)
            exit(1)
        }
    }

    private static func make(of film: AVAsset, with small: AVAsset, to output: URL) async throws {
        let duration = CMTimeMinimum(try await film.load(.duration), try await small.load(.duration))
        let range = CMTimeRange(start: .zero, duration: duration)
        let edit = AVMutableComposition()
        try await edit.insertTimeRange(range, of: film, at: .zero)
        guard let lower = edit.tracks(withMediaType: .video).first,
            let source = try await small.loadTracks(withMediaType: .video).first,
            let upper = edit.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid),
            let session = AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality)
        else { throw AVError(.operationNotSupportedForAsset) }
        try upper.insertTimeRange(range, of: source, at: .zero)

        let (frame, size) = (try await lower.load(.naturalSize), try await source.load(.naturalSize))
        let scale = frame.width / 3 / size.width
        let margin = frame.width / 32
        let place = CGAffineTransform(
            translationX: frame.width - size.width * scale - margin,
            y: frame.height - size.height * scale - margin
        )
        let picture = AVMutableVideoCompositionLayerInstruction(assetTrack: upper)
        picture.setTransform(place.scaledBy(x: scale, y: scale), at: .zero)

        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        // The first layer is on top.
        instruction.layerInstructions = [picture, AVMutableVideoCompositionLayerInstruction(assetTrack: lower)]
        let composition = AVMutableVideoComposition()
        composition.renderSize = frame
        composition.frameDuration = CMTime(value: 1, timescale: 25)
        composition.sourceTrackIDForFrameTiming = lower.trackID
        composition.instructions = [instruction]
        session.videoComposition = composition
        try await session.export(to: output, as: .mp4)
    }
}
