internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// Where sound that is copied in packets does not lie where it should: in files that can hide placed of packets at their own
/// ends alone, clips follow each other by whole packets. A plain value.
struct JointOffset: Sendable, Hashable {
    /// The place of the track in the new file, and the number of the clip.
    var track: Int
    var clip: Int
    /// How much later the sound is heard than it should be; earlier where that is below zero.
    var delay: CMTime
    /// When the first packet of the clip is heard, in the new file and on the timeline of the asset.
    var start: CMTime
    var assetStart: CMTime

    /// A sentence.
    func warning(_ codec: String) -> String {
        let milliseconds = (abs(delay.seconds) * 1000).rounded()
        let off = "is \(Int(milliseconds)) ms \(delay < .zero ? "early" : "late")"
        let what = milliseconds < 1 ? "is not cut to the sample" : off
        return "the sound of clip \(clip + 1) \(what): \(codec.isEmpty ? "it" : codec) is copied in whole packets"
    }
}

extension CopyPlan {
    /// What people call the sound at a seam.
    func codecName(of seam: JointOffset) -> String {
        let clip = clips[seam.clip]
        let copied = clip.copiedRuns.first { $0.track == seam.track }
        return copied.map { sources[clip.source].tracks[$0.sourceTrack].facts.codecName } ?? ""
    }
}

extension CopyPlanner {
    /// Where tracks of sound are off their places, if by less than a packet.
    func soundSeams(_ timeline: Timeline, _ tracks: [CopyJoinedTrack], _ placed: [PlacedClip]) -> [JointOffset] {
        guard !target.hasEdits else { return [] }
        let parts = timeline.rangesOfClips
        guard placed.count > 1 || parts.contains(where: { !$0.isEmpty }) else { return [] }
        return tracks.indices.filter { tracks[$0].mediaType == .audio && tracks[$0].encoding == nil }.flatMap { place in
            placed.indices.compactMap { number in
                pause(at: number, of: place, tracks, parts[number], placed)
                    ?? seam(at: number, of: place, tracks, timeline.clips, placed)
            }
        }
    }

    /// Where sound begins, ends or pauses within a clip, that is hardly ever between two packets.
    private func pause(
        at number: Int,
        of place: Int,
        _ tracks: [CopyJoinedTrack],
        _ parts: [Int32: [CMTimeRange]],
        _ placed: [PlacedClip]
    ) -> JointOffset? {
        guard let member = tracks[place].members[number] else { return nil }
        let (clip, stored) = (placed[number], sources[placed[number].source].tracks[member.place])
        guard parts[stored.facts.trackID] != nil, !stored.facts.isPlainSound else { return nil }
        return JointOffset(
            track: place,
            clip: number,
            delay: .zero,
            start: clip.start,
            assetStart: clip.actual.start
        )
    }

    private func seam(
        at number: Int,
        of place: Int,
        _ tracks: [CopyJoinedTrack],
        _ clips: [TimelineClip],
        _ placed: [PlacedClip]
    ) -> JointOffset? {
        guard let member = tracks[place].members[number] else { return nil }
        let (clip, source) = (placed[number], sources[clips[number].source])
        let stored = source.tracks[member.place]
        guard !stored.facts.isPlainSound, let copied = clip.copiedRuns.first(where: { $0.track == place }) else {
            return nil
        }
        var ideal = CopyDrafter(source: source, target: target, mode: mode, isFirst: true)
        ideal.hidesAllSound = true
        let isLast = number == placed.count - 1
        let range = CMTimeRange(start: clip.actual.start, end: isLast ? .positiveInfinity : clip.actual.end)
        guard let wanted = try? ideal.cuts(of: member.place, in: range, leads: false), let first = wanted.first,
            let last = wanted.last
        else { return nil }
        let lead = clip.start - clip.actual.start
        let times = CopyPlacement.Times(copied.samples, of: stored)
        let isHidden = number == 0 && target.hidesSoundEnds(stored.facts)
        let start =
            isHidden ? (member.cuts.first?.source.start ?? times.start) + copied.shift : times.start + copied.shift
        // Neither what is heard, nor when it begins and ends, may be off by half a sample.
        let moved = moved(clip, source, tracks)
        let delay = copied.shift - copied.lead - moved.start
        let errors = [
            delay, start - (first.target.start + lead), moved.end,
            isLast ? .zero : (times.end + copied.shift) - (last.target.end + lead),
        ]
        let tolerance = tolerance(of: stored)
        guard errors.contains(where: { CMTimeAbsoluteValue($0) > tolerance }) else { return nil }
        let assetStart = start - copied.shift + copied.lead - lead
        return JointOffset(track: place, clip: number, delay: delay, start: start, assetStart: assetStart)
    }

    /// How much later than asked a clip of sound alone begins and ends. Beside pictures these decide.
    private func moved(_ clip: PlacedClip, _ source: LoadedSource, _ tracks: [CopyJoinedTrack]) -> (
        start: CMTime, end: CMTime
    ) {
        guard !tracks.contains(where: { $0.mediaType == .video }) else { return (.zero, .zero) }
        let start = clip.actual.start - CMTimeMaximum(clip.requested.start, .zero)
        return (start, clip.requested.end >= source.duration ? .zero : clip.actual.end - clip.requested.end)
    }

    /// Half a sample, and what a coarse clock leaves open.
    private func tolerance(of track: LoadedSource.Track) -> CMTime {
        let half = CMTime(value: 1, timescale: CMTimeScale(2 * max(track.facts.audio?.sampleRate ?? 48_000, 1)))
        return half + (track.isSoundOnCoarseClock ? track.index.tick.time(1) : track.clockError)
    }

    /// Clips of sound alone begin where their first packet does.
    func follow(_ seams: [JointOffset], _ tracks: [CopyJoinedTrack], _ placed: inout [PlacedClip]) {
        guard !seams.isEmpty, !tracks.contains(where: { $0.mediaType == .video }) else { return }
        guard let lead = seams.map(\.track).min() else { return }
        for seam in seams where seam.track == lead {
            let end = placed[seam.clip].actual.end
            placed[seam.clip].actual = CMTimeRange(start: seam.assetStart, end: CMTimeMaximum(end, seam.assetStart))
            placed[seam.clip].start = seam.start
        }
        // Each lasts until the next one begins.
        for number in placed.indices.dropLast() {
            placed[number].actual.duration = CMTimeMaximum(.zero, placed[number + 1].start - placed[number].start)
        }
    }

    // MARK: Sound that is encoded

    /// What a track that is encoded is, in the new file.
    func describeEncoding(of track: CopyJoinedTrack, _ sink: inout SinkTrack) throws {
        guard let encoding = track.encoding else { return }
        let sound = try encoders.sound(of: encoding)
        sink.formats = [sound.format]
        sink.timescale = CMTimeScale(encoding.codedRate)
        (sink.priming, sink.isCut) = (sound.priming, false)
    }
}
