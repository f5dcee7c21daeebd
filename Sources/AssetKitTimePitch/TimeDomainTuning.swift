/// What a stretcher in the time domain goes by, in seconds.
package struct TimeDomainTuning: Sendable {
    /// How far it jumps at least, and as long as the speed allows at most: periods of voices and low notes.
    var shortestJump: Double
    var longestJump: Double
    /// How long a crossfade is.
    var shortestFade: Double
    var longestFade: Double
    /// Looks ahead for hits, and plays each where it belongs. Otherwise none is lost or doubled either.
    var meetsHits: Bool

    package static let quality = TimeDomainTuning(
        shortestJump: 0.0025,
        longestJump: 0.020,
        shortestFade: 0.0025,
        longestFade: 0.008,
        meetsHits: true
    )

    /// The first block goes out as it comes in.
    package static let zeroLatency = TimeDomainTuning(
        shortestJump: 0.0025,
        longestJump: 0.0105,
        shortestFade: 0.0025,
        longestFade: 0.0025,
        meetsHits: false
    )
}
