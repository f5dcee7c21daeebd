/// Plays sound faster or slower by leaving periods out, or playing them again, with short crossfades between.
///
/// It goes through the source at its own pace, so that most of what is heard is the source itself, and jumps by a whole
/// period of what is heard when it is half of one off. Hits are played once and at their time: it comes to the right place
/// before one begins, and leaves it alone while it sounds.
package final class TimeDomainStretcher: TimeStretcher {
    package var speed: Speed {
        willSet {
            // Up to here it was the speed before.
            if newValue != speed { (anchorSource, anchorOutput) = (ideal(at: readEnd), readEnd) }
        }
    }

    private let planes: [SamplePlane]
    private let finder: JumpFinder
    private var hitFinder: HitFinder
    private var hits: [Int] = []
    private var lastHit = Int.min / 2
    private let tuning: TimeDomainTuning
    private let lengths: Lengths

    // Where it is: the next sample of the source, what is behind it, and how many frames have been made.
    private var place = 0
    private var phase = 0
    private var made = 0
    /// Up to here the source is played as it is.
    private var heldUntil = 0
    /// Where the speed's count began.
    private var anchorSource = 0.0
    private var anchorOutput = 0
    private var sourceEnd: Int?

    // What has been made and not been read.
    private var output: [ContiguousArray<Float>]
    private var readStart = 0
    private var readEnd = 0
    private var jumps: [(output: Int, frames: Int)] = []

    /// What the tuning is in samples.
    private struct Lengths {
        let shortestJump, longestJump, shortestFade, longestFade, lead, attack, tail, hitFade, hitReach, chunk: Int

        init(_ tuning: TimeDomainTuning, _ rate: Int) {
            func frames(_ seconds: Double) -> Int { max(1, Int((seconds * Double(rate)).rounded())) }
            shortestJump = frames(tuning.shortestJump)
            longestJump = frames(tuning.longestJump)
            shortestFade = frames(tuning.shortestFade)
            longestFade = frames(tuning.longestFade)
            (lead, attack, tail, hitFade) = (frames(0.002), frames(0.0005), frames(0.012), frames(0.004))
            (hitReach, chunk) = (frames(0.00075), frames(0.004))
        }
    }

    package init(_ speed: Speed, rate: Int, channelCount: Int, tuning: TimeDomainTuning = .quality) {
        self.speed = speed
        planes = (0..<channelCount).map { _ in SamplePlane() }
        output = Array(repeating: [], count: channelCount)
        lengths = Lengths(tuning, rate)
        let step = max(1, rate / 6000)
        finder = JumpFinder(
            sound: SamplePlane(),
            coarse: SamplePlane(),
            step: step,
            window: max(4, lengths.longestJump / step)
        )
        hitFinder = HitFinder(rate: rate)
        self.tuning = tuning
    }

    // MARK: Source

    package func append(_ source: [UnsafePointer<Float>], count: Int) {
        guard count > 0 else { return }
        for (plane, samples) in zip(planes, source) { plane.append(samples, count: count) }
        mix(count)
        condense()
        hitFinder.look(at: finder.sound, &hits)
    }

    package func finish() { sourceEnd = finder.sound.end }

    /// All channels in one, with weights under which no two cancel each other.
    private func mix(_ count: Int) {
        let mix = finder.sound.append(count: count)
        for (number, plane) in planes.enumerated() {
            let samples = plane[pointerTo: plane.end - count]
            let weight = 1 / (1 + 0.43 * Float(number))
            if number == 0 {
                mix.update(from: samples, count: count)
            } else {
                for index in 0..<count { mix[index] += weight * samples[index] }
            }
        }
    }

    private func condense() {
        let (step, sound, coarse) = (finder.step, finder.sound, finder.coarse)
        let count = sound.end / step - coarse.end
        guard count > 0 else { return }
        let source = sound[pointerTo: coarse.end * step]
        let target = coarse.append(count: count)
        for index in 0..<count {
            var sum: Float = 0
            for place in 0..<step { sum += source[index * step + place] }
            target[index] = sum / Float(step)
        }
    }

    // MARK: Output

    package func read(into target: [UnsafeMutablePointer<Float>], capacity: Int) -> StretchedFrames {
        while made - readEnd < capacity, step() {}
        let count = min(capacity, made - readEnd)
        for (plane, target) in zip(output, target) {
            plane.withUnsafeBufferPointer { samples in
                guard let samples = samples.baseAddress else { return }
                target.update(from: samples + (readEnd - readStart), count: count)
            }
        }
        readEnd += count
        let passed = jumps.prefix { $0.output < readEnd }
        let jumpedNow = passed.reduce(0) { $0 + $1.frames }
        jumps.removeFirst(passed.count)
        dropRead()
        return StretchedFrames(count: count, consumed: count + jumpedNow)
    }

    private func dropRead() {
        guard readEnd - readStart > 1 << 14 || readEnd == made else { return }
        for channel in output.indices { output[channel].removeFirst(readEnd - readStart) }
        readStart = readEnd
        let needed = min(place, lastNeeded) - lengths.longestJump - FractionalDelay.phaseCount
        for plane in planes + [finder.sound] { plane.drop(before: needed) }
        finder.coarse.drop(before: needed / finder.step)
    }

    private var lastNeeded: Int { Int(ideal(at: readEnd)) - 2 * lengths.longestJump }

    // MARK: Deciding

    /// The place in the source that belongs to an output frame.
    private func ideal(at frame: Int) -> Double { anchorSource + Double(frame - anchorOutput) * speed.value }

    /// The output frame that belongs to a place in the source.
    private func frame(of place: Int) -> Int {
        anchorOutput + Int(((Double(place) - anchorSource) / speed.value).rounded())
    }

    /// How far ahead of what is played the source must be known.
    private var reach: Int {
        let catchingUp = Int(max(0, speed.value - 1) * Double(lengths.longestFade + lengths.chunk))
        let jump = (tuning.meetsHits ? 3 : 2) * lengths.longestJump
        return jump + lengths.longestFade + lengths.chunk + catchingUp + SamplePlane.margin
    }

    /// Makes some frames; false where more of the source is needed first.
    private func step() -> Bool {
        let furthest = max(place, Int(ideal(at: made))) + reach
        if finder.sound.end < furthest {
            guard sourceEnd != nil else { return !tuning.meetsHits && stepWithoutLookingAhead() }
            let zeros = [Float](repeating: 0, count: furthest - finder.sound.end + 4096)
            zeros.withUnsafeBufferPointer { zeros in
                append(planes.map { _ in zeros.baseAddress! }, count: zeros.count)
            }
        }
        if place < heldUntil {
            copy(min(heldUntil - place, 4096))
            return true
        }
        guard speed != .normal else {
            copy(lengths.chunk)
            return true
        }
        var room = Int.max
        if tuning.meetsHits, let hit = nextHit {
            let left = frame(of: hit + lengths.attack) - lengths.attack - lengths.lead - made
            let untouched = min(left, hit - lengths.lead - place) - lengths.hitFade
            guard untouched > 0 else {
                meet(hit, left)
                return true
            }
            room = untouched
        }
        jumpOrCopy(room)
        return true
    }

    /// Copies what is there, as long as it is not time to jump. In the same pieces as otherwise, so that it does not matter
    /// how much came at once.
    private func stepWithoutLookingAhead() -> Bool {
        // Places between samples are made of those around them.
        let needed = lengths.chunk + (phase == 0 ? 0 : SamplePlane.margin)
        guard finder.sound.end - place >= needed, speed == .normal || !isOff else { return false }
        copy(lengths.chunk)
        return true
    }

    /// How far the source would be behind its time in the middle of a crossfade that begins now.
    private func delay(_ fade: Int) -> Double {
        let drift = ideal(at: made) - Double(place) - Double(phase) / Double(FractionalDelay.phaseCount)
        return drift + (speed.value - 1) * Double(fade) / 2
    }

    /// The shortest jump would be worth it.
    private var isOff: Bool { abs(delay(lengths.longestFade)) >= Double(lengths.shortestJump / 2) }

    /// The next place that must not be missed: a hit, or the end.
    private var nextHit: Int? {
        while let hit = hits.first, hit < place + lengths.lead {
            lastHit = max(lastHit, hit)
            hits.removeFirst()
        }
        return hits.first ?? sourceEnd.flatMap { $0 >= place + lengths.lead ? $0 : nil }
    }

    /// Goes to where a hit comes at its time, `left` frames before it comes close.
    private func meet(_ hit: Int, _ left: Int) {
        let fade = max(lengths.hitFade / 4, min(lengths.hitFade, left))
        let target = hit - lengths.lead - max(left, fade)
        heldUntil = hit + Int(Double(lengths.tail) / max(1, speed.value))
        lastHit = hit
        guard abs(target - place) > lengths.hitReach / 2, target - lengths.hitReach > finder.sound.start else { return }
        let jump = finder.jump(
            from: place,
            by: target - place,
            forwards: true,
            within: lengths.hitReach,
            comparing: fade,
            phase: 0
        )
        self.jump(Jump(frames: jump.frames, phase: 0, resemblance: jump.resemblance), fade)
    }

    private typealias Jump = JumpFinder.Jump

    /// `room`: before something that is to be met.
    private func jumpOrCopy(_ room: Int) {
        let most = min(lengths.chunk, room)
        let growth = speed.value - 1
        let forwards = delay(lengths.longestFade) > 0
        let wanted = Int(abs(delay(lengths.longestFade)))
        guard isOff, let allowed = allowedJumps(forwards: forwards, wanted: wanted) else { return copy(most) }
        let length = finder.coarseJump(
            from: place,
            forwards: forwards,
            allowed,
            near: max(wanted, lengths.shortestJump)
        )
        let fade = min(max(length, lengths.shortestFade), lengths.longestFade, room)
        guard fade >= lengths.shortestFade else { return copy(most) }
        let missing = Double(length) / 2 - (forwards ? delay(fade) : -delay(fade))
        guard missing <= 0 else {
            let wait = Int((missing / abs(growth)).rounded(.up))
            let towards = (growth > 0) == forwards
            return copy(towards ? min(most, max(1, wait)) : most)
        }
        let jump = finder.jump(
            from: place,
            by: length,
            forwards: forwards,
            within: finder.step,
            comparing: fade,
            phase: phase
        )
        self.jump(jump, fade)
    }

    /// Jumps that neither leave out the beginning of a hit nor play it again.
    private func allowedJumps(forwards: Bool, wanted: Int) -> ClosedRange<Int>? {
        let (half, hit) = (lengths.longestJump / 2, nextHit)
        // What lies further back than the longest jump is gone, or soon will be.
        let wanted = forwards ? wanted : min(wanted, lengths.longestJump)
        let low = max(lengths.shortestJump, wanted - half)
        var high = forwards ? max(lengths.longestJump, wanted + half) : lengths.longestJump
        if forwards {
            if let hit { high = min(high, hit - lengths.lead - lengths.longestFade - place) }
        } else {
            high = min(high, place - lastHit - lengths.tail / 3, place - SamplePlane.margin)
        }
        return low <= high ? low...high : nil
    }

    // MARK: Making

    private func copy(_ count: Int) {
        for channel in planes.indices {
            let source = planes[channel][pointerTo: place]
            withRoom(count, channel) { FractionalDelay.shared.read(source, phase: phase, into: $0, count: count) }
        }
        place += count
        made += count
    }

    private func jump(_ jump: Jump, _ fade: Int) {
        let target = place + jump.frames
        let gains = CrossFade(count: fade, resemblance: jump.resemblance)
        for channel in planes.indices {
            let (old, new) = (planes[channel][pointerTo: place], planes[channel][pointerTo: target])
            let (oldPhase, newPhase) = (phase, jump.phase)
            withRoom(fade, channel) { gains.mix(old, oldPhase, new, newPhase, into: $0) }
        }
        jumps.append((made + fade / 2, jump.frames))
        made += fade
        (place, phase) = (target + fade, jump.phase)
    }

    private func withRoom(_ count: Int, _ channel: Int, _ body: (UnsafeMutablePointer<Float>) -> Void) {
        let old = output[channel].count
        output[channel].append(contentsOf: repeatElement(0, count: count))
        output[channel].withUnsafeMutableBufferPointer { body($0.baseAddress! + old) }
    }
}
