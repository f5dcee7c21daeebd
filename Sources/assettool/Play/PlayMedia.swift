import AssetKit

/// What a name of the command line stands for: a file of media, or an edit of several that a document describes.
struct PlayMedia: Sendable {
    let asset: AVAsset
    /// How the pictures of an edit are put together; nil where they follow each other as they are.
    private(set) var composition: AVVideoComposition?
    /// How loud the clips of an edit are.
    private(set) var mix: AVAudioMix?
    /// What of an edit does not play, a sentence each.
    private(set) var warnings: [String] = []

    init(_ name: String, allowsReferences: Bool, _ console: Console) async throws {
        guard EditName.isReadable(name) else {
            asset = try FileArgument.asset(
                name,
                isPrecise: false,
                allowsReferences: allowsReferences,
                console
            )
            return
        }
        let document = try AKEditDocument(contentsOf: FileArgument.url(name))
        let edit = try await document.composition(allowsReferences: allowsReferences)
        guard edit.composition.duration > .zero else {
            let reason = edit.warnings.last.map { ": \($0)" } ?? ""
            throw WorkError(message: "there is nothing to show in it\(reason)")
        }
        (asset, composition, mix, warnings) = (edit.composition, edit.videoComposition, edit.audioMix, edit.warnings)
    }

    /// When its pictures appear; nil where it has none.
    func frames(_ tracks: [AVAssetTrack], until end: CMTime) async throws -> FrameTimes? {
        guard let video = tracks.first(where: { $0.mediaType == .video }) else { return nil }
        guard let step = composition?.frameDuration, step > .zero else { return try await FrameTimes.load(of: video) }
        var times: [CMTime] = []
        var time = CMTime.zero
        while time < end {
            times.append(time)
            time = CMTimeMultiply(step, multiplier: Int32(clamping: times.count))
        }
        return FrameTimes(times: times, end: end)
    }
}
