internal import Glibc

/// What became of short sounds: where they are, and whether each is there once.
package struct HitFigures: Sendable {
    /// Where each that is there begins, less where it should, in seconds of what was made.
    package private(set) var errors: [Double] = []
    package private(set) var doubled = 0
    package private(set) var lost = 0
    /// The energy from 40 to 3 ms before hits, against that of the 40 ms from where they begin, in decibels.
    package private(set) var preEcho = 0.0

    package var mean: Double { errors.isEmpty ? .nan : errors.reduce(0, +) / Double(errors.count) }

    package var deviation: Double {
        let mean = mean
        return (errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(errors.count, 1))).squareRoot()
    }

    /// `source` is the signal of the train that was stretched: the same detector finds where its hits begin.
    package init(of samples: [Float], source: [Float], train: HitTrain, speed: Double, rate: Double) {
        let (before, after) = (HitDetector(source, rate: rate), HitDetector(samples, rate: rate))
        var (echo, hits) = (0.0, 0.0)
        for time in train.times {
            guard let expected = before.hit(near: time, within: train.interval / 2) else { continue }
            guard let found = after.hit(near: time / speed, within: train.interval / 2 / speed),
                found.peak * Self.leastShare > expected.peak
            else {
                lost += 1
                continue
            }
            // The detector begins a little before a hit, by as much in both.
            let bias = Double(expected.start) / rate - time
            errors.append(Double(found.start) / rate - bias - time / speed)
            if after.isDouble(in: found.range) { doubled += 1 }
            echo += after.energy(from: found.start, -0.040, -0.003)
            hits += after.energy(from: found.start, 0, 0.040)
        }
        preEcho = Ratio.decibels(max(echo, hits * Self.silence), to: hits)
    }

    /// A hit with less than a twentieth of its power is lost.
    private static let leastShare = 20.0
    /// 200 dB down: what is less is nothing.
    private static let silence = 1e-20
}
