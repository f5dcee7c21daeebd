package import AssetKitFFmpeg
package import AssetKitMedia
package import AssetKitTimePitch
internal import Foundation

/// Sound that becomes longer or shorter: blocks of floats go in, frames of floats come out, of n samples as many as the
/// speed makes of them, to the sample. Not Sendable: one stage owns it.
package final class SpeedStage {
    private let speed: Speed
    private let stretcher: any TimeStretcher
    private let shape: SoundShape
    private let planes: [UnsafeMutablePointer<Float>]
    /// How much went in, and how much came out.
    package private(set) var appendedCount: Int64 = 0
    package private(set) var readCount: Int64 = 0
    private var isFinished = false

    private static let capacity = 4096

    /// `semitones`: how much higher it becomes besides.
    package init(
        _ algorithm: AVAudioTimePitchAlgorithm,
        _ speed: Speed,
        semitones: Double = 0,
        rate: Int,
        channels: SoundChannels
    ) throws {
        self.speed = speed
        shape = SoundShape(sampleRate: rate, number: .float32, isPlanar: true, channels: channels)
        let count = channels.count
        stretcher = try TimeStretchers.stretcher(
            algorithm,
            speed,
            semitones: semitones,
            sampleRate: rate,
            channelCount: count
        )
        planes = (0..<count).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: Self.capacity) }
    }

    deinit { planes.forEach { $0.deallocate() } }

    /// All that went in has come out, and nothing follows.
    package var isAtEnd: Bool { isFinished && readCount == speed.frameCount(of: appendedCount) }

    /// Adds a block of floats, each channel in a plane of its own.
    package func append(_ block: SoundBlock) throws {
        precondition(block.format.depth == .float32 && block.format.planeCount == planes.count, "no planes of floats")
        try block.data.withContiguousStorage { bytes in
            guard let base = bytes.baseAddress else { return }
            let floats = base.assumingMemoryBound(to: Float.self)
            try stretcher.append(planes.indices.map { floats + $0 * block.count }, count: block.count)
        }
        appendedCount += Int64(block.count)
    }

    /// Adds up to so much silence, and answers how much.
    package func appendSilence(_ most: Int64) throws -> Int {
        let silence = [Float](repeating: 0, count: Int(min(most, Int64(Self.capacity))))
        try silence.withUnsafeBufferPointer { silence in
            guard let base = silence.baseAddress, !silence.isEmpty else { return }
            try stretcher.append(planes.map { _ in base }, count: silence.count)
        }
        appendedCount += Int64(silence.count)
        return silence.count
    }

    /// No more frames are appended: what the stretcher has kept back comes out.
    package func finish() throws {
        isFinished = true
        try stretcher.finish()
    }

    /// Hands on what comes next, and where it lies from the first one on; false where more has to come first, and at the end.
    package func next(_ body: (borrowing Frame, SoundPlace) throws -> Void) throws -> Bool {
        // What so much of the source becomes, and no more: at the end that is exactly its length.
        let wanted = Int(clamping: speed.frameCount(of: appendedCount) - readCount)
        guard wanted > 0 else { return false }
        let count = try stretcher.read(into: planes, capacity: min(wanted, Self.capacity)).count
        guard count > 0 else {
            precondition(!isFinished, "a stretcher goes on with silence")
            return false
        }
        let place = SoundPlace(start: readCount, count: count, rate: shape.sampleRate)
        readCount += Int64(count)
        try body(try Frame(floats: planes.map { UnsafePointer($0) }, count: count, shape), place)
        return true
    }
}
