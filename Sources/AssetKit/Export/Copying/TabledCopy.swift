internal import CMTimeLib
internal import Foundation

/// Copies samples of a file that has tables of them. Not Sendable: one stage owns it.
///
/// Samples keep the order in which they lie in the source, so that long stretches of it can be copied at once; where one
/// track is far ahead of another there, they are brought into the order of their times.
final class TabledCopy {
    /// Where the next sample of a piece is.
    private struct Cursor {
        let piece: Int
        var run = 0
        var place: Int
    }

    /// How far one track may be ahead of the others in the file.
    private static let skew = CMTime(value: 1, timescale: 1)
    private static let blockSize = 1 << 20

    private let source: CopySource
    private let output: CopyOutput
    private let flag: CancellationFlag
    private let bytes: any AKByteSource
    private let stretches: StretchCopy?
    private var cursors: [Cursor]
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: TabledCopy.blockSize, alignment: 16)

    init(source: CopySource, output: CopyOutput, flag: CancellationFlag) throws {
        (self.source, self.output, self.flag) = (source, output, flag)
        bytes = try source.input.open(flag)
        stretches = try StretchCopy(source, output)
        cursors = output.part.pieces.indices.compactMap { number in
            output.part.pieces[number].samples.first.map { Cursor(piece: number, place: $0.lowerBound) }
        }
    }

    deinit { buffer.deallocate() }

    func run(_ progress: (CMTime) -> Void) throws {
        var latest = CMTime.zero
        while let choice = next() {
            try flag.check()
            let cursor = cursors[choice.cursor]
            let span = try span(from: cursor)
            try write(span, of: cursor.piece)
            advance(choice.cursor, to: span.upperBound)
            latest = CMTimeMaximum(latest, choice.time)
            progress(latest)
        }
    }

    /// The cursor whose samples come next, and when they are decoded.
    private func next() -> (cursor: Int, time: CMTime)? {
        let heads = cursors.indices.map { number -> (cursor: Int, time: CMTime, position: Int64) in
            let sample = output.track(cursors[number].piece).index[cursors[number].place]
            return (number, output.order(cursors[number].piece, sample), sample.position ?? .max)
        }
        guard let slowest = heads.min(by: { $0.time < $1.time }),
            let nearest = heads.min(by: { $0.position < $1.position })
        else { return nil }
        let chosen = nearest.time > slowest.time + Self.skew ? slowest : nearest
        return (chosen.cursor, chosen.time)
    }

    private func advance(_ number: Int, to place: Int) {
        var cursor = cursors[number]
        let runs = output.part.pieces[cursor.piece].samples
        cursor.place = place
        if place >= runs[cursor.run].upperBound {
            cursor.run += 1
            guard runs.indices.contains(cursor.run) else {
                cursors.remove(at: number)
                return
            }
            cursor.place = runs[cursor.run].lowerBound
        }
        cursors[number] = cursor
    }

    /// The samples from the cursor on that lie behind each other in the file: half a second of them, or a megabyte.
    private func span(from cursor: Cursor) throws -> Range<Int> {
        let index = output.track(cursor.piece).index
        let end = output.part.pieces[cursor.piece].samples[cursor.run].upperBound
        let first = index[cursor.place]
        guard var position = first.position, first.byteCount <= 512 << 20 else {
            throw MediaProblem(code: .invalidSourceMedia, reason: "sample \(cursor.place + 1) cannot be that large")
        }
        // What chunks say of all their samples at once need not be asked of each.
        if let chunk = index.table.chunk(of: cursor.place), chunk.hasUniformSizes, chunk.hasUniformDurations,
            chunk.samples.contains(cursor.place), first.byteCount < 256
        {
            return cursor.place..<min(end, chunk.samples.upperBound, cursor.place + 24_000)
        }
        let limit = first.decodeTicks.addingClamped(Int64(index.tick.denominator) / Int64(2 * index.tick.numerator))
        var place = cursor.place
        var byteCount: Int64 = 0
        while place < end {
            let sample = index[place]
            guard sample.position == position, sample.descriptionIndex == first.descriptionIndex,
                sample.decodeTicks < limit || place == cursor.place,
                byteCount + sample.byteCount <= Int64(Self.blockSize) || place == cursor.place
            else { break }
            position += sample.byteCount
            byteCount += sample.byteCount
            place += 1
        }
        return cursor.place..<place
    }

    // MARK: Writing

    private func write(_ span: Range<Int>, of number: Int) throws {
        if let stretches, try stretches.write(span, of: number) { return }
        let index = output.track(number).index
        let last = output.part.pieces[number].samples.last?.upperBound
        if output.track(number).facts.isPlainSound { return try writeSound(span, of: number) }
        let samples = span.map { index[$0] }
        guard let first = samples.first?.position else { return }
        let byteCount = samples.reduce(0) { $0 + $1.byteCount }
        try read(Int(byteCount), at: first, sample: span.lowerBound) { memory in
            var start = 0
            for (place, sample) in zip(span, samples) {
                let bytes = UnsafeRawBufferPointer(rebasing: memory[start..<start + Int(sample.byteCount)])
                try output.write(bytes, sample, of: number, isLast: place + 1 == last)
                start += Int(sample.byteCount)
            }
        }
    }

    /// Frames of one size, all at once.
    private func writeSound(_ span: Range<Int>, of number: Int) throws {
        let index = output.track(number).index
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
            let step = max(1, min(count, Self.blockSize / Int(sample.byteCount)))
            try read(step * Int(sample.byteCount), at: position, sample: place) { memory in
                try output.write(memory, sample, count: step, of: number, isLast: false)
            }
            place += step
        }
    }

    private func read(_ count: Int, at offset: Int64, sample: Int, _ body: (UnsafeRawBufferPointer) throws -> Void)
        throws
    {
        guard count > buffer.count else {
            try fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: offset, sample)
            return try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        // Before memory is set aside for what is not there.
        if let length = try bytes.length, offset > length - Int64(count) { throw Self.endsEarly(sample) }
        let large = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { large.deallocate() }
        try fill(large, at: offset, sample)
        try body(UnsafeRawBufferPointer(large))
    }

    private func fill(_ memory: UnsafeMutableRawBufferPointer, at offset: Int64, _ sample: Int) throws {
        var filled = 0
        while filled < memory.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
            let count = try bytes.read(at: offset + Int64(filled), into: rest)
            guard count > 0, count <= rest.count else { throw Self.endsEarly(sample) }
            filled += count
        }
    }

    static func endsEarly(_ sample: Int) -> MediaProblem {
        MediaProblem(code: .invalidSourceMedia, reason: "it ends before sample \(sample + 1) does")
    }
}
