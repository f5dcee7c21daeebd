package import AssetKitBase
package import CMTimeLib

/// What the blocks of one track add up to.
package struct MatroskaTrackSummary: Sendable {
    package var blockCount = 0
    /// Frames, which are more than blocks where there is lacing.
    package var sampleCount = 0
    var keyframeCount = 0
    package var byteCount: Int64 = 0
    /// The earliest and the latest time of a sample, and the latest end that is known, in nanoseconds.
    var firstNanoseconds: Int64 = .max
    package var lastNanoseconds: Int64 = .min
    package var endNanoseconds: Int64 = .min
    /// What the last sample's `DiscardPadding` cuts off at the end.
    package var endPadding: Int64 = 0
    /// The frames of the last block, where neither it nor the track says how long they last.
    package fileprivate(set) var untimedFrames: MatroskaFrames?
    /// How much later the last sample begins than one before it, in nanoseconds; nil where there are not two times.
    package fileprivate(set) var lastStep: Int64?
    /// Samples have something with them that the codec says what it is.
    package var hasAdditions = false
    /// There was a block, whatever it said.
    fileprivate var wasAsked = false

    /// How many samples tell a rhythm.
    package static let rhythmCount = 24
    /// A sample comes behind one that shows later.
    package var isReordered = false
    /// The times of the first samples, as many as tell a rhythm.
    private(set) var firstTimes: [Int64] = []
    /// The times of all pictures, as many as memory has room for.
    private(set) var pictureTimes = IntegerColumn()

    /// How long pictures show at least and at most; nil where nobody can tell.
    package var steps: ClosedRange<Int64>? {
        guard pictureTimes.count == sampleCount else { return nil }
        var sorted = (0..<pictureTimes.count).map { pictureTimes[$0] }
        sorted.sort()
        guard sorted.count > 1 else { return nil }
        var (least, greatest) = (Int64.max, Int64.min)
        for (first, second) in zip(sorted, sorted.dropFirst()) {
            (least, greatest) = (min(least, second - first), max(greatest, second - first))
        }
        return least > 0 ? least...greatest : nil
    }
    /// Where the first sample lies.
    package var firstFrame: ByteExtent?

    package init(
        blockCount: Int = 0,
        sampleCount: Int = 0,
        keyframeCount: Int = 0,
        byteCount: Int64 = 0,
        firstNanoseconds: Int64 = .max,
        lastNanoseconds: Int64 = .min,
        endNanoseconds: Int64 = .min,
        endPadding: Int64 = 0,
        hasAdditions: Bool = false,
        isReordered: Bool = false,
        firstTimes: [Int64] = [],
        firstFrame: ByteExtent? = nil
    ) {
        self.blockCount = blockCount
        self.sampleCount = sampleCount
        self.keyframeCount = keyframeCount
        self.byteCount = byteCount
        self.firstNanoseconds = firstNanoseconds
        self.lastNanoseconds = lastNanoseconds
        self.endNanoseconds = endNanoseconds
        self.endPadding = endPadding
        self.hasAdditions = hasAdditions
        self.isReordered = isReordered
        self.firstTimes = firstTimes
        self.firstFrame = firstFrame
    }

    package var firstTime: CMTime? { sampleCount > 0 ? MatroskaClock.time(nanoseconds: firstNanoseconds) : nil }
    package var lastTime: CMTime? { sampleCount > 0 ? MatroskaClock.time(nanoseconds: lastNanoseconds) : nil }
    /// The end of the last sample: exact where blocks or the track give durations, else the time of the last sample.
    package var endTime: CMTime? { sampleCount > 0 ? MatroskaClock.time(nanoseconds: endNanoseconds) : nil }
    /// Samples a second, from the first to the last; nil where there are not two times.
    package var rate: Double? {
        guard sampleCount > 1, lastNanoseconds > firstNanoseconds else { return nil }
        let (span, overflows) = lastNanoseconds.subtractingReportingOverflow(firstNanoseconds)
        return overflows ? nil : Double(sampleCount - 1) * 1_000_000_000 / Double(span)
    }

    /// The rate that the first samples have where they follow each other as most of them do: between some of them others
    /// show that are stored later.
    package var firstRate: Double? {
        let sorted = firstTimes.sorted()
        let steps = zip(sorted, sorted.dropFirst()).map { Double($1) - Double($0) }.filter { $0 > 0 }.sorted()
        guard !steps.isEmpty else { return nil }
        let common = steps[steps.count / 2]
        // Times are mostly rounded to milliseconds.
        let alike = steps.filter { abs($0 - common) <= max(1_500_000, common * 0.1) }
        return Double(alike.count) * 1_000_000_000 / alike.reduce(0, +)
    }
}

