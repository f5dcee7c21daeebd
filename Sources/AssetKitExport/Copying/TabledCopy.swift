internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Copies samples of a file in which lists of them lead to their bytes. Not Sendable: one stage owns it.
///
/// Samples keep the order in which they lie in the source, so that long stretches of it can be copied at once; where one
/// track of a file with tables is far ahead of another there, they are brought into the order of their times.
final class TabledCopy: ClipCopying {
    /// How much of the new file's time is between two tellings.
    static let tellingStep = CMTime(value: 1, timescale: 10)

    private var walk: TabledWalk

    init(source: LoadedSource, output: CopyOutput, flag: CancellationFlag) throws {
        walk = try TabledWalk(source: source, output: output, flag: flag)
    }

    func run(_ progress: (CMTime) -> Void) throws { try walk.run(progress) }

    var time: CMTime? { walk.time }

    func step() throws { try walk.step() }
}

/// The way through the samples of a clip. A value of its own, so that what changes with each sample changes without asking whether
/// somebody else looks at it.
private struct TabledWalk {
    /// Where the next sample of a piece is.
    private struct Cursor {
        let runsNumber: Int
        /// Half a second in ticks of the track.
        let half: Int64
        /// How far behind their positions samples are.
        let payloadOffset: Int64
        /// Where the last run of the piece ends.
        let last: Int
        var samples: SampleCursor
        var run = 0
        /// Where the run ends.
        var end: Int
        var place: Int
    }

    /// When the next sample of a cursor is decoded in the new file, how far the file may be without it, and where it lies.
    private struct Head {
        var time = CMTime.zero
        var limit = CMTime.zero
        var position = Int64.max
    }

    /// How far one track may be ahead of the others in a file with tables.
    private static let tabledSkew = CMTime(value: 1, timescale: 1)
    /// Between samples of other files stand the heads of blocks, and samples of other tracks.
    private static let largestGap: Int64 = 4096

    private let output: CopyOutput
    private let flag: CancellationFlag
    private let reader: CopyReader
    private let stretches: RunCopy?
    /// How far one track may be ahead of the others.
    private let skew: CMTime
    private var cursors: [Cursor] = []
    /// One for each cursor.
    private var heads: [Head] = []

    init(source: LoadedSource, output: CopyOutput, flag: CancellationFlag) throws {
        (self.output, self.flag) = (output, flag)
        // In others samples stand alone, and their order is that in which a player reads them.
        let isTabled = source.tracks.allSatisfy(\.isTabled)
        reader = CopyReader(
            try source.input.open(flag),
            tracks: output.clip.copiedRuns.count,
            gap: isTabled ? 0 : Self.largestGap
        )
        stretches = isTabled ? try RunCopy(source, output) : nil
        skew = isTabled ? Self.tabledSkew : .positiveInfinity
        for (number, copied) in output.clip.copiedRuns.enumerated() {
            guard let first = copied.samples.first, let last = copied.samples.last else { continue }
            let index = output.index(number)
            let half = Int64(index.tick.denominator) / Int64(2 * index.tick.numerator)
            cursors.append(
                Cursor(
                    runsNumber: number,
                    half: half,
                    payloadOffset: output.track(number).payloadOffset ?? 0,
                    last: last.upperBound,
                    samples: SampleCursor(index.table),
                    end: first.upperBound,
                    place: first.lowerBound
                )
            )
            heads.append(Head())
            look(at: cursors.count - 1)
        }
    }

    mutating func run(_ progress: (CMTime) -> Void) throws {
        var latest = CMTime.zero
        var due = CMTime.zero
        while let number = next() {
            try flag.check()
            latest = CMTimeMaximum(latest, heads[number].time)
            try copyNext(of: number)
            guard latest >= due else { continue }
            due = latest + TabledCopy.tellingStep
            progress(latest)
        }
        progress(latest)
    }

    var time: CMTime? { next().map { heads[$0].time } }

    mutating func step() throws {
        guard let number = next() else { return }
        try flag.check()
        try copyNext(of: number)
    }

    private mutating func copyNext(of number: Int) throws {
        let span = try span(of: number)
        try write(span, of: number)
        advance(number, to: span.upperBound)
    }

    /// The cursor whose samples come next.
    private func next() -> Int? {
        let heads = heads
        guard var slowest = heads.indices.first else { return nil }
        var nearest = slowest
        for number in heads.indices.dropFirst() {
            if heads[number].time < heads[slowest].time { slowest = number }
            if heads[number].position < heads[nearest].position { nearest = number }
        }
        return heads[nearest].time > heads[slowest].limit ? slowest : nearest
    }

