/// Sound in an encoder's own form that is encoded by itself: whole blocks, and in the last chunk what is left.
struct SoundChunk: Sendable {
    /// Its place among the chunks.
    var number: Int
    /// Its first frame, counted from that of the first chunk.
    var start: Int
    /// How many frames it has.
    var count: Int
    /// How many frames of what comes before it lie in front of it, for an encoder to be given first.
    var leadCount = 0
    /// No sound follows it.
    var isLast = false
    var bytes: [UInt8]

    /// Which lane encodes it.
    var lane: Int { number % SoundChunking.laneCount }
}
