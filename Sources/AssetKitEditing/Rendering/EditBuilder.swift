internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitInterchange
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Makes a composition of an edit document.
struct EditBuilder {
    private let document: EditDocument
    private let media: MediaOpener
    /// Transforms of pictures of unknown size are of what has been fitted into the frame.
    private let fitsPictures: Bool
    private let composition = AVMutableComposition()
    private var video: AVMutableVideoComposition?
    /// What shows when in it.
    private var layers: ShotInstructions?
    private var volumes = TrackVolumes()
    /// When the longest track ends that is on.
    private let end: CMTime
    /// Where the pictures are a sequence of clips with cuts and dissolves between them, so much of the media may be missing behind
    /// the end of their file: no more than a picture. Zero elsewhere.
    private var longestMoment = CMTime.zero
    /// What is missing at the ends of clips without being a gap.
    private var missingMoments: [CMTimeRange] = []
    private var warnings: [String]

    init(_ document: EditDocument, media: MediaOpener, fitsPictures: Bool) {
        (self.document, self.media, self.fitsPictures) = (document, media, fitsPictures)
        end = document.tracks.filter(\.isEnabled).map(\.duration).max() ?? .zero
        warnings = document.warnings
    }

    mutating func build() async throws -> AKEditDocument.OpenedEdit {
        let enabled = document.tracks.filter(\.isEnabled)
        let pictures = enabled.filter { $0.kind == .video }
        if pictures.areSequence, let first = try await sources(of: pictures).first {
            let step = try await frameDuration(like: first)
            longestMoment = CMTimeMinimum(step, SequencePart.longestMoment)
        }
        if try await hasLayers(pictures) {
            try await buildLayers(pictures)
        } else {
            try await buildPictures(pictures)
        }
        for track in enabled where track.kind == .audio { try await buildSound(track) }
        let gap = CMTime(value: 1, timescale: 100)
        if let pictures = composition.tracks(withMediaType: .video).map(\.timeRange.end).max() {
            // A file of the sound alone is silent there.
            let sounds = enabled.filter { $0.kind == .audio }
            keepEnd(of: .audio, on: sounds, gap, SequencePart.longestMoment, until: pictures)
        } else {
            keepEnd(of: .audio, on: enabled, gap, SequencePart.longestMoment, until: end)
        }
        coverSound()
        setChapters()
        return AKEditDocument.OpenedEdit(
            composition: composition,
            videoComposition: video,
            audioMix: volumes.mix,
            warnings: warnings
        )
    }

    /// Has the composition last until an end, where pictures, or sound, are over before. `gap`: the tracks have a gap at their end,
    /// or media that are missing, and it is so long at least. `rest`: other tracks go on for so long at least.
    private func keepEnd(
        of type: AVMediaType,
        on tracks: [EditTrack],
        _ gap: CMTime,
        _ rest: CMTime,
        until end: CMTime
    ) {
        let last = composition.tracks(withMediaType: type).map(\.timeRange.end).max() ?? .zero
        guard last > .zero, last < end else { return }
        let moment = missingMoments.first { abs(($0.start - last).seconds) < 0.001 }
        let shown = CMTimeMaximum(last, moment?.end ?? last)
        let own = tracks.map(\.duration).max() ?? .zero
        if own - shown >= gap || end - shown >= rest { composition.akMinimumDuration = end }
    }

    private mutating func setChapters() {
        guard composition.duration > .zero else { return }
        let (kept, lost) = document.filmChapters(until: composition.duration)
        composition.setChapters(kept)
        for marker in lost {
            let second = (marker.range.start.seconds * 1000).rounded() / 1000
            warn("the chapter '\(marker.name)' at \(second) s is left out: no chapter of the film can begin there")
        }
    }

    // MARK: Pictures one behind the other

    /// One track of pictures for all: an upper clip takes the place of what lies below it.
    private mutating func buildPictures(_ tracks: [EditTrack]) async throws {
        let clips = tracks.flatMap(\.clips).filter(\.isEnabled)
        guard !clips.isEmpty, let target = addTrack(.video) else { return }
        var like: AVAssetTrack?
        for clip in clips {
            target.removeTimeRange(clip.targetRange)
            guard let shown = try await shown(clip, .video) else {
                target.insertEmptyTimeRange(clip.targetRange)
                continue
            }
            like = like ?? shown.source
            if target.segments.isEmpty {
                target.preferredTransform = try await shown.source.load(.preferredTransform)
            }
            try insert(shown, in: target)
            guard longestMoment > .zero else { continue }
            // As in a sequence: no picture is made for what the file itself shows nothing in.
            target.bridgeMoments(
                in: clip.targetRange,
                upTo: SequencePart.longestMoment,
                bridgesEnd: shown.isInFile && clip.targetRange.end < end
            )
        }
        guard let source = like, !target.segments.isEmpty else { return composition.removeTrack(target) }
        let step = try await frameDuration(like: source)
        keepEnd(of: .video, on: tracks, step, CMTimeMaximum(step, SequencePart.longestMoment), until: end)
    }

