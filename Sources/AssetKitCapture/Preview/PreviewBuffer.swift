/// Sound between a device that delivers it and one that takes it, whose clocks are never the same. Pure.
///
/// It holds a moment of sound and no more: what comes while it is full pushes the oldest out, and once it has run dry it says nothing
/// before there is some to go on with.
struct PreviewBuffer {
    private var samples: [Float]
    /// Where the oldest frame is, and how many there are.
    private var first = 0
    private(set) var frameCount = 0
    private let channelCount: Int
    private let capacity: Int
    /// How many frames there have to be before the first is given out, and how many are left where too many were.
    private let cushion: Int
    private var isDry = true
    /// Frames that were pushed out.
    private(set) var lostCount = 0

    /// Room for so many frames.
    init(channelCount: Int, capacity: Int, cushion: Int) {
        (self.channelCount, self.capacity, self.cushion) = (channelCount, max(2, capacity), min(cushion, capacity / 2))
        samples = [Float](repeating: 0, count: self.capacity * channelCount)
    }

    /// Takes interleaved samples.
    mutating func put(_ new: ArraySlice<Float>) {
        let count = new.count / channelCount
        if frameCount + count > capacity { drop(max(0, frameCount - cushion)) }
        // A block that is larger than all there is room for counts with its end.
        let taken = min(count, capacity)
        lostCount += count - taken
        var place = (first + frameCount) % capacity
        for sample in stride(from: new.endIndex - taken * channelCount, to: new.endIndex, by: channelCount) {
            for channel in 0..<channelCount { samples[place * channelCount + channel] = new[sample + channel] }
            place = place + 1 == capacity ? 0 : place + 1
        }
        frameCount += taken
        if frameCount > capacity { drop(frameCount - capacity) }
    }

    private mutating func drop(_ count: Int) {
        first = (first + count) % capacity
        frameCount -= count
        lostCount += count
    }

    /// Fills a buffer from its beginning, as loud as `volume`; how many frames that were.
    mutating func take(into target: UnsafeMutableBufferPointer<Float>, volume: Float) -> Int {
        guard !isDry || frameCount >= cushion else { return 0 }
        let count = min(target.count / channelCount, frameCount)
        for index in 0..<(count * channelCount) {
            target[index] = samples[(first * channelCount + index) % samples.count] * volume
        }
        first = (first + count) % capacity
        frameCount -= count
        isDry = frameCount == 0
        return count
    }

    /// Forgets what there is.
    mutating func clear() { (first, frameCount, isDry) = (0, 0, true) }
}
