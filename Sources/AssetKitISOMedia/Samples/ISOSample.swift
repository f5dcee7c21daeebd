/// What the tables say about one sample. Times are in ticks of the media.
package struct ISOSample: Hashable, Sendable {
    /// Counted from 0.
    package let index: Int
    package let decodeTime: Int64
    package let duration: UInt32
    package let compositionOffset: Int32
    /// Where in the file it lies.
    package let offset: Int64
    package let size: UInt32
    /// Decoding can start with it.
    package let isSync: Bool
    /// Which description of the track it has, counted from 0.
    package let descriptionIndex: Int

    package var presentationTime: Int64 { decodeTime + Int64(compositionOffset) }
    /// The first time after it.
    package var presentationEnd: Int64 { presentationTime + Int64(duration) }
}
