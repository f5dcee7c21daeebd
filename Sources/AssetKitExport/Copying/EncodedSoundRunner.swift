internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib

/// Encodes the sound of a new file as far as the other samples have got. Not Sendable: one stage owns it.
final class EncodedSoundRunner {
    private let sound: EncodedSound
    private let encoder: SoundEncoder
    private let flag: CancellationFlag
    private var clips: ArraySlice<EncodedSound.Clip>
    private var current: (sound: any EncoderSound, first: Int64)?
    /// How far the sound has been given to the encoder, in frames of the new file.
    private var position: Int64 = 0
    /// How many samples it has made.
    private(set) var sampleCount = 0

    init(_ sound: EncodedSound, _ flag: CancellationFlag) throws {
        (self.sound, self.flag) = (sound, flag)
        encoder = try SoundEncoder(sound.encoding)
        clips = sound.clips[...]
    }

    /// The place of the track in the new file.
    var track: Int { sound.track }

    private var rate: Int { sound.encoding.codedRate }

    /// Encodes what begins before a time of the new file.
    func write(until time: CMTime, to sink: any MediaSink) throws {
        while CMTime(value: position, timescale: CMTimeScale(rate)) < time, let block = try next() {
            try flag.check()
            position = block.end
            try encoder.encode(block) { try hand($0, to: sink) }
        }
    }

    /// Encodes all that is left.
    func finish(_ sink: any MediaSink) throws {
        try write(until: .positiveInfinity, to: sink)
        try encoder.finish { try hand($0, to: sink) }
    }

    private func hand(_ sample: SinkSample, to sink: any MediaSink) throws {
        sampleCount += 1
        try sink.write(sample, to: sound.track)
    }

    /// The next block, on the clock of the new file; the encoder fills gaps, and leaves out what comes twice.
    private func next() throws -> SoundBlock? {
        while true {
            if let current, let block = try current.sound.next() {
                let start = current.first + block.start
                return SoundBlock(data: block.data, start: start, count: block.count, format: block.format)
            }
            guard let clip = clips.popFirst() else { return nil }
            var rendering = SoundRendering(encoding: sound.encoding)
            (rendering.algorithm, rendering.semitones) = (clip.algorithm?.rawValue, clip.semitones)
            let sound = try rendering.sound(of: clip.track, in: clip.range, at: .normal, clip.session)
            // What lies between two samples of its source begins with the later one, and so may be off by one here: clips
            // follow each other all the same.
            let first = clip.start.nearestSample(rate: rate)
            current = (sound, abs(first - position) <= 1 ? position : first)
        }
    }
}
