/// What the tables say about one sample. Times are in ticks of the media.
struct ISOSample: Hashable, Sendable {
    /// Counted from 0.
    let index: Int
    let decodeTime: Int64
    let duration: UInt32
    let compositionOffset: Int32
    /// Where in the file it lies.
    let offset: Int64
    let size: UInt32
    /// Decoding can start with it.
    let isSync: Bool
    /// Which description of the track it has, counted from 0.
    let descriptionIndex: Int

    var presentationTime: Int64 { decodeTime + Int64(compositionOffset) }
    /// The first time after it.
    var presentationEnd: Int64 { presentationTime + Int64(duration) }
}
