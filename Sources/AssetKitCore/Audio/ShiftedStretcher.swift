internal import AssetKitTimePitch

/// Sound that is stretched first, and then made higher or lower.
final class ShiftedStretcher: TimeStretcher {
    private let stretcher: any TimeStretcher
    private let shifter: any TimeStretcher
    private let between: [UnsafeMutablePointer<Float>]
    /// How much went in, how much of it has been stretched, and how much came out.
    private var appendedCount: Int64 = 0
    private var stretchedCount: Int64 = 0
    private var readCount: Int64 = 0
    private var consumed: Int64 = 0
    private var isFinished = false
    private var isStretched = false

    private static let capacity = 4096

    init(_ stretcher: any TimeStretcher, then shifter: any TimeStretcher, channelCount: Int) {
        (self.stretcher, self.shifter) = (stretcher, shifter)
        between = (0..<channelCount).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: Self.capacity) }
    }

    deinit { between.forEach { $0.deallocate() } }

    /// It is the same from the first frame on.
    var speed: Speed {
        get { stretcher.speed }
        set { precondition(newValue == stretcher.speed, "sound at another pitch keeps its speed") }
    }

    func append(_ planes: [UnsafePointer<Float>], count: Int) throws {
        try stretcher.append(planes, count: count)
        appendedCount += Int64(count)
    }

    func finish() throws {
        isFinished = true
        try stretcher.finish()
    }

    func read(into planes: [UnsafeMutablePointer<Float>], capacity: Int) throws -> StretchedFrames {
        while true {
            let count = try shifter.read(into: planes, capacity: capacity).count
            if count > 0 { return note(count) }
            guard try feed() else { return StretchedFrames(count: 0, consumed: 0) }
        }
    }

    /// Brings the shifter what comes next; false where more has to come first.
    private func feed() throws -> Bool {
        let wanted = min(speed.frameCount(of: appendedCount) - stretchedCount, Int64(Self.capacity))
        if wanted > 0 {
            let count = try stretcher.read(into: between, capacity: Int(wanted)).count
            guard count > 0 else { return false }
            try shifter.append(between.map { UnsafePointer($0) }, count: count)
            stretchedCount += Int64(count)
            return true
        }
        guard isFinished, !isStretched else { return false }
        isStretched = true
        try shifter.finish()
        return true
    }

    private func note(_ count: Int) -> StretchedFrames {
        readCount += Int64(count)
        let place = min(speed.sourceCount(of: readCount), max(appendedCount, consumed))
        defer { consumed = max(consumed, place) }
        return StretchedFrames(count: count, consumed: Int(max(place - consumed, 0)))
    }
}
