internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Adds the sound of several tracks up, each where it is on the asset's timeline. Not Sendable: one thread owns it.
///
/// The sound goes on until the last track ends or the range does; where a track has none, it is silent.
final class SoundMixer: SoundBlocks {
    private static let blockCount: Int64 = 8192

    /// One track: its blocks, in floating-point numbers at the mix's rate and channels, and how loud it is.
    struct Input {
        let gain: GainEnvelope
        let next: () throws -> SoundBlock?
    }

    private struct Track {
        let input: Input
        var block: SoundBlock?
        var isAtEnd = false
    }

    private var tracks: [Track]
    private let gain: GainEnvelope
    /// Whole numbers come out: what is far beyond them is no number for the library that makes them.
    private let clamps: Bool
    private let shape: SoundShape
    private let converter: SoundConverter
    private var position: Int64
    private let last: Int64
    private var blocks: [SoundBlock] = []
    private var isAtEnd = false

    /// `gain`: how loud the sum is.
    init(
        _ inputs: [Input],
        gain: GainEnvelope,
        rate: Int,
        channels: SoundChannels,
        to wish: LinearPCM,
        in range: CMTimeRange
    ) {
        tracks = inputs.map { Track(input: $0) }
        self.gain = gain
        clamps = !wish.depth.isFloat
        shape = SoundShape(sampleRate: rate, number: .float32, isPlanar: false, channels: channels)
        converter = SoundConverter(to: wish, in: range)
        position = range.start.firstSample(rate: rate)
        last = range.end.firstSample(rate: rate)
    }

    func next(_ body: (SoundBlock) throws -> Void) throws -> Bool {
        guard let block = try next() else { return false }
        try body(block)
        return true
    }

    /// The next block; nil at the end.
    private func next() throws -> SoundBlock? {
        while blocks.isEmpty, !isAtEnd {
            for index in tracks.indices { try fill(&tracks[index]) }
            let isOver = tracks.allSatisfy(\.isAtEnd) || position >= last
            if isOver {
                isAtEnd = true
                try converter.finish { blocks.append($0) }
            } else {
                try mix()
            }
        }
        return blocks.isEmpty ? nil : blocks.removeFirst()
    }

    /// Takes blocks of a track until one ends after what has been mixed.
    private func fill(_ track: inout Track) throws {
        while !track.isAtEnd, track.block.map({ $0.end <= position }) ?? true {
            track.block = try track.input.next()
            track.isAtEnd = track.block == nil
        }
    }

    /// Adds up what the tracks have up to the nearest end of a block, or the silence before the next one begins.
    private func mix() throws {
        let borders = tracks.compactMap(\.block).map { $0.start > position ? $0.start : $0.end }
        let end = min(borders.min() ?? last, last, position + Self.blockCount)
        let count = Int(end - position)
        let frame = try Frame(silence: shape, sampleCount: count)
        for track in tracks {
            guard let block = track.block, block.start <= position, block.end >= end else { continue }
            let bytesPerFrame = block.format.bytesPerFrame
            let offset = Int(position - block.start) * bytesPerFrame
            try block.data.withUnsafeMutableBytes(atOffset: offset) { bytes in
                let samples = UnsafeRawBufferPointer(rebasing: bytes.prefix(count * bytesPerFrame))
                add(samples, track.input.gain, to: frame)
            }
        }
        if !gain.isIdentity {
            frame.changeFloats { samples in
                gain.apply(to: samples, channels: shape.channels.count, from: position, rate: shape.sampleRate)
            }
        }
        if clamps {
            frame.changeFloats { samples in
                for index in samples.indices { samples[index] = min(max(samples[index], -2), 2) }
            }
        }
        let place = SoundPlace(start: position, count: count, rate: shape.sampleRate)
        try converter.append(frame, at: place) { blocks.append($0) }
        position = end
    }

    private func add(_ bytes: UnsafeRawBufferPointer, _ gain: GainEnvelope, to frame: borrowing Frame) {
        bytes.withMemoryRebound(to: Float.self) { samples in
            frame.changeFloats { sums in
                gain.add(samples, to: sums, channels: shape.channels.count, from: position, rate: shape.sampleRate)
            }
        }
    }
}
