internal import AssetKitCore
internal import CMTimeLib

/// Sound as an encoder takes it. Not Sendable: one thread owns it.
protocol EncoderSound: AnyObject {
    /// When the sound that was given so far ends.
    var end: CMTime { get }

    /// The next block, which begins where the one before ends; nil at the end.
    func next() throws -> SoundBlock?
}
