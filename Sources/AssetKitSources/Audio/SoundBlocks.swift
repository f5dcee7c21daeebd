internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitTimePitch
internal import CMTimeLib

/// Sound of a track that is made in one way. Not Sendable: one stage owns it.
protocol SoundBlocks {
    /// Hands on blocks as they are finished; false behind the last one.
    func next(_ body: (SoundBlock) throws -> Void) throws -> Bool
}

/// Sound of one of several sources, whose name is in what goes wrong with it.
final class NamedBlocks: SoundBlocks {
    private let name: String?
    private let blocks: any SoundBlocks

    init(_ name: String?, _ blocks: any SoundBlocks) { (self.name, self.blocks) = (name, blocks) }

    func next(_ body: (SoundBlock) throws -> Void) throws -> Bool {
        try MediaProblem.naming(name) { try blocks.next(body) }
    }
}

/// Sound as it is decoded. Where an edit plays it faster or slower, its pitch follows.
final class DecodedBlocks: SoundBlocks {
    private let stream: SoundStream
    private let converter: SoundConverter
    private let frame = Frame()

    init(_ stream: SoundStream, _ converter: SoundConverter) { (self.stream, self.converter) = (stream, converter) }

    func next(_ body: (SoundBlock) throws -> Void) throws -> Bool {
        guard let place = try stream.next(into: frame) else {
            try converter.finish(body)
            return false
        }
        try converter.append(frame, at: place, body)
        return true
    }
}

/// Sound of an edit that plays faster or slower, by an algorithm. It begins with the edit, whatever is wanted of it, so that
/// a part of it is the same as in the whole.
final class ScaledBlocks: SoundBlocks {
    private let source: SoundSamples
    private let speed: Speed
    private let algorithm: AVAudioTimePitchAlgorithm
    private let converter: SoundConverter
    private let target: CMTimeRange
    private var stage: SpeedStage?
    /// What comes behind the silence.
    private var pending: SoundBlock?
    /// The first frame of the edit, and the one behind the last that is wanted.
    private var first: Int64 = 0
    private var last: Int64 = 0
    private let wanted: CMTimeRange

    /// `source`: the floats of the edit at their own speed, from zero on. `target`: when the edit is heard. `range`: what of
    /// the asset's timeline is wanted.
    init(
        _ source: SoundSamples,
        at speed: Speed,
        by algorithm: AVAudioTimePitchAlgorithm,
        to wish: LinearPCM,
        at target: CMTimeRange,
        in range: CMTimeRange
    ) {
        (self.source, self.speed, self.algorithm, self.target) = (source, speed, algorithm, target)
        (converter, wanted) = (SoundConverter(to: wish, in: range), range)
    }

    func next(_ body: (SoundBlock) throws -> Void) throws -> Bool {
        if let stage {
            let hasMore = try stage.next { frame, place in
                let moved = SoundPlace(start: place.start + first, count: place.count, rate: place.rate)
                try converter.append(frame, at: moved, body)
            }
            guard !stage.isAtEnd, first + stage.readCount < last else { return try end(body) }
            if hasMore { return true }
        }
        guard let block = try pending ?? source.nextBlock() else {
            guard let stage else { return try end(body) }
            try stage.finish()
            return true
        }
        try append(block)
        return true
    }

    private func end(_ body: (SoundBlock) throws -> Void) throws -> Bool {
        try converter.finish(body)
        return false
    }

    private func append(_ block: SoundBlock) throws {
        pending = nil
        let stage = try stage ?? begin(block.format)
        guard block.start > stage.appendedCount else { return try stage.append(block) }
        pending = block
        _ = try stage.appendSilence(block.start - stage.appendedCount)
    }

    private func begin(_ format: LinearPCM.Resolved) throws -> SpeedStage {
        let stage = try SpeedStage(algorithm, speed, rate: format.rate, channels: format.channels)
        self.stage = stage
        first = target.start.firstSample(rate: format.rate)
        last = wanted.end.firstSample(rate: format.rate)
        return stage
    }
}
