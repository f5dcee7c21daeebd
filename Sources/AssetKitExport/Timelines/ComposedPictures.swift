internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// The pictures of a composition as clips one behind the other: where one of its sources shows as it is, a range of that,
/// which can be copied; everywhere else a range of the composition, which is rendered. Pure, but for times that have to be read.
struct ComposedPictures {
    private typealias Clip = ComposedClips.Clip
    /// The end of a sentence about why pictures are rendered.
    private enum Reason {
        static let uncovered = "there is no instruction for that time"
        static let foreign = "a compositor of a client's makes the pictures"
        static let overlaid = "an overlay shows"
        static let changes = "a layer changes"
        static let mixed = "several layers show"
        static let moved = "a layer is moved, cropped or of another size"
        static let colored = "the colours become others"
        static let turned = "it is turned another way than its source says"
        static let timed = "pictures are asked for at other times than the source's"
    }

    /// The track that the pictures are of.
    let track: TrackFacts
    private(set) var clips: [ComposedClips.Clip] = []
    private let source: TrackSource
    private let programs: [LayerProgram]
    private var walks: [Int32: CompositionWalk] = [:]
    /// The program that the last border was in.
    private var program = 0

    /// `track`: one of the composition's, or what a video composition puts together. `timed`: a source with its times, where it
    /// has no tables.
    init(
        _ track: AVAssetTrack,
        of loaded: LoadedAsset,
        in range: CMTimeRange,
        _ timed: (TrackSource) throws -> TrackSource
    ) rethrows {
        self.track = track.facts
        source = loaded.source(of: track)
        let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
        programs = source.layered?.programs ?? [LayerProgram(range: all, layers: [.init(trackID: track.trackID)])]
        for trackID in programs.flatMap(\.trackIDs) where walks[trackID] == nil {
            walks[trackID] = loaded.walk(along: trackID)
        }
        let borders = borders(in: range)
        let begins = begins(borders)
        for place in borders.indices.dropLast() {
            // What ends before another picture begins shows in none.
            let (start, end) = (begins[place], borders[place + 1])
            guard start < end, start < begins[place + 1] else { continue }
            append(clip(CMTimeRange(start: start, end: end), lastingUntil: begins[place + 1]))
        }
        try renderWhatIsTimedOtherwise(timed)
    }

    /// Something of it can be copied.
    var hasCopies: Bool { clips.contains { $0.whyRendered == nil } }

    /// How much of it can be copied.
    var copiedLength: CMTime {
        clips.reduce(.zero) { $1.whyRendered == nil ? $0 + $1.range.duration : $0 }
    }

    // MARK: Borders

    private func borders(in range: CMTimeRange) -> [CMTime] {
        let end = CMTimeMinimum(range.end, source.layered?.end ?? track.timeRange.end)
        var times: Set<CMTime> = [range.start, end]
        for program in programs {
            times.formUnion([program.range.start, program.range.end])
            times.formUnion(program.layers.flatMap(\.turningPoints))
        }
        for walk in walks.values { times.formUnion(walk.borders) }
        return times.filter { $0.isNumeric && $0 >= range.start && $0 <= end }.sorted()
    }

    /// For each border when the first picture begins that shows what is behind it. Pictures that are put together begin at times
    /// of their own, and show until the next one does.
    private func begins(_ borders: [CMTime]) -> [CMTime] {
        guard source.layered != nil, let first = borders.first, let end = borders.last else { return borders }
        let times = source.pictureTimes(in: CMTimeRange(start: first, end: end))
        return borders.map { border in
            guard border > first, border < end else { return border }
            let last = BinarySearch.last(in: 0..<times.count) { times[$0] < border } ?? -1
            return last + 1 < times.count ? times[last + 1] : end
        }
    }

    // MARK: What shows

    /// What shows between two borders.
    private mutating func clip(_ range: CMTimeRange) -> Clip {
        do {
            return try copied(range) ?? rendered(range, ComposedClips.Obstacle.hasGap.rawValue)
        } catch {
            return rendered(range, error.reason)
        }
    }

    /// The same, whose last picture shows for longer.
    private mutating func clip(_ range: CMTimeRange, lastingUntil end: CMTime) -> Clip {
        var shown = clip(range)
        if end > range.end, shown.whyRendered == nil, let own = shown.tracks[track.trackID],
            end + shown.offset > own.facts.timeRange.end
        {
            // Its samples are over before.
            shown = rendered(range, Reason.timed)
        }
        shown.end = end
        return shown
    }

    private struct Refusal: Error {
        var reason: String

        init(_ reason: String) { self.reason = reason }
    }

