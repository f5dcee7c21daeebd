import TestSupport

@testable import AssetKit
@testable import AssetKitReading
@testable import AssetKitBase

/// A waveform counted the slow and obvious way: one sample after the other, in wide integers.
struct CountedWaveform: Equatable {
    var peaks: [Int] = []
    var power: [Int] = []

    /// Counts `frames`, the samples of each frame, one for each channel.
    init(_ frames: [[Int16]], framesPerPoint: Int, splitsChannels: Bool) {
        let channelCount = splitsChannels ? frames.first?.count ?? 1 : 1
        for start in stride(from: 0, to: frames.count, by: framesPerPoint) {
            let point = frames[start..<min(start + framesPerPoint, frames.count)]
            for channel in 0..<channelCount {
                let values = point.map { frame in
                    // Swift divides integers towards zero.
                    splitsChannels ? Int(frame[channel]) : frame.reduce(0) { $0 + Int($1) } / frame.count
                }
                peaks += [values.min() ?? 0, values.max() ?? 0]
                let squares = values.reduce(0) { $0 + $1 * $1 }
                power.append(Int((Double(squares) / Double(values.count)).squareRoot().rounded()))
            }
        }
    }

    init(_ points: WaveformPoints) {
        peaks = points.peaks.map(Int.init)
        power = points.power.map(Int.init)
    }
}

/// Sound made of numbers that are the same in every run.
enum MadeSound {
    /// Frames of noise, every now and then at both ends of the range.
    static func noise(frameCount: Int, channelCount: Int, seed: UInt64) -> [[Int16]] {
        var random = SeededGenerator(seed: seed)
        return (0..<frameCount).map { _ in
            (0..<channelCount).map { _ in
                switch Int.random(in: 0..<97, using: &random) {
                case 0: .min
                case 1: .max
                case 2: 0
                default: .random(in: .min ... .max, using: &random)
                }
            }
        }
    }

    /// Measures frames in blocks of the given sizes, over and over.
    static func points(
        of frames: [[Int16]],
        _ settings: WaveformMeter.Settings,
        blockSizes: [Int]
    ) -> WaveformPoints {
        var meter = WaveformMeter(settings)
        let samples = frames.flatMap { $0 }
        samples.withUnsafeBufferPointer { samples in
            let sound = InterleavedSound(samples: samples, channelCount: settings.channelCount)
            var (position, turn) = (0, 0)
            while position < frames.count {
                let count = min(blockSizes[turn % blockSizes.count], frames.count - position)
                meter.append(sound.frames(position, count))
                position += count
                turn += 1
            }
        }
        meter.finish()
        return meter.points
    }
}

/// Sound in memory that stands in for a track.
struct FakeSound: WaveformSound {
    struct Failure: Error, Equatable { let frame: Int }

    let frames: [[Int16]]
    var sampleRate = 10
    var isPrecise = true
    var blockSize = 7
    /// Frames that nothing is delivered for.
    var gap = 0..<0
    /// Blocks that hold this frame cannot be read.
    var brokenFrame: Int?
    /// How many frames it claims to have.
    var claimedCount: Int?
    var onRead: @Sendable (Range<Int>) -> Void = { _ in }

    var channelCount: Int { frames.first?.count ?? 1 }
    var frameCount: Int { claimedCount ?? frames.count }

    func read(
        _ range: Range<Int>,
        _ cancellation: CancellationFlag,
        _ receive: (Int, InterleavedSound) throws -> Void
    ) throws {
        onRead(range)
        // Like a decoder, it delivers whole blocks: a little before the range, and a little after it.
        var start = range.lowerBound / blockSize * blockSize
        while start < min(range.upperBound, frames.count) {
            let block = start..<min(start + blockSize, frames.count)
            if let brokenFrame, block.contains(brokenFrame) { throw Failure(frame: brokenFrame) }
            if !gap.overlaps(block) {
                try frames[block].flatMap { $0 }.withUnsafeBufferPointer {
                    try receive(start, InterleavedSound(samples: $0, channelCount: channelCount))
                }
            }
            start = block.upperBound
        }
    }
}
