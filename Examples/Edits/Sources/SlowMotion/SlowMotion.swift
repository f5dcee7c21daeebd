import AssetKit

/// Plays a second of a film at a quarter of its speed: pictures are held, and sound keeps its pitch.
@main
enum SlowMotion {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let seconds = Double(arguments[2]), seconds >= 0 else {
            print("usage: SlowMotion FILM SECONDS OUT.mp4")
            exit(2)
        }
        do {
            try await make(of: URL(filePath: arguments[1]), at: seconds, to: URL(filePath: arguments[3]))
        } catch {
            print(error.localizedDescription)
            exit(1)
        }
    }

    private static func make(of film: URL, at seconds: Double, to output: URL) async throws {
        let asset = AVURLAsset(url: film)
        let whole = CMTimeRange(start: .zero, duration: try await asset.load(.duration))
        let edit = AVMutableComposition()
        try await edit.insertTimeRange(whole, of: asset, at: .zero)

        let start = CMTime(seconds: seconds, preferredTimescale: 600)
        let slow = CMTimeRange(start: start, duration: CMTime(value: 1, timescale: 1)).intersection(whole)
        edit.scaleTimeRange(slow, toDuration: CMTimeMultiply(slow.duration, multiplier: 4))

        guard let session = AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality) else {
            throw AVError(.operationNotSupportedForAsset)
        }
        session.audioTimePitchAlgorithm = .spectral
        try await session.export(to: output, as: .mp4)
    }
}