    private func rendered(_ range: CMTimeRange, _ reason: String) -> Clip {
        Clip(
            origin: .composition,
            start: range.start,
            end: range.end,
            offset: .zero,
            tracks: [track.trackID: source],
            whyRendered: reason
        )
    }

    /// The only source that shows; nil where nothing does. Throws why it cannot be copied.
    private mutating func copied(_ range: CMTimeRange) throws(Refusal) -> Clip? {
        guard source.layered?.compositor == nil else { throw Refusal(Reason.foreign) }
        while program < programs.count, programs[program].range.end <= range.start { program += 1 }
        guard program < programs.count, programs[program].range.start <= range.start else {
            throw Refusal(Reason.uncovered)
        }
        for layer in programs[program].layers {
            if source.layered?.overlays[layer.trackID] != nil {
                guard layer.isConstant(in: range), !layer.resolved(at: range.start).shows else {
                    throw Refusal(Reason.overlaid)
                }
                continue
            }
            guard let shown = try shown(layer.trackID, at: range.start) else { continue }
            guard layer.isConstant(in: range) else { throw Refusal(Reason.changes) }
            let resolved = layer.resolved(at: range.start)
            guard resolved.shows else { continue }
            try check(shown.source, resolved)
            return Clip(
                origin: .asset(shown.asset),
                start: range.start,
                end: range.end,
                offset: shown.offset,
                tracks: [track.trackID: shown.source]
            )
        }
        return nil
    }

    private mutating func shown(_ trackID: Int32, at time: CMTime) throws(Refusal) -> CompositionWalk.Shown? {
        do {
            return try walks[trackID]?.shown(at: time)
        } catch {
            throw Refusal(error.rawValue)
        }
    }

    /// Throws why the topmost layer that shows is not all there is to see, as it is.
    private func check(_ shown: TrackSource, _ layer: ResolvedLayer) throws(Refusal) {
        let video = shown.facts.video ?? VideoFacts()
        let isTurnedAlike = video.transform == track.video?.transform ?? .identity
        guard let output = source.layered else {
            // Pictures of another size are fitted in as joins do that.
            guard isTurnedAlike else { throw Refusal(Reason.turned) }
            return
        }
        let size = LayerSize(video)
        guard layer.hides(width: output.width, height: output.height, with: size) else { throw Refusal(Reason.mixed) }
        guard layer.isUntouched, size == LayerSize(width: output.width, height: output.height),
            video.codedWidth == output.width, video.codedHeight == output.height
        else { throw Refusal(Reason.moved) }
        guard isTurnedAlike else { throw Refusal(Reason.turned) }
        let colors = PictureDescription(video).color
        let resolved = colors.resolved(width: output.width, height: output.height, isRGB: video.chroma == "RGB")
        guard resolved == output.color else { throw Refusal(Reason.colored) }
    }

    // MARK: Clips

    /// What goes on as it was is the same clip.
    private mutating func append(_ next: Clip) {
        guard var last = clips.last, last.origin == next.origin, last.offset == next.offset, last.end == next.start,
            last.tracks[track.trackID]?.facts.trackID == next.tracks[track.trackID]?.facts.trackID
        else { return clips.append(next) }
        last.end = next.end
        if let why = next.whyRendered, let known = last.whyRendered, !known.contains(why) {
            last.whyRendered = "\(known), and \(why)"
        }
        clips[clips.count - 1] = last
    }

    /// Clips are copied where the output's pictures begin when the source's do.
    private mutating func renderWhatIsTimedOtherwise(_ timed: (TrackSource) throws -> TrackSource) rethrows {
        guard source.layered != nil else { return }
        let known = clips
        clips = []
        for clip in known {
            guard clip.whyRendered == nil, let shown = clip.tracks[track.trackID] else {
                append(clip)
                continue
            }
            let own = try timed(shown)
            // The last picture of a file without tables may be over before the file is.
            var kept = clip
            if let end = own.picturesEnd { kept.end = CMTimeMinimum(clip.end, end - clip.offset) }
            guard kept.end > kept.start, own.knowsTimes, isTimedAlike(kept, own) else {
                append(rendered(CMTimeRange(start: clip.start, end: clip.end), Reason.timed))
                continue
            }
            append(kept)
            guard kept.end < clip.end else { continue }
            append(rendered(CMTimeRange(start: kept.end, end: clip.end), Reason.timed))
        }
    }

    private func isTimedAlike(_ clip: Clip, _ shown: TrackSource) -> Bool {
        let made = source.pictureTimes(in: CMTimeRange(start: clip.start, end: clip.end))
        let own = shown.pictureTimes(in: clip.range)
        return own.count == made.count && zip(own, made).allSatisfy { $0 - clip.offset == $1 }
    }
}
