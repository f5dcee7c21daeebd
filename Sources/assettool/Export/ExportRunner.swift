import AssetKit

/// Exports one file as the command line says.
struct ExportRunner: Sendable {
    let options: ExportOptions

    /// Everything that can be wrong with the names is told before anything is read.
    func run(_ console: Console, _ batch: Batch.Progress? = nil) async throws -> ExportReport {
        let target = options.isDryRun ? nil : try target()
        let asset = try FileArgument.asset(
            options.file,
            isPrecise: true,
            allowsReferences: options.allowsReferences,
            console
        )
        let (duration, tracks) = try await opened(asset)
        do {
            let session = try session(of: asset, tracks)
            let notes = try await configure(session, asset, duration, tracks)
            let job = ExportJob(
                session: session,
                output: options.output,
                fileType: options.fileType,
                duration: duration,
                progress: options.progress,
                isFragmented: options.isFragmented
            )
            guard let target else {
                var report = try await job.plan()
                (report.isVerbose, report.notes) = (options.isVerbose, notes)
                batch?.update(fraction: 1, position: duration)
                return report
            }
            var report = try await job.run(to: target, console, batch)
            report.notes = notes
            return report
        } catch {
            throw sentence(about: error)
        }
    }

    private func target() throws(WorkError) -> OutputTarget {
        let inputs = options.inputs.compactMap { FileIdentity(path: $0) }
        return try OutputTarget(options.output, overwrites: options.overwrites, inputs: inputs)
    }

    private func opened(_ asset: AVAsset) async throws -> (CMTime, [AVAssetTrack]) {
        do {
            return try await asset.load(.duration, .tracks)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw WorkError(message: "cannot open '\(options.file)': \(FileFailure.reason(error))")
        }
    }

    private func session(of asset: AVAsset, _ tracks: [AVAssetTrack]) throws(WorkError) -> AVAssetExportSession {
        if let session = AVAssetExportSession(asset: asset, presetName: options.preset) { return session }
        let reason = ExportNames.uselessness(of: options.preset, for: options.fileType, tracks.map(\.mediaType))
        throw WorkError(message: "\(reason); 'assettool presets FILE' lists what can be made of it")
    }

    private func configure(
        _ session: AVAssetExportSession,
        _ asset: AVAsset,
        _ duration: CMTime,
        _ tracks: [AVAssetTrack]
    ) async throws -> [String] {
        guard session.supportedFileTypes.contains(options.fileType) else {
            let endings = session.supportedFileTypes.map(ExportNames.ending).joined(separator: ", ")
            let name = ExportNames.short(options.preset)
            throw WorkError(
                message: "the preset \(name) makes no .\(ExportNames.ending(options.fileType)), only \(endings)"
            )
        }
        let times = try await times(duration, tracks)
        session.outputFileType = options.fileType
        session.timeRange = try range(times)
        session.fileLengthLimit = options.sizeLimit
        session.shouldOptimizeForNetworkUse = options.startsFast
        session.akReplacesExistingFile = options.overwrites
        session.akTrimMode = .presentsExactly
        session.canPerformMultiplePassesOverSourceMediaData = options.passesTwice
        session.audioTimePitchAlgorithm = options.pitch
        var details = options.options
        details.trackIDs = try options.tracks?.identifiers(among: tracks)
        if let length = options.length { details.scaledDuration = try self.length(length, times) }
        if let crop = options.crop { details.crop = rectangle(crop, tracks) }
        if let size = options.size {
            (details.maximumSize, details.scale) = (size.scale == nil ? size.maximum : nil, size.scale)
        }
        if options.isFragmented || isStreamedMovie {
            details.fragmentInterval = try options.fragmentInterval?.time(in: times) ?? CMTime(value: 1, timescale: 1)
        }
        if options.isStream { details.streamSegmentDuration = CMTime(value: 6, timescale: 1) }
        details.metadata = options.metadata.changes
        details.stripsMetadata = options.metadata.strips
        details.cover = try options.metadata.cover()
        details.chapters = try options.metadata.chapters()
        session.akOptions = details
        return [session.timeRange.note(ofEnd: duration)].compactMap { $0 } + idleOptions(tracks, details.trackIDs)
    }

    /// What is said of pictures or sound that this file does not have, or of which nothing is chosen. The same options may
    /// be meant for many files, so this is none's failure.
    private func idleOptions(_ tracks: [AVAssetTrack], _ chosen: [CMPersistentTrackID]?) -> [String] {
        let types = tracks.filter { chosen?.contains($0.trackID) ?? true }.map(\.mediaType)
        let rest = chosen == nil ? "it has none" : "the chosen tracks have none"
        let ofPictures = types.contains(.video) ? [] : options.needingPictures
        let ofSound = types.contains(.audio) ? [] : options.needingSound
        return ofPictures.map { "--\($0) needs pictures, and \(rest)" }
            + ofSound.map { "--\($0) needs sound, and \(rest)" }
    }

    private func rectangle(_ crop: CropArgument, _ tracks: [AVAssetTrack]) -> CGRect? {
        guard let track = Self.pictures(tracks) else { return nil }
        // What is counted is what is shown.
        let shown = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
        let size = (width: Int(shown.width.rounded()), height: Int(shown.height.rounded()))
        return crop.rectangle(in: options.options.rotation % 180 == 0 ? size : (size.height, size.width))
    }

    /// Nothing can be put in front of a movie that has gone into a pipe. One that is to start fast goes when it is
    /// whole.
    private var isStreamedMovie: Bool {
        options.output == StandardOutput.name && OutputFormat.isMovie(options.fileType) && !options.startsFast
    }

    private static func pictures(_ tracks: [AVAssetTrack]) -> AVAssetTrack? {
        let videos = tracks.filter { $0.mediaType == .video }
        return videos.first(where: \.isEnabled) ?? videos.first
    }

    // MARK: Times

    private func times(_ duration: CMTime, _ tracks: [AVAssetTrack]) async throws -> FileTimes {
        var times = FileTimes(duration: duration)
        let videos = tracks.filter { $0.mediaType == .video }
        let video = videos.first(where: \.isEnabled) ?? videos.first
        if let video, [options.from, options.to, options.length].contains(where: { $0?.needsFrames == true }) {
            times.frames = try await FrameTimes.load(of: video)
        }
        if options.usesFileTimecode { try await times.countTimecode(of: video) }
        return times
    }

    private func range(_ times: FileTimes) throws(WorkError) -> CMTimeRange {
        let start = try options.from?.time(in: times) ?? .zero
        guard let end = try options.to?.time(in: times) else {
            return CMTimeRange(start: start, duration: .positiveInfinity)
        }
        guard start < end else { throw WorkError(message: "--to must be later than --from") }
        return CMTimeRange(start: start, end: end)
    }

    private func length(_ wanted: TimeArgument, _ times: FileTimes) throws(WorkError) -> CMTime {
        let length = try wanted.time(in: times)
        guard length > .zero else { throw WorkError(message: "--duration-to must be longer than nothing") }
        return length
    }

    // MARK: Work

    /// What went wrong, in one sentence that names the file.
    private func sentence(about error: any Error) -> any Error {
        guard !ExportJob.isCancellation(error) else { return CancellationError() }
        return WorkError(message: "cannot export '\(options.file)': \(FileFailure.reason(error))", because: error)
    }
}
