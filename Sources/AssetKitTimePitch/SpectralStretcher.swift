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

    package var speed: Speed {
        didSet { if speed != oldValue { ak_stretcher_set_ratio(stretcher, 1 / speed.value) } }
    }

    private let stretcher: OpaquePointer
    private let planes: [SamplePlane]
    /// The next sample of the source that is to be processed.
    private var place = 0
    private var sourceEnd: Int?
    /// Frames that come out before the first that counts.
    private var delay: Int
    private var course = StretchCourse()
    /// How many frames have come out of the library.
    private var taken = 0

    /// So many frames are processed at once: a speed is heard that much later at most.
    private static let blockSize = 256

    /// The library is installed.
    package static var isThere: Bool { ak_stretcher_is_there() != 0 }

    /// `pitch`: by what frequencies are multiplied. nil where the library is not installed.
    package init?(_ speed: Speed, rate: Int, channelCount: Int, window: Window? = nil, pitch: Double = 1) {
        let window = window ?? .usual(speed)
        guard
            let stretcher = ak_stretcher_open(
                UInt32(rate),
                UInt32(channelCount),
                1 / speed.value,
                pitch,
                window == .short ? 1 : 0,
                UInt32(Self.blockSize)
            )
        else { return nil }
        (self.speed, self.stretcher) = (speed, stretcher)
        planes = (0..<channelCount).map { _ in SamplePlane() }
        // What comes early is played later: after more silence, where there is too little to leave out.
        let early = pitch == 1 ? SpectralLead.seconds(speed.value, window) : SpectralLead.seconds(pitch: pitch)
        let lead = early * Double(rate) / speed.value
        let told = Double(ak_stretcher_delay(stretcher))
        let more = (max(0, lead - told) * speed.value).rounded(.up)
        delay = Int((told + more / speed.value - lead).rounded())
        let pad = Int(ak_stretcher_pad(stretcher)) + Int(more)
        for plane in planes { plane.append(count: pad).update(repeating: 0, count: pad) }
    }

    deinit { ak_stretcher_close(stretcher) }

    package func append(_ source: [UnsafePointer<Float>], count: Int) {
        guard count > 0 else { return }
        for (plane, samples) in zip(planes, source) {
            let target = plane.append(count: count)
            // One sample that is no number would silence all that follows.
            for index in 0..<count { target[index] = samples[index].isFinite ? samples[index] : 0 }
        }
    }

    package func finish() { sourceEnd = planes.first?.end }

    package func read(into target: [UnsafeMutablePointer<Float>], capacity: Int) -> StretchedFrames {
        var count = 0
        while count < capacity {
            let available = Int(ak_stretcher_available(stretcher))
            guard available > 0 else {
                guard process() else { break }
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
        return StretchedFrames(count: count, consumed: course.pass(count))
    }

    /// Processes a block of the source, and of silence behind it; false where there is none.
    private func process() -> Bool {
        guard let end = planes.first?.end else { return false }
        if end - place < Self.blockSize {
            guard sourceEnd != nil else { return false }
            for plane in planes { plane.append(count: Self.blockSize).update(repeating: 0, count: Self.blockSize) }
        }
        let pointers = planes.map { Optional($0[pointerTo: place]) }
        ak_stretcher_process(stretcher, pointers, UInt32(Self.blockSize))
        place += Self.blockSize
        for plane in planes { plane.drop(before: place) }
        course.note(source: Self.blockSize, output: taken + Int(ak_stretcher_available(stretcher)), speed)
        return true
    }

    private func take(_ count: Int, into target: [UnsafeMutablePointer<Float>], at place: Int) -> Int {
        let pointers = target.map { Optional($0 + place) }
        let count = Int(ak_stretcher_take(stretcher, pointers, UInt32(count)))
        taken += count
        return count
    }
}
