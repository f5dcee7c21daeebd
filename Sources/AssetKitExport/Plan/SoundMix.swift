internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources

/// The tracks of an asset that become one track of sound, and how loud each is. A plain value.
struct SoundMix: Codable, Sendable, Hashable {
    struct Input: Codable, Sendable, Hashable {
        var trackID: Int32
        var gain: GainEnvelope
        /// By the name of the ``AVAudioTimePitchAlgorithm``; nil for that of the export.
        var algorithm: String?
    }

    var inputs: [Input]
    /// How loud the sum is.
    var gain: GainEnvelope
}

extension SoundMix {
    init(_ mixed: MixedTrack) {
        inputs = mixed.inputs.map { input in
            Input(trackID: input.source.facts.trackID, gain: input.gain, algorithm: input.algorithm?.rawValue)
        }
        gain = mixed.gain
    }

    /// The same of an asset that is there, through its taps.
    func track(of loaded: LoadedAsset) throws -> MixedTrack {
        MixedTrack(
            try inputs.map { input in
                guard let track = loaded.tracks.first(where: { $0.trackID == input.trackID }) else {
                    throw MediaProblem(code: .noSourceTrack, reason: "there is no track \(input.trackID)")
                }
                let algorithm = input.algorithm.map { AVAudioTimePitchAlgorithm(rawValue: $0) }
                let taps = loaded.taps[input.trackID] ?? []
                return MixedTrack.Input(loaded.source(of: track), gain: input.gain, algorithm: algorithm, taps: taps)
            },
            gain: gain,
            taps: loaded.taps[AVAudioMixInputParametersTrackMixID] ?? []
        )
    }
}
