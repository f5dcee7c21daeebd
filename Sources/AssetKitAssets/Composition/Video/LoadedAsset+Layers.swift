package import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

extension LoadedAsset {
    /// The same asset with a single track of pictures: the one that a video composition puts together of all of them. Tracks of
    /// other kinds stay. Throws where the composition cannot be rendered.
    ///
    /// `chosen`: the tracks that may show; nil for all. `flag`: gives up reading for the times of tracks that say when
    /// pictures begin, where their containers have no tables; nil takes steps of the frame duration instead of that.
    /// `transform`: how the track says that its pictures are turned, which are stored so that they show as the composition says.
    package func showing(
        _ use: CompositionUse,
        only chosen: Set<Int32>? = nil,
        timedUntil flag: CancellationFlag? = nil,
        turned transform: CGAffineTransform = .identity
    ) throws -> LoadedAsset {
        let plan = try use.composition.plan().stored(turned: PictureTurn(transform))
        try refuseExcess(plan)
        try refuseConflict(plan)
        let pictures = tracks.filter { $0.mediaType == .video && chosen?.contains($0.trackID) ?? true }
        guard let main = pictures.first(where: { $0.facts.isEnabled }) ?? pictures.first else {
            throw MediaProblem(code: .noSourceTrack, reason: "there are no pictures to be put together")
        }
        let compositor = use.compositor.map { CompositionRequests(plan, of: use.composition, by: $0) }
        let layers = try layers(plan, by: compositor, of: pictures, main, flag)
        var own = facts
        var shown = main.facts.showing(layers)
        shown.video?.transform = transform
        let made = AVAssetTrack(facts: shown)
        own.tracks = facts.tracks.filter { $0.mediaType != .video }
        own.tracks.insert(made.facts, at: 0)
        own.naturalSize = CGSize(width: layers.width, height: layers.height)
        return LoadedAsset(
            self,
            own,
            [made] + tracks.filter { $0.mediaType != .video },
            layered: [made.trackID: TrackSource(layers, made.facts, of: input)]
        )
    }

    /// How the sources of a composition's pictures say that they are turned, each way once; nothing for upright ones.
    package var turnsOfSources: [CGAffineTransform] {
        var turns: [CGAffineTransform] = []
        for source in tracks.flatMap({ composed?[$0.trackID]?.sources ?? [] }) {
            guard let turn = source.facts.video?.transform, PictureTurn(turn) != .none else { continue }
            if !turns.contains(turn) { turns.append(turn) }
        }
        return turns
    }

    /// What would take all memory, or for ever.
    private func refuseExcess(_ plan: VideoCompositionPlan) throws {
        let (side, shortest) = (16384, CMTime(value: 1, timescale: 10_000))
        guard plan.width <= side, plan.height <= side else {
            let reason = "pictures of \(plan.width)x\(plan.height) are too large: a side has \(side) pixels at most"
            throw MediaProblem(code: .invalidVideoComposition, reason: reason)
        }
        guard plan.frameDuration >= shortest else {
            let reason = "pictures cannot show for less than \(shortest.seconds) s each"
            throw MediaProblem(code: .invalidVideoComposition, reason: reason)
        }
    }

    /// Overlays under the identifiers of tracks: who would show?
    private func refuseConflict(_ plan: VideoCompositionPlan) throws {
        guard let track = tracks.first(where: { plan.overlays[$0.trackID] != nil }) else { return }
        let reason =
            "an overlay has the identifier \(track.trackID) of a track; take one that unusedTrackID() gives"
        throw MediaProblem(code: .invalidVideoComposition, reason: reason)
    }

