internal import CMTimeLib
internal import Foundation

/// Makes the file that a plan describes. Blocks until it is there.
///
/// Each track has threads of its own, and one writer brings their samples into order. What is made depends on the plan and
/// on the asset, not on who was faster.
final class ExportRun: Sendable {
    /// What reads a copied track, once there is something to write to.
    typealias Opener = FileWriter.Opener

    private let plan: ExportPlan
    private let asset: AVAsset
    private let loaded: LoadedAsset
    private let settings: ExportSettings
    private let url: URL
    private let crew: ExportCrew
    private let session: ReadingSession
    private let tracks: [ExportedTrack]
    /// What the file that is read was at the beginning.
    private let identity: SourceIdentity
    private let fractions: Lock<[Double]>
    /// How many chains work on pictures at most; nil for as many as there are cores.
    private let workerCount: Int?

    init(
        _ plan: ExportPlan,
        _ asset: AVAsset,
        _ loaded: LoadedAsset,
        _ settings: ExportSettings,
        to url: URL,
        _ flag: CancellationFlag,
        workerCount: Int? = nil
    ) {
        (self.plan, self.asset, self.loaded) = (plan, asset, loaded)
        (self.settings, self.url) = (settings, url)
        self.workerCount = settings.allowsParallelizedExport ? workerCount : 1
        crew = ExportCrew(flag)
        session = ReadingSession(loaded, flag: flag)
        identity = SourceIdentity(loaded.input)
        tracks = plan.tracks.map { _ in ExportedTrack() }
        fractions = Lock(plan.tracks.map { _ in 0 })
    }

    /// Makes the file. `progress` is told how much is done, from 0 to 1, on any thread.
    func run(open: @escaping Opener, _ progress: @escaping @Sendable (Double) -> Void) throws -> AVAssetExportResult {
        let path = url.path(percentEncoded: false)
        let (copies, empty) = try copiedTracks()
        let joints = try plan.tracks.map { try self.joints(of: $0) }
        guard empty.isEmpty else { return try without(empty).run(open: open, progress) }
        let sink = try sinkPlan(copies, joints)
        if let interval = settings.options.streamSegmentDuration {
            return try stream(sink, copies, joints, interval, to: path, progress)
        }
        let replaces = settings.replacesExistingFile
        let file = try OutputFile(path, appears: appearance(at: path), replaces: replaces, flag: crew.flag)
        let writer = try FileWriter(sink, to: file, replaces: replaces, paces: paces, open: open)
        try write(copies, joints, to: writer, progress)
        return result(file.length, copies)
    }

    /// The plan that `run` would end with: samples are listed and encoders opened as there, and nothing is written.
    func rehearsed() throws -> ExportPlan {
        let (copies, empty) = try copiedTracks()
        let joints = try plan.tracks.map { try self.joints(of: $0) }
        guard empty.isEmpty else { return try without(empty).rehearsed() }
        let sink = try sinkPlan(copies, joints)
        if settings.options.streamSegmentDuration == nil { try MediaSinks.check(sink) }
        var rehearsed = plan
        rehearsed.warnings += copies.flatMap { $0?.warnings ?? [] }
        return rehearsed
    }

    /// When the file shows. One with joins may turn out to need another try.
    private func appearance(at path: String) -> OutputFile.Appearance {
        let hasJoins = plan.tracks.contains { if case .splice = $0.work { true } else { false } }
        let isFragmented = settings.options.fragmentInterval != nil
        guard !hasJoins else { return isFragmented ? .atOnce : .whenPublished }
        return MediaSinks.appearance(of: AVFileType(rawValue: plan.fileType), at: path, isFragmented: isFragmented)
    }

