internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// Makes the file that a plan describes. Blocks until it is there.
///
/// Each track has threads of its own, and one writer brings their samples into order. What is made depends on the plan and
/// on the asset, not on who was faster.
final class ExportRunner: Sendable {
    private let prepared: ExportPreparation
    private let url: URL
    private let crew: ExportCrew
    private let tracks: [ExportedTrack]
    /// How many chains work on pictures at most; nil for as many as there are cores.
    private let workerCount: Int?

    init(_ prepared: ExportPreparation, to url: URL, workerCount: Int? = nil) {
        (self.prepared, self.url) = (prepared, url)
        self.workerCount = prepared.settings.allowsParallelizedExport ? workerCount : 1
        crew = ExportCrew(prepared.context.flag)
        tracks = prepared.plan.tracks.map { _ in ExportedTrack() }
    }

    private var plan: ExportPlan { prepared.plan }

    private var loaded: LoadedAsset { prepared.loaded }

    private var session: ReadingSession { prepared.context.session }

    private var settings: ExportSettings { prepared.settings }

    /// Makes the file. `progress` is told how much is done, from 0 to 1, on any thread.
    func run(open: FileWriter.Opener, _ progress: @escaping @Sendable (Double) -> Void) throws -> AKExportResult {
        let path = url.path(percentEncoded: false)
        if loaded.composed != nil { try prepared.context.checkFiles() }
        let progress = ExportProgress(plan.tracks, progress)
        if let interval = settings.options.streamSegmentDuration {
            return try stream(interval, to: path, progress)
        }
        let file = FileRunner(
            sink: prepared.sink,
            path: path,
            appearance: appearance(at: path),
            replaces: settings.replacesExistingFile,
            flag: crew.flag
        )
        let byteCount = try file.run(open: open) {
            try supply($0, progress)
        } check: { _ in
            try prepared.context.checkFiles()
        }
        return result(byteCount)
    }

    /// When the file shows. One with joins may turn out to need another try.
    private func appearance(at path: String) -> OutputFile.Appearance {
        let hasJoins = plan.stretches.contains { if case .spliced = $0.treatment { true } else { false } }
        // Fragments, which show at once, could not be taken back: nothing is spliced into them.
        return hasJoins ? .whenPublished : MediaSinks.appearance(of: prepared.sink, at: path)
    }

    /// Makes a folder with a stream.
    private func stream(
        _ interval: CMTime,
        to path: String,
        _ progress: ExportProgress
    ) throws -> AKExportResult {
        let folder = try StreamFolder(path)
        let sink = try ISOSegmentSink(prepared.sink, profile: .hls, interval: interval, origin: .zero) {
            try folder.write($0)
        }
        do {
            try FileRunner.complete(FileWriter(sink, paces: plan.tracks.map { _ in .even }), crew.flag) {
                try supply($0, progress)
            } check: {
                try prepared.context.checkFiles()
            }
            try folder.publish(StreamDescription(plan, prepared.sink.tracks))
        } catch {
            folder.discard()
            throw error
        }
        var result = result(folder.byteCount)
        result.url = url.appending(path: "master.m3u8")
        return result
    }

    /// Brings the samples of all tracks to a writer. Each has a thread that can always go on, so all wait for each other, and the
    /// order of samples does not depend on who was faster.
    private func supply(_ writer: FileWriter, _ progress: ExportProgress) throws -> SinkEnding {
        // Without the crew: it keeps this.
        crew.onFailure { [flag = crew.flag] in FileRunner.stop(writer, flag, because: $0) }
        do {
            for number in plan.tracks.indices { try start(number, writer, progress) }
        } catch {
            crew.fail(error)
        }
        try crew.wait()
        // Before the file looks complete, and once more before it gets its name.
        try prepared.context.checkFiles()
        var ending = SinkEnding(edits: prepared.copies.map { $0?.edits }, metadata: nil, chapters: nil)
        ending.soundDigest = tracks.first?.snapshot.digest
        return ending
    }

    // MARK: Tracks

    private func start(_ number: Int, _ writer: FileWriter, _ progress: ExportProgress) throws {
        let planned = plan.tracks[number]
        let source = try loaded.source(of: planned)
        let length = plan.range.clipped(to: source.facts.presentedEnd).duration
        let output = TrackWriter(
            number: number,
            writer: writer,
            track: tracks[number],
            progress: progress,
            seconds: length.isNumeric ? max(length.seconds, 0.001) : .infinity
        )
        switch planned.treatment {
        case .pictures(let rendering): start(rendering, of: source, at: planned.speed, output)
        case .spliced(let splice): start(splice, of: source, output)
        case .sound(let rendering): try start(rendering, of: source, at: planned.speed, output)
        case .copied, .text:
            guard let copy = prepared.copies[number] else { return try output.end() }
            start(copy, isCopied: planned.isCopied, output)
        }
    }

