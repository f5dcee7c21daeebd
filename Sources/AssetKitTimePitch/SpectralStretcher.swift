internal import CStretching

/// Plays sound faster or slower, or at another pitch, by moving what its spectra are made of: Rubber Band's finer engine.
package final class SpectralStretcher: TimeStretcher {
    /// How much of the sound is looked at once.
    package enum Window: String, Sendable, Codable {
        /// Hits are sharp and chords are steady; a third of the work.
        case short
        /// Hits stay where they belong at less than 0.4 of the speed too.
        case standard

        package static func usual(_ speed: Speed) -> Window { speed.value < 0.4 ? .standard : .short }
    }

    /// What stays the same at all speeds.
    struct Shape {
        var rate: Int
        var channelCount: Int
        var pitch: Double
    }

    package var speed: Speed

    private let shape: Shape
    /// nil for the one that suits the speed.
    private let window: Window?
    private let planes: [SamplePlane]
    private var isWhole = false
    private var engine: SpectralEngine
    /// What was heard at the speed before, and how much of it is still to be heard.
    private var fading: (engine: SpectralEngine, rest: Int)?
    private let fadeCount: Int
    private var place = 0

    /// What of the source is kept, since a new engine looks back.
    private static let history = 1 << 15
    /// Version 3.1.2 with its standard window makes sound of no numbers at some speeds above 12.
    private static let fastestOfStandard = 8.0

    /// The library is installed.
    package static var isThere: Bool { ak_stretcher_is_there() != 0 }

    /// `pitch`: by what frequencies are multiplied. nil where the library is not installed.
    package init?(_ speed: Speed, rate: Int, channelCount: Int, window: Window? = nil, pitch: Double = 1) {
        let shape = Shape(rate: rate, channelCount: channelCount, pitch: pitch)
        guard let engine = SpectralEngine(speed, shape, Self.window(speed, window), from: 0) else { return nil }
        (self.speed, self.shape, self.window, self.engine) = (speed, shape, window, engine)
        planes = (0..<channelCount).map { _ in SamplePlane() }
        fadeCount = max(1, rate / 200)
    }

    package func append(_ source: [UnsafePointer<Float>], count: Int) {
        guard count > 0 else { return }
        for (plane, samples) in zip(planes, source) { plane.append(samples, count: count) }
    }

    package func finish() { isWhole = true }

    package func read(into target: [UnsafeMutablePointer<Float>], capacity: Int) -> StretchedFrames {
        if speed != engine.speed { changeSpeed() }
        var count = min(capacity, fading?.rest ?? capacity)
        count = engine.read(into: target, capacity: count, from: planes, isWhole: isWhole)
        fade(target, count)
        let needed = min(engine.place, fading?.engine.place ?? engine.place) - Self.history
        for plane in planes { plane.drop(before: needed) }
        defer { place = engine.sourcePlace }
        return StretchedFrames(count: count, consumed: engine.sourcePlace - place)
    }

    private static func window(_ speed: Speed, _ wanted: Window?) -> Window {
        speed.value > fastestOfStandard ? .short : wanted ?? .usual(speed)
    }

    /// Goes on at another speed: the same engine where it can, a new one that fades in where its window does not suit.
    private func changeSpeed() {
        let window = Self.window(speed, window)
        guard window != engine.window, let next = SpectralEngine(speed, shape, window, from: engine.sourcePlace) else {
            return engine.change(to: speed)
        }
        // A fade that is not over gives way.
        fading = (engine, fadeCount)
        engine = next
    }

    private func fade(_ target: [UnsafeMutablePointer<Float>], _ count: Int) {
        guard let (engine, rest) = fading, count > 0 else { return }
        withUnsafeTemporaryAllocation(of: Float.self, capacity: count * planes.count) { memory in
            guard let base = memory.baseAddress else { return }
            let old = planes.indices.map { base + $0 * count }
            // Where it has no more, because the source has not come that far, the new one is heard alone.
            let there = engine.read(into: old, capacity: count, from: planes, isWhole: isWhole)
            for (plane, old) in zip(target, old) {
                for index in 0..<there {
                    plane[index] += (old[index] - plane[index]) * Float(rest - index) / Float(fadeCount + 1)
                }
            }
            fading = there == count && rest > count ? (engine, rest - count) : nil
        }
    }
}
