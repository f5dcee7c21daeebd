/// Points in order: of each one every channel, of each channel the lowest and the highest sample.
struct WaveformPoints: Hashable, Sendable {
    var peaks: [Int16] = []
    /// The root of the mean square of each channel of each point; empty where it was not measured.
    var power: [UInt16] = []
    /// The frames that the points cover.
    var frameCount = 0

    /// For so many points memory is set aside where a header alone says that they will come.
    static let reservedCount = 1 << 24

    /// Sets memory aside for the points of so many frames: a long waveform would be copied as it grows.
    mutating func reserve(_ settings: WaveformMeter.Settings, frameCount: Int, limit: Int = reservedCount) {
        let wanted = (frameCount / settings.framesPerPoint).multipliedReportingOverflow(by: settings.pointChannelCount)
        let stated = min(wanted.overflow ? .max : wanted.partialValue, limit)
        // Headers that round say a little too little. Memory that nobody touches costs nothing.
        let count = stated + stated / 64 + settings.pointChannelCount
        peaks.reserveCapacity(2 * count)
        if settings.measuresPower { power.reserveCapacity(count) }
    }

    /// Adds the points of what follows. The last point here must cover as many frames as all others.
    mutating func append(contentsOf other: WaveformPoints) {
        // Without memory of its own it takes that of the others.
        guard peaks.capacity > 0 else { return self = other }
        peaks += other.peaks
        power += other.power
        frameCount += other.frameCount
    }
}
