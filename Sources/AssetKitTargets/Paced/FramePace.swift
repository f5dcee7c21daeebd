/// How fast a device plays: which of its frames begins at which moment of the host clock. Exact, however long it runs.
struct FramePace: Sendable {
    /// When frame 0 begins.
    let origin: Int64
    /// So many frames take a billion seconds.
    private let framesPerUnit: Int64

    /// A device that is so many billionths faster than it should be.
    init(origin: Int64, sampleRate: Int, driftPPB: Int64 = 0) {
        self.origin = origin
        framesPerUnit = Int64(sampleRate) * (1_000_000_000 + driftPPB)
    }

    private static let unit: Int64 = 1_000_000_000_000_000_000

    /// The first nanosecond at which `frame` has begun.
    func moment(of frame: Int64) -> Int64 {
        let (high, low) = frame.magnitude.multipliedFullWidth(by: UInt64(Self.unit))
        let (quotient, remainder) = UInt64(framesPerUnit).dividingFullWidth((high, low))
        // Upwards, on either side of the origin.
        return frame >= 0 ? origin + Int64(quotient) + (remainder > 0 ? 1 : 0) : origin - Int64(quotient)
    }

    /// The last frame that has begun.
    func frame(at moment: Int64) -> Int64 {
        let distance = moment - origin
        let (high, low) = distance.magnitude.multipliedFullWidth(by: UInt64(framesPerUnit))
        let (quotient, remainder) = UInt64(Self.unit).dividingFullWidth((high, low))
        return distance >= 0 ? Int64(quotient) : -Int64(quotient) - (remainder > 0 ? 1 : 0)
    }
}
