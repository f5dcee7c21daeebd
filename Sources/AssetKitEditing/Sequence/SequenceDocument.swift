internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitInterchange
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Makes an edit document of a sequence.
struct SequenceDocument {
    private let sequence: AKSequence
    private let parts: [SequencePart]
    private let places: SequencePlaces
    private let fade: RampList<Double>
    /// How long a picture shows.
    private let frame: CMTime

    init(_ sequence: AKSequence, _ parts: [SequencePart]) async throws {
        (self.sequence, self.parts) = (sequence, parts)
        places = try SequencePlaces(sequence, parts)
        let first = parts.lazy.compactMap(\.pictures).first
        frame = try await first?.usualFrameDuration() ?? CMTime(value: 1, timescale: 25)
        fade = try places.fade(step: frame)
    }

    func document(named name: String) async throws -> EditDocument {
        var document = EditDocument(name: name)
        document.frameRate = FrameRate(frameDuration: frame)
        if let first = parts.lazy.compactMap(\.pictures).first {
            document.size = EditSize(try await PicturePlace(first).size)
            document.tracks.append(try track(.video))
        }
        if parts.contains(where: { $0.sound != nil }) { document.tracks.append(try track(.audio)) }
        if let music = try await music() { document.tracks.append(music) }
        let chapters = parts.chapters(at: places.ranges.map(\.start), until: places.end)
        document.markers = chapters.map { EditMarker($0) }
        let change = CMTimeAbsoluteValue(places.dissolve - sequence.dissolveDuration)
        if change + change > frame {
            let seconds = (places.dissolve.seconds * 1000).rounded() / 1000
            document.warnings.append("a dissolve is of whole pictures, which take \(seconds) s")
        }
        if sequence.backgroundColor != nil { document.warnings.append("the colour of the background is left out") }
        if !sequence.overlays.isEmpty { document.warnings.append("the pictures above the parts are left out") }
        return document
    }

    /// The cut that a dissolve lies over: in its middle, between two pictures.
    private func cut(before index: Int) -> CMTime {
        guard index > 0 else { return .zero }
        guard index < parts.count else { return places.end }
        let half = places.dissolve.seconds / 2 / frame.seconds
        let count = Int64(half + 0.001)
        return places.ranges[index].start + CMTime(value: count * frame.value, timescale: frame.timescale)
    }

    private func track(_ kind: EditTrack.Kind) throws -> EditTrack {
        var track = EditTrack(kind: kind)
        for (index, part) in parts.enumerated() {
            let cut = cut(before: index)
            if index > 0, places.dissolve > .zero {
                let before = cut - places.ranges[index].start
                let behind = places.ranges[index - 1].end - cut
                track.append(.transition(EditTransition(inOffset: before, outOffset: behind)))
            }
            let target = CMTimeRange(start: cut, end: self.cut(before: index + 1))
            guard (kind == .video ? part.pictures : part.sound) != nil else {
                track.append(.gap(EditGap(targetRange: target)))
                continue
            }
            let start = part.range.start + (cut - places.ranges[index].start)
            var clip = try clip(part, CMTimeRange(start: start, duration: target.duration), at: target.start)
            if kind == .video {
                clip.effects.opacity = ramps(of: 1, in: target)
            } else {
                clip.effects.volume = ramps(of: sequence.volume, in: target)
            }
            track.append(.clip(clip))
        }
        return track
    }

    private func music() async throws -> EditTrack? {
        guard let music = sequence.music else { return nil }
        let part = try await SequencePart(music)
        guard part.sound != nil else { throw SequencePart.failure(part.name, "it has no sound to be music") }
        let length = CMTimeMinimum(part.range.duration, places.end)
        var clip = try clip(part, CMTimeRange(start: part.range.start, duration: length), at: .zero)
        clip.effects.volume = ramps(of: sequence.musicVolume, in: clip.targetRange)
        var track = EditTrack(kind: .audio)
        track.append(.clip(clip))
        return track
    }

    private func clip(_ part: SequencePart, _ source: CMTimeRange, at start: CMTime) throws -> EditClip {
        guard let url = (part.asset as? AVURLAsset)?.url else {
            throw SequencePart.failure(part.name, "it is in no file that a document could name")
        }
        let media = EditMedia(url, try part.asset.requireLoaded().facts)
        let target = CMTimeRange(start: start, duration: source.duration)
        return EditClip(name: media.name, media: media, sourceRange: source, targetRange: target)
    }

    /// A factor and the fade in a range, counted from its start; nothing for as it is.
    private func ramps(of factor: Float, in range: CMTimeRange) -> [EditRamp<Double>] {
        var constant = RampList<Double>()
        if factor != 1 { constant.set(Double(factor), at: .zero) }
        let product = CurveMix(curves: [constant, fade], step: frame).product(in: range)
        guard !product.isOne else { return [] }
        return product.ramps.filter { $0.range.duration.isNumeric }.map { ramp in
            guard !ramp.isFlat else { return .constant(ramp.start, from: ramp.range.start - range.start) }
            let own = CMTimeRange(start: ramp.range.start - range.start, duration: ramp.range.duration)
            return EditRamp(range: own, start: ramp.start, end: ramp.end)
        }
    }
}
