internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib

// What only blocks tell: times, and what stands in the first samples.

extension MatroskaFile {
    /// Sets the times of the asset and its tracks, and completes what headers leave open.
    func setTimes(
        of facts: inout MediaFacts,
        from window: ByteWindow,
        isPrecise: Bool,
        flag: CancellationFlag
    ) throws {
        // Only reading all blocks tells the end of a recording that was never closed.
        let scan =
            isPrecise || info.duration == nil || isCutOff
            ? try MatroskaScan.run(self, window: window) { flag.isCancelled } : nil
        try flag.check()
        let blocks = try scan?.tracks ?? firstBlocks(for: facts.tracks, in: window)
        let starts = blocks.compactMapValues(\.firstTime)
        let start = starts.values.min() ?? .zero
        if let scan {
            facts.warnings += scan.problems.all.map { "\($0.text), at byte \($0.offset)" }
                .filter { !facts.warnings.contains($0) }
        }
        facts.startTime = start
        facts.isPrecise = scan?.isComplete ?? false
        let ends = scan.map { self.ends(of: facts.tracks, $0, from: window) } ?? [:]
        let end = [scan?.endTime ?? info.duration, ends.values.max()].compactMap { $0 }.max() ?? .invalid
        facts.duration = end.isNumeric && end >= start ? end - start : .indefinite
        for index in facts.tracks.indices {
            let number = UInt64(facts.tracks[index].trackID)
            let first = starts[number].map { $0 - start } ?? .zero
            let summary = scan?.tracks[number]
            let last = ends[number].map { $0 - start } ?? facts.duration
            facts.tracks[index].sampleCount = summary.map { Int64($0.sampleCount) }
            facts.tracks[index].totalByteCount = summary?.byteCount
            if let blocks = blocks[number] {
                let rate = scan == nil ? blocks.firstRate : blocks.rate
                facts.warnings += complete(&facts.tracks[index], blocks, rate: rate, from: window)
                // Where samples are missing, gaps between pictures say nothing about the frame rate.
                if let scan, !isCutOff, scan.problems.all.isEmpty {
                    facts.tracks[index].video?.frameRateRange = frameRates(blocks)
                }
            }
            guard last.isNumeric, last >= first else { continue }
            let range = CMTimeRange(start: first, end: last)
            facts.tracks[index].timeRange = range
            let stored = CMTimeRange(start: first + start, duration: range.duration)
            facts.tracks[index].segments = [CMTimeMapping(source: stored, target: range)]
        }
    }

    /// Pictures a second at least and at most, where that differs by more than rounding does.
    private func frameRates(_ blocks: MatroskaTrackSummary) -> ClosedRange<Double>? {
        guard let steps = blocks.steps, steps.upperBound - steps.lowerBound > 2 * info.timestampScale else {
            return nil
        }
        return 1e9 / Double(steps.upperBound)...1e9 / Double(steps.lowerBound)
    }

    /// What the first blocks of the file add up to. A track that starts later than those is not among them.
    private func firstBlocks(
        for tracks: [TrackFacts],
        in window: ByteWindow
    ) throws -> [UInt64: MatroskaTrackSummary] {
        var reader = MatroskaBlockReader(self, window: window)
        let known = Dictionary(self.tracks.map { ($0.number, $0) }) { first, _ in first }
        var missing = known.filter { $0.value.kind == .video || $0.value.kind == .audio }.mapValues { _ in 1 }
        for track in tracks where missing[UInt64(track.trackID)] != nil && isOpen(track) {
            missing[UInt64(track.trackID)] = MatroskaTrackSummary.rhythmCount
        }
        var summaries: [UInt64: MatroskaTrackSummary] = [:]
        var blocks = 0
        while blocks < 256, !missing.isEmpty, let block = try reader.next() {
            blocks += 1
            guard let track = known[block.trackNumber] else { continue }
            var summary = summaries[track.number] ?? MatroskaTrackSummary()
            summary.add(block, of: track.times, scale: info.timestampScale)
            summaries[track.number] = summary
            if summary.sampleCount >= missing[track.number] ?? .max { missing[track.number] = nil }
        }
        return summaries.filter { $0.value.sampleCount > 0 }
    }

    /// No header tells the rate of the pictures, or whether they are reordered.
    private func isOpen(_ track: TrackFacts) -> Bool {
        guard track.video != nil, let entry = self.track(numbered: UInt64(track.trackID)) else { return false }
        let mayReorder = [.h264, .mpeg4].contains(track.knownCodec) && !track.requiresReordering
        return entry.defaultDuration == nil || mayReorder
    }

    // MARK: Tracks

    private func complete(
        _ facts: inout TrackFacts,
        _ blocks: MatroskaTrackSummary,
        rate: Double?,
        from window: ByteWindow
    ) -> [String] {
        guard let entry = track(numbered: UInt64(facts.trackID)) else { return [] }
        if facts.video != nil {
            if blocks.isReordered { facts.requiresReordering = true }
            if let rate, entry.defaultDuration == nil { setRate(of: &facts, measured: rate) }
            // A header may promise alpha that no sample has.
            if entry.video?.hasAlpha == true, blocks.hasAdditions, [.vp8, .vp9].contains(facts.knownCodec) {
                facts.video?.alpha = VideoFacts.Alpha(place: .beside)
            }
        }
        var warnings: [String] = []
        if CodecHeaders.needsSample(facts), let sample = beginning(of: entry, blocks.firstFrame, 65536, from: window) {
            warnings = CodecHeaders.describe(&facts, record: sample, form: .sample)
        }
        if FirstPicture.isWorthReading(facts),
            let sample = beginning(of: entry, blocks.firstFrame, FirstPicture.byteCount, from: window)
        {
            let record = entry.codecPrivate ?? []
            FirstPicture(sample[...], of: facts, record: record[...]).complete(&facts)
        }
        if CodecAtoms.needsSample(facts), let sample = beginning(of: entry, blocks.firstFrame, 65536, from: window) {
            CodecAtoms.complete(&facts, sample: sample[...])
        }
        return warnings
    }

    /// The rate that the codec's header states is the clock's rather than the pictures' where blocks say otherwise. Where
    /// both agree it is the better one: the times of blocks are rounded.
    private func setRate(of facts: inout TrackFacts, measured: Double) {
        let stated = facts.video?.nominalFrameRate ?? 0
        guard abs(stated - measured) > measured * 0.03 else { return }
        facts.video?.nominalFrameRate = measured
    }

    /// The beginning of a sample of a track as a decoder sees it; nil where that takes more than a prefix.
    func beginning(
        of entry: MatroskaTrack,
        _ frame: ByteExtent?,
        _ limit: Int,
        from window: ByteWindow
    ) -> [UInt8]? {
        guard let frame, !entry.isProtected else { return nil }
        let changes = entry.encodings.filter { $0.scope & 1 != 0 }
        guard changes.allSatisfy({ $0.compression == .headerStripping }) else { return nil }
        // The encoding applied last comes first, and so stripped its bytes from what the others had left.
        let prefix = changes.reduce([UInt8]()) { $1.settings + $0 }
        guard let bytes = try? window.available(Int(min(frame.count, Int64(limit))), at: frame.offset) else {
            return nil
        }
        return prefix + bytes
    }
}
