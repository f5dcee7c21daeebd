import AssetKitDevices
import Foundation
import Testing

@testable import AssetKitCapture

@Suite("Sound in step")
struct SoundAlignerTests {
    private let format = DeviceSoundFormat(sampleRate: 48_000, channelCount: 1)

    /// Ten milliseconds after ten milliseconds of a sine whose device is off by some millionths.
    private func run(_ aligner: inout SoundAligner, seconds: Int, ppm: Double, offset: Int64 = 0) -> [SoundAligner
        .Output]
    {
        // A second has 440 periods, so each second is like the first.
        let sine = (0..<48_000).map { Float(0.5 * sin(2 * .pi * 440 * Double($0) / 48_000)) }
        var outputs: [SoundAligner.Output] = []
        for block in 0..<(seconds * 100) {
            let samples = sine[(block % 100 * 480)..<(block % 100 * 480 + 480)]
            let place = Int64(Double(block) * 1e7 / (1 + ppm / 1e6)) + offset
            outputs += aligner.add(samples, at: place)
        }
        return outputs
    }

    @Test("frames of a device that is as fast as the host are not touched", arguments: [0.0, 4, -4])
    func untouched(ppm: Double) {
        var aligner = SoundAligner(format)
        let outputs = run(&aligner, seconds: 60, ppm: ppm) + aligner.finish()
        let samples = outputs.flatMap(\.samples)
        #expect(samples.count == 60 * 48_000 && aligner.corrections == 0 && aligner.jumps == 0)
        #expect(samples[1000] == Float(0.5 * sin(2 * .pi * 440 * Double(1000) / 48_000)))
    }

    /// Second after second for hours, with the offset that a device's clock comes to.
    private func runForHours(_ aligner: inout SoundAligner, _ hours: Int, ppm: Double) -> Int {
        let second = [Float](repeating: 0.25, count: 8000)
        var count = 0
        for number in 0..<(hours * 3600) {
            let place = Int64(Double(number) * 1e9 / (1 + ppm / 1e6))
            count += aligner.add(second[...], at: place).reduce(0) { $0 + $1.samples.count }
        }
        return count + aligner.finish().reduce(0) { $0 + $1.samples.count }
    }

    @Test("those of a device within five millionths are not touched in hours, others are", arguments: [4.0, -4, 6])
    func hours(ppm: Double) {
        var aligner = SoundAligner(DeviceSoundFormat(sampleRate: 8000, channelCount: 1))
        let count = runForHours(&aligner, 3, ppm: ppm)
        #expect(aligner.jumps == 0 && abs(aligner.driftPPM - ppm) < 0.5)
        #expect((count == 3 * 3600 * 8000) == (abs(ppm) < 5))
        #expect((aligner.corrections == 0) == (abs(ppm) < 5))
    }

    @Test("frames of a device that drifts stay within 8 ms and a block, without a step", arguments: [200.0, -200, 80])
    func drifting(ppm: Double) {
        var aligner = SoundAligner(format)
        let outputs = run(&aligner, seconds: 200, ppm: ppm) + aligner.finish()
        let count = outputs.reduce(0) { $0 + $1.samples.count }
        let due = 200 * 48_000 / (1 + ppm / 1e6)
        #expect(abs(Double(count) - due) < 0.009 * 48_000)
        #expect(aligner.corrections > 0 && aligner.jumps == 0)
        // The steepest that a sine of 440 Hz and this loudness is, from one frame to the next.
        let samples = outputs.flatMap(\.samples)
        let steepest = zip(samples, samples.dropFirst()).reduce(Float(0)) { max($0, abs($1.1 - $1.0)) }
        #expect(steepest < 0.02893)
        #expect(zip(outputs, outputs.dropFirst()).allSatisfy { $0.first + Int64($0.samples.count) == $1.first })
    }

    @Test("half a percent is caught up with as well", arguments: [4900.0, -4900])
    func steep(ppm: Double) {
        var aligner = SoundAligner(format)
        let outputs = run(&aligner, seconds: 60, ppm: ppm) + aligner.finish()
        let count = outputs.reduce(0) { $0 + $1.samples.count }
        #expect(abs(Double(count) - 60 * 48_000 / (1 + ppm / 1e6)) < 0.02 * 48_000)
        #expect(aligner.jumps == 0)
    }

    @Test("what is missing becomes silence, and what is there twice is left out")
    func jumps() {
        var aligner = SoundAligner(format)
        var outputs = run(&aligner, seconds: 1, ppm: 0)
        let ones = [Float](repeating: 1, count: 480)
        outputs += aligner.add(ones[...], at: 2_000_000_000)
        #expect(aligner.jumps == 1)
        #expect(outputs.suffix(2).map { $0.samples.count } == [48_000, 480])
        #expect(outputs.suffix(2).first?.samples.allSatisfy { $0 == 0 } == true)
        outputs += aligner.add(ones[...], at: 1_500_000_000)
        #expect(aligner.jumps == 2)
        #expect(outputs.last?.first == 96_000)
    }

