internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// Chooses what is taken of a source. Pure.
struct CopyDrafter {
    let source: LoadedSource
    let target: CopyTarget
    let mode: CopyMode
    /// It is the beginning of the new file: what is before zero can be hidden there.
    let isFirst: Bool
    /// The tracks of sound that are encoded: of these exactly what is wanted is heard.
    var encodings: SoundEncodings = [:]
    /// As if all were.
    var hidesAllSound = false
    /// What is taken of tracks of which there is less than of the rest, on the asset's timeline.
    var parts: [Int32: [CMTimeRange]] = [:]

    /// What is taken for a range of the asset's timeline.
    func draft(_ requested: CMTimeRange) throws -> CopyDraft {
        let duration = source.duration
        let start = CMTimeMaximum(requested.start, .zero)
        let isOpen = requested.end >= duration
        let end = CMTimeMinimum(requested.end, duration)
        guard start < end else {
            let reason = "nothing is in the range: the file is \(duration.seconds) s long"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        let wanted = CMTimeRange(start: start, end: end)
        // What headers say about the end is not always exact.
        let range = isOpen ? CMTimeRange(start: start, end: .positiveInfinity) : wanted
        let lead = try leading(range)
        let actual =
            lead.map { lead in
                let begin = lead.cuts.first?.target.start ?? wanted.start
                let end = lead.endsEarly ? lead.cuts.last?.target.end ?? wanted.end : wanted.end
                return CMTimeRange(start: lead.snaps ? begin : CMTimeMinimum(wanted.start, begin), end: end)
            } ?? wanted
        let rest = CMTimeRange(start: actual.start, end: isOpen ? .positiveInfinity : actual.end)
        let tracks = try source.tracks.indices.compactMap { place -> CopyDraft.Track? in
            let cuts = try place == lead?.place ? lead?.cuts ?? [] : cuts(of: place, in: rest, wanted: requested)
            return cuts.isEmpty ? nil : CopyDraft.Track(place: place, cuts: cuts)
        }
        guard !tracks.isEmpty else {
            throw MediaProblem.withoutSamples
        }
        // A track may go on behind what the header says is the end of everything, and sound alone may end before, where
        // the header counts what is hidden of the last packet.
        let ends = isOpen ? tracks.compactMap { $0.cuts.last?.target.end }.filter(\.isNumeric) : []
        let isCounted = source.tracks.allSatisfy { !$0.isTabled && $0.facts.mediaType == .audio }
        let least = isCounted && ends.count == tracks.count && !ends.isEmpty ? actual.start : actual.end
        let whole = CMTimeRange(start: actual.start, end: ends.reduce(least, CMTimeMaximum))
        return CopyDraft(requested: requested, actual: whole, tracks: tracks)
    }

    /// What the track shows that decides where the clip begins and ends.
    private struct Lead {
        var place: Int
        var cuts: [CopiedStretch]
        /// The clip begins where this track does.
        var snaps: Bool
        /// The clip ends where this track does: there would be more of it.
        var endsEarly: Bool
    }

    private func leading(_ range: CMTimeRange) throws -> Lead? {
        func first(_ type: AVMediaType) -> Int? {
            let places = source.tracks.indices.filter { place in
                let facts = source.tracks[place].facts
                return facts.mediaType == type && parts[facts.trackID] == nil
            }
            return places.first { source.tracks[$0].facts.isEnabled } ?? places.first
        }
        for place in [first(.video), first(.audio)].compactMap({ $0 }) {
            let track = source.tracks[place]
            let cuts = try cuts(of: place, in: range, leads: true)
            guard let last = cuts.last?.samples.last?.upperBound else { continue }
            let reaches = track.stretches(in: range, source).last.map { $0.target.end >= range.end } ?? false
            // Encoded sound is cut wherever that is asked for.
            let isSound = track.facts.mediaType == .audio && !isEncoded(place)
            // A wish between two samples is the nearer one's.
            let rate = max(1, track.facts.audio?.sampleRate ?? 1)
            let isNear = cuts.first.map { abs(($0.target.start - range.start).seconds) * rate < 1 } ?? false
            return Lead(
                place: place,
                cuts: cuts,
                snaps: isSound && (isNear || !hidesSound(of: place)),
                endsEarly: reaches && last < track.index.count && !isEncoded(place)
            )
        }
        return nil
    }

    private func hidesSound(of place: Int) -> Bool {
        guard !hidesAllSound else { return true }
        let facts = source.tracks[place].facts
        return isEncoded(place) || facts.isPlainSound || target.hidesSoundEnds(facts) && (isFirst || target.hasEdits)
    }

    private func isEncoded(_ place: Int) -> Bool {
        let sounds = source.tracks.indices.filter { source.tracks[$0].facts.mediaType == .audio }
        return sounds.firstIndex(of: place).map { encodings[$0] != nil } ?? false
    }

    // MARK: Tracks

    /// What goes with a clip of a track that does not decide where that begins and ends. What was to begin or to end with it
    /// does so wherever it does.
    private func cuts(of place: Int, in clip: CMTimeRange, wanted: CMTimeRange) throws -> [CopiedStretch] {
        guard let parts = parts[source.tracks[place].facts.trackID] else {
            return try cuts(of: place, in: clip, leads: false)
        }
        return try parts.flatMap { part -> [CopiedStretch] in
            let start = part.start <= wanted.start ? clip.start : CMTimeMaximum(part.start, clip.start)
            let end = part.end >= wanted.end ? clip.end : CMTimeMinimum(part.end, clip.end)
            guard start < end else { return [] }
            return try cuts(of: place, in: CMTimeRange(start: start, end: end), leads: false)
        }
    }

    func cuts(of place: Int, in range: CMTimeRange, leads: Bool) throws -> [CopiedStretch] {
        let track = source.tracks[place]
        let stretches = track.stretches(in: range, source)
        return try stretches.enumerated().compactMap { number, stretch in
            let hidden = track.hiddenAtEnd
            let rate = track.facts.audio.flatMap { Int32(exactly: $0.sampleRate) }
            let cutter = StretchCutter(index: track.index, stretch: stretch, hiddenAtEnd: hidden, soundRate: rate)
            let cut: CopiedStretch? =
                switch track.facts.mediaType {
                case .video, .auxiliaryPicture, .depthData:
                    pictures(cutter, isFirst: leads && number == 0, isLast: leads && number == stretches.count - 1)
                case .audio:
                    cutter.sound(
                        .copying(track.facts.traits),
                        hidesEnds: hidesSound(of: place),
                        hasEdits: target.hasEdits
                    )
                default: cutter.others(hidesEnds: target.hasEdits)
                }
            if let cut { try check(cut, cutter, track.facts) }
            return cut
        }
    }

    private func pictures(_ cutter: StretchCutter, isFirst: Bool, isLast: Bool) -> CopiedStretch? {
        let snaps = mode == .keyframe
        let cut = cutter.pictures(
            showsAccessPoint: isFirst && snaps,
            endsComplete: isLast && snaps || !target.hasEdits
        )
        // A track beside the one that leads begins where it can, unless its beginning can be hidden.
        guard !target.hasEdits, !isFirst, let cut, let later = cutter.startingLater(cut) else { return cut }
        return later.pictures(showsAccessPoint: true, endsComplete: true)
    }

    /// Throws where the new file cannot present what the source does.
    private func check(_ cut: CopiedStretch, _ cutter: StretchCutter, _ track: TrackFacts) throws {
        guard !target.hasEdits else { return }
        func refusal(_ what: String) -> MediaProblem {
            let reason = "its track \(track.trackID) \(what), which a \(target.name) file cannot; choose mp4 or mov"
            return MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        guard cut.hasNormalRate else { throw refusal("changes its speed by an edit") }
        guard track.mediaType == .video, let first = cut.samples.first?.lowerBound else { return }
        guard cutter.tick.time(cutter.ticks(of: first)) >= cut.source.start else {
            throw refusal("hides pictures by an edit")
        }
    }
}

extension StretchCutter {
    /// The same stretch from the first picture on that stands alone and is presented; nil where `cut` hides none, or there
    /// is no such picture.
    fileprivate func startingLater(_ cut: CopiedStretch) -> StretchCutter? {
        guard let first = cut.samples.first?.lowerBound, tick.time(ticks(of: first)) < cut.source.start else {
            return nil
        }
        let places = cut.samples.joined().dropFirst()
        let next = places.first { index[$0].isSync && tick.time(ticks(of: $0)) >= cut.source.start }
        guard let next else { return nil }
        let start = stretch.assetTime(of: tick.time(ticks(of: next)))
        let target = CMTimeRange(start: start, end: stretch.target.end)
        return StretchCutter(index: index, stretch: MediaStretch(edit: stretch.edit, target: target))
    }
}
