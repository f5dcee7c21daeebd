/// Turns a stream of sound into points, one for every so many frames: the lowest and the highest sample of each channel,
/// and where asked for the sum of the squares.
///
/// Everything is counted in integers, so that points do not depend on how the stream is cut into blocks.
struct WaveformMeter {
    /// What is measured, and how fine.
    struct Settings: Equatable {
        /// Channels of the sound.
        let channelCount: Int
        /// Each channel has its own points; otherwise all are mixed to one.
        let splitsChannels: Bool
        /// Frames of one point.
        let framesPerPoint: Int
        /// The mean power is measured as well.
        let measuresPower: Bool

        /// Channels of the points.
        var pointChannelCount: Int { splitsChannels ? channelCount : 1 }
    }

    let settings: Settings
    private(set) var points = WaveformPoints()
    private var peaks: [PeakRange]
    private var squares: [UInt64]
    /// The frames of the point under way.
    private var pending = 0

    /// `frameCount`: how many frames there will be, as far as that is known.
    init(_ settings: Settings, frameCount: Int = 0) {
        self.settings = settings
        points.reserve(settings, frameCount: frameCount)
        peaks = Array(repeating: PeakRange(), count: settings.pointChannelCount)
        squares = Array(repeating: 0, count: settings.pointChannelCount)
    }

    /// Takes the next frames in.
    mutating func append(_ sound: InterleavedSound) {
        precondition(sound.channelCount == settings.channelCount, "the sound has another number of channels")
        let end = sound.frameCount
        var position = 0
        while position < end {
            let count = min(settings.framesPerPoint - pending, end - position)
            measure(sound.frames(position, count))
            advance(by: count)
            position += count
        }
    }

    /// Takes frames of silence in.
    mutating func appendSilence(_ silentCount: Int) {
        var left = silentCount
        while left > 0 {
            let count = min(settings.framesPerPoint - pending, left)
            for channel in peaks.indices { peaks[channel].widen(by: 0) }
            advance(by: count)
            left -= count
        }
    }

    /// Closes the last point, which may cover fewer frames than the others.
    mutating func finish() {
        if pending > 0 { closePoint() }
    }

    private mutating func measure(_ sound: InterleavedSound) {
        if settings.pointChannelCount == settings.channelCount {
            sound.widen(&peaks)
            if settings.measuresPower { sound.addSquares(to: &squares) }
        } else {
            sound.widenSum(&peaks[0])
            if settings.measuresPower { sound.addSquaresOfMix(to: &squares[0]) }
        }
    }

    private mutating func advance(by count: Int) {
        pending += count
        points.frameCount += count
        if pending == settings.framesPerPoint { closePoint() }
    }

    private mutating func closePoint() {
        // The sums of several channels become their mean, rounded towards zero.
        let divisor = settings.pointChannelCount == settings.channelCount ? 1 : Int32(settings.channelCount)
        for channel in peaks.indices {
            points.peaks.append(Int16(clamping: peaks[channel].low / divisor))
            points.peaks.append(Int16(clamping: peaks[channel].high / divisor))
            peaks[channel] = PeakRange()
        }
        if settings.measuresPower {
            for channel in squares.indices {
                let mean = Double(squares[channel]) / Double(pending)
                points.power.append(UInt16(clamping: Int(mean.squareRoot().rounded())))
                squares[channel] = 0
            }
        }
        pending = 0
    }
}
