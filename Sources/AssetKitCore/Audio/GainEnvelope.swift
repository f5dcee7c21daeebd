package import CMTimeLib

/// How loud sound is in time: as it is before the first point, evenly in amplitude between two, and as it was left behind the
/// last. A plain value.
package struct GainEnvelope: Codable, Sendable, Hashable {
    /// What has been set, in the order in which it was.
    package struct Setting: Codable, Sendable, Hashable {
        /// Without a length it is a point.
        @CodableCMTimeRange package var range: CMTimeRange
        package var start: Float
        package var end: Float
    }

    package private(set) var settings: [Setting] = []
    private var list = RampList<Double>()

    private enum CodingKeys: CodingKey { case settings }

    package init() {}

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        for setting in try container.decode([Setting].self, forKey: .settings) { set(setting) }
    }

    /// The gain is 1 at all times.
    package var isIdentity: Bool { list.ramps.allSatisfy { $0.isFlat && $0.start == 1 } }

    /// From a time on sound is so loud, until what is set next begins.
    package mutating func set(_ gain: Float, at time: CMTime) {
        let range = CMTimeRange(start: time, duration: .zero)
        set(Setting(range: CodableCMTimeRange(wrappedValue: range), start: gain, end: gain))
    }

    /// Within a range it gets louder or softer.
    package mutating func set(from start: Float, to end: Float, in range: CMTimeRange) {
        set(Setting(range: CodableCMTimeRange(wrappedValue: range), start: start, end: end))
    }

    private mutating func set(_ setting: Setting) {
        settings.append(setting)
        if setting.range.duration > .zero {
            list.set(from: Double(setting.start), to: Double(setting.end), in: setting.range)
        } else {
            list.set(Double(setting.end), at: setting.range.start)
        }
    }

    /// The ramp that a time lies in, else the first later one; nil behind the last.
    package func ramp(for time: CMTime) -> (start: Float, end: Float, range: CMTimeRange)? {
        list.ramp(for: time).map { (Float($0.start), Float($0.end), $0.range) }
    }

    package func gain(at time: CMTime) -> Double { list.value(at: time) ?? 1 }
}

extension GainEnvelope.Setting {
    fileprivate init(range: CodableCMTimeRange, start: Float, end: Float) {
        (_range, self.start, self.end) = (range, start, end)
    }
}

extension GainEnvelope {
    /// So many frames are counted through from one exact gain.
    private static let blockCount: Int64 = 1024

    /// Makes frames louder or softer, each by the gain at its own time. `first`: the number of the first frame, at a rate.
    package func apply(
        to samples: UnsafeMutableBufferPointer<Float>,
        channels: Int,
        from first: Int64,
        rate: Int
    ) {
        eachSlope(of: samples.count, channels: channels, from: first, rate: rate) { range, slope in
            let frames = UnsafeMutableBufferPointer(rebasing: samples[range])
            if slope.step == 0 {
                Self.scale(frames, by: Float(slope.gain))
            } else {
                Self.scale(frames, by: slope, channels: channels)
            }
        }
    }

    /// Adds frames to others, each as loud as its gain at its own time makes it: to the bit what `apply` and a sum would give.
    package func add(
        _ samples: UnsafeBufferPointer<Float>,
        to sums: UnsafeMutableBufferPointer<Float>,
        channels: Int,
        from first: Int64,
        rate: Int
    ) {
        eachSlope(of: samples.count, channels: channels, from: first, rate: rate) { range, slope in
            let frames = UnsafeBufferPointer(rebasing: samples[range])
            let own = UnsafeMutableBufferPointer(rebasing: sums[range])
            if slope.step == 0 {
                Self.add(frames, to: own, by: Float(slope.gain))
            } else {
                Self.add(frames, to: own, by: slope, channels: channels)
            }
        }
    }

    /// A gain, how much each frame has more than the one before, and how many have passed since that gain.
    private struct Slope {
        var gain: Double
        var step: Double
        var passed: Int64

        /// Those of frames that follow each other. Blocks are short: 32 bits count their frames, which become floating-point
        /// numbers sooner than 64.
        @inline(__always)
        func gain(_ frame: Int32) -> Float {
            Float(gain + step * Double(Int32(truncatingIfNeeded: passed) &+ frame))
        }
    }

