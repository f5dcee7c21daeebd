/// Sound in an encoder's own form that is encoded by itself: whole blocks, and in the last chunk what is left.
package struct SoundChunk: Sendable {
    /// Its place among the chunks.
    package var number: Int
    /// Its first frame, counted from that of the first chunk.
    package var start: Int
    /// How many frames it has.
    package var count: Int
    /// How many frames of what comes before it lie in front of it, for an encoder to be given first.
    package var leadCount = 0
    /// No sound follows it.
    package var isLast = false
    package var bytes: [UInt8]

    package init(number: Int, start: Int, count: Int, leadCount: Int = 0, isLast: Bool = false, bytes: [UInt8]) {
        self.number = number
        self.start = start
        self.count = count
        self.leadCount = leadCount
        self.isLast = isLast
        self.bytes = bytes
    }

    /// Which lane encodes it.
    package var lane: Int { number % SoundChunking.laneCount }
}
