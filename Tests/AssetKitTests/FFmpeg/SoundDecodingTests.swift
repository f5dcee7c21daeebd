import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

@Suite("FFmpeg, decoding and resampling sound")
struct SoundDecodingTests {
    /// Where a channel rises above one half, at most once in half a second.
    private func clicks(_ samples: [Float], _ sampleRate: Int) -> [Int] {
        var found: [Int] = []
        for (index, sample) in samples.enumerated() where sample > 0.5 {
            if let last = found.last, index - last < sampleRate / 2 { continue }
            found.append(index)
        }
        return found
    }

    @Test(
        "clicks of lossless files are exactly where they were put",
        arguments: [
            "flac.flac", "flac-24bit.flac", "wav-16bit.wav", "wav-24bit.wav", "wav-8khz.wav", "wav-float.wav",
            "aiff.aiff",
            "caf.caf", "alac.m4a", "prores.mov",
        ]
    )
    func exact(name: String) throws {
        let truth = try #require(try CodecTruth.file(name)?.tracks.compactMap(\.audio).first)
        #expect(truth.lossless)
        let channels = try SampleReader.sound(name)
        #expect(channels.count == truth.channels)
        let seconds = truth.sourceSampleCount / truth.sampleRate
        let expected = (0..<max(seconds, 1)).map { $0 * truth.sampleRate }
        for (number, samples) in channels.enumerated() {
            #expect(samples.count == truth.sourceSampleCount)
            guard truth.channelsWithoutClicks?.contains(number) != true else { continue }
            #expect(clicks(samples, truth.sampleRate) == expected)
        }
    }

    @Test("resampling keeps length and place", arguments: [(8_000, 48_000), (44_100, 48_000), (48_000, 44_100)])
    func resampled(rates: (from: Int, to: Int)) throws {
        let names = [8_000: "wav-8khz.wav", 44_100: "flac.flac", 48_000: "wav-24bit.wav"]
        let name = try #require(names[rates.from])
        let truth = try #require(try CodecTruth.file(name)?.tracks.compactMap(\.audio).first)
        #expect(truth.sampleRate == rates.from)
        let samples = try SampleReader.sound(name, sampleRate: rates.to)[0]
        // The last filter window may round the length by a frame.
        #expect(abs(samples.count - truth.sourceSampleCount * rates.to / rates.from) <= 1)
        // The filter smears the click's edge over one sample of the slower rate.
        let tolerance = max(1, rates.to / rates.from)
        for (second, click) in clicks(samples, rates.to).enumerated() {
            #expect(abs(click - second * rates.to) <= tolerance)
        }
        #expect(clicks(samples, rates.to).count == truth.sourceSampleCount / truth.sampleRate)
    }

    @Test("5.1 channels become two, and one becomes two")
    func mixing() throws {
        for (name, expected) in [("surround-ac3.mp4", 6), ("wav-24bit.wav", 1)] {
            var (loudest, count) = (Float(0), 0)
            try SampleReader.decode(name, .audio) { frame, _ in
                let shape = frame.soundShape
                #expect(shape.channels.count == expected)
                var target = shape.asFloats
                target.channels = SoundChannels(usualFor: 2)
                let usual = SoundShape(
                    sampleRate: shape.sampleRate,
                    format: shape.format,
                    channels: shape.channels.mask == 0 ? SoundChannels(usualFor: expected) : shape.channels
                )
                guard usual == shape else { return }
                let resampler = try Resampler(from: shape, to: target)
                let result = Frame()
                try resampler.convert(frame, into: result)
                let mixed = result.soundShape
                #expect(mixed.channels.count == 2)
                count += result.sampleCount
                result.withSamples(ofPlane: 1) { loudest = max(loudest, $0.bindMemory(to: Float.self).max() ?? 0) }
            }
            #expect(count > 0)
            #expect(loudest > 0.05)
        }
    }

    @Test("sound of another shape than was promised is an error")
    func changedShape() throws {
        var thrown = 0
        try SampleReader.decode("wav-16bit.wav", .audio) { frame, _ in
            var other = frame.soundShape
            other.sampleRate += 1
            let resampler = try Resampler(from: other, to: other.asFloats)
            let result = Frame()
            do {
                try resampler.convert(frame, into: result)
            } catch is FFmpegError {
                thrown += 1
            }
        }
        #expect(thrown > 0)
    }

    @Test("an absurd shape is an error, not a trap", arguments: [-1, 0])
    func absurdShape(rate: Int) throws {
        try SampleReader.decode("wav-8khz.wav", .audio) { frame, _ in
            let normal = frame.soundShape
            let absurd = SoundShape(sampleRate: rate, format: normal.format, channels: normal.channels)
            #expect(throws: FFmpegError.self) { try Resampler(from: absurd, to: normal) }
        }
    }

    @Test("channel layouts in the order of wave files are known by tag, bits and labels")
    func layouts() throws {
        func tagged(_ tag: AudioChannelLayoutTag) -> SoundChannels? {
            SoundChannels(ManagedAudioChannelLayout(tag: tag))
        }
        let bits = SoundChannels(ManagedAudioChannelLayout(bitmap: AudioChannelBitmap(rawValue: 0x3f)))
        #expect(tagged(kAudioChannelLayoutTag_Stereo)?.mask == 0x3)
        #expect(tagged(kAudioChannelLayoutTag_MPEG_5_1_A) == SoundChannels(mask: 0x60f))
        #expect(tagged(kAudioChannelLayoutTag_MPEG_5_1_D) == nil)
        #expect(tagged(kAudioChannelLayoutTag_DiscreteInOrder | 3) == SoundChannels(count: 3))
        #expect(bits?.count == 6)
        func labelled(_ labels: [AudioChannelLabel]) -> SoundChannels? {
            SoundChannels(ManagedAudioChannelLayout(channelDescriptions: labels.map { .init(label: $0) }))
        }
        #expect(labelled([1, 2])?.mask == 0x3)
        #expect(labelled([2, 1]) == nil)
        #expect(SoundChannels(usualFor: 1).mask == 0x4)
    }
}
