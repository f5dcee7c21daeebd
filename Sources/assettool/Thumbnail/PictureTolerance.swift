import AssetKit

/// How far from the time asked for a picture may be taken.
enum PictureTolerance: Sendable {
    /// The picture shown at that very time.
    case exact
    /// Wherever it is cheapest.
    case any
    /// So far before or behind.
    case within(TimeArgument)
    /// What suits the way the pictures are chosen: half their spacing, or a second.
    case fitting

    /// The tolerances before and behind, for pictures that lie so far apart.
    func window(spacing: CMTime?, in file: FileTimes) throws(WorkError) -> (before: CMTime, after: CMTime) {
        switch self {
        case .exact: return (.zero, .zero)
        case .any: return (.positiveInfinity, .positiveInfinity)
        case .within(let argument):
            let time = try argument.time(in: file)
            return (time, time)
        case .fitting:
            guard let spacing else { return (CMTime(value: 1, timescale: 1), CMTime(value: 1, timescale: 1)) }
            let half = ExactTime((spacing.exactSeconds.map { BigRational($0) } ?? .zero).halved).time
            // The windows of two neighbours share no time, so that they do not share a picture.
            let gap = CMTime(value: 1, timescale: 1_000_000)
            return (half, half > gap ? half - gap : .zero)
        }
    }
}

extension BigRational {
    fileprivate var halved: BigRational { divided(by: BigRational(2)) ?? self }
}
