import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitBase
@testable import AssetKitMedia

/// Where one encoder of Opus takes over from another, nothing is to be heard.
@Suite("Opus that is encoded in parts")
struct FadingSoundTests {
    /// Kinds of sound that an encoder treats each in its own way.
    enum Kind: CaseIterable {
        /// Tones, and noise that comes and goes.
        case tones
        /// A voice's pulses, whose pitch glides: what the filter of pitch works on.
        case voice
        /// One tone without an end, where the slightest step is heard.
        case sine
        /// Knocks, one of them at every seam.
        case knocks

        func channels(_ count: Int) -> [[Float]] {
            var noise: UInt32 = 777
            var phase = 0.0
            var channels: [[Float]] = [[], []]
            for place in 0..<count {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                let white = Double(noise >> 8) / Double(1 << 23) - 1
                let time = Double(place) / 48_000
                let values: (Double, Double)
                switch self {
                case .tones:
                    let level = Double(place / 20_000 % 4) * 0.05
                    values = (0.3 * sin(time * 1500) + level * white, 0.2 * sin(time * 4100) - level * white)
                case .voice:
                    phase += (120 + 40 * sin(time * 2)) / 48_000
                    let pulse = exp(-(phase - phase.rounded(.down)) * 30) * (0.5 + 0.3 * sin(time * 9))
                    values = (pulse * 0.6 + white * 0.002, pulse * 0.5)
                case .sine: values = (0.4 * sin(time * 2 * .pi * 441), 0.4 * sin(time * 2 * .pi * 663))
                case .knocks:
                    let since = Double(place % 24_000) / 48_000
                    let knock = exp(-since * 60) * sin(since * 2 * .pi * 900)
                    values = (knock * 0.7 + white * 0.001, knock * 0.4)
                }
                channels[0].append(Float(values.0))
                channels[1].append(Float(values.1))
            }
            return channels
        }
    }

    private let seconds = 11
    private var count: Int { seconds * 48_000 + 777 }

    private func encoding(_ rate: Int, _ strategy: SoundEncoding.Strategy = .variable) -> SoundEncoding {
        var encoding = SoundEncoding(.opus, sampleRate: 48_000, channelCount: 2)
        encoding.rate = .bitRate(rate, strategy)
        return encoding
    }

    private func blocks(_ channels: [[Float]], _ encoding: SoundEncoding) throws -> [SoundBlock] {
        let format = encoding.encoderInput.resolved(rate: 48_000, channels: encoding.codedChannels)
        return try stride(from: 0, to: channels[0].count, by: 7777).map { start in
            let count = min(7777, channels[0].count - start)
            let values = (start..<start + count).flatMap { place in channels.map { $0[place] } }
            let data = try values.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
            return SoundBlock(data: data, start: Int64(start), count: count, format: format)
        }
    }

    private func oneRun(_ blocks: [SoundBlock], _ encoding: SoundEncoding) throws -> EncodedPackets {
        let encoder = try SoundEncoder(encoding)
        var sound = EncodedPackets(format: try encoder.format, priming: encoder.priming, encoding: encoding)
        for block in blocks { try encoder.encode(block) { sound.samples.append($0) } }
        try encoder.finish { sound.samples.append($0) }
        return sound
    }

    private func spread(_ blocks: [SoundBlock], _ encoding: SoundEncoding, workers: Int) throws -> EncodedPackets {
        let encoder = try SoundEncoder(encoding)
        let found = Lock<[SinkSample]>([])
        let crew = ExportCrew(CancellationFlag())
        let spread = SpreadSound(try #require(try SoundChunking(encoding)), workerCount: workers, sums: false)
        spread.start(crew) { sample in
            found.withLock { $0.append(sample) }
        } end: { _ in
        } bring: {
            for block in blocks { try spread.add(block) }
            try spread.finish(at: .zero)
        }
        try crew.wait()
        let samples = found.withLock { $0 }
        return EncodedPackets(
            samples: samples,
            format: try encoder.format,
            priming: encoder.priming,
            encoding: encoding
        )
    }

    /// How far decoded sound is above what it lacks of the source, in decibels, around a frame.
    private func level(_ decoded: [[Float]], _ source: [[Float]], priming: Int, around frame: Int) -> Double {
        var (signal, difference) = (0.0, 0.0)
        // A tenth of a second to both sides.
        for channel in source.indices {
            for place in max(0, frame - 4800)..<min(frame + 4800, source[channel].count) {
                let wanted = Double(source[channel][place])
                let found = Double(decoded[channel][place + priming])
                signal += wanted * wanted
                difference += (wanted - found) * (wanted - found)
            }
        }
        return 10 * log10(signal / max(difference, 1e-12))
    }

    @Test("seams are as near to the source as one run is", arguments: Kind.allCases)
    func seams(kind: Kind) throws {
        let source = kind.channels(count)
        for rate in [64_000, 128_000] { try compare(source, kind, rate) }
    }

    private func compare(_ source: [[Float]], _ kind: Kind, _ rate: Int) throws {
        let encoding = encoding(rate)
        let blocks = try blocks(source, encoding)
        let (whole, parts) = (try oneRun(blocks, encoding), try spread(blocks, encoding, workers: 2))
        let (wanted, found) = (try whole.decoded(), try parts.decoded())
        #expect(found[0].count == wanted[0].count)
        for second in stride(from: 10, to: seconds, by: 10) {
            let levels = [wanted, found].map {
                level($0, source, priming: whole.priming, around: second * 48_000)
            }
            #expect(levels[1] > levels[0] - 0.5, "\(kind) at \(rate) bit/s, \(second) s: \(levels)")
        }
        let sizes = [whole, parts].map { Double($0.samples.reduce(0) { $0 + $1.data.dataLength }) }
        #expect(abs(sizes[1] / sizes[0] - 1) < 0.02, "\(kind) at \(rate) bit/s")
    }

    @Test(
        "samples lie where one run puts them, and are the same on any number of cores",
        arguments: [480_000, 480_001, 479_900, 1_000_000, 300, 0]
    )
    func places(count: Int) throws {
        let encoding = encoding(96_000)
        let blocks = try blocks(Kind.tones.channels(count), encoding)
        let wanted = try oneRun(blocks, encoding).samples
        let found = try [1, 3].map { try spread(blocks, encoding, workers: $0).samples }
        for samples in found {
            #expect(samples.map(\.presentationTime) == wanted.map(\.presentationTime))
            #expect(samples.map(\.duration) == wanted.map(\.duration))
            #expect(samples.last?.trimmedFramesAtEnd == wanted.last?.trimmedFramesAtEnd)
        }
        let bytes = try found.map { try $0.map { try $0.data.dataBytes() } }
        #expect(bytes[0] == bytes[1])
        #expect(try Array(bytes[0].prefix(500)) == wanted.prefix(500).map { try $0.data.dataBytes() })
    }

    @Test("a constant rate stays constant")
    func constantRate() throws {
        let encoding = encoding(96_000, .constant)
        let sound = try spread(try blocks(Kind.voice.channels(1_000_000), encoding), encoding, workers: 2)
        #expect(Set(sound.samples.map(\.data.dataLength)) == [240])
    }

    @Test("what is coded as speech, or in more than two channels, is one run")
    func oneRunOnly() throws {
        #expect(try SoundChunking(encoding(48_000)) == nil)
        #expect(try SoundChunking(SoundEncoding(.opus, sampleRate: 48_000, channelCount: 6)) == nil)
        #expect(try SoundChunking(SoundEncoding(.opus, sampleRate: 48_000, channelCount: 2)) != nil)
    }
}
