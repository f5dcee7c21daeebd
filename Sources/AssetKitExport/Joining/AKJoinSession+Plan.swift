internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

extension AKJoinSession.Plan {
    /// What clients see of a plan. `made`: the clips as they are copied, which may be files of their own. `soundCounts`: how many
    /// samples have been made of sound that is encoded over all clips, by its tracks; nothing before that.
    init(
        _ plan: CopyPlan,
        _ decision: JoinPlanner.Decision,
        made: [JoinInput],
        soundCounts: [Int: Int] = [:]
    ) {
        let (inputs, sounds) = (decision.inputs, decision.sounds)
        let heard = plan.sink.tracks.indices.filter { plan.sink.tracks[$0].mediaType == .audio }
        func count(_ number: Int, isEncoded: Bool) -> [Int] {
            if isEncoded, let ordinal = heard.firstIndex(of: number), let counts = sounds.counts(ordinal, plan) {
                return soundCounts[number].map { counts.settled(to: $0) } ?? counts
            }
            var counts = zip(plan.clips, made).map { clip, input in
                clip.copiedRuns.filter { $0.track == number }.reduce(0) { sum, copied in
                    let count = copied.sampleCount
                    let isText = copied.textForm != nil
                    let encoded = isText ? count : input.encodedCount(ofTrack: copied.sourceTrack, among: count)
                    return sum + (isEncoded ? encoded : count - encoded)
                }
            }
            // What is copied beside the clips belongs to none of them.
            let beside = plan.clips.dropFirst(made.count).flatMap(\.copiedRuns).filter {
                $0.track == number && ($0.textForm != nil) == isEncoded
            }
            if !counts.isEmpty { counts[0] += beside.reduce(0) { $0 + $1.sampleCount } }
            return counts
        }
        func reason(_ number: Int, _ clip: PlacedClip, _ input: JoinInput) -> String? {
            if let ordinal = heard.firstIndex(of: number), let reason = sounds.reasons[ordinal] { return reason }
            let copiedRuns = clip.copiedRuns.filter { $0.track == number }
            if copiedRuns.contains(where: { $0.textForm != nil }) { return "the file stores text in another way" }
            return copiedRuns.lazy.compactMap { input.reasonToEncode($0.sourceTrack) }.first
        }
        /// Sound that is encoded over all clips is not cut with them.
        func stretches(_ input: JoinInput) -> [AKExportPlan.Stretch] {
            let ids = input.originalSounds.isEmpty ? input.sounds.map(\.facts.trackID) : input.originalSounds
            return input.stretches.map { stretch in
                guard let ordinal = ids.firstIndex(of: stretch.trackID), let reason = sounds.reasons[ordinal] else {
                    return stretch
                }
                var stretch = stretch
                (stretch.action, stretch.why) = (.encode, reason)
                return stretch
            }
        }
        self.init(
            fileType: plan.sink.fileType,
            duration: plan.duration,
            clips: inputs.indices.map { number in
                let (clip, input) = (plan.clips[number], inputs[number])
                // What is made anew is a file of its own by now, which begins with the clip.
                let start = clip.actual.start + made[number].offset
                return AKJoinSession.Placement(
                    requestedTimeRange: input.isMadeAnew ? input.range : clip.requested,
                    actualTimeRange: CMTimeRange(start: start, duration: clip.actual.duration),
                    start: clip.start,
                    reasonsToEncode: input.reasonsToEncode + Set(sounds.reasons.values).sorted(),
                    stretches: stretches(input)
                )
            },
            tracks: plan.sink.tracks.enumerated().map { number, track in
                AKJoinSession.Track(
                    mediaType: track.mediaType,
                    codec: track.formats.first?.subtype ?? 0,
                    copiedSampleCounts: count(number, isEncoded: false),
                    encodedSampleCounts: count(number, isEncoded: true),
                    reasonsToEncode: zip(plan.clips, inputs).map { reason(number, $0, $1) }
                )
            },
            warnings: plan.warnings
        )
    }
}

extension [Int] {
    /// As many in all as there turned out to be: where they are more or fewer, they are so at the end.
    func settled(to total: Int) -> [Int] {
        var counts = self
        var surplus = reduce(0, +) - total
        for number in indices.reversed() {
            let taken = Swift.min(surplus, counts[number])
            counts[number] -= taken
            surplus -= taken
        }
        return counts
    }
}
