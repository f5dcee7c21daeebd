/// One of the encoders that chunks of sound are shared among. Not Sendable: one thread owns it.
package protocol SoundLane: AnyObject {
    /// All samples of a chunk. Chunks come in ascending order.
    func samples(of chunk: SoundChunk) throws -> [SinkSample]
}
