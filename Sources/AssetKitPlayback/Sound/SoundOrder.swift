internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitTimePitch

/// What a renderer of sound is to do next.
struct SoundOrder<Owner: AnyObject>: @unchecked Sendable {
    // SAFETY: the item is only handed back; what it knows is touched behind the lock of all players.
    let item: Owner
    let generation: Int
    /// Of the ring.
    let epoch: Int
    /// The first frame that is wanted of the item since the last seek.
    let first: Int64
    /// Decoded sound that follows.
    let blocks: [SoundBlock]
    /// The frame behind the item's last, where it is known; until then there is silence where sound is missing.
    let end: Int64?
    /// No block follows.
    let isLast: Bool
    let speed: Speed
    let algorithm: AVAudioTimePitchAlgorithm
    /// So many frames are wanted.
    let count: Int
    /// What is ready at another speed and need not be heard yet is made anew at this one.
    let goesBack: Bool
}
