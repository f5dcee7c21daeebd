internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// Makes text of closed captions.
///
/// What shows at one time may have been sent long before; so it reads from the beginning, whatever is wanted.
struct CaptionExport {
    private let context: SourceContext
    private let settings: ExportSettings

    init(_ context: SourceContext, _ settings: ExportSettings) {
        (self.context, self.settings) = (context, settings)
    }

    private var loaded: LoadedAsset { context.loaded }

    /// What shows in a range, whose start is zero for the cues.
    func cues(of track: AVAssetTrack, _ kind: CaptionKind, in range: CMTimeRange, _ report: (CMTime) -> Void) throws
        -> [SubtitleFile.Cue]
    {
        switch kind {
        case .samples:
            let plan = ExportPlan(range: range, fileType: .akWebVTT, tracks: [])
            return try CopiedTrack(track.trackID, of: context, plan, settings).captions(context.flag, report)
        case .pictures:
            let reader = CaptionReader(decoder: try CaptionDecoder())
            try readPictures(of: track, until: range.end, reader, report)
            let last = range.end.isNumeric ? range.end : loaded.facts.duration
            let end = last.isNumeric ? CMTimeMaximum(last, reader.latest) : reader.latest
            return try reader.finish(at: end).cut(to: range)
        }
    }

    private func readPictures(
        of track: AVAssetTrack,
        until end: CMTime,
        _ reader: CaptionReader,
        _ report: (CMTime) -> Void
    ) throws {
        let range = CMTimeRange(start: .zero, end: end)
        let carriers = loaded.tracks.filter { $0.mediaType == .video && $0.facts.hasCaptionsInside }
        let listed = loaded.tracks.filter { $0.facts.codec == "atcc".fourCharCode }
        // They are listed in the order of the pictures that carry them.
        guard let place = listed.firstIndex(where: { $0 === track }), carriers.indices.contains(place) else {
            throw MediaProblem(code: .noSourceTrack, reason: "the pictures with its captions are not there")
        }
        let source = loaded.source(of: carriers[place])
        if let obstacle = source.obstacle { throw obstacle }
        let session = context.session
        let pictures = try TrackPictures(of: source, in: range, session)
        let frame = Frame()
        while let time = try pictures.next(into: frame) {
            try session.flag.check()
            try reader.read(frame.captions, at: time.start, until: time.end)
            report(time.end)
        }
    }
}
