/// What audio files may ask for at most.
package struct RawAudioLimits: Sendable {
    package var tags = TagLimits()
    /// How far to look for the first frame behind bytes that are none.
    var syncByteCount: Int64 = 256 << 10
    /// How far to look for the next frame within a stream, in all. What lies beyond belongs to something else.
    var resyncByteCount: Int64 = 16 << 20
    /// How many places an index may hold; when it is full, every second one is given up.
    var indexCount = 1 << 16
    /// How many frames are looked at in order to describe a stream without going through it.
    var probeFrameCount = 8
    /// How many logical streams one Ogg file may have, links of a chain counted singly.
    package var streamCount = 1_024
    /// The size of one Ogg packet that is put together in memory.
    var packetByteCount = 32 << 20
    /// How far from the end of an Ogg file its last page is looked for.
    var lastPageByteCount: Int64 = 256 << 10
    /// How many header pages an Ogg file may begin with.
    var headerPageCount = 4_096
    /// After how many frames or pages `isCancelled` is asked.
    var framesPerCancellationCheck = 2_048

    package init() {}
}
