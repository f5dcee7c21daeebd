internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import CMTimeLib

/// The instructions of a video composition for shots on several tracks.
struct ShotInstructions {
    /// The lowest first. The shots of a track stand in the order of time; each shows together with its neighbours at most, and
    /// dissolves into the next one then.
    let tracks: [[Shot]]
    /// nil for black.
    var background: CGColor?
    /// How long a picture shows.
    let step: CMTime

    /// What shows from zero to an end.
    func instructions(until end: CMTime) -> [AVVideoCompositionInstruction] {
        let bounds = boundaries(until: end)
        // Of each track, the first shot that is not over.
        var places = tracks.map { _ in 0 }
        return zip(bounds, bounds.dropFirst()).map { start, end in
            let range = CMTimeRange(start: start, end: end)
            let instruction = AVMutableVideoCompositionInstruction()
            instruction.timeRange = range
            instruction.backgroundColor = background
            for (track, shots) in tracks.enumerated().reversed() {
                while places[track] < shots.count, shots[places[track]].range.end <= start { places[track] += 1 }
                let shown = shots[places[track]...].prefix(2).filter { $0.range.start <= start }
                instruction.layerInstructions += layers(shown, in: range)
            }
            return instruction
        }
    }

    private func layers(_ shots: [Shot], in range: CMTimeRange) -> [AVVideoCompositionLayerInstruction] {
        guard let first = shots.first else { return [] }
        guard shots.count > 1 else { return [first.layer(first.opacity.ramps(in: range))] }
        return ShotDissolve(outgoing: first, incoming: shots[1], step: step).layers(in: range)
    }

    private func boundaries(until end: CMTime) -> [CMTime] {
        let ends = tracks.joined().flatMap { [$0.range.start, $0.range.end] }
        return ([.zero, end] + ends.filter { $0 > .zero && $0 < end }).sortedWithoutRepeats
    }
}

extension RampList<Double> {
    /// What it says in a range; nothing where it is 1 there.
    fileprivate func ramps(in range: CMTimeRange) -> [Ramp<Double>] {
        guard !isOne else { return [] }
        return CurveMix(curves: [self], step: range.duration).ramps(in: range, isEven: { _ in true }, { $0[0] })
    }
}
