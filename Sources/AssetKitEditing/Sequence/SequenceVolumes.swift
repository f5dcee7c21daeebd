internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib

/// How loud the tracks of a sequence are, and its music.
struct SequenceVolumes {
    private let sequence: AKSequence
    /// Of all sound.
    private let fade: RampList<Double>
    /// What does not go evenly is worked out so often.
    private let step: CMTime
    private var volumes = TrackVolumes()

    init(_ sequence: AKSequence, fade: RampList<Double>, step: CMTime) {
        (self.sequence, self.fade, self.step) = (sequence, fade, step)
    }

    /// nil where all is as loud as it is.
    var mix: AVAudioMix? { volumes.mix }

    /// Says how loud a track is in a range. `dissolves`: how much of it is heard beside its neighbours.
    mutating func set(
        _ volume: Float,
        of trackID: CMPersistentTrackID,
        in range: CMTimeRange,
        _ dissolves: RampList<Double> = .init()
    ) {
        guard volume != 1 || !fade.isEmpty || !dissolves.isEmpty else { return }
        var constant = RampList<Double>()
        constant.set(Double(volume), at: .zero)
        let mix = CurveMix(curves: [constant, fade, dissolves], step: step)
        volumes.set(mix.product(in: range), of: trackID)
    }

    /// Puts the music below the parts, from their start to their end at most.
    mutating func addMusic(to composition: AVMutableComposition) async throws {
        guard let music = sequence.music else { return }
        let part = try await SequencePart(music)
        guard let source = part.sound else { throw SequencePart.failure(part.name, "it has no sound to be music") }
        let length = CMTimeMinimum(part.range.duration, composition.duration)
        let range = CMTimeRange(start: part.range.start, duration: length)
        var tracks = AlternatingTracks(.audio, of: composition)
        let target = CMTimeRange(start: .zero, duration: length)
        let track = try tracks.track(for: target)
        try await SequencePart.naming(part.name) { try track.insertTimeRange(range, of: source, at: .zero) }
        set(sequence.musicVolume, of: track.trackID, in: target)
    }
}
