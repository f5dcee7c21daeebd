/// One sample of a track. Times are in ticks of the media as it is stored.
@usableFromInline
package struct IndexedSample: Hashable, Sendable {
    package var decodeTicks: Int64 = 0
    package var presentationTicks: Int64 = 0
    /// 0 when it is not known.
    package var durationTicks: Int64 = 0
    package var byteCount: Int64 = 0
    /// Where the sample, or what the container wraps it in, starts in the file.
    package var position: Int64?
    /// The sample's bytes are the ones at ``position``, and nothing else lies between them.
    package var isContiguous = false
    /// A sync sample: decoding can start with it.
    package var isSync = false
    /// Decoding can start with it, but its leading pictures are lost.
    package var isPartialSync = false
    /// It is to be decoded and not presented.
    package var isDiscarded = false
    /// Whether it needs other samples; nil when not known.
    package var dependsOnOthers: Bool?
    /// Whether other samples need it; nil when not known.
    package var othersDependOnIt: Bool?
    /// Whether it is coded more than once; nil when not known.
    package var hasRedundantCoding: Bool?
    /// Which of the track's descriptions it has.
    package var descriptionIndex = 0

    package init(
        decodeTicks: Int64 = 0,
        presentationTicks: Int64 = 0,
        durationTicks: Int64 = 0,
        byteCount: Int64 = 0,
        position: Int64? = nil,
        isContiguous: Bool = false,
        isSync: Bool = false,
        isPartialSync: Bool = false,
        isDiscarded: Bool = false,
        dependsOnOthers: Bool? = nil,
        othersDependOnIt: Bool? = nil,
        hasRedundantCoding: Bool? = nil,
        descriptionIndex: Int = 0
    ) {
        self.decodeTicks = decodeTicks
        self.presentationTicks = presentationTicks
        self.durationTicks = durationTicks
        self.byteCount = byteCount
        self.position = position
        self.isContiguous = isContiguous
        self.isSync = isSync
        self.isPartialSync = isPartialSync
        self.isDiscarded = isDiscarded
        self.dependsOnOthers = dependsOnOthers
        self.othersDependOnIt = othersDependOnIt
        self.hasRedundantCoding = hasRedundantCoding
        self.descriptionIndex = descriptionIndex
    }
}