    private func addTrack(_ type: AVMediaType) -> AVMutableCompositionTrack? {
        composition.addMutableTrack(withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid)
    }

    // MARK: Pictures in layers

    /// Something of the pictures is more than cuts, they are turned in several ways, or an upper one might not cover what is
    /// below it.
    private mutating func hasLayers(_ tracks: [EditTrack]) async throws -> Bool {
        guard !tracks.contains(where: \.changesPictures) else { return true }
        let sources = try await sources(of: tracks)
        if try await sources.areTurnedApart() { return true }
        guard tracks.count(where: { $0.clips.contains(where: \.isEnabled) }) > 1 else { return false }
        var shape: CGFloat?
        for source in sources {
            let size = try await PicturePlace(source).size
            let own = size.width / max(size.height, 1)
            guard !source.hasMediaCharacteristic(.containsAlphaChannel), abs(own - (shape ?? own)) < 0.001 else {
                return true
            }
            shape = own
        }
        return false
    }

    /// The pictures of all clips that have some.
    private func sources(of tracks: [EditTrack]) async throws -> [AVAssetTrack] {
        var sources: [AVAssetTrack] = []
        for clip in tracks.flatMap(\.clips) where clip.isEnabled {
            guard case .tracks(let tracks) = try await media.open(clip.media),
                let source = tracks.first(where: { $0.mediaType == .video })
            else { continue }
            sources.append(source)
        }
        return sources
    }

    private mutating func buildLayers(_ tracks: [EditTrack]) async throws {
        var shown: [[ShownClip]] = []
        for track in tracks { shown.append(try await plan(track, .video)) }
        guard let first = shown.joined().first?.source else { return }
        let place = try await PicturePlace(first)
        let known = document.size.map { CGSize(width: CGFloat($0.width), height: CGFloat($0.height)) }
        let frame = known ?? place.size
        let step = try await frameDuration(like: first)
        // Nothing of a sequence is missing.
        let isSequence = longestMoment > .zero && shown.joined().count == tracks.flatMap(\.clips).count
        var timing = ShotTiming(step: nil)
        if isSequence, try await PictureGrid(first)?.hasStep(step) == true { timing = ShotTiming(step: step) }
        var shots: [[Shot]] = []
        for clips in shown {
            var tracks = AlternatingTracks(.video, of: composition)
            var own: [Shot] = []
            for clip in clips {
                let track = try tracks.track(for: clip.range)
                try insert(clip, in: track)
                if isSequence {
                    let picture = try await clip.source.usualFrameDuration()
                    let atEnd = clip.isInFile ? SequencePart.longestMoment : longestMoment
                    track.holdPictures(in: clip.range, upTo: SequencePart.longestMoment, atEnd: atEnd, picture)
                    timing.add(clip, try await PictureRhythm(clip.source), on: track.trackID)
                }
                let place = try await PicturePlace(clip.source)
                let clipPlace = ClipPlace(clip.clip.media, place, in: frame, isFitted: fitsPictures)
                own.append(clipPlace.shot(of: clip, on: track.trackID, step: step))
            }
            shots.append(own)
        }
        keepEnd(of: .video, on: tracks, step, step, until: end)
        let layers = ShotInstructions(tracks: shots, step: step)
        self.layers = layers
        video = AVMutableVideoComposition()
        video?.renderSize = frame
        video?.frameDuration = step
        // Behind the last picture frames begin with the multiples.
        if composition.akMinimumDuration == .zero { video?.setFrameTimings(timing.timings) }
        video?.instructions = layers.instructions(until: composition.duration)
    }

    /// Sound may last longer than layers do, by less than a picture: for more there are instructions too.
    private func coverSound() {
        guard let layers, let video, let covered = video.instructions.last?.timeRange.end else { return }
        guard composition.duration - covered >= layers.step else { return }
        video.instructions = layers.instructions(until: composition.duration)
    }

    /// The document's, unless its times are counted in something else than pictures.
    private func frameDuration(like track: AVAssetTrack) async throws -> CMTime {
        if let duration = document.frameRate?.frameDuration, duration >= CMTime(value: 1, timescale: 240),
            duration <= CMTime(value: 1, timescale: 1)
        {
            return duration
        }
        return try await track.usualFrameDuration()
    }

    // MARK: Sound

