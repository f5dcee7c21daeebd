internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib

/// Makes a composition of a sequence that has cuts alone: one track of pictures and one of sound.
struct SequenceCuts {
    private let sequence: AKSequence
    private let parts: [SequencePart]
    private let composition: AVMutableComposition

    init(_ sequence: AKSequence, _ parts: [SequencePart], _ composition: AVMutableComposition) {
        (self.sequence, self.parts, self.composition) = (sequence, parts, composition)
    }

    func edit() async throws -> AKSequence.Edit {
        for part in parts {
            try await SequencePart.naming(part.name) {
                try await composition.insertTimeRange(part.range, of: part.asset, at: composition.duration)
            }
        }
        let kept = [AVMediaType.video, .audio].compactMap { composition.tracks(withMediaType: $0).first }
        for track in composition.tracks where !kept.contains(where: { $0.trackID == track.trackID }) {
            composition.removeTrack(track)
        }
        if let pictures = kept.first(where: { $0.mediaType == .video }),
            let first = parts.lazy.compactMap(\.pictures).first
        {
            pictures.preferredTransform = try await first.load(.preferredTransform)
        }
        var volumes = SequenceVolumes(sequence, fade: .init(), step: CMTime(value: 1, timescale: 100))
        let whole = CMTimeRange(start: .zero, duration: composition.duration)
        if let sound = kept.first(where: { $0.mediaType == .audio }) {
            volumes.set(sequence.volume, of: sound.trackID, in: whole)
        }
        try await volumes.addMusic(to: composition)
        return AKSequence.Edit(composition: composition, videoComposition: nil, audioMix: volumes.mix)
    }
}
