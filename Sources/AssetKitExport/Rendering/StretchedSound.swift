internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib

/// The sound of a track over a range at another speed or pitch, as an encoder takes it: stretched ahead on a thread of its
/// own, as floats, at the rate and with the channels that it has when it is encoded. Not Sendable: one thread owns it.
final class StretchedSound: EncoderSound {
    private let blocks: Pump<SoundBlock>
    private let rate: Int
    private var position: Int64 = 0

    init(
        _ rendering: SoundRendering,
        of track: TrackSource,
        in range: CMTimeRange,
        at speed: Speed,
        _ session: ReadingSession
    ) throws {
        rate = rendering.encoding.codedRate
        // SAFETY: nobody else has it, and the pump's thread is the only one that uses it.
        nonisolated(unsafe) let stretching = try Stretching(rendering, of: track, in: range, at: speed, session)
        blocks = Pump(name: "assetkit.export.sound.stretching", ahead: 16) { try stretching.next() }
    }

    deinit { blocks.stop() }

    var end: CMTime { CMTime(value: position, timescale: CMTimeScale(rate)) }

    func next() throws -> SoundBlock? {
        let block = try blocks.next()
        position = block?.end ?? position
        return block
    }
}

/// Stretches the sound of a track. Not Sendable: one thread owns it.
private final class Stretching {
    private let source: FilledSound
    private let stage: SpeedStage
    private let converter: SoundConverter
    private var blocks: [SoundBlock] = []
    private var isAtEnd = false

    init(
        _ rendering: SoundRendering,
        of track: TrackSource,
        in range: CMTimeRange,
        at speed: Speed,
        _ session: ReadingSession
    ) throws {
        let (rate, channels) = (rendering.encoding.codedRate, rendering.encoding.codedChannels)
        let floats = LinearPCM(sampleRate: rate, channels: channels, depth: .float32, isInterleaved: false)
        source = try FilledSound(rendering, as: floats, of: track, in: range, session)
        stage = try SpeedStage(
            rendering.timePitchAlgorithm ?? .spectral,
            speed,
            semitones: rendering.semitones,
            rate: rate,
            channels: channels
        )
        let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
        converter = SoundConverter(to: rendering.encoding.encoderInput, in: all)
    }

    /// The next block, which begins where the one before ends; nil at the end.
    func next() throws -> SoundBlock? {
        while blocks.isEmpty, !isAtEnd { try advance() }
        return blocks.isEmpty ? nil : blocks.removeFirst()
    }

    private func advance() throws {
        let hasMore = try stage.next { frame, place in try converter.append(frame, at: place) { blocks.append($0) } }
        if hasMore { return }
        if stage.isAtEnd {
            isAtEnd = true
            return try converter.finish { blocks.append($0) }
        }
        if let block = try source.next() { try stage.append(block) } else { try stage.finish() }
    }
}
