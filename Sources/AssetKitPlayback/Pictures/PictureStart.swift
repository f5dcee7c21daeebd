internal import CMTimeLib

/// Where pictures of an item are to begin. A plain value.
enum PictureStart: Sendable {
    /// With the one that shows at a time.
    case exact(CMTime)
    /// With one that begins within a range around a time, where that is cheap.
    case within(CMTime, before: CMTime, after: CMTime)
    /// So many pictures behind one, or before it.
    case step(from: CMTimeRange, count: Int)

    /// The time that is asked for.
    var time: CMTime {
        switch self {
        case .exact(let time): time
        case .within(let time, _, _): time
        case .step(let range, _): range.start
        }
    }
}
