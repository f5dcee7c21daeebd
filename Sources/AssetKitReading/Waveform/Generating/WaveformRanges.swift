/// How the work on one waveform is divided: ranges of whole points that are measured independently and joined in order.
///
/// The ranges follow from the sound alone. However many cores there are, and in whatever order they work, each range is
/// decoded from the same place, so the points are the same.
struct WaveformRanges {
    /// How long a range is, at least. Long enough that opening and seeking cost next to nothing, short enough that an
    /// hour occupies many cores.
    static let seconds = 120
    /// A header may claim any length.
    static let largestCount = 4096

    /// Frames, counted from the first point.
    let ranges: [Range<Int>]

    /// Divides `frameCount` frames. With `isDivisible` false there is one range.
    init(frameCount: Int, framesPerPoint: Int, sampleRate: Int, isDivisible: Bool) {
        let wanted = max(Self.seconds * sampleRate, frameCount / Self.largestCount)
        let pointsPerRange = (wanted - 1) / framesPerPoint + 1
        let (length, overflows) = pointsPerRange.multipliedReportingOverflow(by: framesPerPoint)
        guard isDivisible, !overflows, length < frameCount else {
            ranges = [0..<frameCount]
            return
        }
        ranges = stride(from: 0, to: frameCount, by: length).map { start in
            // Written so that it cannot overflow at the end.
            start..<(frameCount - start > length ? start + length : frameCount)
        }
    }
}
