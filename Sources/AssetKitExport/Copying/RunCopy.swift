internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Copies stretches of samples from file to file without looking at them. Not Sendable: one stage owns it.
final class RunCopy {
    private let output: CopyOutput
    private let sink: ISOMediaSink
    private let length: Int64
    /// For each piece, whether its samples stay as they are.
    private let canCopy: [Bool]
    /// The samples of one call. Its memory is used again and again.
    private var run: SinkRun

    /// nil where samples must pass through memory.
    init?(_ source: LoadedSource, _ output: CopyOutput) throws {
        guard case .file(let path) = source.input.place, let sink = output.sink as? ISOMediaSink else { return nil }
        switch output.clip.layout {
        case .plain, .indexFirst: break
        case .fragmented, .crashSafe: return nil
        }
        // Without O_NONBLOCK the opening of a FIFO would wait for another writer.
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard opened >= 0 else { throw FileSource.Failure(number: errno) }
        let file = OpenDescriptor(owning: opened)
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        (self.output, self.sink, length) = (output, sink, Int64(status.st_size))
        canCopy = output.clip.copiedRuns.enumerated().map { number, copied in
            output.ticks(number).isExact && copied.timecodeFrames == 0 && copied.limits == nil
                && !copied.carriesParameterSets
        }
        run = SinkRun(file: file, offset: 0, sizes: [], decodeTicks: 0, durations: [])
    }

    /// Copies samples that lie behind each other; false for those that have to change. The cursor stands before them.
    func write(_ span: Range<Int>, of number: Int, _ samples: inout SampleCursor) throws -> Bool {
        guard canCopy[number], !output.mayChangeSamples(of: number) else { return false }
        return try write(span, of: number, &samples, as: &run)
    }

    /// Nobody else has the run meanwhile, so that its columns need not be retained to be lent.
    private func write(
        _ span: Range<Int>,
        of number: Int,
        _ samples: inout SampleCursor,
        as run: inout SinkRun
    ) throws -> Bool {
        let first = samples.sample(at: span.lowerBound)
        guard let offset = first.position else { return false }
        let isSound = output.isSound(number)
        let isLong = isSound && span.count > SampleCursor.step && isUniform(span, of: number)
        let looked = isLong ? span.lowerBound..<span.lowerBound + 1 : span
        guard run.fill(looked, &samples, output.ticks(number), isSound: isSound) else { return false }
        if isLong { run.repeatOnly(span.count) }
        guard offset <= length - run.byteCount else { throw CopyReader.endsEarly(span.lowerBound) }
        run.offset = offset
        run.format = output.format(first, output.clip.copiedRuns[number])
        try sink.writeRun(run, to: output.clip.copiedRuns[number].track)
        return true
    }

    /// The samples are all alike but for their times.
    private func isUniform(_ span: Range<Int>, of number: Int) -> Bool {
        output.index(number).table.uniformChunk(of: span.lowerBound)?.contains(span.upperBound - 1) ?? false
    }
}

extension SinkRun {
    /// Notes what samples are like; false where the file cannot say it.
    fileprivate mutating func fill(
        _ span: Range<Int>,
        _ samples: inout SampleCursor,
        _ ticks: CopyTicks,
        isSound: Bool
    ) -> Bool {
        removeAll()
        var (hasOffsets, hasOthers, hasPartial, hasDependencies) = (false, false, false, false)
        for place in span {
            let sample = samples.sample(at: place)
            let decode = ticks.decode(sample.decodeTicks)
            if place == span.lowerBound { decodeTicks = decode }
            guard let size = UInt32(exactly: sample.byteCount),
                let duration = UInt32(exactly: ticks.length(sample.durationTicks)),
                let offset = Int32(exactly: ticks.presentation(sample.presentationTicks) - decode)
            else { return false }
            sizes.append(size)
            durations.append(duration)
            compositionOffsets.append(offset)
            hasOffsets = hasOffsets || offset != 0
            guard !isSound else { continue }
            let flags = sample.dependencyFlags
            isSync.append(sample.isSync)
            isPartialSync.append(sample.isPartialSync)
            dependencies.append(flags)
            hasOthers = hasOthers || !sample.isSync
            hasPartial = hasPartial || sample.isPartialSync
            hasDependencies = hasDependencies || flags != 0
        }
        // A column that says nothing is left out.
        if !hasOffsets { compositionOffsets.removeAll(keepingCapacity: true) }
        if !hasOthers { isSync.removeAll(keepingCapacity: true) }
        if !hasPartial { isPartialSync.removeAll(keepingCapacity: true) }
        if !hasDependencies { dependencies.removeAll(keepingCapacity: true) }
        return true
    }

    /// Empties the columns. Their memory stays for the next run.
    fileprivate mutating func removeAll() {
        sizes.removeAll(keepingCapacity: true)
        durations.removeAll(keepingCapacity: true)
        compositionOffsets.removeAll(keepingCapacity: true)
        isSync.removeAll(keepingCapacity: true)
        isPartialSync.removeAll(keepingCapacity: true)
        dependencies.removeAll(keepingCapacity: true)
    }

    /// Has the only sample so many times. Sound has no other columns.
    fileprivate mutating func repeatOnly(_ count: Int) {
        sizes = Array(repeating: sizes[0], count: count)
        durations = Array(repeating: durations[0], count: count)
        if let offset = compositionOffsets.first {
            compositionOffsets = Array(repeating: offset, count: count)
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
