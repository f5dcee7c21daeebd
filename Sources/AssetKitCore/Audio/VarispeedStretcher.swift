internal import AssetKitFFmpeg
package import AssetKitTimePitch

/// Sound whose pitch follows its speed, as that of a tape does.
///
/// At the speed of the source its samples pass as they are, and at speeds at which nothing is heard there is silence.
/// Where the speed changes, one filter fades into the next for five milliseconds.
package final class VarispeedStretcher: TimeStretcher {
    private let channelCount: Int
    private let fadeCount: Int
    private let source: PlaneQueue
    private var isFinished = false
    private var current: SpeedVoice
    /// What was heard at the speed before, and how much of it is still to be heard.
    private var fading: (voice: SpeedVoice, rest: Int)?
    private var consumed: Int64 = 0

    package var speed: Speed

    package init(_ speed: Speed, sampleRate: Int, channelCount: Int) throws {
        precondition(channelCount > 0, "sound has channels")
        self.channelCount = channelCount
        self.speed = speed
        fadeCount = max(1, sampleRate / 200)
        source = PlaneQueue(channelCount: channelCount)
        current = try SpeedVoice(speed, channelCount: channelCount, at: 0, of: source)
    }

    package func append(_ planes: [UnsafePointer<Float>], count: Int) throws {
        precondition(planes.count == channelCount && !isFinished, "sound that does not belong here")
        source.add(planes, count: count)
    }

    package func finish() throws { isFinished = true }

    package func read(into planes: [UnsafeMutablePointer<Float>], capacity: Int) throws -> StretchedFrames {
        if speed != current.speed { try changeSpeed() }
        var count = min(capacity, fading?.rest ?? capacity)
        count = try current.prepare(count, from: source, isFinished)
        if let fading { count = min(count, try fading.voice.prepare(count, from: source, isFinished)) }
        guard count > 0 else { return StretchedFrames(count: 0, consumed: 0) }
        current.take(count, into: planes)
        fade(planes, count)
        source.drop(before: min(current.needed, fading?.voice.needed ?? .max))
        let place = max(consumed, min(current.place, source.end))
        defer { consumed = place }
        return StretchedFrames(count: count, consumed: Int(place - consumed))
    }

    /// Goes on at another speed from where it is.
    private func changeSpeed() throws {
        let next = try SpeedVoice(speed, channelCount: channelCount, at: current.place, of: source)
        // Before the first frame there is nothing to fade from; and a fade that is not over gives way.
        fading = current.place > 0 ? (current, fadeCount) : nil
        current = next
    }

    private func fade(_ planes: [UnsafeMutablePointer<Float>], _ count: Int) {
        guard let (voice, rest) = fading else { return }
        let old = voice.ready.planes(from: voice.ready.start)
        for (plane, old) in zip(planes, old) {
            for index in 0..<count {
                let part = Float(rest - index) / Float(fadeCount + 1)
                plane[index] += (old[index] - plane[index]) * part
            }
        }
        voice.drop(count)
        fading = rest > count ? (voice, rest - count) : nil
    }
}

/// Sound at one speed, from a place of the source on.
private final class SpeedVoice {
    private enum Engine {
        case through
        case silence
        case filter(SpeedFilter)
    }

    let speed: Speed
    /// What has been made and not been taken.
    let ready: PlaneQueue
    private let engine: Engine
    /// The speed that the filter has, which is the wanted one as nearly as it can be.
    private let made: Speed
    /// The frame of the source that the first one is made of.
    private let origin: Int64
    /// The next frame of the source.
    private var next: Int64
    private var isDrained = false
    /// How many of the first frames are before the place.
    private var early: Int64 = 0

    /// So many frames are converted at once.
    private static let stepCount = 1024

    init(_ speed: Speed, channelCount: Int, at place: Int64, of source: PlaneQueue) throws {
        self.speed = speed
        ready = PlaneQueue(channelCount: channelCount)
        made = speed.approximated(to: Int64(SpeedFilter.mostParts))
        guard speed.isAudible, speed != .normal else {
            engine = speed.isAudible ? .through : .silence
            (origin, next) = (place, place)
            return
        }
        let filter = try SpeedFilter(Int(made.numerator), Int(made.denominator), channelCount: channelCount)
        engine = .filter(filter)
        // Somewhat before, so that the filter is full of sound there.
        let wanted = max(place - Int64(filter.reach), source.start, 0)
        early = made.targetCount(of: place - wanted)
        origin = max(place - made.sourceCount(of: early), source.start)
        next = origin
    }

    /// The frame of the source that the next one stands for.
    var place: Int64 { origin + made.sourceCount(of: ready.start) }

    /// The first frame of the source that is still needed, also by another speed from the place on.
    var needed: Int64 { min(next, place - Int64(SpeedVoice.history)) }

    /// What the longest filter reaches back.
    private static let history = 32 * 64 + 64

    /// Makes so many frames, or as many as there are; answers how many there are.
    func prepare(_ wanted: Int, from source: PlaneQueue, _ isFinished: Bool) throws -> Int {
        while ready.count < wanted || ready.start < early {
            let count = Int(min(Int64(Self.stepCount), source.end - next))
            if count > 0 {
                try convert(source, count)
            } else if !isFinished {
                break
            } else if !isDrained {
                try drain()
            } else {
                ready.addSilence(max(wanted - ready.count, Int(early - ready.start)))
            }
            if ready.start < early { ready.drop(before: early) }
        }
        return ready.start < early ? 0 : min(wanted, ready.count)
    }

    private func convert(_ source: PlaneQueue, _ count: Int) throws {
        let planes = source.planes(from: next)
        next += Int64(count)
        switch engine {
        case .through: ready.add(planes, count: count)
        case .silence:
            let made = made.targetCount(of: next - origin) - ready.end
            ready.addSilence(Int(clamping: max(0, made)))
        case .filter(let filter):
            let most = try filter.mostFrames(for: count)
            try ready.add(most) { try filter.convert(planes, count: count, into: $0, capacity: most) }
        }
    }

    private func drain() throws {
        guard case .filter(let filter) = engine else {
            isDrained = true
            return
        }
        let most = max(try filter.mostFrames(for: 0), Self.stepCount)
        let before = ready.count
        try ready.add(most) { try filter.drain(into: $0, capacity: most) }
        isDrained = ready.count == before
    }

    func take(_ count: Int, into planes: [UnsafeMutablePointer<Float>]) {
        for (plane, made) in zip(planes, ready.planes(from: ready.start)) { plane.update(from: made, count: count) }
        drop(count)
    }

    func drop(_ count: Int) { ready.drop(before: ready.start + Int64(count)) }
}

extension Speed {
    /// How much of a source has passed when so much is heard, to the nearest frame.
    func sourceCount(of count: Int64) -> Int64 { Self.scaled(count, numerator, denominator) }

    /// How much is heard when so much of a source has passed, to the nearest frame.
    fileprivate func targetCount(of count: Int64) -> Int64 { Self.scaled(count, denominator, numerator) }

    private static func scaled(_ count: Int64, _ factor: Int64, _ divisor: Int64) -> Int64 {
        let product = 2 * Int128(count) * Int128(factor) + Int128(divisor)
        return Int64(clamping: product.floorDivided(by: 2 * Int128(divisor)))
    }
}
