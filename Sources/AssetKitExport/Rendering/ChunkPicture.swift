internal import AssetKitFFmpeg
internal import CMTimeLib

/// A picture as an encoder takes it.
struct ChunkPicture: Sendable {
    /// Its memory, which pictures that look the same share.
    final class Memory: @unchecked Sendable {
        // SAFETY: nobody but the encoder changes it once it is made.
        let frame: Frame

        init(_ frame: consuming Frame) { self.frame = frame }
    }

    let memory: Memory
    /// When the source shows it.
    let sourceTime: CMTime
    /// When the new file does, and for how long.
    let time: CMTime
    let duration: CMTime
}
