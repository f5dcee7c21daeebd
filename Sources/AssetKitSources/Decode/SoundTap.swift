package import AssetKitMedia
package import CMTimeLib

/// What a client does to sound on its way into a mix. A plain value.
package struct SoundTap: Sendable {
    /// The form of the sound that the client gets.
    package struct Format: Sendable, Hashable {
        package let rate: Int
        package let channelCount: Int
        /// What the channels are.
        package let layout: ManagedAudioChannelLayout?
        /// How many frames come at once at most.
        package let blockSize: Int
    }

    /// Changes some frames, whose channels alternate, in place. They lie at a range of the timeline.
    package typealias Process = (UnsafeMutableBufferPointer<Float>, CMTimeRange) throws -> Void

    /// The client gets the sound with its volume applied, and not as it was before.
    package let isBehindGain: Bool
    /// How much of the sound before a place it has to have heard, for it to sound there as if all had been read.
    package let lead: CMTime
    /// Begins a run of sound without a gap. One thread uses it.
    package let open: @Sendable (Format) throws -> Process

    package init(
        isBehindGain: Bool,
        lead: CMTime,
        open: @escaping @Sendable (Format) throws -> Process
    ) {
        (self.isBehindGain, self.lead, self.open) = (isBehindGain, lead, open)
    }
}
