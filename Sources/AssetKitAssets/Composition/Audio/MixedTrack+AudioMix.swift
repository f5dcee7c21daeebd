internal import AssetKitCore
package import AssetKitSources

extension AVAudioMix {
    /// What the sound of tracks goes through, by their identifiers. What is said last of a track counts.
    var soundTaps: [Int32: [SoundTap]] {
        Dictionary(parameters.map { ($0.value.trackID, $0.value.taps.map(\.soundTap)) }) { _, last in last }
    }
}

extension MixedTrack {
    /// The sum of tracks, each as loud as a mix says, and through its taps.
    package init(_ tracks: [TrackSource], _ mix: AVAudioMix?) {
        let values = (mix?.parameters ?? []).map(\.value)
        let taps = mix?.soundTaps ?? [:]
        let inputs = tracks.map { track in
            let value = values.last { $0.trackID == track.facts.trackID }
            return Input(
                track,
                gain: value?.gain ?? .init(),
                algorithm: value?.algorithm,
                taps: taps[track.facts.trackID] ?? []
            )
        }
        let sum = AVAudioMixInputParametersTrackMixID
        self.init(
            inputs,
            gain: values.last { $0.trackID == sum }?.gain ?? .init(),
            taps: taps[sum] ?? []
        )
    }
}
