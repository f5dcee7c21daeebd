internal import AssetKitBase
package import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
package import CMTimeLib
internal import Foundation

/// The sound of a track over a range as an encoder takes it, decoded ahead on a thread of its own. Times are those of the
/// new track, which has sound from zero on: where the source has none, before its first sample and in gaps, it is silent.
/// Not Sendable: one thread owns it.
final class FilledSound: EncoderSound {
    private let blocks: Pump<SoundBlock>
    let format: LinearPCM.Resolved
    /// The frame of the asset that is the first of the new track, and the one that comes next.
    private let origin: Int64
    private var position: Int64
    /// What comes behind the silence.
    private var pending: SoundBlock?

    /// Up to here it is silent behind the last sound: a composition that lasts longer than what it shows says so.
    private let silentEnd: Int64

    private static let silentCount = 8192

    /// `wish`: how samples are written, at the rate and with the channels of the encoding.
    init(
        _ rendering: SoundRendering,
        as wish: LinearPCM,
        of source: TrackSource,
        in range: CMTimeRange,
        _ session: ReadingSession
    ) throws {
        format = wish.resolved(rate: rendering.encoding.codedRate, channels: rendering.encoding.codedChannels)
        origin = range.start.firstSample(rate: format.rate)
        position = origin
        silentEnd = source.silentEnd(in: range)?.firstSample(rate: format.rate) ?? origin
        // SAFETY: nobody else has it, and the pump's thread is the only one that uses it.
        nonisolated(unsafe) let samples = try session.sound(
            of: source,
            as: wish,
            in: range,
            by: rendering.timePitchAlgorithm ?? .varispeed,
            false
        )
        blocks = Pump(name: "assetkit.export.sound.decoding", ahead: 16) { try samples.nextBlock() }
    }

    deinit { blocks.stop() }

    /// When the sound that was given so far ends.
    var end: CMTime { time(of: position) }

    /// The next block, which begins where the one before ends; nil at the end.
    func next() throws -> SoundBlock? {
        while let block = try pending ?? blocks.next() {
            pending = nil
            if block.start > position {
                pending = block
                return try silence(Int(min(block.start - position, Int64(Self.silentCount))))
            }
            guard block.start == position else { continue }
            return moved(block)
        }
        guard position < silentEnd else { return nil }
        return try silence(Int(min(silentEnd - position, Int64(Self.silentCount))))
    }

    private func silence(_ count: Int) throws -> SoundBlock {
        let data = try CMBlockBuffer(length: count * format.bytesPerFrame * format.planeCount)
        try data.fillDataBytes(with: 0)
        return moved(SoundBlock(data: data, start: position, count: count, format: format))
    }

    private func moved(_ block: SoundBlock) -> SoundBlock {
        position = block.end
        return SoundBlock(data: block.data, start: block.start - origin, count: block.count, format: block.format)
    }

    /// A frame's time in the new track.
    private func time(of position: Int64) -> CMTime {
        CMTime(value: position - origin, timescale: CMTimeScale(format.rate))
    }
}

extension TrackSource {
    /// Where a gap behind all that a track shows ends within a range; nil where there is none.
    fileprivate func silentEnd(in range: CMTimeRange) -> CMTime? {
        let tracks = mixed.map { $0.inputs.map(\.source) } ?? [self]
        let gaps = tracks.filter { $0.composed != nil }.compactMap { $0.facts.segments.last }
        return gaps.filter(\.isEmpty).map { CMTimeMinimum($0.target.end, range.end) }.max()
    }
}

extension SoundBlock {
    package var startTime: CMTime { CMTime(value: start, timescale: CMTimeScale(format.rate)) }
}