    /// Calls with one range of samples after the other whose gains lie on a line.
    private func eachSlope(
        of count: Int,
        channels: Int,
        from first: Int64,
        rate: Int,
        _ body: (Range<Int>, Slope) -> Void
    ) {
        let end = first + Int64(count / max(channels, 1))
        var number = first
        while number < end {
            let (gain, step, passed, next) = stretch(from: number, rate: rate)
            let last = min(next, end)
            let place = Int(number - first) * channels
            body(place..<place + Int(last - number) * channels, Slope(gain: gain, step: step, passed: passed))
            number = last
        }
    }

    /// A gain, how much each frame has more than the one before, how many have passed since that gain up to this frame, and the
    /// first frame of which that does not tell the gain.
    private func stretch(
        from number: Int64,
        rate: Int
    ) -> (gain: Double, step: Double, passed: Int64, next: Int64) {
        let time = CMTime(value: number, timescale: CMTimeScale(rate))
        let gain = gain(at: time)
        guard let ramp = list.ramp(for: time) else { return (gain, 0, 0, .max) }
        guard ramp.range.start <= time else {
            return (gain, 0, 0, max(ramp.range.start.firstSample(rate: rate), number + 1))
        }
        let end = max(ramp.range.end.firstSample(rate: rate), number + 1)
        guard !ramp.isFlat else { return (gain, 0, 0, end) }
        let step = (ramp.end - ramp.start) / (ramp.range.duration.seconds * Double(rate))
        // Counted from where the block or the ramp begins, wherever reading did: a frame has one gain.
        let block = number / Self.blockCount * Self.blockCount
        let base = max(block, ramp.range.start.firstSample(rate: rate))
        let first = self.gain(at: CMTime(value: base, timescale: CMTimeScale(rate)))
        return (first, step, number - base, min(end, block + Self.blockCount))
    }

    private static func scale(_ samples: UnsafeMutableBufferPointer<Float>, by gain: Float) {
        guard gain != 1 else { return }
        for index in samples.indices { samples[index] *= gain }
    }

    private static func scale(_ samples: UnsafeMutableBufferPointer<Float>, by slope: Slope, channels: Int) {
        // With a number of channels that is known several frames are scaled at once.
        switch channels {
        case 1: scale(samples, by: slope, each: 1)
        case 2: scale(samples, by: slope, each: 2)
        default: scale(samples, by: slope, each: channels)
        }
    }

    @inline(__always)
    private static func scale(_ samples: UnsafeMutableBufferPointer<Float>, by slope: Slope, each channels: Int) {
        guard let base = samples.baseAddress, channels > 0 else { return }
        for frame in 0..<Int32(truncatingIfNeeded: samples.count / channels) {
            let factor = slope.gain(frame)
            let place = Int(frame) &* channels
            for channel in 0..<channels { base[place &+ channel] *= factor }
        }
    }

    private static func add(
        _ samples: UnsafeBufferPointer<Float>,
        to sums: UnsafeMutableBufferPointer<Float>,
        by gain: Float
    ) {
        guard let source = samples.baseAddress, let base = sums.baseAddress else { return }
        for index in 0..<samples.count { base[index] += source[index] * gain }
    }

    private static func add(
        _ samples: UnsafeBufferPointer<Float>,
        to sums: UnsafeMutableBufferPointer<Float>,
        by slope: Slope,
        channels: Int
    ) {
        switch channels {
        case 1: add(samples, to: sums, by: slope, each: 1)
        case 2: add(samples, to: sums, by: slope, each: 2)
        default: add(samples, to: sums, by: slope, each: channels)
        }
    }

    @inline(__always)
    private static func add(
        _ samples: UnsafeBufferPointer<Float>,
        to sums: UnsafeMutableBufferPointer<Float>,
        by slope: Slope,
        each channels: Int
    ) {
        guard let source = samples.baseAddress, let base = sums.baseAddress, channels > 0 else { return }
        for frame in 0..<Int32(truncatingIfNeeded: samples.count / channels) {
            let factor = slope.gain(frame)
            let place = Int(frame) &* channels
            for channel in 0..<channels { base[place &+ channel] += source[place &+ channel] * factor }
        }
    }
}