    /// Makes a folder with a stream.
    private func stream(
        _ plan: SinkPlan,
        _ copies: [CopiedTrack?],
        _ joints: [[Int: SpliceJoint]],
        _ interval: CMTime,
        to path: String,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> AVAssetExportResult {
        let folder = try StreamFolder(path)
        let sink = try ISOSegmentSink(plan, profile: .hls, interval: interval, origin: .zero) { try folder.write($0) }
        do {
            try write(copies, joints, to: FileWriter(sink, paces: paces), progress)
            try folder.publish(StreamDescription(self.plan, plan.tracks))
        } catch {
            folder.discard()
            throw error
        }
        var result = result(folder.byteCount, copies)
        result.url = url.appending(path: "master.m3u8")
        return result
    }

    /// Feeds a writer with everything, and completes what it writes.
    private func write(
        _ copies: [CopiedTrack?],
        _ joints: [[Int: SpliceJoint]],
        to writer: FileWriter,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws {
        // Without the crew: it keeps this.
        let stop: @Sendable (any Error) -> Void = { [flag = crew.flag] error in
            // Fragments that have been written are of use, unless nobody wants them any more.
            if error is CancellationError || flag.isCancelled { writer.cancel() } else { writer.abandon(error) }
        }
        crew.onFailure(stop)
        do {
            for number in plan.tracks.indices {
                try start(number, copies[number], joints[number], writer, progress)
            }
        } catch {
            crew.fail(error)
        }
        do {
            try crew.wait()
            try identity.check()
            var ending = SinkEnding(edits: copies.map { $0?.edits }, metadata: nil, chapters: nil)
            ending.soundDigest = tracks.first?.snapshot.digest
            try writer.finish(ending)
        } catch {
            stop(error)
            throw error
        }
    }

    /// The tracks that are copied, and the places of those that have nothing to be copied.
    private func copiedTracks() throws -> (copies: [CopiedTrack?], empty: Set<Int>) {
        var (copies, empty) = ([CopiedTrack?](), Set<Int>())
        for (number, track) in plan.tracks.enumerated() {
            copies.append(nil)
            guard track.isStored else { continue }
            do {
                copies[number] = try CopiedTrack(track.trackID, of: asset, plan, settings)
            } catch let error where error.isLackOfSamples && mayBeEmpty(track) {
                empty.insert(number)
            }
        }
        return (copies, empty)
    }

    /// Other tracks are what the file is made for.
    private func mayBeEmpty(_ track: ExportTrack) -> Bool {
        switch track.mediaType {
        case AVMediaType.video.rawValue: false
        case AVMediaType.audio.rawValue: plan.tracks.contains { $0.mediaType == AVMediaType.video.rawValue }
        default: true
        }
    }

    /// The same without tracks, such as subtitles that begin later.
    private func without(_ tracks: Set<Int>) throws -> ExportRun {
        var rest = plan
        rest.tracks = plan.tracks.enumerated().filter { !tracks.contains($0.offset) }.map(\.element)
        guard !rest.tracks.isEmpty else { throw MediaProblem.withoutSamples }
        for number in tracks.sorted() {
            let track = plan.tracks[number].trackID
            rest.warnings.append("track \(track) is left out: \(MediaProblem.withoutSamples.reason)")
        }
        return ExportRun(rest, asset, loaded, settings, to: url, crew.flag, workerCount: workerCount)
    }

    private var paces: [Interleaving.Pace] {
        plan.tracks.map { ["vide", "soun"].contains($0.mediaType) ? .even : .sparse }
    }

    // MARK: Tracks

    private func start(
        _ number: Int,
        _ copy: CopiedTrack?,
        _ joints: [Int: SpliceJoint],
        _ writer: FileWriter,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws {
        let planned = plan.tracks[number]
        let range = plan.range
        let source = try source(of: planned)
        let (track, report) = (tracks[number], reporter(number, progress))
        let length = range.clipped(to: source.facts.presentedEnd).duration
        let seconds = length.isNumeric ? max(length.seconds, 0.001) : .infinity
        let write: @Sendable (SinkSample) throws -> Void = { sample in
            track.note(sample, isCopied: planned.isCopied)
            try writer.append(sample, to: number)
        }
        switch planned.work {
        case .pictures(let work):
            let count = min(workerCount ?? work.mostWorkers, work.mostWorkers)
            let run = PictureTrackRun(
                work,
                of: source,
                in: range,
                session,
                workerCount: count,
                target: waitingPlace
            )
            run.start(crew, report, write: write) { try writer.end(number) }
        case .splice(let work):
            let stored = try storedTrack(planned.trackID)
            let run = SpliceTrackRun(
                work,
                joints,
                of: source,
                stored,
                in: range,
                session,
                into: AVFileType(rawValue: plan.fileType),
                verifies: settings.verifiesJoins
            )
            run.start(crew, report) { sample, isCopied in
                track.note(sample, isCopied: isCopied)
                try writer.append(sample, to: number)
            } end: {
                try writer.end(number)
            }
        case .sound(let work):
            let run = SoundTrackRun(
                work,
                of: source,
                in: range,
                session,
                workerCount: workerCount ?? min(ProcessInfo.processInfo.activeProcessorCount, 8),
                sums: plan.fileType == AVFileType.flac.rawValue
            )
            try run.start(crew) {
                report(min(1, $0.seconds / seconds))
            } write: {
                try write($0)
            } end: { ending in
                track.end(ending)
                report(1)
                try writer.end(number)
            }
        case .copy, .text:
            guard let copy else { return }
            crew.add("assetkit.export.copying") { [crew] in
                try copy.run(crew.flag) { time in
                    report(min(1, time.seconds / seconds))
                } _: {
                    try write($0)
                }
                report(1)
                try writer.end(number)
            }
        }
    }

    /// What joins copied and encoded pictures of a track, by their descriptions; nothing for other tracks.
    private func joints(of track: ExportTrack) throws -> [Int: SpliceJoint] {
        guard case .splice(let work) = track.work else { return [:] }
        return try SpliceJoint.joints(work, of: try source(of: track).facts, in: AVFileType(rawValue: plan.fileType))
    }

    private func storedTrack(_ trackID: Int32) throws -> CopySource {
        try Waiting.result { [asset] in try await CopySource.load(asset, tracks: [trackID]) }
    }

    /// A file in whose folder samples may wait.
    private var waitingPlace: String {
        let name = url.lastPathComponent
        return (settings.directoryForTemporaryFiles?.appending(path: name) ?? url).path(percentEncoded: false)
    }

    private func source(of track: ExportTrack) throws -> TrackSource {
        guard let found = loaded.tracks.first(where: { $0.trackID == track.trackID }) else {
            throw MediaProblem(code: .noSourceTrack, reason: "there is no track \(track.trackID)")
        }
        return loaded.source(of: found)
    }

    /// Tells how much of everything is done: pictures take nearly all of the time.
    private func reporter(
        _ number: Int,
        _ progress: @escaping @Sendable (Double) -> Void
    ) -> @Sendable (Double) -> Void {
        let weights = plan.tracks.map { track -> Double in
            switch track.work {
            case .pictures, .splice: 20
            case .sound: 1
            case .copy, .text: 0.2
            }
        }
        let whole = weights.reduce(0, +)
        return { [self] fraction in
            let done = fractions.withLock { fractions in
                fractions[number] = fraction
                return zip(fractions, weights).reduce(0) { $0 + $1.0 * $1.1 }
            }
            progress(done / max(whole, 1e-9))
        }
    }

    // MARK: The file

    private func sinkPlan(_ copies: [CopiedTrack?], _ joints: [[Int: SpliceJoint]]) throws -> SinkPlan {
        let fileType = AVFileType(rawValue: plan.fileType)
        let tracks = try plan.tracks.indices.map { try sinkTrack(plan.tracks[$0], copies[$0], joints[$0]) }
        var sink = SinkPlan(fileType: fileType, tracks: tracks)
        if let interval = settings.options.fragmentInterval {
            sink.layout = .fragmented(interval: interval)
        } else if settings.shouldOptimizeForNetworkUse {
            sink.layout = .indexFirst
        }
        let metadata = ExportMetadata(loaded: loaded, settings: settings)
        sink.metadata = try metadata.entries()
        sink.chapters = metadata.chapters(in: plan.range.clipped(to: loaded.facts.duration))
        sink.expectedDuration = plan.range.clipped(to: loaded.facts.duration).duration
        for number in plan.tracks.indices { sink.tracks[number].references = references(of: plan.tracks[number]) }
        return sink
    }

    private func sinkTrack(_ planned: ExportTrack, _ copy: CopiedTrack?, _ joints: [Int: SpliceJoint]) throws
        -> SinkTrack
    {
        if var track = copy?.sinkTrack {
            if settings.options.stripsMetadata { track.metadata = [] }
            return track
        }
        let facts = try source(of: planned).facts
        var track: SinkTrack
        switch planned.work {
        case .pictures(let work):
            let format = try PictureEncoder(work.encoding).format
            track = SinkTrack(mediaType: .video, formats: [format], timescale: work.encoding.timescale)
            track.describe(work, facts)
        case .sound(let work):
            let encoder = try SoundEncoder(work.encoding)
            let timescale = CMTimeScale(work.encoding.codedRate)
            track = SinkTrack(mediaType: .audio, formats: [try encoder.format], timescale: timescale)
            track.priming = encoder.priming
        case .splice(let work):
            let listed = work.listedDescriptions(in: AVFileType(rawValue: plan.fileType))
            let formats = listed.compactMap { joints[$0]?.format }
            track = SinkTrack(mediaType: .video, formats: formats, timescale: work.timescale)
            track.describe(facts.video)
            if let video = facts.video, let turned = facts.shown(settings.options) {
                track.transform = turned.startingAtOrigin(video.naturalSize)
            }
            let isLost = MediaSinks.obstacle(toTurn: track.transform, in: AVFileType(rawValue: plan.fileType)) != nil
            if isLost { track.transform = .identity }
        case .copy, .text: preconditionFailure("copied tracks describe themselves")
        }
        track.describe(facts)
        if settings.options.stripsMetadata { track.metadata = [] }
        return track
    }

    /// Which other tracks of the plan a track refers to.
    private func references(of planned: ExportTrack) -> [String: [Int]] {
        let facts = loaded.facts.tracks.first { $0.trackID == planned.trackID }
        return (facts?.references ?? [:]).filter { $0.key != "chap" }.compactMapValues { referred in
            let places = referred.compactMap { id in plan.tracks.firstIndex { $0.trackID == id } }
            return places.isEmpty ? nil : places
        }
    }

    private func result(_ byteCount: Int64, _ copies: [CopiedTrack?]) -> AVAssetExportResult {
        let counts = tracks.map(\.snapshot)
        // Edits end before the samples do that they hide.
        let end = zip(counts, copies).map { $1?.edits?.last?.target.end ?? $0.end }.max() ?? .zero
        var result = AVAssetExportResult(
            url: url,
            requestedTimeRange: settings.timeRange.clipped(to: loaded.facts.duration),
            actualTimeRange: CMTimeRange(start: plan.range.start + (copies.first??.missing ?? .zero), duration: end),
            duration: end,
            fileLength: byteCount,
            tracks: zip(zip(plan.tracks, copies), counts).map { planned, counts in
                let stored = planned.1?.sinkTrack
                return AVAssetExportResult.Track(
                    mediaType: stored?.mediaType ?? AVMediaType(rawValue: planned.0.mediaType),
                    codec: planned.0.codec(loaded, stored),
                    copiedSampleCount: counts.copied,
                    encodedSampleCount: counts.encoded
                )
            },
            warnings: plan.warnings + copies.flatMap { $0?.warnings ?? [] }
        )
        result.trackByteCounts = counts.map(\.byteCount)
        return result
    }
}

extension Error {
    fileprivate var isLackOfSamples: Bool {
        let problem = (self as? AVError)?.underlyingError ?? self
        return (problem as? MediaProblem)?.reason == MediaProblem.withoutSamples.reason
    }
}

extension ExportTrack {
    /// The code of the format that comes out.
    func codec(_ loaded: LoadedAsset, _ stored: SinkTrack?) -> FourCharCode {
        switch work {
        case .pictures(let work): work.encoding.codec.traits.subtype
        case .splice: loaded.facts.tracks.first { $0.trackID == trackID }?.codec ?? 0
        case .sound(let work): work.encoding.codec.traits.formatID
        case .text: stored?.formats.first?.subtype ?? 0
        case .copy: loaded.facts.tracks.first { $0.trackID == trackID }?.codec ?? 0
        }
    }
}

extension SinkTrack {
    /// What stays as it is in the source.
    mutating func describe(_ facts: TrackFacts) {
        languageCode = facts.languageCode
        extendedLanguageTag = facts.extendedLanguageTag
        title = facts.title
        isEnabled = facts.isEnabled
        alternateGroup = facts.alternateGroup
        isForced = facts.isForced ?? false
        volume = facts.preferredVolume
        metadata = facts.metadata.filter { if case .stored = $0.value { false } else { !$0.isOfEncoder } }
    }

    /// What stays where pictures do.
    fileprivate mutating func describe(_ video: VideoFacts?) {
        guard let video else { return }
        (transform, naturalSize, frameRate) = (video.transform, video.naturalSize, video.constantRate)
    }

    fileprivate mutating func describe(_ work: PictureWork, _ facts: TrackFacts) {
        let rate = work.encoding.frameRate
        if work.frameDuration.isNumeric || facts.video?.hasConstantRate ?? false {
            frameRate = (rate.frames, rate.seconds)
        }
        guard !work.turns, let turn = work.transform?.value else { return }
        transform = turn.startingAtOrigin(work.shownSize)
    }
}

extension PictureWork {
    /// The size on a screen before it is turned.
    fileprivate var shownSize: CGSize {
        let base =
            encoding.cleanAperture.map { CGSize(width: $0.width, height: $0.height) }
            ?? CGSize(width: encoding.width, height: encoding.height)
        let ratio = Double(encoding.pixelAspect.horizontal) / Double(max(encoding.pixelAspect.vertical, 1))
        return CGSize(width: (base.width * ratio).rounded(), height: base.height)
    }
}

extension VideoFacts {
    /// All pictures show for as long as the shortest one, as far as headers tell.
    fileprivate var hasConstantRate: Bool {
        minimumFrameDuration.isNumeric && minimumFrameDuration.value > 0 && nominalFrameRate > 0
            && abs(minimumFrameDuration.seconds * nominalFrameRate - 1) < 1e-4
    }
}
