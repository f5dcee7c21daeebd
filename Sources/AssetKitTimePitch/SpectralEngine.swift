internal import CStretching

/// Rubber Band's finer engine at work from a place of the source on. What it makes first is the sound of that place.
final class SpectralEngine {
    let window: SpectralStretcher.Window
    private let stretcher: OpaquePointer
    private let origin: Int
    /// The next frame of the source that is to be processed; before the first one there is silence.
    private(set) var place: Int
    private(set) var speed: Speed
    /// Frames that come out before the first that counts.
    private var delay: Int
    private var course = StretchCourse()
    /// How many frames have come out of the library.
    private var taken = 0
    /// Frames of the source that what was read stands for.
    private(set) var passed = 0
    private let rate: Int
    /// How far the source is ahead of what came out when the speed was new, and what was processed since it was looked at.
    private var usualAhead: Double?
    private var processed = 0
    private var sum = 0.0

    /// So many frames are processed at once: a speed is heard that much later at most.
    private static let blockSize = 256

    /// nil where the library is not installed.
    init?(_ speed: Speed, _ shape: SpectralStretcher.Shape, _ window: SpectralStretcher.Window, from origin: Int) {
        let opened = ak_stretcher_open(
            UInt32(shape.rate),
            UInt32(shape.channelCount),
            1 / speed.value,
            shape.pitch,
            window == .short ? 1 : 0,
            UInt32(Self.blockSize)
        )
        guard let opened else { return nil }
        (self.speed, self.window, self.origin, rate, stretcher) = (speed, window, origin, shape.rate, opened)
        // What comes early is played later: after more of what is before, where there is too little to leave out.
        let early =
            shape.pitch == 1
            ? SpectralLead.frames(speed.value, window, rate: shape.rate)
            : SpectralLead.frames(pitch: shape.pitch, rate: shape.rate)
        let lead = early / speed.value
        let told = Double(ak_stretcher_delay(opened))
        let more = (max(0, lead - told) * speed.value).rounded(.up)
        delay = Int((told + more / speed.value - lead).rounded())
        place = origin - Int(ak_stretcher_pad(opened)) - Int(more)
    }

    deinit { ak_stretcher_close(stretcher) }

    /// The frame of the source that the next one stands for.
    var sourcePlace: Int { origin + passed }

    func change(to speed: Speed) {
        self.speed = speed
        (usualAhead, processed, sum) = (nil, 0, 0)
        ak_stretcher_set_ratio(stretcher, 1 / speed.value)
    }

    /// Writes frames to the planes, at most `capacity`: fewer where more of the source is needed first. `isWhole`: there will
    /// be no more of it, and silence follows.
    func read(
        into target: [UnsafeMutablePointer<Float>],
        capacity: Int,
        from planes: [SamplePlane],
        isWhole: Bool
    ) -> Int {
        var count = 0
        while count < capacity {
            let available = Int(ak_stretcher_available(stretcher))
            guard available > 0 else {
                guard process(planes, isWhole) else { break }
                continue
            }
            if delay > 0 {
                let skipped = take(min(available, delay, capacity - count), into: target, at: count)
                delay -= skipped
                course.skip(skipped)
            } else {
                count += take(min(available, capacity - count), into: target, at: count)
            }
        }
        passed += course.pass(count)
        return count
    }

    /// Processes a block of the source; false where there is none.
    private func process(_ planes: [SamplePlane], _ isWhole: Bool) -> Bool {
        guard let first = planes.first, isWhole || place + Self.blockSize <= first.end else { return false }
        let isInside = place >= first.start && place + Self.blockSize <= first.end
        if isInside {
            ak_stretcher_process(stretcher, planes.map { Optional($0[pointerTo: place]) }, UInt32(Self.blockSize))
        } else {
            processEdge(planes)
        }
        place += Self.blockSize
        course.note(source: Self.blockSize, output: taken + Int(ak_stretcher_available(stretcher)), speed)
        steer()
        return true
    }

    /// Left alone, the library gains or loses some hundredths of a second in ten minutes at some speeds. Every ten seconds it
    /// is told to make up for that within a minute. It processes only when all that was ready has been taken.
    private func steer() {
        processed += Self.blockSize
        sum += Double(place - origin) - Double(taken) * speed.value
        guard processed >= 10 * rate else { return }
        // What comes out comes in portions, so one look says little.
        let ahead = sum * Double(Self.blockSize) / Double(processed)
        (processed, sum) = (0, 0)
        guard let usual = usualAhead else {
            usualAhead = ahead
            return
        }
        let correction = min(max((ahead - usual) / (60 * Double(rate)), -0.001), 0.001)
        ak_stretcher_set_ratio(stretcher, (1 + correction) / speed.value)
    }

    /// Processes a block that begins before what is kept, or ends behind it.
    private func processEdge(_ planes: [SamplePlane]) {
        let count = Self.blockSize
        withUnsafeTemporaryAllocation(of: Float.self, capacity: count * planes.count) { memory in
            memory.initialize(repeating: 0)
            guard let base = memory.baseAddress else { return }
            for (number, plane) in planes.enumerated() {
                let (from, to) = (max(place, plane.start), min(place + count, plane.end))
                guard from < to else { continue }
                (base + number * count + from - place).update(from: plane[pointerTo: from], count: to - from)
            }
            ak_stretcher_process(
                stretcher,
                planes.indices.map { Optional(UnsafePointer(base + $0 * count)) },
                UInt32(count)
            )
        }
    }

    private func take(_ count: Int, into target: [UnsafeMutablePointer<Float>], at place: Int) -> Int {
        let count = Int(ak_stretcher_take(stretcher, target.map { Optional($0 + place) }, UInt32(count)))
        taken += count
        return count
    }
}
