internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// Encodes a track of sound: decoding runs ahead on a thread of its own. Encoding is one run where a codec keeps account of
/// all that came before, as those of AAC and MP3 do; several threads encode fixed parts where blocks stand alone, as those of
/// FLAC, or soon forget, as those of Opus.
final class SoundTrackRunner: Sendable {
    /// What there is to say of a track when it ends.
    struct Ending: Sendable {
        var time: CMTime
        /// The MD5 sum of its samples, where it was asked for.
        var digest: [UInt8]?
    }

    private let rendering: SoundRendering
    private let source: TrackSource
    private let range: CMTimeRange
    private let speed: Speed
    private let session: ReadingSession
    private let workerCount: Int
    private let sums: Bool

    /// `sums`: the file wants the sum of all samples.
    init(
        _ rendering: SoundRendering,
        of source: TrackSource,
        in range: CMTimeRange,
        at speed: Speed,
        _ session: ReadingSession,
        workerCount: Int,
        sums: Bool
    ) {
        (self.rendering, self.source, self.range, self.speed, self.session) = (rendering, source, range, speed, session)
        (self.workerCount, self.sums) = (max(1, workerCount), sums)
    }

    /// Starts the threads. `progress` is told which time is at work; `write` gets the samples in order, and `end` is called
    /// behind the last one, both on one thread.
    func start(
        _ crew: ExportCrew,
        _ progress: @escaping @Sendable (CMTime) -> Void,
        write: @escaping @Sendable (SinkSample) throws -> Void,
        end: @escaping @Sendable (Ending) throws -> Void
    ) throws {
        if let chunking = try SoundChunking(rendering.encoding) {
            let spread = SpreadSound(chunking, workerCount: workerCount, sums: sums)
            spread.start(crew, write: write, end: end) { [self] in
                let sound = try sound()
                while let block = try sound.next() {
                    try crew.check()
                    progress(block.startTime)
                    try spread.add(block)
                }
                try spread.finish(at: sound.end)
            }
            return
        }
        crew.add("assetkit.export.sound") { [self] in
            let encoder = try SoundEncoder(rendering.encoding)
            let sound = try sound()
            while let block = try sound.next() {
                try crew.check()
                progress(block.startTime)
                try encoder.encode(block, write)
            }
            try encoder.finish(write)
            try end(Ending(time: sound.end))
        }
    }

    private func sound() throws -> any EncoderSound { try rendering.sound(of: source, in: range, at: speed, session) }
}

extension SoundRendering {
    /// What is encoded of a track.
    func sound(
        of source: TrackSource,
        in range: CMTimeRange,
        at speed: Speed,
        _ session: ReadingSession
    ) throws -> any EncoderSound {
        guard speed != .normal || semitones != 0 else {
            return try FilledSound(self, as: encoding.encoderInput, of: source, in: range, session)
        }
        return try StretchedSound(self, of: source, in: range, at: speed, session)
    }
}
