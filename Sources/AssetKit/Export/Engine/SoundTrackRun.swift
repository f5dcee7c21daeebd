internal import CMTimeLib
internal import Foundation

/// Encodes a track of sound in one run: decoding runs ahead on a thread of its own.
///
/// The new track has sound from zero on: where the source has none, before its first sample and in gaps, it is silent.
final class SoundTrackRun {
    private let encoder: SoundEncoder
    private let blocks: Pump<SoundBlock>
    private let range: CMTimeRange
    private let format: LinearPCM.Resolved
    /// The frame of the asset that is the first of the new track, and the one that comes next.
    private let origin: Int64
    private var position: Int64
    /// When the sound that was given to the encoder ends, in the new file.
    var end: CMTime { CMTime(value: position - origin, timescale: CMTimeScale(format.rate)) }

    private static let silentCount = 8192

    init(_ work: SoundWork, of source: TrackSource, in range: CMTimeRange, _ session: ReadingSession) throws {
        self.range = range
        encoder = try SoundEncoder(work.encoding)
        let wish = work.encoding.encoderInput
        format = wish.resolved(rate: work.encoding.codedRate, channels: work.encoding.codedChannels)
        origin = range.start.firstSample(rate: format.rate)
        position = origin
        // SAFETY: nobody else has it, and the pump's thread is the only one that uses it.
        nonisolated(unsafe) let samples = try session.sound(of: source, as: wish, in: range, false)
        blocks = Pump(name: "assetkit.export.sound.decoding", ahead: 16) { try samples.nextBlock() }
    }

    deinit { blocks.stop() }

    /// Does all of it. `check` is asked before every block, and told when it is heard.
    func run(_ check: (CMTime) throws -> Void, _ body: (SinkSample) throws -> Void) throws {
        while let block = try blocks.next() {
            try check(CMTime(value: block.start - origin, timescale: CMTimeScale(format.rate)))
            try fillSilence(upTo: block.start, body)
            guard block.start == position else { continue }
            try encode(block, body)
        }
        try encoder.finish(body)
    }

    private func encode(_ block: SoundBlock, _ body: (SinkSample) throws -> Void) throws {
        let moved = SoundBlock(data: block.data, start: block.start - origin, count: block.count, format: block.format)
        try encoder.encode(moved, body)
        position = block.end
    }

    private func fillSilence(upTo end: Int64, _ body: (SinkSample) throws -> Void) throws {
        while position < end {
            let count = Int(min(end - position, Int64(Self.silentCount)))
            let byteCount = count * format.bytesPerFrame * format.planeCount
            let data = try CMBlockBuffer(length: byteCount)
            try data.fillDataBytes(with: 0)
            try encode(SoundBlock(data: data, start: position, count: count, format: format), body)
        }
    }
}
