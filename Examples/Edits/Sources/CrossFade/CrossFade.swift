import AssetKit

/// Joins films that turn into each other within half a second, with music below them that goes with the last picture.
@main
enum CrossFade {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
        guard arguments.count > 2, let output = arguments.last else {
            print("usage: CrossFade FILM… MUSIC OUT.mp4")
            exit(2)
        }
        do {
            try await make(of: Array(arguments.dropLast(2)), with: arguments[arguments.count - 2], to: output)
        } catch {
            print(error.localizedDescription)
            exit(1)
        }
    }

    private static func make(of films: [URL], with music: URL, to output: URL) async throws {
        var sequence = AKSequence(parts: films.map { AKSequence.Part(AVURLAsset(url: $0)) })
        sequence.dissolveDuration = CMTime(value: 1, timescale: 2)
        sequence.fadeOutDuration = CMTime(value: 1, timescale: 1)
        sequence.music = AKSequence.Part(AVURLAsset(url: music))
        sequence.musicVolume = 0.25

        let edit = try await sequence.edit()
        let preset = AVAssetExportPresetHighestQuality
        guard let session = AVAssetExportSession(asset: edit.composition, presetName: preset) else {
            throw AVError(.operationNotSupportedForAsset)
        }
        session.videoComposition = edit.videoComposition
        session.audioMix = edit.audioMix
        try await session.export(to: output, as: .mp4)
    }
}
