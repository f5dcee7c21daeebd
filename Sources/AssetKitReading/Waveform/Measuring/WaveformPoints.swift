/// Points in order: of each one every channel, of each channel the lowest and the highest sample.
struct WaveformPoints: Hashable, Sendable {
    var peaks: [Int16] = []
    /// The root of the mean square of each channel of each point; empty where it was not measured.
    var power: [UInt16] = []
    /// The frames that the points cover.
    var frameCount = 0

    /// Sets memory aside for so many points of each of some channels: a long waveform would be copied as it grows.
    mutating func reserve(_ count: Int, channels: Int, hasPower: Bool) {
        peaks.reserveCapacity(2 * count * channels)
        if hasPower { power.reserveCapacity(count * channels) }
    }

    /// Adds the points of what follows. The last point here must cover as many frames as all others.
    mutating func append(contentsOf other: WaveformPoints) {
        peaks += other.peaks
        power += other.power
        frameCount += other.frameCount
    }
}
