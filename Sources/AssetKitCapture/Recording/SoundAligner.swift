internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitTimePitch

/// Keeps the frames of a device, whose clock is not the host's, where they belong in a recording: by a few frames more or fewer of
/// half a second now and then, by silence where some are missing, by leaving some out where there are too many. Pure.
///
/// What the device says it has lost becomes silence at once; a little that is missing without a word is its clock's doing.
///
/// Frames that come in order and nearly in time are not touched. Nor are those of a device whose clock is measured to be within five
/// millionths of the host's, however far off they come to be by that: 18 ms an hour at most. What that adds up to after eight hours or
/// more is made up for at once, as what was lost is.
///
/// Silence of more than a second comes out as its last second, and has its length by its place: whoever encodes makes what is
/// missing before it, a piece at a time. No gap of more than an hour is filled at all: sound goes on without it.
struct SoundAligner {
    /// What comes out: frames, and the number of the first one since the beginning of the recording. Where it does not follow what came
    /// before, there is silence between them.
    struct Output {
        var first: Int64
        var samples: [Float]
    }

    /// How far off frames may be before something is done about it, in milliseconds: where the device's clock runs at another speed,
    /// and where nobody knows yet.
    private static let (tolerance, loose): (Double, Double) = (8, 20)
    /// What is further off than this was lost, or is there twice.
    private static let jump = 150.0
    /// Frames become more or fewer by so much at most, where the clock is about right, and where it is so far off that this would
    /// leave no room for catching up.
    private static let (steepest, steepestOfFast) = (0.004, 0.008)
    /// The speed of a clock that is that far off, in millionths.
    private static let fast = 2500.0
    /// More silence than this is made by nobody: seconds.
    private static let most = 3600
    /// The speeds of clocks that are as good as equal, in millionths.
    private static let equal = 5.0

    let format: DeviceSoundFormat
    /// The number of the next frame that goes out.
    private(set) var next: Int64?
    /// By how many frames the device's times are ahead of those in the recording since they have jumped by more than can be silent.
    private(set) var skipped: Int64 = 0
    /// How far the device is ahead of what has gone out, in frames, smoothed over a second.
    private var error = 0.0
    private var isCorrecting = false
    /// Frames that wait to be made more or fewer, with the margin before them.
    private var held: [Float] = []
    /// The last frames that went in, for the margin.
    private var before: [Float] = []
    private var drift = DriftEstimate()
    private(set) var corrections = 0
    private(set) var jumps = 0

    init(_ format: DeviceSoundFormat) { self.format = format }

    /// Millionths by which the device's clock is faster than the host's, as far as that is known.
    var driftPPM: Double { drift.ppm ?? 0 }

    /// Up to when there is sound, in nanoseconds since the beginning.
    var end: Int64 { Int64(pinning: Double((next ?? 0) + skipped) * 1e9 / Double(format.sampleRate)) }

    /// Frames wait that have not come out.
    var isHolding: Bool { !held.isEmpty }

    /// Takes frames that belong at a time, in nanoseconds since the beginning. `lostCount` is how many the device says were lost just
    /// before; where it `isDiscontinuous`, it says that some were, or that its clock has jumped.
    mutating func add(
        _ samples: ArraySlice<Float>,
        at place: Int64,
        lostCount: Int = 0,
        isDiscontinuous: Bool = false
    ) -> [Output] {
        let (channels, rate) = (format.channelCount, Double(format.sampleRate))
        let due = number(at: place)
        guard let next else {
            self.next = Int64(pinning: due.rounded())
            return put(samples)
        }
        let waiting = held.isEmpty ? 0 : held.count / channels - FrameCount.margin
        var offset = due - Double(next + Int64(waiting))
        let lost = lostCount > 0 || isDiscontinuous ? gap(offset, lostCount) : 0
        let filled = lost > 0 ? fill(lost) : []
        offset -= Double(lost)
        drift.add(offset: offset, frames: samples.count / channels + lost, rate: rate)
        if abs(offset) > Self.jump * rate / 1000 {
            return filled + jump(by: Int64(pinning: offset.rounded()), samples)
        }
        let share = min(1, Double(samples.count / channels) / rate)
        error += (offset - error) * share
        if let tolerance, abs(error) > tolerance * rate / 1000 { isCorrecting = true }
        return filled + put(samples)
    }

    /// How far off frames may be, in milliseconds; nil for as far as they come to be.
    private var tolerance: Double? {
        guard let ppm = drift.ppm else { return Self.loose }
        return abs(ppm) < Self.equal ? nil : Self.tolerance
    }

    /// Silence for what has not come, up to a time in nanoseconds since the beginning. What comes for it later is left out.
    mutating func pad(to place: Int64) -> [Output] {
        var outputs = flush()
        let due = Int64(pinning: number(at: place))
        let first = next ?? 0
        guard due > first else { return outputs }
        before = []
        guard due - first <= longest else {
            next = first
            skip(due - first)
            return outputs
        }
        // A track begins where its silence does.
        if next == nil { outputs.append(silence(min(due - first, Int64(format.sampleRate)))) }
        if let next, due > next { outputs.append(silence(due - next)) }
        return outputs
    }

    /// What waits goes out as it is.
    mutating func finish() -> [Output] { flush() }

    // MARK: Steps

