internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib

/// How loud tracks of a composition are, when.
struct TrackVolumes {
    private var parameters: [AVMutableAudioMixInputParameters] = []

    /// nil where all is as loud as it is.
    var mix: AVAudioMix? {
        guard !parameters.isEmpty else { return nil }
        let mix = AVMutableAudioMix()
        mix.inputParameters = parameters
        return mix
    }

    /// Something has been said of a track.
    func areSet(of trackID: CMPersistentTrackID) -> Bool { parameters.contains { $0.trackID == trackID } }

    /// Takes over volumes of a track that follow each other in time.
    mutating func set(_ volume: RampList<Double>, of trackID: CMPersistentTrackID) {
        let known = parameters.first { $0.trackID == trackID }
        let own = known ?? AVMutableAudioMixInputParameters()
        if known == nil { parameters.append(own) }
        own.trackID = trackID
        for ramp in volume.ramps where ramp.range.duration.isNumeric {
            let (start, end) = (Float(ramp.start), Float(ramp.end))
            own.setVolumeRamp(fromStartVolume: start, toEndVolume: end, timeRange: ramp.range)
        }
    }
}
