internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Makes a composition of a sequence whose pictures are laid over each other and over a colour.
struct SequenceLayers {
    private let sequence: AKSequence
    private let parts: [SequencePart]
    private let composition: AVMutableComposition

    init(_ sequence: AKSequence, _ parts: [SequencePart], _ composition: AVMutableComposition) {
        (self.sequence, self.parts, self.composition) = (sequence, parts, composition)
    }

    func edit() async throws -> AKSequence.Edit {
        let places = try SequencePlaces(sequence, parts)
        let first = parts.lazy.compactMap(\.pictures).first
        let frame = try await first?.usualFrameDuration() ?? CMTime(value: 1, timescale: 100)
        let fade = try places.fade(step: frame)
        let rhythm = parts.lazy.compactMap(\.rhythm).first
        var timing = ShotTiming(step: rhythm?.grid?.step, isUneven: rhythm?.isUneven ?? false)
        let shots = try await insertPictures(at: places, fade, step: frame, &timing)
        var volumes = SequenceVolumes(sequence, fade: fade, step: frame)
        try await insertSound(at: places, &volumes)
        try await volumes.addMusic(to: composition)
        parts.keepSilentEnd(of: composition)
        composition.setChapters(parts.chapters(at: places.ranges.map(\.start), until: places.end))
        var video: AVMutableVideoComposition?
        if let first, !shots.isEmpty {
            let size = try await PicturePlace(first).size
            let color = sequence.backgroundColor
            let instructions = ShotInstructions(tracks: [shots], background: color, step: frame)
            video = AVMutableVideoComposition()
            video?.renderSize = size
            video?.frameDuration = frame
            video?.setFrameTimings(timing.timings)
            video?.instructions = instructions.instructions(until: composition.duration)
            if let video { lay(sequence.overlays, over: video, fade) }
        }
        return AKSequence.Edit(
            composition: composition,
            videoComposition: video,
            audioMix: volumes.mix,
            dissolveDuration: places.dissolve
        )
    }

    /// Lays pictures above all others.
    private func lay(_ overlays: [AKSequence.Overlay], over video: AVMutableVideoComposition, _ fade: RampList<Double>)
    {
        guard !overlays.isEmpty else { return }
        let free = composition.unusedTrackID()
        let numbered = overlays.enumerated().map { (free + Int32($0), $1) }
        video.akOverlays = Dictionary(uniqueKeysWithValues: numbered.map { ($0, $1.picture) })
        let layers = numbered.reversed().map { $1.layer($0, in: video.renderSize, fade) }
        for case let instruction as AVMutableVideoCompositionInstruction in video.instructions {
            instruction.layerInstructions = layers + instruction.layerInstructions
        }
    }

    // MARK: Pictures

    private func insertPictures(
        at places: SequencePlaces,
        _ fade: RampList<Double>,
        step: CMTime,
        _ timing: inout ShotTiming
    ) async throws -> [Shot] {
        guard let first = parts.lazy.compactMap(\.pictures).first else { return [] }
        let frame = try await PicturePlace(first).size
        var tracks = AlternatingTracks(.video, of: composition)
        var shots: [Shot?] = []
        for (part, target) in zip(parts, places.ranges) {
            shots.append(nil)
            guard let source = part.pictures, let rhythm = part.rhythm else { continue }
            let track = try tracks.track(for: target)
            let end = try await SequencePart.naming(part.name) {
                try await insertPictures(of: source, part.range, in: track, at: target)
            }
            guard let end else { continue }
            timing.add(rhythm, from: part.range.start, on: track.trackID, in: target, until: end)
            let place = try await PicturePlace(source)
            var shot = Shot(trackID: track.trackID, range: target, opacity: fade, box: place.box(in: frame))
            shot.transform.set(place.fitting(frame), at: target.start)
            shots[shots.count - 1] = shot
        }
        return shots.indices.compactMap { index in
            guard var shot = shots[index] else { return nil }
            // Beside a part without pictures it comes from the background, or goes there.
            let lonely = places.dissolves(of: index) { shots[$0] == nil }
            if !lonely.isEmpty { shot.opacity = CurveMix(curves: [fade, lonely], step: step).product(in: shot.range) }
            return shot
        }
    }

    /// Puts pictures in, and says when the last one is over; nil where there are none. Where they are missing for a moment, the
    /// first or the last one shows.
    private func insertPictures(
        of source: AVAssetTrack,
        _ range: CMTimeRange,
        in track: AVMutableCompositionTrack,
        at target: CMTimeRange
    ) async throws -> CMTime? {
        let known = try await source.load(.timeRange)
        let shown = known.duration.isNumeric ? known.intersection(range) : range
        guard shown.duration > .zero else { return nil }
        let lead = shown.start - range.start
        let isMoment = lead > .zero && lead <= SequencePart.longestMoment
        let own = CMTimeRange(start: isMoment ? shown.start : range.start, end: range.end)
        try track.insertTimeRange(own, of: source, at: isMoment ? target.start + lead : target.start)
        let picture = try await source.usualFrameDuration()
        let moment = SequencePart.longestMoment
        track.holdPictures(in: target, upTo: moment, atEnd: moment, picture)
        return target.start + (shown.end - range.start)
    }

    // MARK: Sound

    private func insertSound(at places: SequencePlaces, _ volumes: inout SequenceVolumes) async throws {
        var tracks = AlternatingTracks(.audio, of: composition)
        for (index, part) in parts.enumerated() {
            guard let source = part.sound else { continue }
            let known = try await source.load(.timeRange)
            if known.duration.isNumeric, known.intersection(part.range).duration <= .zero { continue }
            let target = places.ranges[index]
            let track = try tracks.track(for: target)
            try await SequencePart.naming(part.name) {
                try track.insertTimeRange(part.range, of: source, at: target.start)
            }
            let dissolves = places.dissolves(of: index) { _ in true }
            volumes.set(sequence.volume, of: track.trackID, in: target, dissolves)
        }
    }
}