    private func layers(
        _ plan: VideoCompositionPlan,
        by compositor: CompositionRequests?,
        of tracks: [AVAssetTrack],
        _ main: AVAssetTrack,
        _ flag: CancellationFlag?
    ) throws -> LayeredTrack {
        let video = main.facts.video ?? VideoFacts()
        let stated = PictureDescription(video).color
        let own = compositor?.shown(stated) ?? stated
        var color = plan.color
        if color.primaries == PictureColor.unknown { color.primaries = own.primaries }
        if color.transfer == PictureColor.unknown { color.transfer = own.transfer }
        if color.matrix == PictureColor.unknown { color.matrix = own.matrix }
        // What layers are laid in is Y'CbCr, whatever the sources are.
        if color.matrix == 0 { color.matrix = PictureColor.unknown }
        color.isFullRange = color.isFullRange ?? (video.chroma == "RGB" ? false : own.isFullRange ?? false)
        color = color.resolved(width: plan.width, height: plan.height, isRGB: false)
        var sources = Dictionary(
            tracks.map { ($0.trackID, source(of: $0)) },
            uniquingKeysWith: { first, _ in first }
        )
        if let flag {
            for trackID in Set(plan.timings.map(\.trackID)) {
                if let source = sources[trackID] { sources[trackID] = try timed(source, flag) }
            }
        }
        return LayeredTrack(
            tracks: sources,
            overlays: plan.overlays,
            programs: plan.instructions.compactMap(\.program),
            compositor: compositor,
            width: plan.width,
            height: plan.height,
            frameDuration: plan.frameDuration,
            timings: plan.timings,
            format: PlaneFormat(
                chroma: video.chroma,
                depth: video.bitDepth ?? 8,
                isFullRange: color.isFullRange ?? false
            ),
            color: color,
            end: end(plan)
        )
    }

    /// A last moment that is shorter than a picture needs no instruction: sound often ends a little later.
    private func end(_ plan: VideoCompositionPlan) -> CMTime {
        let covered = plan.instructions.last?.range.end ?? .zero
        guard facts.duration.isNumeric else { return covered }
        let rest = facts.duration - covered
        return rest > .zero && rest < plan.frameDuration ? covered : facts.duration
    }
}

extension TrackFacts {
    /// What a track of layers says of itself, where this is the main one of them.
    fileprivate func showing(_ layers: LayeredTrack) -> TrackFacts {
        var facts = self
        facts.descriptions = []
        facts.references = [:]
        facts.metadata = []
        facts.beginning = nil
        (facts.sampleCount, facts.totalByteCount) = (nil, nil)
        facts.segments = [
            CMTimeMapping(
                source: CMTimeRange(start: .zero, duration: layers.end),
                target: CMTimeRange(start: .zero, duration: layers.end)
            )
        ]
        facts.timeRange = CMTimeRange(start: .zero, duration: layers.end)
        facts.timescale = layers.timings.isEmpty ? layers.frameDuration.timescale : timescale
        facts.video = video?.showing(layers)
        return facts
    }
}

extension VideoFacts {
    fileprivate func showing(_ layers: LayeredTrack) -> VideoFacts {
        let names = layers.color.names
        // Several tracks that take turns have frames of that length, whatever else is on this one.
        let isTimedByOne = layers.timings.count == 1
        var facts = VideoFacts(
            codedWidth: layers.width,
            codedHeight: layers.height,
            naturalSize: CGSize(width: layers.width, height: layers.height),
            nominalFrameRate: isTimedByOne ? nominalFrameRate : 1 / layers.frameDuration.seconds,
            minimumFrameDuration: isTimedByOne ? minimumFrameDuration : layers.frameDuration,
            fieldCount: 1,
            bitDepth: layers.format.depth,
            chroma: layers.format.columnShift == 0 ? "4:4:4" : layers.format.rowShift == 0 ? "4:2:2" : "4:2:0",
            primaries: names.primaries,
            transfer: names.transfer,
            matrix: names.matrix,
            range: names.range,
            masteringDisplay: layers.color.isHighDynamicRange ? masteringDisplay : nil,
            contentLight: layers.color.isHighDynamicRange ? contentLight : nil,
            isWithoutLoss: isWithoutLoss,
            alpha: layers.hasAlpha ? Alpha(isPremultiplied: true) : nil
        )
        facts.dynamicRange = facts.dynamicRangeByTransfer
        return facts
    }
}
