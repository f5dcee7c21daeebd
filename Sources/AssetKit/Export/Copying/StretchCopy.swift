internal import CMTimeLib
internal import Foundation

/// Copies stretches of samples from file to file without looking at them. Not Sendable: one stage owns it.
final class StretchCopy {
    private let output: CopyOutput
    private let sink: ISOMediaSink
    private let file: OpenDescriptor
    private let length: Int64

    /// nil where samples must pass through memory.
    init?(_ source: CopySource, _ output: CopyOutput) throws {
        guard case .file(let path) = source.input.place, let sink = output.sink as? ISOMediaSink else { return nil }
        switch output.part.layout {
        case .plain, .indexFirst: break
        case .fragmented, .crashSafe: return nil
        }
        // Without O_NONBLOCK the opening of a FIFO would wait for another writer.
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard opened >= 0 else { throw FileSource.Failure(number: errno) }
        let file = OpenDescriptor(owning: opened)
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        (self.output, self.sink, self.file, length) = (output, sink, file, Int64(status.st_size))
    }

    /// Copies samples that lie behind each other; false for those that have to change.
    func write(_ span: Range<Int>, of number: Int) throws -> Bool {
        let (piece, ticks, index) = (output.part.pieces[number], output.ticks(number), output.track(number).index)
        guard ticks.isExact, piece.timecodeFrames == 0, piece.limits == nil, !piece.carriesParameterSets else {
            return false
        }
        let first = index[span.lowerBound]
        guard let offset = first.position else { return false }
        let isUniform = index.table.chunk(of: span.lowerBound).map {
            $0.hasUniformSizes && $0.hasUniformDurations && $0.samples.contains(span.upperBound - 1)
        }
        let isSound = output.track(number).facts.mediaType == .audio
        let columns = isUniform == true && isSound ? Columns(first, count: span.count) : Columns(span.map { index[$0] })
        guard var stretch = columns.stretch(file, ticks, isSound: isSound) else { return false }
        guard offset <= length - stretch.byteCount else { throw TabledCopy.endsEarly(span.lowerBound) }
        stretch.offset = offset
        stretch.format = output.format(first, piece)
        try sink.writeRun(stretch, to: piece.track)
        return true
    }

    /// What a stretch's samples are like.
    private struct Columns {
        private let samples: [IndexedSample]
        private let count: Int

        /// Samples that are all alike but for their times.
        init(_ sample: IndexedSample, count: Int) { (samples, self.count) = ([sample], count) }

        init(_ samples: [IndexedSample]) { (self.samples, count) = (samples, samples.count) }

        func stretch(_ file: OpenDescriptor, _ ticks: CopyTicks, isSound: Bool) -> SinkRun? {
            guard let first = samples.first else { return nil }
            let sizes = samples.compactMap { UInt32(exactly: $0.byteCount) }
            let durations = samples.compactMap { UInt32(exactly: ticks.length($0.durationTicks)) }
            let offsets = samples.compactMap {
                Int32(exactly: ticks.presentation($0.presentationTicks) - ticks.decode($0.decodeTicks))
            }
            guard sizes.count == samples.count, durations.count == samples.count, offsets.count == samples.count else {
                return nil
            }
            var stretch = SinkRun(
                file: file,
                offset: 0,
                sizes: spread(sizes),
                decodeTicks: ticks.decode(first.decodeTicks),
                durations: spread(durations)
            )
            if offsets.contains(where: { $0 != 0 }) { stretch.compositionOffsets = spread(offsets) }
            guard !isSound else { return stretch }
            if samples.contains(where: { !$0.isSync }) { stretch.isSync = samples.map(\.isSync) }
            if samples.contains(where: \.isPartialSync) { stretch.isPartialSync = samples.map(\.isPartialSync) }
            let dependencies = samples.map(\.dependencyFlags)
            if dependencies.contains(where: { $0 != 0 }) { stretch.dependencies = dependencies }
            return stretch
        }

        private func spread<Value>(_ values: [Value]) -> [Value] {
            values.count == count ? values : Array(repeating: values[0], count: count)
        }
    }
}

extension IndexedSample {
    /// What `sdtp` says of it (ISO/IEC 14496-12, 8.6.4): two bits each for leading, needs others, is needed, is redundant.
    fileprivate var dependencyFlags: UInt8 {
        func bits(_ value: Bool?) -> UInt8 { value.map { $0 ? 1 : 2 } ?? 0 }
        return bits(dependsOnOthers) << 4 | bits(othersDependOnIt) << 2 | bits(hasRedundantCoding)
    }
}
