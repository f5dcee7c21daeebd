internal import AssetKitCore
package import AssetKitSources

extension MixedTrack {
    /// The sum of tracks, each as loud as a mix says.
    package init(_ tracks: [TrackSource], _ mix: AVAudioMix?) {
        let values = (mix?.parameters ?? []).map(\.value)
        let inputs = tracks.map { track in
            let value = values.last { $0.trackID == track.facts.trackID }
            return Input(track, gain: value?.gain ?? .init(), algorithm: value?.algorithm)
        }
        self.init(inputs, gain: values.last { $0.trackID == AVAudioMixInputParametersTrackMixID }?.gain ?? .init())
    }
}
