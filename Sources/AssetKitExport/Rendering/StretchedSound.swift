internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// The sound of a track over a range at another speed, as an encoder takes it: of n frames of the source as many as the
/// speed makes of them, to the frame. It is stretched as floats, at the rate and with the channels that it has when it is
/// encoded. Not Sendable: one thread owns it.
final class StretchedSound: EncoderSound {
    private let source: FilledSound
    private let speed: Speed
    private let stretcher: any TimeStretcher
    private let shape: SoundShape
    private let converter: SoundConverter
    private let planes: [UnsafeMutablePointer<Float>]
    private var blocks: [SoundBlock] = []
    /// How many frames of the source are with the stretcher, and how many have been read from it.
    private var appendedCount: Int64 = 0
    private var readCount: Int64 = 0
    private var hasAll = false
    private var isAtEnd = false

    private static let capacity = 4096

    init(
        _ work: SoundRendering,
        of track: TrackSource,
        in range: CMTimeRange,
        at speed: Speed,
        _ session: ReadingSession
    ) throws {
        let (rate, channels) = (work.encoding.codedRate, work.encoding.codedChannels)
        let floats = LinearPCM(sampleRate: rate, channels: channels, depth: .float32, isInterleaved: false)
        source = try FilledSound(work.encoding, as: floats, of: track, in: range, session)
        self.speed = speed
        stretcher = try TimeStretchers.stretcher(
            work.algorithm.map { AVAudioTimePitchAlgorithm(rawValue: $0) } ?? .spectral,
            speed,
            sampleRate: rate,
            channelCount: channels.count
        )
        shape = SoundShape(sampleRate: rate, number: .float32, isPlanar: true, channels: channels)
        let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
        converter = SoundConverter(to: work.encoding.encoderInput, in: all)
        planes = (0..<channels.count).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: Self.capacity) }
    }

    deinit { planes.forEach { $0.deallocate() } }

    var end: CMTime { CMTime(value: readCount, timescale: CMTimeScale(shape.sampleRate)) }

    func next() throws -> SoundBlock? {
        while blocks.isEmpty, !isAtEnd { try advance() }
        return blocks.isEmpty ? nil : blocks.removeFirst()
    }

    private func advance() throws {
        // What so much of the source becomes, and no more: at the end that is exactly its length.
        let wanted = Int(clamping: speed.frameCount(of: appendedCount) - readCount)
        if wanted > 0 {
            let count = try stretcher.read(into: planes, capacity: min(wanted, Self.capacity)).count
            guard count == 0 else { return try convert(count) }
            precondition(!hasAll, "a stretcher goes on with silence")
        } else if hasAll {
            isAtEnd = true
            return try converter.finish { blocks.append($0) }
        }
        guard let block = try source.next() else {
            hasAll = true
            return try stretcher.finish()
        }
        try append(block)
    }

    private func append(_ block: SoundBlock) throws {
        try block.data.withBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let floats = base.assumingMemoryBound(to: Float.self)
            try stretcher.append(planes.indices.map { floats + $0 * block.count }, count: block.count)
        }
        appendedCount += Int64(block.count)
    }

    private func convert(_ count: Int) throws {
        let frame = try Frame(floats: planes.map { UnsafePointer($0) }, count: count, shape)
        let place = SoundPlace(start: readCount, count: count, rate: shape.sampleRate)
        readCount += Int64(count)
        try converter.append(frame, at: place) { blocks.append($0) }
    }
}
