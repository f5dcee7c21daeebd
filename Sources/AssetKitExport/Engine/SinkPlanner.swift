internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Plans the file of an export as sinks understand it: its tracks, its layout, and what it says about itself.
struct SinkPlanner {
    let export: ExportPlan
    let context: SourceContext
    let settings: ExportSettings

    private var loaded: LoadedAsset { context.loaded }

    /// `copies`: what of each track is copied. `joints`: what joins copied and encoded pictures of each.
    func plan(_ copies: [CopiedTrack?], _ joints: [[Int: SpliceFormat]]) throws -> SinkPlan {
        let tracks = try export.tracks.indices.map { try track(export.tracks[$0], copies[$0], joints[$0]) }
        var sink = SinkPlan(fileType: export.fileType, tracks: tracks)
        sink.layout = settings.layout
        let metadata = ExportMetadata(loaded: loaded, settings: settings)
        sink.metadata = try metadata.entries()
        sink.chapters = metadata.chapters(in: export.range.clipped(to: loaded.facts.duration))
        sink.expectedDuration = export.speed.target(export.range.clipped(to: loaded.facts.duration).duration)
        for (number, planned) in export.tracks.enumerated() {
            guard let facts = loaded.facts.tracks.first(where: { $0.trackID == planned.trackID }) else { continue }
            sink.tracks[number].refer(as: facts) { id in export.tracks.firstIndex { $0.trackID == id } }
        }
        return sink
    }

    private func track(_ planned: ExportTrack, _ copy: CopiedTrack?, _ joints: [Int: SpliceFormat]) throws
        -> SinkTrack
    {
        if var track = copy?.sinkTrack {
            if settings.options.stripsMetadata { track.metadata = [] }
            return track
        }
        let facts = try loaded.source(of: planned).facts
        var track: SinkTrack
        switch planned.treatment {
        case .pictures(let rendering):
            let format = try context.encoders.format(of: rendering.encoding)
            track = SinkTrack(mediaType: .video, formats: [format], timescale: rendering.encoding.timescale)
            track.describe(rendering, facts)
        case .sound(let rendering):
            let sound = try context.encoders.sound(of: rendering.encoding)
            let timescale = CMTimeScale(rendering.encoding.codedRate)
            track = SinkTrack(mediaType: .audio, formats: [sound.format], timescale: timescale)
            track.priming = sound.priming
        case .spliced(let splice):
            let listed = splice.listedDescriptions(in: export.fileType)
            let formats = listed.compactMap { joints[$0]?.format }
            track = SinkTrack(mediaType: .video, formats: formats, timescale: splice.timescale)
            track.describe(facts.video)
            if let video = facts.video, let turned = facts.shown(settings.options) {
                track.transform = turned.startingAtOrigin(video.naturalSize)
            }
            let isLost = MediaSinks.obstacle(toTurn: track.transform, in: export.fileType) != nil
            if isLost { track.transform = .identity }
        case .copied, .text: preconditionFailure("copied tracks describe themselves")
        }
        track.describe(facts)
        // Of large ones headers tell the place alone; and what an encoder said is not true of another one.
        track.metadata.removeAll { if case .stored = $0.value { true } else { $0.isOfEncoder } }
        if settings.options.stripsMetadata { track.metadata = [] }
        return track
    }
}

extension SinkTrack {
    /// What stays where pictures do.
    fileprivate mutating func describe(_ video: VideoFacts?) {
        guard let video else { return }
        (transform, naturalSize, frameRate) = (video.transform, video.naturalSize, video.constantRate)
    }

    fileprivate mutating func describe(_ rendering: PictureRendering, _ facts: TrackFacts) {
        let rate = rendering.encoding.frameRate
        if rendering.frameDuration.isNumeric || facts.video?.constantRate != nil {
            frameRate = (rate.frames, rate.seconds)
        }
        guard !rendering.turns, let turn = rendering.transform?.value else { return }
        transform = turn.startingAtOrigin(rendering.shownSize)
    }
}

extension PictureRendering {
    /// The size on a screen before it is turned.
    fileprivate var shownSize: CGSize {
        let base =
            encoding.cleanAperture.map { CGSize(width: $0.width, height: $0.height) }
            ?? CGSize(width: encoding.width, height: encoding.height)
        let ratio = Double(encoding.pixelAspect.horizontal) / Double(max(encoding.pixelAspect.vertical, 1))
        return CGSize(width: (base.width * ratio).rounded(), height: base.height)
    }
}
