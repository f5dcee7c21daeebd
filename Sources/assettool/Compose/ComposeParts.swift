import AssetKit

/// Makes an edit of parts of files, one behind the other, and of music below them.
struct ComposeParts {
    let parts: [ComposePart]
    let options: ComposeOptions
    let console: Console
    private var files: [String: AVAsset] = [:]
    /// When the pictures of files begin whose times are counted in them.
    private var frames: [String: FrameTimes] = [:]
    private var warnings: [String] = []
    /// The first pictures.
    private var pictures: AVAssetTrack?

    init(_ parts: [ComposePart], _ options: ComposeOptions, _ console: Console) {
        (self.parts, self.options, self.console) = (parts, options, console)
    }

    mutating func make() async throws -> ComposedEdit {
        let sequence = try await sequence()
        let made: AKSequence.Edit
        do {
            made = try await sequence.edit()
        } catch let error as AVError {
            throw WorkError(message: error.localizedDescription, because: error)
        }
        noteShortMusic(sequence, made.composition.duration)
        noteRounding(made, of: sequence)
        var edit = ComposedEdit(composition: made.composition)
        (edit.videoComposition, edit.mix, edit.warnings) = (made.videoComposition, made.audioMix, warnings)
        edit.frameDuration = try await pictures?.load(.minFrameDuration)
        return edit
    }

    /// The same for another program. What the edit is of cuts alone a composition says.
    mutating func document(named name: String) async throws -> (document: AKEditDocument, warnings: [String]) {
        guard options.hasLayers else {
            let edit = try await make()
            try refuseWhatIsInNoFile()
            let (composition, frame) = (edit.composition, edit.frameDuration)
            let document = AKEditDocument(
                composition: composition,
                audioMix: edit.mix,
                name: name,
                frameDuration: frame
            )
            return (document, edit.warnings)
        }
        let sequence = try await sequence()
        do {
            let document = try await AKEditDocument(sequence: sequence, name: name)
            noteShortMusic(sequence, document.duration)
            return (document, warnings)
        } catch let error as AVError {
            throw WorkError(message: error.localizedDescription, because: error)
        }
    }

    /// A document names files, and would be of nothing that another program could find.
    private func refuseWhatIsInNoFile() throws(WorkError) {
        let names = (parts + [options.music].compactMap { $0 }).map(\.file)
        guard case .convert = options.action, let name = names.first(where: { !(files[$0] is AVURLAsset) })
        else { return }
        throw WorkError(message: "cannot take \(quoted(name)): it is in no file that a document could name")
    }

    /// What is asked for, of files that are open.
    private mutating func sequence() async throws -> AKSequence {
        var (taken, hasSound, hasAlpha) = ([AKSequence.Part](), false, false)
        for part in parts {
            let (asset, tracks) = try await opened(part.file, mayBeEdit: true)
            taken.append(AKSequence.Part(asset, timeRange: try await range(of: part, asset, tracks), name: part.file))
            try await noteWhatIsLeftOut(tracks, part)
            pictures = pictures ?? tracks.first { $0.mediaType == .video }
            hasSound = hasSound || tracks.contains { $0.mediaType == .audio }
            hasAlpha = hasAlpha || tracks.contains { $0.hasMediaCharacteristic(.containsAlphaChannel) }
        }
        guard options.volume == nil || hasSound else {
            throw WorkError(message: "--volume needs sound, and the parts have none")
        }
        guard options.background == nil || pictures != nil else {
            throw WorkError(message: "--background needs pictures, and the parts have none")
        }
        if let name = options.uselessForSound(hasSound).first {
            throw WorkError(message: "--\(name) cannot act on sound that is copied; leave it out, or encode it")
        }
        var sequence = AKSequence(parts: taken)
        sequence.volume = options.volume ?? 1
        if let music = options.music { sequence.music = try await self.music(music) }
        sequence.musicVolume = options.musicVolume ?? 1
        sequence.dissolveDuration = try await length(options.dissolve, "dissolve")
        sequence.fadeInDuration = try await length(options.fadeIn, "fade-in")
        sequence.fadeOutDuration = try await length(options.fadeOut, "fade-out")
        // Black is there by itself, except behind pictures that have alpha.
        let isUsual = options.background == RGBA.black.color && !hasAlpha
        sequence.backgroundColor = isUsual ? nil : options.background
        sequence.overlays = try options.overlays.map(overlay)
        return sequence
    }

    private func overlay(_ argument: OverlayArgument) throws(WorkError) -> AKSequence.Overlay {
        guard pictures != nil else { throw WorkError(message: "--overlay needs pictures, and the parts have none") }
        do {
            let picture = try AKOverlay(contentsOf: FileArgument.url(argument.file))
            let (margin, width) = (argument.margin, argument.width)
            return AKSequence.Overlay(picture, at: argument.position, margin: margin, width: width)
        } catch {
            throw WorkError(message: error.localizedDescription, because: error)
        }
    }

    // MARK: Files