/// The result of going through all clusters once.
package struct MatroskaScan: Sendable {
    package var tracks: [UInt64: MatroskaTrackSummary] = [:]
    var clusterCount = 0
    package var blockCount = 0
    package var problems = ProblemList()
    /// False when somebody cancelled.
    package var isComplete = true

    /// The end of the whole, from the blocks alone.
    package var endTime: CMTime? {
        tracks.values.map(\.endNanoseconds).max().map { MatroskaClock.time(nanoseconds: max(0, $0)) }
    }

    /// Goes through all blocks. `isCancelled` is asked every few thousand of them.
    package static func run(
        _ file: MatroskaFile,
        window: ByteWindow,
        limits: MatroskaLimits = MatroskaLimits(),
        isCancelled: () -> Bool = { false }
    ) throws -> MatroskaScan {
        var scan = MatroskaScan()
        var reader = MatroskaBlockReader(file, window: window, limits: limits)
        // Few tracks: looking through their numbers is quicker than a table.
        let numbers = file.tracks.map(\.number)
        let times = file.tracks.map(\.times)
        var summaries = Array(repeating: MatroskaTrackSummary(), count: numbers.count)
        let scale = file.info.timestampScale
        var cluster: Int64 = -1
        while let block = try reader.next() {
            if block.clusterOffset != cluster {
                cluster = block.clusterOffset
                scan.clusterCount += 1
            }
            scan.blockCount += 1
            // A block of a track that was never described cannot be told from damage.
            guard let track = numbers.firstIndex(of: block.trackNumber) else { continue }
            summaries[track].add(block, of: times[track], scale: scale)
            if scan.blockCount % 4_096 == 0, isCancelled() {
                scan.isComplete = false
                break
            }
        }
        for (number, summary) in zip(numbers, summaries) where scan.tracks[number] == nil && summary.wasAsked {
            scan.tracks[number] = summary
        }
        scan.problems = reader.problems
        return scan
    }
}

/// What a track says about the times of its blocks.
package struct MatroskaTrackTimes: Sendable {
    package var isVideo: Bool
    /// Nanoseconds.
    package var defaultDuration: Int64?
    package var factor: Double
    package var offset: Int64
}

extension MatroskaTrack {
    /// What it says about the times of its blocks.
    package var times: MatroskaTrackTimes {
        let isVideo = kind == .video
        return .init(isVideo: isVideo, defaultDuration: defaultDuration, factor: timestampFactor, offset: timeOffset)
    }
}

extension MatroskaTrackSummary {
    package mutating func add(_ block: MatroskaBlock, of track: MatroskaTrackTimes, scale: Int64) {
        wasAsked = true
        guard let start = block.startNanoseconds(of: track, scale: scale) else { return }
        let step = block.frameDuration(of: track, scale: scale)
        blockCount += 1
        sampleCount += block.frames.count
        keyframeCount += block.isKeyframe ? block.frames.count : 0
        for frame in block.frames { byteCount = byteCount.addingReportingOverflow(frame.count).partialValue }
        hasAdditions = hasAdditions || block.additions.contains(1)
        let last = Self.sum(start, (step ?? 0).multipliedReportingOverflow(by: Int64(block.frames.count - 1)))
        let end = Self.sum(start, (step ?? 0).multipliedReportingOverflow(by: Int64(block.frames.count)))
        firstNanoseconds = min(firstNanoseconds, start)
        firstFrame = firstFrame ?? block.frames.first
        if firstTimes.count < Self.rhythmCount { firstTimes.append(start) }
        if track.isVideo, pictureTimes.count < 1 << 22 { pictureTimes.append(start) }
        isReordered = isReordered || start < lastNanoseconds
        if last >= lastNanoseconds {
            let (difference, overflows) = last.subtractingReportingOverflow(lastNanoseconds)
            // The least of all numbers is no time.
            if lastNanoseconds > .min, difference > 0, !overflows { lastStep = difference }
            lastNanoseconds = last
            endPadding = block.discardPadding ?? 0
            untimedFrames = step == nil ? block.frames : nil
        }
        endNanoseconds = max(endNanoseconds, end)
    }

    private static func sum(_ start: Int64, _ product: (partialValue: Int64, overflow: Bool)) -> Int64 {
        guard !product.overflow else { return start }
        let (sum, overflows) = start.addingReportingOverflow(product.partialValue)
        return overflows ? start : sum
    }
}

extension MatroskaBlock {
    /// The exact time of the first frame: ticks times scale, and what old files do to it.
    func startNanoseconds(of track: MatroskaTrackTimes, scale: Int64) -> Int64? {
        guard let plain = MatroskaClock.nanoseconds(ticks, scale: scale) else { return nil }
        guard track.factor != 1 || track.offset != 0 else { return plain }
        let scaled = (Double(plain) * track.factor).rounded()
        guard scaled.isFinite, abs(scaled) < 0x1p62 else { return nil }
        let base = track.factor == 1 ? plain : Int64(scaled)
        let (sum, overflows) = base.addingReportingOverflow(track.offset)
        return overflows ? nil : sum
    }

    /// How long one frame lasts, in nanoseconds: from the block where it says so, else from the track.
    package func frameDuration(of track: MatroskaTrackTimes, scale: Int64) -> Int64? {
        guard let durationTicks else { return track.defaultDuration }
        guard let whole = MatroskaClock.nanoseconds(durationTicks, scale: scale) else { return nil }
        return whole / Int64(max(1, frames.count))
    }

    /// The exact time of one frame.
    package func time(ofFrame index: Int, of track: MatroskaTrackTimes, scale: Int64) -> CMTime? {
        guard let start = startNanoseconds(of: track, scale: scale) else { return nil }
        let (step, overflows) = (frameDuration(of: track, scale: scale) ?? 0)
            .multipliedReportingOverflow(by: Int64(index))
        guard !overflows, !start.addingReportingOverflow(step).overflow else { return nil }
        return MatroskaClock.time(nanoseconds: start + step)
    }
}
