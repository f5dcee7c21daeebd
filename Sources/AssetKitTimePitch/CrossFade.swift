/// From one stretch of sound to another, at even loudness whether they are alike or not.
struct CrossFade {
    private let falling: [Float]
    private let rising: [Float]

    init(count: Int, resemblance: Float) {
        let alike = min(max(resemblance, 0), 1)
        var (falling, rising) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
        for index in 0..<count {
            let share = (Float(index) + 0.5) / Float(count)
            let rest = 1 - share
            let level = (share * share + rest * rest + 2 * alike * share * rest).squareRoot()
            (falling[index], rising[index]) = (rest / level, share / level)
        }
        (self.falling, self.rising) = (falling, rising)
    }

    func mix(
        _ old: UnsafePointer<Float>,
        _ oldPhase: Int,
        _ new: UnsafePointer<Float>,
        _ newPhase: Int,
        into target: UnsafeMutablePointer<Float>
    ) {
        let count = falling.count
        FractionalDelay.shared.read(old, phase: oldPhase, into: target, count: count)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { other in
            guard let other = other.baseAddress else { return }
            FractionalDelay.shared.read(new, phase: newPhase, into: other, count: count)
            for index in 0..<count { target[index] = target[index] * falling[index] + other[index] * rising[index] }
        }
    }
}