    /// `mayBeEdit`: an edit could have been meant, which only its name tells.
    private mutating func opened(
        _ file: String,
        mayBeEdit: Bool = false
    ) async throws -> (AVAsset, [AVAssetTrack]) {
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
            let isUnknown = mayBeEdit && (error as? AVError)?.code == .fileFormatNotRecognized
            let reason = FileFailure.reason(error) + (isUnknown ? "; an edit is a file named .otio or .fcpxml" : "")
            throw WorkError(message: "cannot open \(quoted(file)): \(reason)", because: error)
        }
    }

    private mutating func music(_ part: ComposePart) async throws -> AKSequence.Part {
        let (asset, tracks) = try await opened(part.file)
        guard tracks.contains(where: { $0.mediaType == .audio }) else {
            throw WorkError(message: "\(quoted(part.file)) has no sound to be music")
        }
        return AKSequence.Part(asset, timeRange: try await range(of: part, asset, tracks), name: part.file)
    }

    // MARK: Times

    private mutating func range(
        of part: ComposePart,
        _ asset: AVAsset,
        _ tracks: [AVAssetTrack]
    ) async throws -> CMTimeRange {
        guard let interval = part.interval else { return CMTimeRange(start: .zero, duration: asset.duration) }
        do {
            var times = try await self.times(part.file, asset, tracks, hasFrames: part.needsFrames)
            if options.usesFileTimecode, part.hasTimecode {
                try await times.countTimecode(of: tracks.first { $0.mediaType == .video })
            }
            let range = try TrimRanges(selection: .keep([interval]), times: times).ranges()[0]
            if let note = range.note(ofEnd: times.duration) { warnings.append("\(quoted(part.file)): \(note)") }
            return range
        } catch {
            guard !ExportJob.isCancellation(error) else { throw CancellationError() }
            throw WorkError(message: "cannot take \(quoted(part.file)): \(FileFailure.reason(error))", because: error)
        }
    }

    /// The length that an option gives, in pictures of the first part where it counts those.
    private mutating func length(_ time: TimeArgument?, _ option: String) async throws -> CMTime {
        guard let time, let first = parts.first else { return .zero }
        let (asset, tracks) = try await opened(first.file)
        let times = try await times(first.file, asset, tracks, hasFrames: time.needsFrames)
        let end = try time.time(in: times)
        // Pictures often begin a little later than the file does.
        return times.frames?.times.first.map { end - $0 } ?? end
    }

    private mutating func times(
        _ file: String,
        _ asset: AVAsset,
        _ tracks: [AVAssetTrack],
        hasFrames: Bool
    ) async throws -> FileTimes {
        var times = FileTimes(duration: asset.duration)
        guard hasFrames, let video = tracks.first(where: { $0.mediaType == .video }) else { return times }
        if frames[file] == nil { frames[file] = try await FrameTimes.load(of: video) }
        times.frames = frames[file]
        return times
    }

    // MARK: Warnings

    /// Only the first pictures and the first sound of a file are taken. Tracks that say what the chapters are go along as those.
    private mutating func noteWhatIsLeftOut(_ tracks: [AVAssetTrack], _ part: ComposePart) async throws {
        var taken: Set<AVMediaType> = []
        var chapters: Set<CMPersistentTrackID> = []
        for track in tracks {
            chapters.formUnion(try await track.loadAssociatedTracks(ofType: .chapterList).map(\.trackID))
        }
        for track in tracks where !chapters.contains(track.trackID) {
            let isRendered = track.mediaType == .video || track.mediaType == .audio
            guard !isRendered || !taken.insert(track.mediaType).inserted else { continue }
            let sentence = "track \(track.trackID) (\(track.mediaType.name)) of \(quoted(part.file)) is left out"
            if !warnings.contains(sentence) { warnings.append(sentence) }
        }
    }

    /// Dissolves take whole pictures: that is said where it is another time than was asked for, by more than half a picture,
    /// and by a plan wherever it is another one.
    private mutating func noteRounding(_ made: AKSequence.Edit, of sequence: AKSequence) {
        let dissolve = made.dissolveDuration
        let change = CMTimeAbsoluteValue(dissolve - sequence.dissolveDuration)
        guard case .render(let rendering) = options.action, dissolve > .zero, change > .zero,
            let frame = made.videoComposition?.frameDuration, rendering.isDryRun || change + change > frame
        else { return }
        let count = Int((dissolve.seconds / frame.seconds).rounded())
        let seconds = (dissolve.seconds * 1000).rounded() / 1000
        let pictures = count == 1 ? "one, which takes" : "\(count) of them, which take"
        warnings.append("a dissolve is of whole pictures: \(pictures) \(seconds) s")
    }

    private mutating func noteShortMusic(_ sequence: AKSequence, _ length: CMTime) {
        guard let music = options.music, let range = sequence.music?.timeRange, range.duration < length else { return }
        let seconds = (range.duration.seconds * 1000).rounded() / 1000
        warnings.append("the music \(quoted(music.file)) ends before the edit does, after \(seconds) s")
    }
}
