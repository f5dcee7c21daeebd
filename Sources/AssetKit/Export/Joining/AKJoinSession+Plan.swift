internal import CMTimeLib

extension AKJoinSession.Plan {
    /// What clients see of a plan.
    init(_ plan: CopyPlan, _ decision: JoinPlanner.Decision) {
        let (inputs, sounds) = (decision.inputs, decision.sounds)
        let heard = plan.sink.tracks.indices.filter { plan.sink.tracks[$0].mediaType == .audio }
        func count(_ number: Int, isEncoded: Bool) -> [Int] {
            if isEncoded, let ordinal = heard.firstIndex(of: number), let counts = sounds.counts(ordinal, plan) {
                return counts
            }
            return zip(plan.parts, inputs).map { part, input in
                let pieces = part.pieces.filter { piece in
                    let isText = piece.textForm != nil
                    return piece.track == number && (isText || input.encodes(piece.sourceTrack)) == isEncoded
                }
                return pieces.reduce(0) { $0 + $1.sampleCount }
            }
        }
        func reason(_ number: Int, _ part: CopyPart, _ input: JoinInput) -> String? {
            if let ordinal = heard.firstIndex(of: number), let reason = sounds.reasons[ordinal] { return reason }
            let pieces = part.pieces.filter { $0.track == number }
            if pieces.contains(where: { $0.textForm != nil }) { return "the file stores text in another way" }
            return pieces.lazy.compactMap { input.reasonToEncode($0.sourceTrack) }.first
        }
        self.init(
            fileType: plan.sink.fileType,
            duration: plan.duration,
            clips: zip(plan.parts, inputs).map { part, input in
                // What is encoded is a file of its own by now, which begins with the clip.
                let offset = input.differences.isEmpty ? .zero : CMTimeMaximum(input.range.start, .zero)
                let moved = part.requested.start < offset ? offset : .zero
                return AKJoinSession.Placement(
                    requestedTimeRange: CMTimeRange(
                        start: part.requested.start + moved,
                        duration: part.requested.duration
                    ),
                    actualTimeRange: CMTimeRange(start: part.actual.start + moved, duration: part.actual.duration),
                    start: part.start,
                    reasonsToEncode: input.reasonsToEncode + Set(sounds.reasons.values).sorted()
                )
            },
            tracks: plan.sink.tracks.enumerated().map { number, track in
                AKJoinSession.Track(
                    mediaType: track.mediaType,
                    codec: track.formats.first?.subtype ?? 0,
                    copiedSampleCounts: count(number, isEncoded: false),
                    encodedSampleCounts: count(number, isEncoded: true),
                    reasonsToEncode: zip(plan.parts, inputs).map { reason(number, $0, $1) }
                )
            },
            warnings: plan.warnings
        )
    }
}