    private mutating func buildSound(_ track: EditTrack) async throws {
        let clips = try await plan(track, .audio)
        var tracks = AlternatingTracks(.audio, of: composition)
        for clip in clips {
            let target = try tracks.track(for: clip.range)
            try insert(clip, in: target)
            let presence = clip.presence { _ in true }
            let volume = clip.curve(clip.clip.effects.volume) { $0 }
            let isPlain = presence.isEmpty && volume.isEmpty
            // What was set for the clip before does not hold for this one.
            guard !isPlain || volumes.areSet(of: target.trackID) else { continue }
            let mix = CurveMix(curves: [volume, presence], step: CMTime(value: 1, timescale: 100))
            volumes.set(mix.product(in: clip.range), of: target.trackID)
        }
    }

    // MARK: Clips

    /// The clips of a track that can be shown, with its transitions.
    private mutating func plan(_ track: EditTrack, _ type: AVMediaType) async throws -> [ShownClip] {
        var plan = TrackPlan(moment: longestMoment)
        for item in track.items {
            switch item {
            case .clip(let clip):
                plan.append(clip.isEnabled ? try await shown(clip, type) : nil, in: clip.targetRange)
            case .gap(let gap): plan.append(nil, in: gap.targetRange)
            case .transition(let transition): plan.append(transition)
            case .unknown: break
            }
        }
        plan.finish()
        plan.problems.forEach { warn($0) }
        return plan.clips
    }

    private mutating func insert(_ shown: ShownClip, in target: AVMutableCompositionTrack) throws {
        let points = shown.speedPoints
        for (from, to) in zip(points, points.dropFirst()) {
            var stretch = ClipStretch(shown.clip.label, from, to, at: shown.clip.targetRange.start)
            stretch.cut(to: shown.end, isSound: target.mediaType == .audio)
            if let problem = stretch.problem { warn(problem) }
            if let moment = stretch.missingMoment { missingMoments.append(moment) }
            try stretch.insert(shown.source, in: target)
        }
    }

    /// nil for a clip of which there is nothing to show, which is a warning.
    private mutating func shown(_ clip: EditClip, _ type: AVMediaType) async throws -> ShownClip? {
        switch try await media.open(clip.media) {
        case .nothing: break
        case .missing(let reason): warn("\(reason); the clip '\(clip.label)' is left empty")
        case .tracks(let tracks):
            if let track = tracks.first(where: { $0.mediaType == type }) {
                var fileEnd = CMTime.zero
                for track in tracks { fileEnd = CMTimeMaximum(fileEnd, try await track.load(.timeRange).end) }
                return ShownClip(clip, track, end: try await track.load(.timeRange).end, fileEnd: fileEnd)
            }
            let kind = type == .video ? "pictures" : "sound"
            warn("'\(clip.media.url)' has no \(kind); the clip '\(clip.label)' is left empty")
        }
        return nil
    }

    private mutating func warn(_ sentence: String) {
        if warnings.count < 1000, !warnings.contains(sentence) { warnings.append(sentence) }
    }
}

extension ShotTiming {
    /// A clip that plays as it is.
    fileprivate mutating func add(_ clip: ShownClip, _ rhythm: PictureRhythm, on trackID: CMPersistentTrackID) {
        let start = clip.speedPoints[0].source
        let rest = clip.end - start
        let length = rest.isNumeric ? CMTimeMinimum(clip.range.duration, rest) : clip.range.duration
        add(rhythm, from: start, on: trackID, in: clip.range, until: clip.range.start + length)
    }
}

extension [EditTrack] {
    /// Clips follow each other, on one track, with cuts and transitions between them and with fades; nothing else is there.
    fileprivate var areSequence: Bool {
        let filled = filter { !$0.clips.isEmpty }
        guard filled.count == 1 else { return false }
        return filled[0].items.allSatisfy { item in
            switch item {
            case .clip(let clip):
                clip.isEnabled && clip.speed.isEmpty && clip.sourceRange.start >= .zero
                    && clip.effects.transform.isEmpty && clip.effects.crop.isEmpty
            case .transition: true
            case .gap, .unknown: false
            }
        }
    }
}

extension EditTrack {
    /// Something of it is neither a cut nor a gap.
    fileprivate var changesPictures: Bool {
        items.contains { item in
            switch item {
            case .transition(let transition): transition.inOffset + transition.outOffset > .zero
            case .clip(let clip):
                clip.isEnabled
                    && !(clip.effects.opacity.isEmpty && clip.effects.transform.isEmpty && clip.effects.crop.isEmpty)
            case .gap, .unknown: false
            }
        }
    }
}

extension EditClip {
    /// What people call it.
    fileprivate var label: String { name.isEmpty ? media.name.isEmpty ? media.url : media.name : name }
}
