internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// A track of a new file, and what of each clip goes into it.
struct CopyJoinedTrack: Sendable {
    /// What one clip gives.
    struct Member: Sendable {
        /// The place of the track among those of the clip's source.
        let place: Int
        let cuts: [CopiedStretch]
        /// The samples of all cuts, and their times.
        let samples: [Range<Int>]
        let times: CopyPlacement.Times
        /// For each description of the source's samples the place of the same one in the new track.
        var formats: [Int] = [0]
        var carriesParameterSets = false
        /// How text is stored, where it becomes text of another kind.
        var textForm: SubtitleForm?

        init(_ taken: CopyDraft.Track, of track: LoadedSource.Track) {
            (place, cuts) = (taken.place, taken.cuts)
            samples = taken.cuts.flatMap(\.samples).merged
            times = CopyPlacement.Times(samples, of: track)
        }
    }

    var mediaType: AVMediaType
    /// For each clip what it gives; nil for nothing.
    var members: [Member?]
    var formats: [CMFormatDescription] = []
    var placement = CopyPlacement(timescale: 1, delay: .zero)
    /// What the text becomes; nil for samples that are copied as they are.
    var text: SubtitleTarget?
    /// How sound is encoded that is not copied.
    var encoding: SoundEncoding?
}

extension CopyPlanner {
    /// The tracks of the new file: those of the timeline of which there are samples.
    func joinedTracks(_ timeline: Timeline, _ drafts: [CopyDraft]) throws -> [CopyJoinedTrack] {
        var tracks = timeline.tracks.compactMap { joinedTrack($0, timeline.clips, drafts) }
        let sounds = tracks.indices.filter { tracks[$0].mediaType == .audio }
        for (ordinal, place) in sounds.enumerated() { tracks[place].encoding = encodings[ordinal] }
        for place in tracks.indices { try complete(&tracks[place], timeline.clips) }
        return tracks
    }

    /// A track of the timeline; nil where no clip has samples of it.
    private func joinedTrack(
        _ track: TimelineTrack,
        _ clips: [TimelineClip],
        _ drafts: [CopyDraft]
    ) -> CopyJoinedTrack? {
        var members = [CopyJoinedTrack.Member?](repeating: nil, count: drafts.count)
        for stretch in track.stretches {
            let stored = sources[clips[stretch.clip].source].tracks
            let taken = drafts[stretch.clip].tracks.first { stored[$0.place].facts.trackID == stretch.trackID }
            members[stretch.clip] = taken.map { CopyJoinedTrack.Member($0, of: stored[$0.place]) }
        }
        guard members.contains(where: { $0 != nil }) else { return nil }
        return CopyJoinedTrack(mediaType: track.mediaType, members: members)
    }

    /// Finds the descriptions, the timescale and the rhythm that all clips of a track have in common.
    private func complete(_ track: inout CopyJoinedTrack, _ clips: [TimelineClip]) throws {
        var timescale: CMTimeScale?
        // In a file without edits each cut of pictures stands where its own times say.
        let shortest = track.mediaType == .video ? target.shortestPicture : nil
        var pictures: [(cut: CopiedStretch, times: CopyPlacement.Times)] = []
        var (delay, lag) = (CMTime.zero, CMTime.zero)
        var agreement = CopyFormats(allowsSeveral: target.hasEdits)
        convertText(of: &track, clips)
        for (number, member) in track.members.enumerated() {
            guard let member else { continue }
            let source = sources[clips[number].source]
            let stored = source.tracks[member.place]
            let isCaptions = member.textForm == .captions
            let own = isCaptions ? CaptionCopy.timescale : stored.timescale(in: target, cuts: member.cuts)
            timescale = timescale.map { $0.leastCommonMultiple(own) } ?? own
            if shortest == nil {
                delay = CMTimeMaximum(delay, member.times.delay)
            } else {
                pictures += member.cuts.map { ($0, CopyPlacement.Times($0.samples, of: stored)) }
                if target.decodesBeforeShowing { lag = CMTimeMaximum(lag, stored.plausibleDecodeLag) }
            }
            guard track.text == nil, track.encoding == nil else { continue }
            track.members[number]?.formats = try Named.by(source.name) { try agreement.places(of: stored.facts) }
        }
        track.formats = track.text.map { [$0.format] } ?? agreement.formats
        for number in track.members.indices { track.members[number]?.carriesParameterSets = agreement.areSetsInSamples }
        delay = pictures.map(\.times.delay).reduce(delay, CMTimeMaximum)
        var placement = CopyPlacement(timescale: timescale ?? 1000, delay: delay, shortest: shortest)
        let advances = placement.advances(pictures.map { placement.limited($0.times, to: $0.cut) })
        placement.ahead = advances.map { $0 + lag }[...]
        track.placement = placement
    }
}

extension LoadedSource.Track {
    /// How late samples are decoded at most. Streams hold a picture for ten seconds at most, and what is more is a damaged time
    /// of one sample, which the others do not follow.
    fileprivate var plausibleDecodeLag: CMTime {
        CMTimeMinimum(index.largestDecodeLag, CMTime(value: 10, timescale: 1))
    }

    /// Ticks of a second that keep the times of the samples. Sound on a clock that is too coarse for it gets its own, and
    /// so does sound on one that is finer than anybody needs: some readers take a movie's ticks of sound for samples.
    /// Edits are counted in it too, which a clock of pictures may be too coarse for.
    func timescale(in target: CopyTarget, cuts: [CopiedStretch]) -> CMTimeScale {
        if isSoundOnCoarseClock || isSoundOnFineClock, let rate = facts.audio?.sampleRate { return CMTimeScale(rate) }
        let own = index.tick.denominator
        guard facts.mediaType == .video else { return own }
        // Pictures of a clip begin when the file's clock says, however coarse their own one is.
        if let shortest = target.shortestPicture { return own.leastCommonMultiple(shortest.timescale) }
        guard target.hasEdits, own < 1000 else { return own }
        return cuts.reduce(own) { ExportTimescale.timescale(of: $0, cutAt: $1.source) }
    }

    /// Ticks are parts of samples, and packets begin with samples.
    private var isSoundOnFineClock: Bool {
        guard !isTabled, facts.mediaType == .audio, let audio = facts.audio, audio.framesPerPacket > 0,
            let rate = Int32(exactly: audio.sampleRate), rate > 0
        else { return false }
        return index.tick.denominator > rate && index.tick.denominator % rate == 0
    }

    /// Ticks are not samples, nor parts of them: when samples begin has to be counted.
    var isSoundOnCoarseClock: Bool {
        guard !isTabled, facts.mediaType == .audio, let rate = facts.audio?.sampleRate, rate >= 1, rate < 1e9 else {
            return false
        }
        let whole = Int64(rate)
        return Int64(index.tick.denominator) % (whole * Int64(index.tick.numerator)) != 0
    }
}
