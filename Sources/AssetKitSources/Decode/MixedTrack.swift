package import AssetKitCore
package import AssetKitMedia

/// Sound that is the sum of several tracks'. A plain value.
package struct MixedTrack: Sendable {
    /// A track that is heard.
    package struct Input: Sendable {
        package let source: TrackSource
        package let gain: GainEnvelope
        /// How it is made longer or shorter where an edit plays it slower or faster; nil leaves it to who reads.
        package let algorithm: AVAudioTimePitchAlgorithm?
        /// What clients do to it, in this order.
        package let taps: [SoundTap]

        package init(
            _ source: TrackSource,
            gain: GainEnvelope = GainEnvelope(),
            algorithm: AVAudioTimePitchAlgorithm? = nil,
            taps: [SoundTap] = []
        ) {
            (self.source, self.gain, self.algorithm, self.taps) = (source, gain, algorithm, taps)
        }
    }

    package let inputs: [Input]
    /// How loud the sum is.
    package let gain: GainEnvelope
    /// What clients do to the sum.
    package let taps: [SoundTap]

    package init(_ inputs: [Input], gain: GainEnvelope = GainEnvelope(), taps: [SoundTap] = []) {
        (self.inputs, self.gain, self.taps) = (inputs, gain, taps)
    }
}
