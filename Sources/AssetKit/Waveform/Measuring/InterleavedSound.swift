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
        let done = Self.lanes % channelCount == 0 ? widenByVectors(&peaks) : 0
        var channel = 0
        for index in done..<samples.count {
            peaks[channel].widen(by: Int32(samples[index]))
            channel = channel + 1 == channelCount ? 0 : channel + 1
        }
    }

    private static var lanes: Int { SIMD16<Int16>.scalarCount }

    /// Where the channels divide the lanes of a vector, each lane belongs to one of them. Answers how many samples
    /// were looked at.
    private func widenByVectors(_ peaks: inout [PeakRange]) -> Int {
        let end = samples.count - samples.count % Self.lanes
        guard end > 0 else { return 0 }
        var (low, high) = (SIMD16(repeating: Int16.max), SIMD16(repeating: Int16.min))
        let bytes = UnsafeRawBufferPointer(samples)
        for offset in stride(from: 0, to: end * 2, by: Self.lanes * 2) {
            let vector = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int16>.self)
            low = low.replacing(with: vector, where: vector .< low)
            high = high.replacing(with: vector, where: vector .> high)
        }
        for lane in 0..<Self.lanes {
            peaks[lane % channelCount].widen(by: Int32(low[lane]))
            peaks[lane % channelCount].widen(by: Int32(high[lane]))
        }
        return end
    }

    /// Adds the squares of each channel's samples.
    func addSquares(to sums: inout [UInt64]) {
        for channel in 0..<channelCount {
            var sum: UInt64 = 0
            for index in stride(from: channel, to: samples.count, by: channelCount) {
                let sample = Int32(samples[index])
                sum &+= UInt64(UInt32(bitPattern: sample &* sample))
            }
            sums[channel] += sum
        }
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
        let end = frameCount - frameCount % 8
        var (low, high) = (SIMD8(repeating: Int32.max), SIMD8(repeating: Int32.min))
        let bytes = UnsafeRawBufferPointer(samples)
        for offset in stride(from: 0, to: end * 4, by: 32) {
            // A frame of two channels is one word: the left one in the lower half, the right one in the upper half.
            let frames = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int32>.self)
            let sums = ((frames &<< 16) &>> 16) &+ (frames &>> 16)
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
        var sum: UInt64 = 0
        let divisor = Int32(channelCount)
        for frame in 0..<frameCount {
            let sample = self.sum(ofFrame: frame) / divisor
            sum &+= UInt64(UInt32(bitPattern: sample &* sample))
        }
        total += sum
    }

    private func sum(ofFrame frame: Int) -> Int32 {
        var sum: Int32 = 0
        for index in frame * channelCount..<(frame + 1) * channelCount { sum &+= Int32(samples[index]) }
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
