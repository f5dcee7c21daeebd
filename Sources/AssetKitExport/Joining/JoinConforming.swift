internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Makes a clip like those before it: a file of its own in which what differs is encoded, and the rest is copied. Blocks.
struct JoinConforming {
    let context: SourceContext
    /// The clipRange of the asset's timeline.
    let range: CMTimeRange
    /// Its tracks that go into the joined file.
    let source: LoadedSource
    let differences: [JoinModel.Difference]
    let target: CopyTarget

    /// Makes the file, as the only one of its name.
    func run(to path: String, _ progress: @escaping @Sendable (Double) -> Void) throws {
        let prepared = try ExportPreparation(try plan(), of: context, ExportSettings())
        let runner = ExportRunner(prepared, to: URL(filePath: path))
        _ = try runner.run(open: { try MediaSinks.sink(for: $0, into: $1) }, progress)
    }

    private var fileType: AVFileType {
        target.fileTypeOfClip(
            holding: source.tracks.flatMap { track in
                let model = differences.first { $0.trackID == track.facts.trackID }?.model.facts
                return (model ?? track.facts).formatDescriptions
            }
        )
    }

    /// Why what fits is encoded all the same: a clip that is cut is cut everywhere alike, and that is exactly.
    static let cutsExactly = "it is cut exactly"

    /// What is done to the clip.
    func plan() throws -> ExportPlan {
        let loaded = context.loaded
        let start = CMTimeMaximum(range.start, .zero)
        let reachesEnd = range.end >= source.duration
        let clipRange = CMTimeRange(start: start, end: reachesEnd ? .positiveInfinity : range.end)
        let isWhole = start == .zero && reachesEnd
        let timeline = Timeline.range(clipRange, of: source.tracks.map(\.facts))
        let tracks = try timeline.tracks.flatMap(\.stretches).compactMap { stretch -> ExportTrack? in
            let stored = source.tracks.first { $0.facts.trackID == stretch.trackID }
            guard let facts = stored?.facts else { return nil }
            guard let track = loaded.tracks.first(where: { $0.trackID == facts.trackID }) else { return nil }
            let own = loaded.source(of: track)
            let difference = differences.first { $0.trackID == facts.trackID }
            guard difference != nil || !isWhole && [.video, .audio].contains(facts.mediaType) else {
                return ExportTrack(facts, PlannedStretch(stretch, .copied, because: "it fits as it is"))
            }
            let model = difference.map { $0.model.trackSource(in: $0.source) } ?? own
            if let obstacle = own.obstacle { throw obstacle }
            let isPictures = facts.mediaType == .video
            let treatment: PlannedStretch.Treatment =
                isPictures ? .pictures(try pictures(own, like: model, clipRange)) : .sound(try sound(like: model))
            let why = difference?.reason ?? Self.cutsExactly
            return ExportTrack(facts, PlannedStretch(stretch, treatment, because: why))
        }
        return ExportPlan(range: clipRange, fileType: fileType, tracks: tracks)
    }

    // MARK: How tracks are encoded

    private var options: AKExportOptions {
        var options = AKExportOptions()
        options.matchesSource = true
        return options
    }

    private func pictures(_ own: TrackSource, like model: TrackSource, _ clipRange: CMTimeRange) throws
        -> PictureRendering
    {
        let preset = ExportPreset.passthrough
        let wanted = try PicturePlanner(
            source: model,
            preset: preset,
            options: options,
            range: clipRange,
            canTurn: true,
            fileType: fileType
        )
        .rendering().encoding
        var encoded = options
        encoded.video = .encoded(AVVideoCodecType(rawValue: wanted.codec.traits.subtype.letters))
        var planner = PicturePlanner(
            source: own,
            preset: preset,
            options: encoded,
            range: clipRange,
            canTurn: false,
            fileType: fileType
        )
        // The joined track says how all of its pictures are turned.
        planner.base = model.facts.video?.transform ?? .identity
        var rendering = try planner.rendering()
        var encoding = wanted
        (encoding.timescale, encoding.frameRate) = (rendering.encoding.timescale, rendering.encoding.frameRate)
        (encoding.threadCount, encoding.fields) = (rendering.encoding.threadCount, .progressive)
        encoding.encoderPreset = preset.usualEncoderPreset(encoding.codec)
        let isDeep = (model.facts.video?.bitDepth ?? 8) > 8
        rendering.becomesStandardRange = own.facts.video?.isHighDynamicRange ?? false && !isDeep
        let hasSize = rendering.encoding.width == encoding.width && rendering.encoding.height == encoding.height
        let keepsShape = hasSize && rendering.encoding.pixelAspect.isShape(of: wanted.pixelAspect)
        let keepsLook =
            rendering.encoding.cleanAperture == wanted.cleanAperture && rendering.encoding.hasColors(of: wanted)
        (rendering.isScaled, rendering.letterboxes) = (!(keepsShape && keepsLook), !(keepsShape && keepsLook))
        try encoding.validate()
        rendering.encoding = encoding
        return rendering
    }

    private func sound(like model: TrackSource) throws -> SoundRendering {
        try SoundPlanner(source: model, preset: .passthrough, options: options, fileType: fileType).rendering()
    }
}

extension CopyTarget {
    /// The type of the file that a clip becomes before it is joined: a movie where that can hold it all, since its edits
    /// keep to the sample what other files cannot.
    func fileTypeOfClip(holding formats: [CMFormatDescription]) -> AVFileType {
        guard !hasEdits else { return fileType }
        let movies: [AVFileType] = [.mov, .mp4]
        let fitting = movies.first { type in
            formats.allSatisfy { MediaSinks.obstacle(to: $0, in: type) == nil && !$0.hasAlphaBeside }
        }
        return fitting ?? fileType
    }
}

extension PictureEncoding {
    /// Components mean the same as those of the other.
    fileprivate func hasColors(of other: PictureEncoding) -> Bool {
        pixelFormat == other.pixelFormat && plainLayout == other.plainLayout && codedColor == other.codedColor
    }
}

extension PictureEncoding.PixelAspect {
    /// Width is to height as that of the other.
    fileprivate func isShape(of other: PictureEncoding.PixelAspect) -> Bool {
        horizontal * other.vertical == vertical * other.horizontal
    }
}
