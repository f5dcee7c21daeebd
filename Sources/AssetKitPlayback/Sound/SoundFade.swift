/// Sound that was to be heard behind a cut, and now only fades out under what takes its place, so that nothing clicks. A plain
/// value.
struct SoundFade: Sendable {
    private let samples: [Float]
    private let channelCount: Int
    private var place = 0

    /// Interleaved samples.
    init(_ samples: some Sequence<Float>, channelCount: Int) {
        (self.samples, self.channelCount) = (Array(samples), channelCount)
    }

    private var frameCount: Int { samples.count / channelCount }
    /// All of it has faded out.
    var isOver: Bool { place >= frameCount }

    /// Mixes what is left of it with interleaved samples that follow each other from call to call.
    mutating func mix(into new: UnsafeMutableBufferPointer<Float>) {
        let count = min(new.count / channelCount, frameCount - place)
        for frame in 0..<count {
            let share = (Float(place + frame) + 0.5) / Float(frameCount)
            for channel in 0..<channelCount {
                let old = samples[(place + frame) * channelCount + channel]
                let sample = new[frame * channelCount + channel]
                new[frame * channelCount + channel] = old + (sample - old) * share
            }
        }
        place += count
    }
}
