internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Makes a track of copied and encoded pictures. The edges are encoded on a thread of their own, ahead of what is written, and
/// what follows joins is decoded there and looked at; copying waits for its turn.
final class SpliceTrackRunner: Sendable {
    /// What a sample is, besides itself.
    typealias Writer = @Sendable (SinkSample, _ isCopied: Bool) throws -> Void

    private let splice: SplicePlan
    /// By description.
    private let joints: [Int: SpliceFormat]
    private let source: TrackSource
    private let copy: LoadedSource
    private let range: CMTimeRange
    private let session: ReadingSession
    private let verifies: Bool
    /// By description, what goes in front of samples because the file has it nowhere else.
    private let sets: [Int: SpliceSets]
    /// By description, the place of its format in the new file.
    private let formats: [Int: Int]
    private let outboxes: [BoundedQueue<SinkSample>]
    /// For each section the sample that its decoder has had: what joins are checked behind.
    private let landmarks: [BoundedQueue<[UInt8]>]

    init(
        _ splice: SplicePlan,
        _ joints: [Int: SpliceFormat],
        of source: TrackSource,
        _ copy: LoadedSource,
        in range: CMTimeRange,
        _ session: ReadingSession,
        into fileType: AVFileType,
        verifies: Bool
    ) {
        (self.splice, self.joints, self.source, self.copy) = (splice, joints, source, copy)
        (self.range, self.session, self.verifies) = (range, session, verifies)
        let isOneOfSeveral = joints.count > 1
        sets = joints.compactMapValues { joint in
            guard !splice.isPureCopy || isOneOfSeveral else { return nil }
            return SpliceSets(joint.format, in: fileType, isOneOfSeveral: isOneOfSeveral)
        }
        let listed = splice.listedDescriptions(in: fileType)
        formats = Dictionary(uniqueKeysWithValues: listed.enumerated().map { ($1, $0) })
        // Edges are short: those that wait for their turn are kept.
        outboxes = (splice.edges?.chunks ?? []).map { _ in BoundedQueue(capacity: .max) }
        landmarks = splice.sections.map { _ in BoundedQueue(capacity: 1) }
    }

    /// Starts the threads. `write` gets the samples in order, on one thread, and `end` is called behind the last one.
    func start(
        _ crew: ExportCrew,
        _ progress: @escaping @Sendable (Double) -> Void,
        write: @escaping Writer,
        end: @escaping @Sendable () throws -> Void
    ) {
        crew.onFailure { [self] _ in
            outboxes.forEach { $0.close() }
            landmarks.forEach { $0.close() }
        }
        // One after the other: encoders and decoders have threads of their own, and take much memory.
        crew.add("assetkit.export.edges") { [self] in
            for number in outboxes.indices { try encode(number, crew) }
            if verifies, !splice.isPureCopy { try check(crew) }
        }
        crew.add("assetkit.export.joining") { [self] in
            try join(crew, progress, write)
            try end()
        }
    }

    private func joint(_ description: Int) throws -> SpliceFormat {
        guard let joint = joints[description] else { throw SplicePlanner.Obstacle(reason: SpliceFormat.lackOfFormat) }
        return joint
    }

    private func check(_ crew: ExportCrew) throws {
        for (number, section) in splice.sections.enumerated() {
            guard case .copied(let run) = section else { continue }
            let check = SpliceCheck(try joint(run.description), of: source, copy, session)
            let before = number > 0 ? try landmarks[number - 1].take() : nil
            try check.check(run, behind: before) { try crew.check() }
        }
    }

    /// Hands on the stored samples of a run, with the times of the new file.
    private func copySamples(
        of run: SpliceRun,
        _ joint: SpliceFormat,
        _ crew: ExportCrew,
        _ body: @escaping (SinkSample) throws -> Void
    ) throws {
        let clip = CopiedClip(
            source: copy,
            copiedRuns: [run.copied(from: range.start)],
            tracks: [CopiedClip.Track(timescale: splice.timescale, formats: [joint.format])],
            range: run.shownRange(from: range.start)
        )
        try CopyOutput(clip, sink: ForwardingSink(body)).copy(crew.flag) { _ in }
    }

    private func encode(_ number: Int, _ crew: ExportCrew) throws {
        guard let edges = splice.edges else { return }
        let renderer = try ChunkRenderer(edges, number: number, of: source, in: range, session, isEdge: true)
        let outbox = outboxes[number]
        try renderer.run { _ in
            try crew.check()
        } _: { sample in
            guard outbox.put(sample) else { throw CancellationError() }
        }
        outbox.finish()
    }

    private func join(_ crew: ExportCrew, _ progress: @escaping @Sendable (Double) -> Void, _ write: @escaping Writer)
        throws
    {
        var splicers = joints.compactMapValues(\.splicer)
        var order = DecodeOrder(delay: splice.delay)
        var written = 0
        let whole = splice.runs.reduce(splice.encodedCount) { $0 + $1.sampleCount }
        func give(_ sample: SinkSample, _ description: Int, isCopied: Bool) throws {
            var sample = sample
            sample.format = formats[description] ?? 0
            if let sets = sets[description], sample.isSync || sample.isPartialSync {
                let whole = sets.added(to: Array(try sample.data.dataBytes()))
                sample.data = try whole.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
            }
            try write(order.place(sample), isCopied)
            written += 1
            progress(min(1, Double(written) / Double(max(whole, 1))))
        }
        for (place, section) in splice.sections.enumerated() {
            defer { landmarks[place].finish() }
            let description = section.description
            let joint = try joint(description)
            switch section {
            case .encoded(let edge):
                let check = verifies ? try EdgeCheck(joint, of: source.facts) : nil
                var isFirst = true
                while var sample = try outboxes[edge.number].take() {
                    let own = Array(try sample.data.dataBytes())
                    let changed = try SpliceMismatch.at(nil) { try splicers[description]?.encoded(own) } ?? own
                    if isFirst { _ = landmarks[place].put(changed) }
                    isFirst = false
                    try check?.check(own, changed)
                    sample.data = try changed.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
                    try give(sample, description, isCopied: false)
                }
                try check?.finish()
            case .copied(let run):
                splicers[description]?.beginRun()
                var isFirst = true
                try copySamples(of: run, joint, crew) { sample in
                    var sample = sample
                    if var changing = splicers[description], isFirst || !changing.restIsUntouched {
                        let fresh = try sample.data.withContiguousStorage { bytes in
                            try SpliceMismatch.at(run.first) { try changing.copied(bytes, isFirst: isFirst) }
                        }
                        splicers[description] = changing
                        if let fresh { sample.data = try fresh.withUnsafeBytes { try CMBlockBuffer(copying: $0) } }
                        if isFirst { (sample.isSync, sample.isPartialSync) = (true, false) }
                    }
                    isFirst = false
                    try give(sample, description, isCopied: true)
                }
            }
        }
    }
}

extension SpliceRun {
    /// What is copied, with the times of the new file. `origin`: the time of the asset that is zero there.
    func copied(from origin: CMTime) -> CopiedRuns {
        var copied = CopiedRuns(
            track: 0,
            sourceTrack: 0,
            samples: samples,
            shift: shift,
            decodeShift: shift,
            lead: shift
        )
        copied.limits = shownRange(from: origin)
        return copied
    }

    /// When it shows in the new file. Pictures at its ends may be shown for longer in the source.
    fileprivate func shownRange(from origin: CMTime) -> CMTimeRange {
        CMTimeRange(start: range.start - origin, duration: range.duration)
    }
}