    private func start(_ rendering: PictureRendering, of source: TrackSource, at speed: Speed, _ output: TrackWriter) {
        let runner = PictureTrackRunner(
            rendering,
            of: source,
            in: plan.range,
            at: speed,
            session,
            workerCount: rendering.mostWorkers(of: workerCount),
            target: waitingPlace
        )
        runner.start(crew) {
            output.report($0)
        } write: {
            try output.write($0, isCopied: false)
        } end: {
            try output.end()
        }
    }

    private func start(_ splice: SplicePlan, of source: TrackSource, _ output: TrackWriter) {
        guard let stored = prepared.stored[output.number] else {
            preconditionFailure("the samples of what is spliced have been listed")
        }
        let runner = SpliceTrackRunner(
            splice,
            prepared.joints[output.number],
            of: source,
            stored,
            in: plan.range,
            session,
            into: plan.fileType,
            verifies: settings.verifiesJoins
        )
        runner.start(crew) {
            output.report($0)
        } write: { sample, isCopied in
            try output.write(sample, isCopied: isCopied)
        } end: {
            try output.end()
        }
    }

    private func start(_ rendering: SoundRendering, of source: TrackSource, at speed: Speed, _ output: TrackWriter)
        throws
    {
        let runner = SoundTrackRunner(
            rendering,
            of: source,
            in: plan.range,
            at: speed,
            session,
            workerCount: workerCount ?? min(ProcessInfo.processInfo.activeProcessorCount, 8),
            sums: plan.fileType == .akFLAC
        )
        try runner.start(crew) {
            output.report(at: speed.source($0))
        } write: {
            try output.write($0, isCopied: false)
        } end: { ending in
            output.track.end(ending)
            output.report(1)
            try output.end()
        }
    }

    private func start(_ copy: CopiedTrack, isCopied: Bool, _ output: TrackWriter) {
        crew.add("assetkit.export.copying") { [crew] in
            try copy.run(crew.flag) {
                output.report(at: $0)
            } _: {
                try output.write($0, isCopied: isCopied)
            }
            output.report(1)
            try output.end()
        }
    }

    /// A file in whose folder samples may wait.
    private var waitingPlace: String {
        let name = url.lastPathComponent
        return (settings.directoryForTemporaryFiles?.appending(path: name) ?? url).path(percentEncoded: false)
    }

    // MARK: The file

    private func result(_ byteCount: Int64) -> AKExportResult {
        let (counts, copies) = (tracks.map(\.snapshot), prepared.copies)
        // Edits end before the samples do that they hide.
        let end = zip(counts, copies).map { $1?.edits?.last?.target.end ?? $0.end }.max() ?? .zero
        var result = AKExportResult(
            url: url,
            requestedTimeRange: settings.timeRange.clipped(to: loaded.facts.duration),
            actualTimeRange: CMTimeRange(
                start: plan.range.start + (copies.first??.missing ?? .zero),
                duration: plan.speed == .normal ? end : plan.speed.source(end).inLowestTerms
            ),
            duration: end,
            fileLength: byteCount,
            tracks: zip(zip(plan.tracks, copies), counts).map { planned, counts in
                let stored = planned.1?.sinkTrack
                return AKExportResult.Track(
                    mediaType: stored?.mediaType ?? planned.0.mediaType,
                    codec: planned.0.codec(loaded, stored),
                    copiedSampleCount: counts.copied,
                    encodedSampleCount: counts.encoded
                )
            },
            warnings: plan.warnings + prepared.losses
        )
        result.trackByteCounts = counts.map(\.byteCount)
        return result
    }
}

extension ExportTrack {
    /// The code of the format that comes out.
    func codec(_ loaded: LoadedAsset, _ stored: SinkTrack?) -> FourCharCode {
        switch treatment {
        case .pictures(let rendering): rendering.encoding.codec.traits.subtype
        case .spliced: loaded.facts.tracks.first { $0.trackID == trackID }?.codec ?? 0
        case .sound(let rendering): rendering.encoding.codec.traits.formatID
        case .text: stored?.formats.first?.subtype ?? 0
        case .copied: loaded.facts.tracks.first { $0.trackID == trackID }?.codec ?? 0
        }
    }
}
