internal import AssetKitAssets
internal import AssetKitInterchange
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Makes a composition of an edit document.
struct EditBuilder {
    private let document: EditDocument
    private let media: MediaOpener
    private let composition = AVMutableComposition()
    private var parameters: [AVMutableAudioMixInputParameters] = []
    private var warnings: [String]

    init(_ document: EditDocument, media: MediaOpener) {
        (self.document, self.media, warnings) = (document, media, document.warnings)
    }

    mutating func build() async throws -> AKEditDocument.OpenedEdit {
        let enabled = document.tracks.filter(\.isEnabled)
        for track in enabled { noteWhatIsNotShown(track) }
        try await buildPictures(enabled.filter { $0.kind == .video })
        for track in enabled where track.kind == .audio { try await buildSound(track) }
        var mix: AVMutableAudioMix?
        if !parameters.isEmpty {
            mix = AVMutableAudioMix()
            mix?.inputParameters = parameters
        }
        return AKEditDocument.OpenedEdit(composition: composition, audioMix: mix, warnings: warnings)
    }

    /// One track of pictures for all: an upper clip takes the place of what lies below it.
    private mutating func buildPictures(_ tracks: [EditTrack]) async throws {
        let clips = tracks.flatMap(\.clips).filter(\.isEnabled)
        guard !clips.isEmpty, let target = addTrack(.video) else { return }
        for clip in clips { try await place(clip, in: target) }
        if target.segments.isEmpty { composition.removeTrack(target) }
    }

    private mutating func buildSound(_ track: EditTrack) async throws {
        let clips = track.clips.filter(\.isEnabled)
        guard !clips.isEmpty, let target = addTrack(.audio) else { return }
        for clip in clips { try await place(clip, in: target) }
        guard !target.segments.isEmpty else {
            composition.removeTrack(target)
            return
        }
        guard clips.contains(where: { !$0.effects.volume.isEmpty }) else { return }
        let volumes = AVMutableAudioMixInputParameters(track: target)
        for clip in clips { volumes.set(clip.effects.volume, in: clip.targetRange) }
        parameters.append(volumes)
    }

    private func addTrack(_ type: AVMediaType) -> AVMutableCompositionTrack? {
        composition.addMutableTrack(withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid)
    }

    // MARK: Clips

    /// Puts a clip where it belongs; what is there goes. Without anything to show, nothing takes its place.
    private mutating func place(_ clip: EditClip, in target: AVMutableCompositionTrack) async throws {
        target.removeTimeRange(clip.targetRange)
        guard let source = try await source(of: clip, target.mediaType) else {
            target.insertEmptyTimeRange(clip.targetRange)
            return
        }
        if target.mediaType == .video, target.segments.isEmpty {
            target.preferredTransform = try await source.load(.preferredTransform)
        }
        let end = try await source.load(.timeRange).end
        let points = clip.speedPoints
        for (from, to) in zip(points, points.dropFirst()) {
            var piece = Piece(clip.label, from, to, at: clip.targetRange.start)
            piece.cut(to: end, isSound: target.mediaType == .audio)
            if let problem = piece.problem { warn(problem) }
            try piece.insert(source, in: target)
        }
    }

    private mutating func source(of clip: EditClip, _ type: AVMediaType) async throws -> AVAssetTrack? {
        switch try await media.open(clip.media) {
        case .missing(let reason): warn("\(reason); the clip '\(clip.label)' is left empty")
        case .tracks(let tracks):
            if let track = tracks.first(where: { $0.mediaType == type }) { return track }
            let kind = type == .video ? "pictures" : "sound"
            warn("'\(clip.media.url)' has no \(kind); the clip '\(clip.label)' is left empty")
        }
        return nil
    }

    // MARK: Warnings

    private mutating func warn(_ sentence: String) {
        if warnings.count < 1000, !warnings.contains(sentence) { warnings.append(sentence) }
    }

    private mutating func noteWhatIsNotShown(_ track: EditTrack) {
        for (index, item) in track.items.enumerated() {
            switch item {
            case .transition(let transition):
                guard let range = track.transitionRange(at: index) else { continue }
                let cut = (range.start + transition.inOffset).seconds
                warn("the transition '\(transition.label)' at \((cut * 1000).rounded() / 1000) s becomes a cut")
            case .clip(let clip) where clip.isEnabled && track.kind == .video:
                let effects = [
                    ("opacity", clip.effects.opacity.isEmpty), ("transform", clip.effects.transform.isEmpty),
                    ("crop", clip.effects.crop.isEmpty),
                ]
                for (name, isNone) in effects where !isNone {
                    warn("the \(name) of the clip '\(clip.label)' is not rendered")
                }
            case .clip, .gap, .unknown: break
            }
        }
    }
}

extension EditClip {
    /// What people call it.
    fileprivate var label: String { name.isEmpty ? media.name.isEmpty ? media.url : media.name : name }
}

extension EditTransition {
    fileprivate var label: String {
        if !name.isEmpty { return name }
        if case .other(let kind) = kind { return kind }
        return "dissolve"
    }
}

extension AVMutableAudioMixInputParameters {
    /// Takes over the volumes of a clip, which count from its start; before the first one it is as loud as it is.
    fileprivate func set(_ ramps: [EditRamp<Double>], in clip: CMTimeRange) {
        setVolume(1, at: clip.start)
        for ramp in ramps {
            let range = CMTimeRange(start: clip.start + ramp.range.start, duration: ramp.range.duration)
            if range.duration > .zero {
                setVolumeRamp(fromStartVolume: Float(ramp.start), toEndVolume: Float(ramp.end), timeRange: range)
            } else {
                setVolume(Float(ramp.end), at: range.start)
            }
        }
    }
}
