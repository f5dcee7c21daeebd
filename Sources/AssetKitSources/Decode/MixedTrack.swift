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

        package init(
            _ source: TrackSource,
            gain: GainEnvelope = GainEnvelope(),
            algorithm: AVAudioTimePitchAlgorithm? = nil
        ) {
            (self.source, self.gain, self.algorithm) = (source, gain, algorithm)
        }
    }

    package let inputs: [Input]
    /// How loud the sum is.
    package let gain: GainEnvelope

    package init(_ inputs: [Input], gain: GainEnvelope = GainEnvelope()) { (self.inputs, self.gain) = (inputs, gain) }
}
