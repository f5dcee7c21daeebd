internal import AssetKitBase

/// The samples of a track that is being written, in decode order, as runs where they are alike. Times are in ticks of the
/// media; a picture's size takes two bytes or so, its time up to three more.
package struct ISOWrittenTable {
    /// A sample, or several that are alike in everything and follow each other.
    package struct Sample {
        package var size: UInt32
        package var count = 1
        package var decodeTicks: Int64
        /// Until the next sample, if there is none that says otherwise by its own time.
        package var duration: UInt32
        package var compositionOffset: Int32 = 0
        package var isSync = true
        package var isPartialSync = false
        /// Two bits each, as in `sdtp`.
        package var dependency: UInt8 = 0

        package init(
            size: UInt32,
            count: Int = 1,
            decodeTicks: Int64,
            duration: UInt32,
            compositionOffset: Int32 = 0,
            isSync: Bool = true,
            isPartialSync: Bool = false,
            dependency: UInt8 = 0
        ) {
            self.size = size
            self.count = count
            self.decodeTicks = decodeTicks
            self.duration = duration
            self.compositionOffset = compositionOffset
            self.isSync = isSync
            self.isPartialSync = isPartialSync
            self.dependency = dependency
        }
    }

    /// What chunks have in common that `stsc` counts as one run.
    package struct ChunkKind: Hashable {
        package let samples: UInt32
        /// Counted from 0.
        package let format: UInt32

        package init(samples: UInt32, format: UInt32) {
            self.samples = samples
            self.format = format
        }
    }

    package private(set) var count = 0
    package private(set) var byteCount: Int64 = 0
    package private(set) var firstDecodeTicks: Int64 = 0
    /// Where the last sample begins and how long it is, if nothing follows.
    private(set) var lastDecodeTicks: Int64 = 0
    package private(set) var lastDuration: UInt32 = 0
    /// Of all samples but the last one.
    package private(set) var durations = ISORuns<UInt32>()
    package private(set) var compositionOffsets = ISORuns<Int32>()
    /// Empty as long as all have one size.
    private var sizes = IntegerColumn()
    /// The size of all samples, as long as they have one.
    private(set) var commonSize: UInt32 = 0
    package private(set) var syncSamples: [UInt32] = []
    package private(set) var partialSyncSamples: [UInt32] = []
    package private(set) var dependencies = ISORuns<UInt8>()
    package private(set) var chunkOffsets = ISOPlaces()
    /// Where the last chunk in the file begins.
    private(set) var largestOffset: Int64 = 0
    private(set) var chunkKinds = ISORuns<ChunkKind>()
    /// The presentation times of the earliest sample and of the end of the latest one.
    package private(set) var presentationStart: Int64 = .max
    package private(set) var presentationEnd: Int64 = .min
    /// The largest offset and the smallest.
    private(set) var offsetBounds: ClosedRange<Int32> = 0...0

    package var isEmpty: Bool { count == 0 }
    /// All samples are sync samples: `stss` is left out.
    var isAllSync: Bool { syncSamples.isEmpty && firstOtherSample == nil }
    package var hasDependencies: Bool { dependencies.runCount > 0 && !dependencies.hasOnly(0) }
    /// How many sizes are listed: none where all samples have one.
    package var sizeCount: Int { sizes.count }

    func size(of index: Int) -> UInt32 { UInt32(truncatingIfNeeded: sizes[index]) }

    /// The end of the last sample in decode order.
    package var decodeEnd: Int64 { lastDecodeTicks + Int64(lastDuration) }

    /// The first sample that is no sync sample. Until it comes, sync samples need no list.
    private var firstOtherSample: Int?

    package init() {}

    /// Adds samples behind the last one.
    package mutating func append(_ sample: Sample) throws(ISOWritingError) {
        guard sample.count > 0 else { return }
        guard count + sample.count < Int(UInt32.max) else { throw .tooMuch("a track can have 4294967294 samples") }
        try appendTimes(sample)
        appendSizes(sample)
        noteSync(sample)
        if sample.dependency != 0 || dependencies.count > 0 {
            dependencies.append(0, count: count - dependencies.count)
            dependencies.append(sample.dependency, count: sample.count)
        }
        count += sample.count
    }

    private mutating func appendTimes(_ sample: Sample) throws(ISOWritingError) {
        if isEmpty {
            firstDecodeTicks = sample.decodeTicks
        } else {
            let (gap, overflow) = sample.decodeTicks.subtractingReportingOverflow(lastDecodeTicks)
            guard !overflow, gap >= 0 else {
                throw .time("its samples must come in the order of their decode times")
            }
            guard let duration = UInt32(exactly: gap) else {
                throw .time("a sample would last \(gap) ticks, and 4294967295 is the most")
            }
            durations.append(duration, count: 1)
        }
        durations.append(sample.duration, count: sample.count - 1)
        lastDecodeTicks = sample.decodeTicks + Int64(sample.count - 1) * Int64(sample.duration)
        lastDuration = sample.duration
        if sample.compositionOffset != 0 || compositionOffsets.count > 0 {
            compositionOffsets.append(0, count: count - compositionOffsets.count)
            compositionOffsets.append(sample.compositionOffset, count: sample.count)
        }
        let bounds = offsetBounds
        offsetBounds =
            isEmpty
            ? sample.compositionOffset...sample.compositionOffset
            : min(bounds.lowerBound, sample.compositionOffset)...max(bounds.upperBound, sample.compositionOffset)
        let offset = Int64(sample.compositionOffset)
        presentationStart = min(presentationStart, sample.decodeTicks + offset)
        presentationEnd = max(presentationEnd, lastDecodeTicks + offset + Int64(sample.duration))
    }

    private mutating func appendSizes(_ sample: Sample) {
        byteCount += Int64(sample.size) * Int64(sample.count)
        if isEmpty { commonSize = sample.size }
        // A size of 0 in `stsz` means that there is a list.
        if sizes.count == 0, sample.size == commonSize, commonSize > 0 { return }
        if sizes.count == 0 { for _ in 0..<count { sizes.append(Int64(commonSize)) } }
        for _ in 0..<sample.count { sizes.append(Int64(sample.size)) }
    }

    private mutating func noteSync(_ sample: Sample) {
        let first = UInt32(count + 1)
        if sample.isSync {
            if firstOtherSample != nil { syncSamples.append(contentsOf: first..<first + UInt32(sample.count)) }
        } else if firstOtherSample == nil {
            firstOtherSample = count
            syncSamples = Array(1..<first)
        }
        if sample.isPartialSync { partialSyncSamples.append(contentsOf: first..<first + UInt32(sample.count)) }
    }

    /// Says where samples lie that have been added. Chunks come in the order of their samples.
    package mutating func appendChunk(samples: Int, at offset: Int64, format: Int) {
        guard samples > 0 else { return }
        largestOffset = chunkOffsets.isEmpty ? offset : max(largestOffset, offset)
        chunkOffsets.append(offset)
        chunkKinds.append(ChunkKind(samples: UInt32(samples), format: UInt32(format)), count: 1)
    }

    /// Moves all chunks, because their bytes move.
    package mutating func moveChunks(by distance: Int64) {
        chunkOffsets = chunkOffsets.moved(by: distance)
        if !chunkOffsets.isEmpty { largestOffset += distance }
    }
}