    @Test("what the device says it has lost becomes silence at once, as many frames as it says", arguments: [0.0, 200])
    func announced(ppm: Double) {
        var aligner = SoundAligner(format)
        let before = run(&aligner, seconds: 10, ppm: ppm)
        let ones = [Float](repeating: 1, count: 480)
        let place = Int64(10.05e9 / (1 + ppm / 1e6))
        let outputs = aligner.add(ones[...], at: place, lostCount: 2400)
        #expect(outputs.map { $0.samples.count } == [2400, 480])
        #expect(outputs.first?.samples.allSatisfy { $0 == 0 } == true && outputs.last?.samples == ones)
        #expect(outputs.first.map { Int($0.first) } == before.reduce(0) { $0 + $1.samples.count })
        #expect(aligner.jumps == 0 && aligner.corrections == 0)
    }

    @Test("where the device does not say how much was lost, or says something else than its times, those count")
    func unknown() {
        var aligner = SoundAligner(format)
        _ = run(&aligner, seconds: 1, ppm: 0)
        let ones = [Float](repeating: 1, count: 480)
        var outputs = aligner.add(ones[...], at: 1_030_000_000, isDiscontinuous: true)
        #expect(outputs.map { $0.samples.count } == [1440, 480])
        outputs = aligner.add(ones[...], at: 1_140_000_000, lostCount: 48_000)
        #expect(outputs.map { $0.samples.count } == [4800, 480])
        // A clock that has jumped back has lost nothing.
        outputs = aligner.add(ones[...], at: 1_130_000_000, isDiscontinuous: true)
        #expect(outputs.map { $0.samples.count } == [480])
        #expect(aligner.jumps == 0)
    }

    private let minute: Int64 = 60_000_000_000
    private let ones = [Float](repeating: 1, count: 480)

    /// How many frames come out, those of silence that whoever encodes has to make among them.
    private func reach(_ outputs: [SoundAligner.Output]) -> Int {
        outputs.last.map { Int($0.first) + $0.samples.count } ?? 0
    }

    @Test("an hour of silence is a second of memory, whether it was jumped over, told of or waited for")
    func hourOfSilence() {
        var jumped = SoundAligner(format)
        _ = jumped.add(ones[...], at: 0)
        let silence = jumped.add(ones[...], at: 60 * minute)
        #expect(silence.map { $0.samples.count } == [48_000, 480])
        #expect(silence.map(\.first) == [3599 * 48_000, 3600 * 48_000])
        #expect(jumped.end == 60 * minute + 10_000_000 && jumped.skipped == 0)

        var told = SoundAligner(format)
        _ = told.add(ones[...], at: 0)
        let lost = told.add(ones[...], at: 60 * minute, lostCount: 3600 * 48_000 - 480)
        #expect(lost.map { $0.samples.count } == [48_000, 480] && told.jumps == 0)
        #expect(reach(lost) == 3600 * 48_000 + 480)

        // A track that begins with silence begins at its first frame.
        var waited = SoundAligner(format)
        let padded = waited.pad(to: 60 * minute)
        #expect(padded.map(\.first) == [0, 3599 * 48_000])
        #expect(padded.map { $0.samples.count } == [48_000, 48_000] && waited.end == 60 * minute)
    }

    @Test(
        "sound goes on without what is longer than an hour, forward and back, and finds its place when the clock does",
        arguments: [61, -61, 60 * 24 * 365, -60 * 24 * 365] as [Int64]
    )
    func longJump(minutes: Int64) {
        var aligner = SoundAligner(format)
        _ = aligner.pad(to: 2 * minute)
        let begin = 2 * minute
        for number in 0..<Int64(20) {
            // The device's clock is wrong from the fifth block to the fourteenth.
            let isWrong = (5..<15).contains(number)
            let place = begin + number * 10_000_000 + (isWrong ? minutes * minute : 0)
            let outputs = aligner.add(ones[...], at: place, isDiscontinuous: number == 5)
            #expect(outputs.map(\.first) == [5_760_000 + number * 480], "\(number)")
            #expect(outputs.map(\.samples) == [ones], "\(number)")
        }
        #expect(aligner.jumps == 2 && aligner.skipped == 0)
    }

    @Test("what is waited for goes on without it too, and pictures of then have their sound")
    func longWait() {
        var aligner = SoundAligner(format)
        _ = aligner.add(ones[...], at: 0)
        let none = aligner.pad(to: 61 * minute)
        #expect(none.isEmpty && aligner.jumps == 1 && aligner.end == 61 * minute)
        let sound = aligner.add(ones[...], at: 61 * minute)
        #expect(sound.map(\.first) == [480] && sound.map(\.samples) == [ones])
        // Silence from now on is silence.
        let silence = aligner.pad(to: 61 * minute + 1_010_000_000)
        #expect(silence.map { $0.samples.count } == [48_000])
    }

    @Test("places at the ends of what can be counted are jumps like others", arguments: [Int64.min, .max, 0])
    func ends(first: Int64) {
        var aligner = SoundAligner(format)
        var count = 0
        for place in [first, .max, .min, 0, .min, .max, first] {
            count += aligner.add(ones[...], at: place).reduce(0) { $0 + $1.samples.count }
            count += aligner.add(ones[...], at: place, lostCount: .max).reduce(0) { $0 + $1.samples.count }
            count += aligner.pad(to: .max).reduce(0) { $0 + $1.samples.count }
        }
        count += aligner.finish().reduce(0) { $0 + $1.samples.count }
        #expect(count < 14 * (480 + 48_000))
    }
}
