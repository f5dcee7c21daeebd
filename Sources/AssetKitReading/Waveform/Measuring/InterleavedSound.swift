/// A stretch of interleaved 16-bit sound in memory, lent for the length of a call.
///
/// The loops over the samples are here and nowhere else. They run over vectors of 16 samples: an hour of stereo at
/// 48 kHz has 346 million of them.
struct InterleavedSound {
    /// `frameCount` times `channelCount` samples.
    let samples: UnsafeBufferPointer<Int16>
    let channelCount: Int

    var frameCount: Int { samples.count / channelCount }

    /// Frames from `start` on.
    func frames(_ start: Int, _ count: Int) -> InterleavedSound {
        let range = start * channelCount..<(start + count) * channelCount
        return InterleavedSound(samples: UnsafeBufferPointer(rebasing: samples[range]), channelCount: channelCount)
    }
}

// MARK: - Each channel for itself

extension InterleavedSound {
    /// Widens the range of each channel by its samples.
    func widen(_ peaks: inout [PeakRange]) {
        let done = widenByVectors(&peaks)
        // Whole frames have been looked at.
        var channel = 0
        for index in done..<samples.count {
            peaks[channel].widen(by: Int32(samples[index]))
            channel = channel + 1 == channelCount ? 0 : channel + 1
        }
    }

    /// Every so many vectors, each lane belongs to the same channel again: those vectors are looked at together. Answers
    /// how many samples there were.
    private func widenByVectors(_ peaks: inout [PeakRange]) -> Int {
        let lanes = SIMD16<Int16>.scalarCount
        // The power of two in the number of channels comes out of the lanes.
        let period = channelCount >> min(channelCount.trailingZeroBitCount, lanes.trailingZeroBitCount)
        let end = samples.count - samples.count % (lanes * period)
        guard end > 0 else { return 0 }
        let bytes = UnsafeRawBufferPointer(samples)
        for phase in 0..<period {
            var (low, high) = (SIMD16(repeating: Int16.max), SIMD16(repeating: Int16.min))
            for offset in stride(from: phase * lanes * 2, to: end * 2, by: period * lanes * 2) {
                let vector = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int16>.self)
                low = low.replacing(with: vector, where: vector .< low)
                high = high.replacing(with: vector, where: vector .> high)
            }
            for lane in 0..<lanes {
                let channel = (phase * lanes + lane) % channelCount
                peaks[channel].widen(by: Int32(low[lane]))
                peaks[channel].widen(by: Int32(high[lane]))
            }
        }
        return end
    }

    /// Adds the squares of each channel's samples.
    func addSquares(to sums: inout [UInt64]) {
        guard channelCount > 2 else { return addSquaresByVectors(to: &sums) }
        for channel in 0..<channelCount {
            sums[channel] += sumOfSquares(stride(from: channel, to: samples.count, by: channelCount))
        }
    }

    /// One channel or two: each word of memory holds two samples.
    private func addSquaresByVectors(to sums: inout [UInt64]) {
        var (lower, upper) = (SquareSum(), SquareSum())
        let wordCount = forEachVectorOfWords { words in
            lower.add(words.lowerHalves)
            upper.add(words.upperHalves)
        }
        sums[0] += lower.total + sumOfSquares(stride(from: wordCount * 2, to: samples.count, by: channelCount))
        let last = channelCount - 1
        sums[last] += upper.total
        if last > 0 { sums[last] += sumOfSquares(stride(from: wordCount * 2 + 1, to: samples.count, by: 2)) }
    }

    private func sumOfSquares(_ indices: StrideTo<Int>) -> UInt64 {
        var sum: UInt64 = 0
        for index in indices {
            let sample = Int32(samples[index])
            sum &+= UInt64(UInt32(bitPattern: sample &* sample))
        }
        return sum
    }

    /// Calls `body` with pairs of samples, eight at a time. Answers how many pairs there were; less than eight are left.
    private func forEachVectorOfWords(_ body: (SIMD8<Int32>) -> Void) -> Int {
        let wordCount = samples.count / 2
        let end = wordCount - wordCount % 8
        let bytes = UnsafeRawBufferPointer(samples)
        for offset in stride(from: 0, to: end * 4, by: 32) {
            body(bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int32>.self))
        }
        return end
    }
}

// MARK: - All channels as one

extension InterleavedSound {
    /// The lowest and the highest sum of the channels of a frame.
    ///
    /// A mixed sample is the sum divided by the channels and rounded towards zero. That keeps the order of sums, so that
    /// only the two that count are divided.
    func widenSum(_ peaks: inout PeakRange) {
        guard channelCount == 2 else { return widenAnySum(&peaks) }
        var (low, high) = (SIMD8(repeating: Int32.max), SIMD8(repeating: Int32.min))
        let end = forEachVectorOfWords { words in
            let sums = words.lowerHalves &+ words.upperHalves
            low = low.replacing(with: sums, where: sums .< low)
            high = high.replacing(with: sums, where: sums .> high)
        }
        if end > 0 {
            peaks.widen(by: low.min())
            peaks.widen(by: high.max())
        }
        frames(end, frameCount - end).widenAnySum(&peaks)
    }

    private func widenAnySum(_ peaks: inout PeakRange) {
        for frame in 0..<frameCount { peaks.widen(by: sum(ofFrame: frame)) }
    }

    /// Adds the squares of the mixed samples.
    func addSquaresOfMix(to total: inout UInt64) {
        var start = 0
        if channelCount == 2 {
            var squares = SquareSum()
            start = forEachVectorOfWords { words in
                let sums = words.lowerHalves &+ words.upperHalves
                // A shift rounds down: what is negative needs one more to be rounded towards zero.
                squares.add((sums &- (sums &>> 31)) &>> 1)
            }
            total += squares.total
        }
        let divisor = Int32(channelCount)
        for frame in start..<frameCount {
            let sample = sum(ofFrame: frame) / divisor
            total += UInt64(UInt32(bitPattern: sample &* sample))
        }
    }

    private func sum(ofFrame frame: Int) -> Int32 {
        var sum: Int32 = 0
        for index in frame * channelCount..<(frame + 1) * channelCount { sum &+= Int32(samples[index]) }
        return sum
    }
}

extension SIMD8<Int32> {
    /// The first samples of pairs: the left channel.
    fileprivate var lowerHalves: SIMD8<Int32> { (self &<< 16) &>> 16 }
    /// The second samples of pairs.
    fileprivate var upperHalves: SIMD8<Int32> { self &>> 16 }
}

/// A sum of squares of 16-bit samples, in vectors of 32-bit numbers: the halves of each square have sums of their own.
private struct SquareSum {
    private var lower = SIMD8<UInt32>()
    private var upper = SIMD8<UInt32>()
    private var count = 0
    private var whole: UInt64 = 0

    mutating func add(_ samples: SIMD8<Int32>) {
        let squares = SIMD8<UInt32>(truncatingIfNeeded: samples &* samples)
        lower &+= squares & 0xffff
        upper &+= squares &>> 16
        count += 1
        // So many halves of 16 bits fit for certain.
        if count == 65536 { empty() }
    }

    private mutating func empty() {
        whole = total
        (lower, upper, count) = (.zero, .zero, 0)
    }

    var total: UInt64 {
        var sum = whole
        for lane in 0..<8 { sum += UInt64(lower[lane]) + UInt64(upper[lane]) << 16 }
        return sum
    }
}

/// The lowest and the highest of the values seen so far.
struct PeakRange: Equatable {
    var low = Int32.max
    var high = Int32.min

    mutating func widen(by value: Int32) {
        low = min(low, value)
        high = max(high, value)
    }
}
