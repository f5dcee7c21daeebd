import AssetKit

/// How an edit becomes a file.
struct ComposeRendering: Sendable {
    /// `-` is standard output.
    let output: String
    let fileType: AVFileType
    /// nil for what the first part is.
    let preset: String?
    let options: AKExportOptions
    let size: PictureSize?
    let sizeLimit: Int64
    let startsFast: Bool
    let isDryRun: Bool
    let isVerbose: Bool
    let overwrites: Bool
    let printsJSON: Bool
    let progress: ProgressMode

    /// No sound is encoded, whatever there is.
    var copiesSound: Bool {
        options.audio == .copied || options.audio == .byPreset && preset == AVAssetExportPresetPassthrough
    }

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let reader = ExportOptionReader(arguments: arguments, verb: ComposeOptions.verb)
        guard let output = arguments.output, !output.isEmpty else {
            throw reader.usage("the output is missing: -o OUT")
        }
        self.output = output
        try StandardOutput.check(arguments, ComposeOptions.verb)
        fileType = try reader.fileType(output)
        guard !OutputFormat.isSubtitles(fileType) else {
            throw reader.usage("an edit is pictures and sound, and \(quoted(output)) would be subtitles alone")
        }
        let usual = try reader.preset(fileType)
        preset = arguments.has("preset") ? usual : nil
        var options = try reader.options()
        let useless = UselessArguments(
            verb: ComposeOptions.verb,
            arguments: arguments,
            options: options,
            preset: usual,
            fileType: fileType
        )
        try useless.refuse()
        try useless.refuseEdits()
        // What an edit leaves alone is copied only where nothing else is asked for.
        options.copiesFittingSound = false
        // The edit lays its pictures over the colour by itself, and only those that do not cover it are encoded.
        options.background = nil
        self.options = options
        size = try reader.size()
        sizeLimit = try reader.byteCount("limit-size") ?? 0
        startsFast = try OutputFormat.startsFast(arguments, fileType, ComposeOptions.verb)
        isDryRun = arguments.has("dry-run")
        isVerbose = arguments.isVerbose
        overwrites = arguments.has("overwrite")
        printsJSON = arguments.has("json")
        progress = try ProgressMode(arguments, ComposeOptions.verb)
    }

    /// Renders the edit, or says how it would be. `inputs`: names of files that are not to be written over.
    func run(_ edit: ComposedEdit, to target: OutputTarget?, _ console: Console) async throws -> ExportReport {
        do {
            let session = try session(edit)
            let job = ExportJob(
                session: session,
                output: output,
                fileType: fileType,
                duration: edit.composition.duration,
                progress: progress
            )
            var report: ExportReport
            if let target { report = try await job.run(to: target, console) } else { report = try await job.plan() }
            (report.isVerbose, report.notes) = (isVerbose, edit.warnings)
            return report
        } catch {
            guard !ExportJob.isCancellation(error) else { throw CancellationError() }
            throw WorkError(message: "cannot compose \(quoted(output)): \(FileFailure.reason(error))", because: error)
        }
    }

    private func session(_ edit: ComposedEdit) throws(WorkError) -> AVAssetExportSession {
        let name = preset ?? ExportNames.usualPreset(fileType)
        guard let session = AVAssetExportSession(asset: edit.composition, presetName: name) else {
            let mediaTypes = edit.composition.tracks.map(\.mediaType)
            throw WorkError(message: ExportNames.uselessness(of: name, for: fileType, mediaTypes))
        }
        guard session.supportedFileTypes.contains(fileType) else {
            let endings = session.supportedFileTypes.map(ExportNames.ending).joined(separator: ", ")
            let ending = ExportNames.ending(fileType)
            throw WorkError(message: "the preset \(ExportNames.short(name)) makes no .\(ending), only \(endings)")
        }
        session.outputFileType = fileType
        session.videoComposition = edit.videoComposition
        session.audioMix = edit.mix
        session.fileLengthLimit = sizeLimit
        // Who reads a stream cannot look at its end first.
        let isStreamedMovie = output == StandardOutput.name && OutputFormat.isMovie(fileType)
        session.shouldOptimizeForNetworkUse = startsFast || isStreamedMovie
        session.akReplacesExistingFile = overwrites
        session.akTrimMode = .presentsExactly
        var details = options
        details.prefersSourceFormats = preset == nil
        if let size {
            (details.maximumSize, details.scale) = (size.scale == nil ? size.maximum : nil, size.scale)
        }
        session.akOptions = details
        return session
    }
}

/// An edit that is ready to be rendered.
struct ComposedEdit {
    let composition: AVMutableComposition
    /// nil where pictures follow each other as they are.
    var videoComposition: AVVideoComposition?
    /// nil where all sound is as loud as it is.
    var mix: AVAudioMix?
    /// How long one of the first pictures shows.
    var frameDuration: CMTime?
    /// What is left out or taken otherwise, a sentence each.
    var warnings: [String] = []
}
