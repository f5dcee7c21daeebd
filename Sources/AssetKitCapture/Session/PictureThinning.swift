internal import AssetKitDevices
internal import CMTimeLib

/// Leaves pictures out of a camera that makes more than somebody wants: of each period that is wanted, the first one passes, at its own
/// time. A plain value.
struct PictureThinning: Hashable {
    private let duration: CMTime
    /// How much too early a picture may come: cameras are not that exact.
    private let slack: Int64
    /// When the first period began.
    private var begin: Int64?
    /// The period that is waited for.
    private var next: Int128 = 0
    private var lastTime = Int64.min
    /// What those that were left out had to say.
    private var lostCount = 0
    private var isDiscontinuous = false

    /// Clocks of cameras are at most so wrong, as a part of the whole; what is nearer than that is the same.
    private static let clockError = 1.0 / 2000

    /// Nil where a camera whose pictures last so long makes no more of them than are wanted.
    init?(wanted: CMTime, made: CMTime) {
        guard wanted.isNumeric, made.isNumeric, made > .zero, wanted.value > 0,
            (wanted - made).seconds > wanted.seconds * Self.clockError
        else { return nil }
        (duration, slack) = (wanted, Int64(made.seconds * 1e9) / 4)
    }

    /// The picture, with what the camera lost as far as that was wanted; nil where it is to be left out.
    mutating func passed(_ sample: DeviceSample) -> DeviceSample? {
        lostCount += sample.lostCount
        isDiscontinuous = isDiscontinuous || sample.isDiscontinuous
        defer { lastTime = sample.hostTime }
        let period = period(of: sample.hostTime)
        guard period >= next else { return nil }
        var passed = sample
        passed.lostCount = min(lostCount, Int(clamping: period - next))
        passed.isDiscontinuous = isDiscontinuous
        (next, lostCount, isDiscontinuous) = (period + 1, 0, false)
        return passed
    }

    /// In which period a time lies. Periods begin anew where the time goes back.
    private mutating func period(of time: Int64) -> Int128 {
        guard let begin, time > lastTime else {
            (self.begin, next) = (time, 0)
            return 0
        }
        return (Int128(time) - Int128(begin) + Int128(slack)) * Int128(duration.timescale)
            / (Int128(duration.value) * 1_000_000_000)
    }
}
