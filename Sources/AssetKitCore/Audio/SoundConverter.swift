package import AssetKitFFmpeg
package import CMTimeLib
internal import Foundation

/// Converts decoded sound into blocks of the wanted rate, channels and depth, each frame at the time it has in the
/// source.
///
/// A frame of the result with the number k is the sound at time k divided by the rate, whatever the source's rate and
/// wherever reading began: so the blocks of a range are those of the whole. Not Sendable: one stage owns it.
package final class SoundConverter {
    /// So many frames have room in a block, where it is not live.
    package static let blockCapacity = SoundAssembler.Room.ample.rawValue

    private let wish: LinearPCM
    private let range: CMTimeRange
    private(set) var format: LinearPCM.Resolved?
    private var run: SoundRun?
    private var assembler: SoundAssembler?
    private let isLive: Bool

    /// What lies outside of `range` is cut away to the frame. Blocks of live sound are small, so that it is not held up.
    package init(to wish: LinearPCM, in range: CMTimeRange, isLive: Bool = false) {
        (self.wish, self.range, self.isLive) = (wish, range, isLive)
    }

    /// Adds sound, and hands on what is finished of it. Sound that does not go on where the last ended has a resampler
    /// of its own: what the one before held back comes first.
    package func append(_ frame: borrowing Frame, at place: SoundPlace, _ body: (SoundBlock) throws -> Void) throws {
        let shape = frame.soundShape
        if let run, !run.goesOn(with: shape, at: place) { try finish(body) }
        let format = format ?? wish.resolved(rate: shape.sampleRate, channels: shape.channels.usual)
        self.format = format
        let assembler = assembler ?? SoundAssembler(format, in: range, room: isLive ? .scant : .ample)
        self.assembler = assembler
        let run = try run ?? SoundRun(shape, format, from: place, into: assembler)
        self.run = run
        try run.append(frame, place, body)
    }

    /// Everything that the resampler held back comes out.
    package func finish(_ body: (SoundBlock) throws -> Void) throws {
        guard let run else { return }
        self.run = nil
        try run.finish(body)
        if let block = try assembler?.takeBlock() { try body(block) }
    }
}

/// Sound without a gap, on its way through one resampler.
private final class SoundRun {
    private let resampler: Resampler
    private let shape: SoundShape
    private let rate: Int
    private let targetRate: Int
    private let assembler: SoundAssembler
    /// Where the next sound must begin.
    private var end: Int64
    /// The number of the next frame that comes out of the resampler.
    private var output: Int64

    init(
        _ shape: SoundShape,
        _ format: LinearPCM.Resolved,
        from place: SoundPlace,
        into assembler: SoundAssembler
    ) throws {
        (self.shape, self.assembler) = (shape, assembler)
        (rate, targetRate) = (place.rate, format.rate)
        var source = shape
        source.sampleRate = place.rate
        if source.channels.mask == 0 { source.channels = source.channels.usual }
        resampler = try Resampler(from: source, to: format.workingShape)
        end = place.start
        output = place.start
        assembler.begin(at: Self.ceiling(place.start, targetRate, rate))
        if rate != targetRate { try align(place.start, source) }
    }

    /// Frames of both rates share a time only here and there. The resampler starts at such a place, on silence, so that
    /// its frames are those that fall on the target's numbers.
    private func align(_ start: Int64, _ source: SoundShape) throws {
        let divisor = Self.greatestCommonDivisor(rate, targetRate)
        let (period, targetPeriod) = (Int64(rate / divisor), Int64(targetRate / divisor))
        let periods = Int64(clamping: Int128(start).floorDivided(by: Int128(period)))
        output = periods * targetPeriod
        let silence = Int(start - periods * period)
        guard silence > 0 else { return }
        let frame = try Frame(silence: source, sampleCount: silence)
        _ = try assembler.makeRoom(for: resampler.mostFrames(for: silence))
        output += Int64(try assembler.append(from: resampler, frame, at: output))
    }

    func goesOn(with shape: SoundShape, at place: SoundPlace) -> Bool {
        shape == self.shape && place.rate == rate && place.start == end
    }

    func append(
        _ frame: borrowing Frame,
        _ place: SoundPlace,
        _ body: (SoundBlock) throws -> Void
    ) throws {
        if let block = try assembler.makeRoom(for: resampler.mostFrames(for: place.count)) { try body(block) }
        output += Int64(try assembler.append(from: resampler, frame, at: output))
        end = place.end
    }

    func finish(_ body: (SoundBlock) throws -> Void) throws {
        guard rate != targetRate else { return }
        // The filter's tail goes beyond the end of the sound.
        let last = Self.ceiling(end, targetRate, rate)
        while output < last {
            if let block = try assembler.makeRoom(for: resampler.mostFrames(for: 0)) { try body(block) }
            let count = try assembler.drain(resampler, at: output, before: last)
            guard count > 0 else { return }
            output += Int64(count)
        }
        assembler.cut(at: last)
    }

    private static func ceiling(_ value: Int64, _ factor: Int, _ divisor: Int) -> Int64 {
        Int64(clamping: -(-(Int128(value) * Int128(factor))).floorDivided(by: Int128(divisor)))
    }

    private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
        second == 0 ? first : greatestCommonDivisor(second, first % second)
    }
}
