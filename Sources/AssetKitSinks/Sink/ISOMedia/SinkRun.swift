internal import AssetKitISOMedia
package import AssetKitMedia

/// A run of samples of one track that lie behind each other in another file, for copying them without looking at them:
/// their bytes go from file to file, and only their sizes and times pass through memory.
///
/// Columns have a value for each sample, or none where all are alike. Times are in ticks of the track's timescale, so
/// that a copy is made with the timescale of the source. A run becomes one chunk: about half a second of a track is a
/// good length. Runs that also follow each other in the source, of whichever tracks, are copied in one go.
@usableFromInline
package struct SinkRun {
    /// The file that has them. It is read after the call: what lies behind may be copied with it.
    package var file: OpenDescriptor
    /// Where in it the first sample begins.
    package var offset: Int64
    @usableFromInline package var sizes: [UInt32]
    /// When the first sample is decoded.
    package var decodeTicks: Int64
    /// How long each is decoded; of the last one, how long it is presented.
    package var durations: [UInt32]
    /// From decoding to presentation; empty for none.
    package var compositionOffsets: [Int32] = []
    /// Empty where all are sync samples.
    package var isSync: [Bool] = []
    package var isPartialSync: [Bool] = []
    /// Two bits each, as `sdtp` has them: leading, depends on others, others depend on it, redundancy. Empty for unknown.
    package var dependencies: [UInt8] = []
    /// The place of their format among those of the track.
    package var format = 0
    /// Ticks at the end of the last sample that are not to be heard.
    package var trimmedTicks: Int64 = 0

    package init(
        file: OpenDescriptor,
        offset: Int64,
        sizes: [UInt32],
        decodeTicks: Int64,
        durations: [UInt32],
        compositionOffsets: [Int32] = [],
        isSync: [Bool] = [],
        isPartialSync: [Bool] = [],
        dependencies: [UInt8] = [],
        format: Int = 0,
        trimmedTicks: Int64 = 0
    ) {
        self.file = file
        self.offset = offset
        self.sizes = sizes
        self.decodeTicks = decodeTicks
        self.durations = durations
        self.compositionOffsets = compositionOffsets
        self.isSync = isSync
        self.isPartialSync = isPartialSync
        self.dependencies = dependencies
        self.format = format
        self.trimmedTicks = trimmedTicks
    }

    @inlinable package var byteCount: Int64 { sizes.reduce(0) { $0 + Int64($1) } }

    fileprivate var hasEvenColumns: Bool {
        func fits(_ count: Int) -> Bool { count == 0 || count == sizes.count }
        return fits(durations.count) && fits(compositionOffsets.count) && fits(isSync.count)
            && fits(isPartialSync.count) && fits(dependencies.count)
    }
}

extension ISOWrittenTable {
    /// Adds the samples of a run.
    mutating func append(_ run: SinkRun) throws(ISOWritingError) {
        let count = run.sizes.count
        precondition(run.hasEvenColumns, "the columns of a run are as long as each other")
        precondition(run.durations.count == count, "the samples of a run have durations")
        var time = run.decodeTicks
        for index in 0..<count {
            var row = Sample(size: run.sizes[index], decodeTicks: time, duration: run.durations[index])
            if !run.compositionOffsets.isEmpty { row.compositionOffset = run.compositionOffsets[index] }
            if !run.isSync.isEmpty { row.isSync = run.isSync[index] }
            if !run.isPartialSync.isEmpty { row.isPartialSync = run.isPartialSync[index] }
            if !run.dependencies.isEmpty { row.dependency = run.dependencies[index] }
            try append(row)
            time += Int64(row.duration)
        }
    }
}
