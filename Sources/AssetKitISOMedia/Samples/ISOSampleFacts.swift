/// What is true of all samples of a track together. Times are in ticks of the media.
package struct ISOSampleFacts: Hashable, Sendable {
    package var sampleCount = 0
    package var byteCount: Int64 = 0
    package var syncSampleCount = 0
    /// The shortest and the longest sample; 0 without samples.
    package var minimumDuration: UInt32 = 0
    var maximumDuration: UInt32 = 0
    /// The same of all samples but the last, which often ends where the sound does.
    package var steadyDurations: ClosedRange<UInt32>?
    /// The smallest presentation time; nil without samples.
    var firstPresentationTime: Int64?
    /// The largest presentation time.
    var lastPresentationTime: Int64?
    /// The largest time at which a sample ends.
    package var presentationEnd: Int64?
    /// The largest decode time at which a sample ends.
    package var decodeEnd: Int64 = 0
    /// Some sample is shown before one that is decoded earlier.
    package var needsReordering = false

    package init() {}

    /// Gathers the facts of a table run by run, without expanding it.
    package init(_ table: ISOSampleTable, count: Int) {
        sampleCount = count
        byteCount = table.sizes.bytes(before: count)
        syncSampleCount = table.sync.count(before: count)
        guard count > 0 else { return }
        minimumDuration = .max
        var last: Int64?
        var offsetRun = 0
        for run in 0..<table.times.runCount {
            // The counted samples may be fewer than the times.
            let samples = table.times.range(of: run).clamped(to: 0..<count)
            guard !samples.isEmpty else { break }
            let duration = table.times.durations[run]
            minimumDuration = min(minimumDuration, duration)
            maximumDuration = max(maximumDuration, duration)
            if samples.lowerBound < count - 1 {
                let known = steadyDurations ?? duration...duration
                steadyDurations = min(known.lowerBound, duration)...max(known.upperBound, duration)
            }
            var index = samples.lowerBound
            while index < samples.upperBound {
                let (end, offset) = Self.offset(at: index, before: samples.upperBound, &offsetRun, table)
                let first = table.times.time(of: index, inRun: run) + offset
                let latest = table.times.time(of: end - 1, inRun: run) + offset
                if let last, first < last { needsReordering = true }
                note(first: first, latest: latest, duration: duration)
                last = latest
                decodeEnd = max(decodeEnd, latest - offset + Int64(duration))
                index = end
            }
        }
    }

    /// How far the composition offset at `index` reaches, and what it is. `run` moves along.
    private static func offset(
        at index: Int,
        before limit: Int,
        _ run: inout Int,
        _ table: ISOSampleTable
    ) -> (end: Int, offset: Int64) {
        let offsets = table.compositionOffsets
        while run < offsets.runCount, offsets.range(of: run).upperBound <= index { run += 1 }
        guard run < offsets.runCount else { return (limit, 0) }
        return (min(limit, offsets.range(of: run).upperBound), Int64(offsets.value(ofRun: run)))
    }

    private mutating func note(first: Int64, latest: Int64, duration: UInt32) {
        firstPresentationTime = min(firstPresentationTime ?? first, first)
        lastPresentationTime = max(lastPresentationTime ?? latest, latest)
        presentationEnd = max(presentationEnd ?? Int64.min, latest + Int64(duration))
    }
}
