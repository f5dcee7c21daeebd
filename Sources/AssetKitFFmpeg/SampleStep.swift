internal import CFFmpeg

/// How FFmpeg counts from a sample of sound to the next one where that has no time of its own. A plain value.
package struct SampleStep: Sendable {
    /// How long a sample is, in whole ticks.
    package let duration: Int64
    private let timeBase: (numerator: Int32, denominator: Int32)
    private let length: (numerator: Int32, denominator: Int32)

    /// `frameCount` frames of a rate, in ticks of a stream; nil where that is no time at all. `isExact`: what a tick is too
    /// coarse for is not lost.
    package init?(_ frameCount: Int64, rate: Int, _ timeBase: (numerator: Int32, denominator: Int32), isExact: Bool) {
        guard frameCount > 0, frameCount < 1 << 20, rate > 0, let rate = Int32(exactly: rate), timeBase.numerator > 0,
            timeBase.denominator > 0
        else { return nil }
        duration = av_rescale_rnd(
            frameCount,
            Int64(timeBase.denominator),
            Int64(rate) * Int64(timeBase.numerator),
            AV_ROUND_DOWN
        )
        guard duration > 0, duration < Int64(Int32.max) else { return nil }
        self.timeBase = timeBase
        if isExact {
            length = (Int32(frameCount), rate)
        } else {
            let ticks = av_mul_q(
                AVRational(num: Int32(duration), den: 1),
                AVRational(num: timeBase.numerator, den: timeBase.denominator)
            )
            length = (ticks.num, ticks.den)
        }
    }

    /// When the sample behind one that begins then begins.
    package func ticks(behind ticks: Int64) -> Int64 {
        av_add_stable(
            AVRational(num: timeBase.numerator, den: timeBase.denominator),
            ticks,
            AVRational(num: length.numerator, den: length.denominator),
            1
        )
    }
}

extension DemuxedStream {
    /// How many frames of sound FFmpeg counts for a sample of so many bytes, where the sample does not say it; 0 where it does
    /// not know either.
    package func frameCount(ofSampleWith byteCount: Int) -> Int64 {
        withParameters { Int64(av_get_audio_frame_duration2($0, CInt(clamping: byteCount))) }
    }
}
