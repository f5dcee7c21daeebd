/// Makes a few frames of sound more or fewer of some, without a step at either end.
package enum FrameCount {
    /// How many frames are needed before and behind.
    package static let margin = FractionalDelay.tapCount / 2

    /// The frames of `sound` between the margins, as `count` frames. Frames are interleaved, and all of them lie between those that
    /// were there: the first stays where it is, and so does the one behind the last.
    package static func change(_ sound: [Float], channelCount: Int, to count: Int) -> [Float] {
        let frameCount = sound.count / channelCount - 2 * margin
        guard frameCount > 0, count > 0 else { return [] }
        guard count != frameCount else {
            return Array(sound[(margin * channelCount)..<((margin + frameCount) * channelCount)])
        }
        var result = [Float](repeating: 0, count: count * channelCount)
        var row = [Float](repeating: 0, count: FractionalDelay.tapCount)
        for frame in 0..<count {
            let (whole, rest) = (frame * frameCount).quotientAndRemainder(dividingBy: count)
            FractionalDelay.shared.row(at: Double(rest) / Double(count), into: &row)
            let first = margin + whole - (FractionalDelay.tapCount / 2 - 1)
            for channel in 0..<channelCount {
                var sum: Float = 0
                for tap in 0..<FractionalDelay.tapCount {
                    sum += row[tap] * sound[(first + tap) * channelCount + channel]
                }
                result[frame * channelCount + channel] = sum
            }
        }
        return result
    }
}
