import AssetKit

/// Makes an edit of parts of files, one behind the other, and of music below them.
struct ComposeParts {
    let parts: [ComposePart]
    let options: ComposeOptions
    let console: Console
    private var files: [String: AVAsset] = [:]
    private var edit = ComposedEdit(composition: AVMutableComposition())

    init(_ parts: [ComposePart], _ options: ComposeOptions, _ console: Console) {
        (self.parts, self.options, self.console) = (parts, options, console)
    }

    mutating func make() async throws -> ComposedEdit {
        for part in parts { try await append(part) }
        keepFirstTracks()
        var volumes: [AVMutableAudioMixInputParameters] = []
        if let volume = options.volume {
            guard let sound = edit.composition.tracks(withMediaType: .audio).first else {
                throw WorkError(message: "--volume needs sound, and the parts have none")
            }
            volumes.append(Self.volume(volume, of: sound))
        }
        if let music = options.music, let track = try await addMusic(music), let volume = options.musicVolume {
            volumes.append(Self.volume(volume, of: track))
        }
        if !volumes.isEmpty {
            let mix = AVMutableAudioMix()
            mix.inputParameters = volumes
            edit.mix = mix
        }
        return edit
    }

    private static func volume(_ volume: Float, of track: AVAssetTrack) -> AVMutableAudioMixInputParameters {
        let parameters = AVMutableAudioMixInputParameters(track: track)
        parameters.setVolume(volume, at: .zero)
        return parameters
    }

    // MARK: Parts

    private mutating func append(_ part: ComposePart) async throws {
        let (asset, tracks) = try await opened(part.file)
        do {
            let range = try await range(of: part, asset, tracks)
            try await edit.composition.insertTimeRange(range, of: asset, at: edit.composition.duration)
        } catch {
            throw Self.failure(part, error)
        }
        noteWhatIsLeftOut(tracks, part)
        let pictures = tracks.first { $0.mediaType == .video }
        guard let pictures, edit.pictureCode == nil else { return }
        edit.pictureCode = pictures.akDetails.codec.characters
        edit.frameDuration = try await pictures.load(.minFrameDuration)
        edit.composition.tracks(withMediaType: .video).first?.preferredTransform = pictures.preferredTransform
    }

    private mutating func opened(_ file: String) async throws -> (AVAsset, [AVAssetTrack]) {
        let known = files[file]
        let allowsReferences = options.allowsReferences
        let asset =
            try known
            ?? FileArgument.asset(file, isPrecise: true, allowsReferences: allowsReferences, console)
        files[file] = asset
        do {
            return (asset, try await asset.load(.duration, .tracks).1)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw WorkError(message: "cannot open \(quoted(file)): \(FileFailure.reason(error))", because: error)
        }
    }

    private static func failure(_ part: ComposePart, _ error: any Error) -> any Error {
        guard !ExportJob.isCancellation(error) else { return CancellationError() }
        return WorkError(message: "cannot take \(quoted(part.file)): \(FileFailure.reason(error))", because: error)
    }

    private mutating func range(
        of part: ComposePart,
        _ asset: AVAsset,
        _ tracks: [AVAssetTrack]
    ) async throws -> CMTimeRange {
        var times = FileTimes(duration: asset.duration)
        guard let interval = part.interval else { return CMTimeRange(start: .zero, duration: times.duration) }
        if part.needsFrames, let video = tracks.first(where: { $0.mediaType == .video }) {
            times.frames = try await FrameTimes.load(of: video)
        }
        let range = try TrimRanges(selection: .keep([interval]), times: times).ranges()[0]
        if let note = range.note(ofEnd: times.duration) { edit.warnings.append("\(quoted(part.file)): \(note)") }
        return range
    }

    /// Only the first pictures and the first sound of a file are taken.
    private mutating func noteWhatIsLeftOut(_ tracks: [AVAssetTrack], _ part: ComposePart) {
        var taken: Set<AVMediaType> = []
        for track in tracks {
            let isRendered = track.mediaType == .video || track.mediaType == .audio
            guard !isRendered || !taken.insert(track.mediaType).inserted else { continue }
            let sentence = "track \(track.trackID) (\(track.mediaType.name)) of \(quoted(part.file)) is left out"
            if !edit.warnings.contains(sentence) { edit.warnings.append(sentence) }
        }
    }

    private func keepFirstTracks() {
        let composition = edit.composition
        let kept = [AVMediaType.video, .audio].compactMap { composition.tracks(withMediaType: $0).first?.trackID }
        for track in composition.tracks where !kept.contains(track.trackID) { composition.removeTrack(track) }
    }

    // MARK: Music

    /// Puts music below the parts, from their start to their end at most.
    private mutating func addMusic(_ part: ComposePart) async throws -> AVAssetTrack? {
        let (asset, tracks) = try await opened(part.file)
        guard let source = tracks.first(where: { $0.mediaType == .audio }) else {
            throw WorkError(message: "\(quoted(part.file)) has no sound to be music")
        }
        let length = edit.composition.duration
        do {
            var range = try await range(of: part, asset, tracks)
            range.duration = CMTimeMinimum(range.duration, length)
            let track = edit.composition.addMutableTrack(
                withMediaType: .audio,
                preferredTrackID: kCMPersistentTrackID_Invalid
            )
            try track?.insertTimeRange(range, of: source, at: .zero)
            if range.duration < length {
                let seconds = (range.duration.seconds * 1000).rounded() / 1000
                edit.warnings.append("the music \(quoted(part.file)) ends before the edit does, after \(seconds) s")
            }
            return track
        } catch {
            throw Self.failure(part, error)
        }
    }
}