    private mutating func advance(_ number: Int, to place: Int) {
        cursors[number].place = place
        if place >= cursors[number].end {
            let run = cursors[number].run
            let runs = output.clip.copiedRuns[cursors[number].runsNumber].samples
            guard runs.indices.contains(run + 1) else {
                cursors.remove(at: number)
                heads.remove(at: number)
                return
            }
            (cursors[number].run, cursors[number].end) = (run + 1, runs[run + 1].upperBound)
            cursors[number].place = runs[run + 1].lowerBound
        }
        look(at: number)
    }

    /// Notes what the choice of the next cursor needs to know of a cursor's sample.
    private mutating func look(at number: Int) {
        let sample = cursors[number].samples.sample(at: cursors[number].place, passes: true)
        let time = output.order(cursors[number].runsNumber, sample)
        heads[number] = Head(time: time, limit: time + skew, position: sample.position ?? .max)
    }

    /// The samples from the cursor on that lie behind each other in the file: half a second of them, or a megabyte.
    private mutating func span(of number: Int) throws -> Range<Int> {
        let start = cursors[number].place
        let end = cursors[number].end
        let first = cursors[number].samples.sample(at: start, passes: true)
        guard var position = first.position, first.byteCount <= 512 << 20 else {
            throw MediaProblem(code: .invalidSourceMedia, reason: "sample \(start + 1) cannot be that large")
        }
        position += first.byteCount
        // A sample that no other lies behind stands alone, whatever its chunk says.
        if start + 1 < end, cursors[number].samples.sample(at: start + 1).position != position {
            return start..<start + 1
        }
        // What chunks say of all their samples at once need not be asked of each.
        if first.byteCount < 256, let chunk = output.index(cursors[number].runsNumber).table.uniformChunk(of: start) {
            return start..<min(end, chunk.upperBound, start + 24_000)
        }
        let limit = first.decodeTicks.addingClamped(cursors[number].half)
        var place = start + 1
        var byteCount = first.byteCount
        while place < end {
            let sample = cursors[number].samples.sample(at: place)
            guard sample.position == position, sample.descriptionIndex == first.descriptionIndex,
                sample.decodeTicks < limit, byteCount + sample.byteCount <= Int64(CopyReader.blockSize)
            else { break }
            position += sample.byteCount
            byteCount += sample.byteCount
            place += 1
        }
        return start..<place
    }

    // MARK: Writing

    private mutating func write(_ span: Range<Int>, of number: Int) throws {
        let runsNumber = cursors[number].runsNumber
        if let stretches, try stretches.write(span, of: runsNumber, &cursors[number].samples) { return }
        let last = cursors[number].last
        if output.isPlainSound(runsNumber) { return try writeSound(span, of: number) }
        let first = cursors[number].samples.sample(at: span.lowerBound)
        guard let position = first.position?.addingClamped(cursors[number].payloadOffset) else { return }
        if span.count == 1 {
            return try reader.read(Int(first.byteCount), at: position, sample: span.lowerBound) { memory in
                try output.write(memory, first, of: runsNumber, isLast: span.upperBound == last)
            }
        }
        var byteCount: Int64 = 0
        for place in span { byteCount += cursors[number].samples.sample(at: place).byteCount }
        try reader.read(Int(byteCount), at: position, sample: span.lowerBound) { memory in
            var start = 0
            for place in span {
                let sample = cursors[number].samples.sample(at: place)
                let bytes = UnsafeRawBufferPointer(rebasing: memory[start..<start + Int(sample.byteCount)])
                try output.write(bytes, sample, of: runsNumber, isLast: place + 1 == last)
                start += Int(sample.byteCount)
            }
        }
    }

    /// Frames of one size, all at once.
    private mutating func writeSound(_ span: Range<Int>, of number: Int) throws {
        let runsNumber = cursors[number].runsNumber
        let index = output.index(runsNumber)
        var place = span.lowerBound
        while place < span.upperBound {
            let sample = index[place]
            guard let position = sample.position, sample.byteCount > 0 else {
                place += 1
                continue
            }
            let last = BinarySearch.last(in: place..<span.upperBound) { other in
                let sample = index[other]
                return sample.position == position + Int64(other - place) * sample.byteCount
            }
            let count = (last ?? place) + 1 - place
            let step = max(1, min(count, CopyReader.blockSize / Int(sample.byteCount)))
            try reader.read(step * Int(sample.byteCount), at: position, sample: place) { memory in
                try output.write(memory, sample, count: step, of: runsNumber, isLast: false)
            }
            place += step
        }
    }
}
