/// One sample of a track. Times are in ticks of the media as it is stored.
struct IndexedSample: Hashable, Sendable {
    var decodeTicks: Int64 = 0
    var presentationTicks: Int64 = 0
    /// 0 when it is not known.
    var durationTicks: Int64 = 0
    var byteCount: Int64 = 0
    /// Where the sample, or what the container wraps it in, starts in the file.
    var position: Int64?
    /// The sample's bytes are the ones at ``position``, and nothing else lies between them.
    var isContiguous = false
    /// A sync sample: decoding can start with it.
    var isSync = false
    /// Decoding can start with it, but its leading pictures are lost.
    var isPartialSync = false
    /// It is to be decoded and not presented.
    var isDiscarded = false
    /// Whether it needs other samples; nil when not known.
    var dependsOnOthers: Bool?
    /// Whether other samples need it; nil when not known.
    var othersDependOnIt: Bool?
    /// Whether it is coded more than once; nil when not known.
    var hasRedundantCoding: Bool?
    /// Which of the track's descriptions it has.
    var descriptionIndex = 0
}
