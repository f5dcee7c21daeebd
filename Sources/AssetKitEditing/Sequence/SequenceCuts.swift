internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib

/// Makes a composition of a sequence that has cuts alone, between pictures that are all turned alike: one track of them, which has
/// that turn, and one of sound.
struct SequenceCuts {
    private let sequence: AKSequence
    private let parts: [SequencePart]
    private let composition: AVMutableComposition

    init(_ sequence: AKSequence, _ parts: [SequencePart], _ composition: AVMutableComposition) {
        (self.sequence, self.parts, self.composition) = (sequence, parts, composition)
    }

    func edit() async throws -> AKSequence.Edit {
        var (starts, end) = ([CMTime](), CMTime.zero)
        for (index, part) in parts.enumerated() {
            let start = end
            starts.append(start)
            try await SequencePart.naming(part.name) {
                try await composition.insertTimeRange(part.range, of: part.asset, at: start)
            }
            bridgeMoments(of: part, from: start, isLast: index + 1 == parts.count)
            // A composition does not end with nothing, of which a part may have more than a moment at its end.
            let whole = start + part.range.duration
            end = whole - composition.duration > SequencePart.longestMoment ? whole : composition.duration
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
        keepEnd()
        composition.setChapters(parts.chapters(at: starts, until: composition.duration))
        var volumes = SequenceVolumes(sequence, fade: .init(), step: CMTime(value: 1, timescale: 100))
        let whole = CMTimeRange(start: .zero, duration: composition.duration)
        if let sound = kept.first(where: { $0.mediaType == .audio }) {
            volumes.set(sequence.volume, of: sound.trackID, in: whole)
        }
        try await volumes.addMusic(to: composition)
        parts.keepSilentEnd(of: composition)
        return AKSequence.Edit(
            composition: composition,
            videoComposition: nil,
            audioMix: volumes.mix,
            dissolveDuration: .zero
        )
    }

    /// What of the last part has sound alone, and is no moment, is black.
    private func keepEnd() {
        guard let pictures = composition.tracks(withMediaType: .video).first else { return }
        let rest = composition.duration - pictures.timeRange.end
        if rest > SequencePart.longestMoment { composition.akMinimumDuration = composition.duration }
    }

    /// No picture is made for the moments at the ends of a part in which only its sound has begun, or goes on. What is empty
    /// in another composition is meant.
    private func bridgeMoments(of part: SequencePart, from start: CMTime, isLast: Bool) {
        guard !(part.asset is AVComposition) else { return }
        let range = CMTimeRange(start: start, end: composition.duration)
        for track in composition.tracks(withMediaType: .video) {
            track.bridgeMoments(in: range, upTo: SequencePart.longestMoment, bridgesEnd: !isLast)
        }
    }
}