    /// The number of the frame at a time in nanoseconds since the beginning.
    private func number(at place: Int64) -> Double {
        Double(place) * Double(format.sampleRate) / 1e9 - Double(skipped)
    }

    /// So many frames may be silent.
    private var longest: Int64 { Int64(Self.most) * Int64(format.sampleRate) }

    /// How many frames are missing of which the device says so: as many as it says, unless their times say something else.
    private func gap(_ offset: Double, _ lostCount: Int) -> Int {
        let millisecond = Double(format.sampleRate) / 1000
        if lostCount > 0, lostCount <= longest,
            abs(offset - error - Double(lostCount)) < Self.loose * millisecond
        {
            return lostCount
        }
        return offset > millisecond && offset <= Self.jump * millisecond ? Int(offset.rounded()) : 0
    }

    /// Silence for what was lost; what waits goes out before it.
    private mutating func fill(_ count: Int) -> [Output] {
        let outputs = flush()
        let filled = silence(Int64(count))
        remember(filled.samples[...])
        return outputs + [filled]
    }

    /// So much silence, or the end of it.
    private mutating func silence(_ count: Int64) -> Output {
        let length = min(count, Int64(format.sampleRate))
        next = (next ?? 0) + count - length
        return emit([Float](repeating: 0, count: Int(length) * format.channelCount))
    }

    /// Goes on as if so much time had not passed.
    private mutating func skip(_ count: Int64) {
        skipped += count
        jumps += 1
    }

    private mutating func put(_ samples: ArraySlice<Float>) -> [Output] {
        if isCorrecting || !held.isEmpty { return correct(samples) }
        remember(samples)
        return [emit(Array(samples))]
    }

    private mutating func emit(_ samples: [Float]) -> Output {
        let first = next ?? 0
        next = first + Int64(samples.count / format.channelCount)
        return Output(first: first, samples: samples)
    }

    private mutating func remember(_ samples: ArraySlice<Float>) {
        let count = FrameCount.margin * format.channelCount
        before = Array((before + samples.suffix(count)).suffix(count))
    }

    /// Gathers half a second and the margins, and makes its frames more or fewer.
    private mutating func correct(_ samples: ArraySlice<Float>) -> [Output] {
        let (channels, margin) = (format.channelCount, FrameCount.margin)
        if held.isEmpty {
            let missing = margin * channels - before.count
            held = [Float](repeating: 0, count: max(0, missing)) + before
        }
        held += samples
        remember(samples)
        let count = format.sampleRate / 2
        guard held.count / channels >= count + 2 * margin else { return [] }
        let most = Int(Double(count) * (abs(driftPPM) > Self.fast ? Self.steepestOfFast : Self.steepest))
        let change = min(max(Int(error.rounded()), -most), most)
        let window = Array(held[..<((count + 2 * margin) * channels)])
        let output = emit(FrameCount.change(window, channelCount: channels, to: count + change))
        error -= Double(change)
        drift.corrected(by: change)
        corrections += 1
        let rest = held[(count * channels)...]
        held = Array(rest)
        if abs(error) < 0.0005 * Double(format.sampleRate) {
            isCorrecting = false
            return [output] + flush()
        }
        return [output]
    }

    private mutating func flush() -> [Output] {
        guard !held.isEmpty else { return [] }
        let rest = Array(held[(FrameCount.margin * format.channelCount)...])
        held = []
        return rest.isEmpty ? [] : [emit(rest)]
    }

    /// Frames are missing, or too many have come.
    private mutating func jump(by frames: Int64, _ samples: ArraySlice<Float>) -> [Output] {
        var outputs = flush()
        (error, isCorrecting) = (0, false)
        drift = DriftEstimate()
        guard abs(Double(frames)) <= Double(longest) else {
            skip(frames)
            return outputs + put(samples)
        }
        jumps += 1
        if frames > 0 {
            outputs.append(silence(frames))
            return outputs + put(samples)
        }
        let doubled = min(samples.count, Int(-frames) * format.channelCount)
        guard doubled < samples.count else { return outputs }
        return outputs + put(samples.dropFirst(doubled))
    }
}

/// By how much a device's clock is faster than the host's, of how far off its frames are over half a minute.
private struct DriftEstimate {
    private static let window = 30.0
    private var points: [(time: Double, offset: Double)] = []
    private var time = 0.0
    private var corrected = 0.0
    private var rate = 48_000.0

    /// `offset` says how many frames too few have come.
    mutating func add(offset: Double, frames: Int, rate: Double) {
        self.rate = rate
        time += Double(frames) / rate
        guard points.isEmpty || time - points[points.count - 1].time >= 0.25 else { return }
        points.append((time, offset + corrected))
        points.removeAll { $0.time < time - Self.window }
    }

    mutating func corrected(by frames: Int) { corrected += Double(frames) }

    /// Nil before there have been four seconds.
    var ppm: Double? {
        guard points.count >= 8, let first = points.first, let last = points.last, last.time - first.time >= 4 else {
            return nil
        }
        let count = Double(points.count)
        let meanTime = points.reduce(0) { $0 + $1.time } / count
        let meanOffset = points.reduce(0) { $0 + $1.offset } / count
        let spread = points.reduce(0) { $0 + ($1.time - meanTime) * ($1.time - meanTime) }
        let slope = points.reduce(0) { $0 + ($1.time - meanTime) * ($1.offset - meanOffset) } / max(spread, 1e-9)
        return -slope / rate * 1e6
    }
}
