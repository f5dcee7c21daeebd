internal import AssetKitBase
internal import AssetKitTimePitch

/// Sound that is ready to be heard, in interleaved numbers: a worker adds to it, and the target's thread takes it away. What was
/// taken lately is kept, since not all of it has been heard when the target stops.
///
/// Frames are counted from the first one that was ever added, whatever is dropped in between.
final class SoundRing: Sendable {
    fileprivate struct State: Sendable {
        var samples: [Float] = []
        /// The first frame that is kept.
        var first: Int64 = 0
        /// The next frame that is taken.
        var position: Int64 = 0
        /// Nothing is taken while the target stands: it may ask once more.
        var isOpen = false
        /// What is added for an older one is not wanted any more.
        var epoch = 0
        /// What was cut off, under what is added behind it.
        var fade: SoundFade?
        /// How loud it was when it was taken last, and is to be.
        var gain: Float = 1
        var wantedGain: Float = 1
    }

    let channelCount: Int
    /// So many frames are kept behind what was taken.
    private let history: Int64
    private let state = Lock(State())

    init(channelCount: Int, history: Int64) {
        (self.channelCount, self.history) = (channelCount, history)
    }

    /// The next frame that will be added.
    var end: Int64 { state.withLock { $0.end(channelCount) } }
    /// The next frame that will be taken.
    var position: Int64 { state.withLock { $0.position } }
    /// How many frames are there to be taken.
    var count: Int { state.withLock { Int($0.end(channelCount) - $0.position) } }

    /// How loud everything is from the next frame on.
    func setGain(_ gain: Float) { state.withLock { $0.wantedGain = gain } }

    /// Adds frames of planes; false where nobody wants them any more.
    func append(_ planes: [UnsafePointer<Float>], count: Int, epoch: Int) -> Bool {
        let channels = channelCount
        // Planes are pointers of the caller's, who waits meanwhile.
        nonisolated(unsafe) let planes = planes
        return state.withLock { state in
            guard state.epoch == epoch else { return false }
            let start = state.samples.count
            withUnsafeTemporaryAllocation(of: Float.self, capacity: count * channels) { frames in
                SoundFrames.interleave(planes, count: count, into: frames)
                state.samples.append(contentsOf: frames)
            }
            state.fadeOver(from: start)
            return true
        }
    }

    /// Takes frames; answers how many there were.
    func take(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        let channels = channelCount
        nonisolated(unsafe) let buffer = buffer
        let history = history
        return state.withLock { state in
            guard state.isOpen else { return 0 }
            let count = min(buffer.count / channels, Int(state.end(channels) - state.position))
            let start = Int(state.position - state.first) * channels
            state.samples.withUnsafeBufferPointer { samples in
                guard count > 0, let target = buffer.baseAddress, let source = samples.baseAddress else { return }
                target.update(from: source + start, count: count * channels)
            }
            state.amplify(UnsafeMutableBufferPointer(rebasing: buffer.prefix(count * channels)), channels)
            state.position += Int64(count)
            state.forget(history, channels)
            return count
        }
    }

    /// Gives what is asked for from now on, and answers the first frame of that.
    func open() -> Int64 {
        state.withLock { state in
            state.isOpen = true
            return state.position
        }
    }

    /// Gives nothing any more.
    func close() { state.withLock { $0.isOpen = false } }

    /// The same, and goes back to a frame that was taken and not heard, or as far as sound is kept.
    func close(at frame: Int64) {
        let channels = channelCount
        state.withLock { state in
            state.isOpen = false
            state.position = min(max(frame, state.first), state.end(channels))
        }
    }

    /// Drops what lies behind a frame, which fades out under what is added next, over so many frames. False where the frame has
    /// been taken already, or nobody wants what its caller adds.
    func cut(at frame: Int64, epoch: Int, fading frameCount: Int) -> Bool {
        let channels = channelCount
        return state.withLock { state in
            let end = state.end(channels)
            guard state.epoch == epoch, frame >= state.position, frame <= end else { return false }
            // Cut once more at the same place, it is still the same that fades out.
            guard frame < end else { return true }
            let dropped = state.samples.suffix(Int(end - frame) * channels)
            state.fade = SoundFade(dropped.prefix(frameCount * channels), channelCount: channels)
            state.samples.removeLast(dropped.count)
            return true
        }
    }

    /// Drops what lies behind a frame and was not taken; what is added from now on has another epoch, which is answered.
    func truncate(at frame: Int64) -> Int {
        let channels = channelCount
        return state.withLock { state in
            let kept = max(min(frame, state.end(channels)), state.position) - state.first
            state.samples.removeLast(state.samples.count - Int(kept) * channels)
            state.fade = nil
            state.epoch += 1
            return state.epoch
        }
    }

    /// Drops all that is there; what is added from now on has another epoch, which is answered.
    func clear() -> Int {
        let channels = channelCount
        return state.withLock { state in
            state.first = state.end(channels)
            state.position = state.first
            state.samples.removeAll(keepingCapacity: true)
            state.fade = nil
            state.epoch += 1
            return state.epoch
        }
    }
}

extension SoundRing.State {
    fileprivate func end(_ channels: Int) -> Int64 { first + Int64(samples.count / channels) }

    /// Makes samples as loud as is wanted: a change takes all of them, so that nothing clicks.
    fileprivate mutating func amplify(_ samples: UnsafeMutableBufferPointer<Float>, _ channels: Int) {
        guard gain != 1 || wantedGain != 1, !samples.isEmpty else { return }
        let frames = samples.count / channels
        let step = (wantedGain - gain) / Float(frames)
        for frame in 0..<frames {
            let factor = frame == frames - 1 ? wantedGain : gain + step * Float(frame + 1)
            for channel in 0..<channels { samples[frame * channels + channel] *= factor }
        }
        gain = wantedGain
    }

    /// Lets what was cut off fade out over what was added from an index on.
    fileprivate mutating func fadeOver(from start: Int) {
        guard var fade else { return }
        samples.withUnsafeMutableBufferPointer { fade.mix(into: UnsafeMutableBufferPointer(rebasing: $0[start...])) }
        self.fade = fade.isOver ? nil : fade
    }

    /// Drops what was taken long ago, seldom, so that it costs little.
    fileprivate mutating func forget(_ history: Int64, _ channels: Int) {
        let old = position - history - first
        guard old > history else { return }
        samples.removeFirst(Int(old) * channels)
        first += old
    }
}
