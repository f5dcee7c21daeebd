import AssetKit

/// How far from the time asked for a picture may be taken.
enum PictureTolerance: Sendable {
    /// The picture shown at that very time.
    case exact
    /// Wherever it is cheapest.
    case any
    /// So far before or behind.
    case within(TimeArgument)
    /// What suits the way the pictures are chosen: a part of their spacing, or a second.
    case fitting

    /// The pixels that a second is enough for to decode, and how many pictures a group has where nothing tells.
    private static let pixelsPerSecond = 300e6
    private static let usualGroup = 250

    /// About how many seconds it takes to decode exactly the picture of some time: half a GOP on average. The pictures
    /// alone decide, so that it is the same everywhere.
    static func exactCost(_ video: AKTrackDetails.Video) -> Double {
        let pictures = Double(video.keyFrameInterval ?? usualGroup) / 2
        return pictures * Double(video.width) * Double(video.height) / pixelsPerSecond
    }

    /// The tolerances before and behind, for pictures that lie so far apart. `staysNear`: no picture moves by more than a
    /// quarter of that; otherwise by half.
    func window(
        spacing: CMTime?,
        staysNear: Bool = false,
        in file: FileTimes
    ) throws(WorkError) -> (before: CMTime, after: CMTime) {
        switch self {
        case .exact: return (.zero, .zero)
        case .any: return (.positiveInfinity, .positiveInfinity)
        case .within(let argument):
            let time = try argument.time(in: file)
            return (time, time)
        case .fitting:
            guard let spacing else { return (CMTime(value: 1, timescale: 1), CMTime(value: 1, timescale: 1)) }
            let exact = (spacing.exactSeconds.map { BigRational($0) } ?? .zero).halved
            guard !staysNear else {
                let quarter = ExactTime(exact.halved).time
                return (quarter, quarter)
            }
            let half = ExactTime(exact).time
            // The windows of two neighbours share no time, so that they do not share a picture.
            let gap = CMTime(value: 1, timescale: 1_000_000)
            return (half, half > gap ? half - gap : .zero)
        }
    }
}

extension BigRational {
    fileprivate var halved: BigRational { divided(by: BigRational(2)) ?? self }
}
