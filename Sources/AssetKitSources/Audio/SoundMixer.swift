package import AssetKitCore
package import AssetKitFFmpeg
internal import AssetKitMedia
package import CMTimeLib
internal import Foundation

/// Adds the sound of several tracks up, each where it is on the asset's timeline. Not Sendable: one thread owns it.
///
/// The sound goes on until the last track ends or the range does; where a track has none, it is silent.
package final class SoundMixer {
    private static let blockCount: Int64 = 8192

    /// Gives the blocks of one track, in floating-point numbers at the mix's rate and channels.
    package typealias Input = () throws -> SoundBlock?

    private struct Track {
        let next: Input
        var block: SoundBlock?
        var isAtEnd = false
    }

    private var tracks: [Track]
    private let shape: SoundShape
    private let converter: SoundConverter
    private var position: Int64
    private let last: Int64
    private var blocks: [SoundBlock] = []
    private var isAtEnd = false

    package init(_ inputs: [Input], rate: Int, channels: SoundChannels, to wish: LinearPCM, in range: CMTimeRange) {
        tracks = inputs.map { Track(next: $0) }
        shape = SoundShape(sampleRate: rate, number: .float32, isPlanar: false, channels: channels)
        converter = SoundConverter(to: wish, in: range)
        position = range.start.firstSample(rate: rate)
        last = range.end.firstSample(rate: rate)
    }

    /// The next block; nil at the end.
    package func next() throws -> SoundBlock? {
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
            track.block = try track.next()
            track.isAtEnd = track.block == nil
        }
    }

    /// Adds up what the tracks have up to the nearest end of a block, or the silence before the next one begins.
    private func mix() throws {
        let sounding = tracks.compactMap(\.block)
        let borders = sounding.map { $0.start > position ? $0.start : $0.end }
        let end = min(borders.min() ?? last, last, position + Self.blockCount)
        let count = Int(end - position)
        let frame = try Frame(silence: shape, sampleCount: count)
        for block in sounding where block.start <= position && block.end >= end {
            let bytesPerFrame = block.format.bytesPerFrame
            let offset = Int(position - block.start) * bytesPerFrame
            try block.data.withUnsafeMutableBytes(atOffset: offset) { bytes in
                frame.add(UnsafeRawBufferPointer(rebasing: bytes.prefix(count * bytesPerFrame)))
            }
        }
        let place = SoundPlace(start: position, count: count, rate: shape.sampleRate)
        try converter.append(frame, at: place) { blocks.append($0) }
        position = end
    }
}
