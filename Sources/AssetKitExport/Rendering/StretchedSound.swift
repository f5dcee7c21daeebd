internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib

/// The sound of a track over a range at another speed or pitch, as an encoder takes it. It is stretched as floats, at the rate and
/// with the channels that it has when it is encoded. Not Sendable: one thread owns it.
final class StretchedSound: EncoderSound {
    private let source: FilledSound
    private let stage: SpeedStage
    private let converter: SoundConverter
    private let rate: Int
    private var blocks: [SoundBlock] = []
    private var isAtEnd = false

    init(
        _ work: SoundRendering,
        of track: TrackSource,
        in range: CMTimeRange,
        at speed: Speed,
        _ session: ReadingSession
    ) throws {
        rate = work.encoding.codedRate
        let channels = work.encoding.codedChannels
        let floats = LinearPCM(sampleRate: rate, channels: channels, depth: .float32, isInterleaved: false)
        source = try FilledSound(work, as: floats, of: track, in: range, session)
        stage = try SpeedStage(
            work.timePitchAlgorithm ?? .spectral,
            speed,
            semitones: work.semitones,
            rate: rate,
            channels: channels
        )
        let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
        converter = SoundConverter(to: work.encoding.encoderInput, in: all)
    }

    var end: CMTime { CMTime(value: stage.readCount, timescale: CMTimeScale(rate)) }

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
