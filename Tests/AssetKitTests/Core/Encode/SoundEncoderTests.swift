import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSinks
@testable import AssetKitBitstream
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// Sound with a click at every tenth of a second.
enum TestSound {
    static func samples(_ count: Int, rate: Int, channel: Int = 0) -> [Float] {
        var result = [Float](repeating: 0, count: count)
        let shape = SoundClicks.shape(sampleRate: rate)
        for place in stretch(count, rate) {
            for (index, value) in shape.enumerated() where place + index < count {
                result[place + index] = value * (channel == 0 ? 1 : 0.9)
            }
        }
        return result
    }

    /// Where clicks begin.
    static func stretch(_ count: Int, _ rate: Int) -> [Int] {
        Array(stride(from: rate / 20, to: count - rate / 20, by: rate / 10))
    }

    /// A block of interleaved 16-bit samples.
    static func block(_ range: Range<Int>, of channels: [[Float]], rate: Int, start: Int64 = 0) throws -> SoundBlock {
        var bytes: [UInt8] = []
        for place in range {
            for channel in channels { bytes.appendLittle(Int16((channel[place] * 32767).rounded())) }
        }
        let format = LinearPCM(depth: .integer16).resolved(
            rate: rate,
            channels: SoundChannels(usualFor: channels.count)
        )
        let data = try bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
        return SoundBlock(data: data, start: start + Int64(range.lowerBound), count: range.count, format: format)
    }
}

/// Sound that has been encoded.
struct EncodedPackets {
    var samples: [SinkSample] = []
    var format: CMFormatDescription
    var priming: Int
    let encoding: SoundEncoding

    /// Encodes frames in uneven pieces.
    static func encode(_ encoding: SoundEncoding, count: Int, rate: Int, start: Int64 = 0) throws -> EncodedPackets {
        let encoder = try SoundEncoder(encoding)
        let channels = (0..<encoding.channels.count).map { TestSound.samples(count, rate: rate, channel: $0) }
        var result = EncodedPackets(format: try encoder.format, priming: encoder.priming, encoding: encoding)
        var place = 0
        while place < count {
            let end = min(place + [1000, 37, 4096, 5000][place / 37 % 4], count)
            try encoder.encode(try TestSound.block(place..<end, of: channels, rate: rate, start: start)) {
                result.samples.append($0)
            }
            place = end
        }
        try encoder.finish { result.samples.append($0) }
        return result
    }

    /// What a decoder makes of everything, for each channel.
    func decoded() throws -> [[Float]] {
        var options = SampleDecoder.Options(threadCount: 1)
        options.keepsSkippedSamples = true
        let name = encoding.codec == .opus ? "opus" : encoding.codec.rawValue
        let decoder = try SampleDecoder(CodecTraits.named(name), header: header, options: options)
        let packet = Packet()
        let frame = Frame()
        let result = Frame()
        var resampler: Resampler?
        var channels = [[Float]](repeating: [], count: encoding.codedChannels.count)
        func receive() throws {
            while try decoder.receive(into: frame) == .done {
                let shape = frame.soundShape
                let converter = try resampler ?? Resampler(from: shape, to: shape.asFloats)
                resampler = converter
                try converter.convert(frame, into: result)
                for channel in channels.indices {
                    result.withSamples(ofPlane: channel) { channels[channel] += $0.bindMemory(to: Float.self) }
                }
            }
        }
        for sample in samples {
            let bytes = try sample.data.dataBytes()
            let ticks = sample.presentationTime.value
            try packet.fill(byteCount: bytes.count, PacketLabel(presentationTicks: ticks, decodeTicks: ticks)) {
                $0.copyBytes(from: bytes)
            }
            while try decoder.send(packet) == .again { try receive() }
            try receive()
        }
        try decoder.sendEnd()
        try receive()
        return channels
    }

    private var header: [UInt8] {
        let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
        let atoms = format.extensionValues[key] as? [String: Data] ?? [:]
        if let atom = atoms["alac"] { return [0, 0, 0, 36] + Array("alac".utf8) + Array(atom) }
        if let atom = atoms["dfLa"] { return Array(atom.dropFirst(8)) }
        if let atom = atoms["dOps"] { return (try? OpusHeader(record: Array(atom)[...]).packet) ?? [] }
        let descriptor = atoms["esds"].flatMap { try? ElementaryStreamDescriptor(record: Array($0)[...]) }
        return descriptor?.decoderConfiguration ?? []
    }
}

@Suite("Sound is encoded")
struct SoundEncoderTests {
    private static let packed = SoundEncoding.Codec.allCases.filter { $0 != .pcm }

    @Test(
        "from its first frame to its last, and clicks stay where they are",
        arguments: packed,
        [20000, 19999, 1]
    )
    func roundTrip(_ codec: SoundEncoding.Codec, _ count: Int) throws {
        let encoding = SoundEncoding(codec, sampleRate: 48000, channelCount: 2)
        let encoded = try EncodedPackets.encode(encoding, count: count, rate: 48000)
        let samples = encoded.samples
        #expect(samples.first?.presentationTime == CMTime(value: Int64(-encoded.priming), timescale: 48000))
        for (one, next) in zip(samples, samples.dropFirst()) {
            #expect(one.presentationTime + one.duration == next.presentationTime)
            #expect(one.trimmedFramesAtEnd == 0)
        }
        let total = samples.reduce(0) { $0 + Int($1.duration.value) }
        let padding = samples.last?.trimmedFramesAtEnd ?? 0
        #expect(total - encoded.priming - padding == count)
        let decoded = try encoded.decoded()
        #expect(decoded.count == 2)
        // Vorbis gives nothing for its first packet: what it says comes with the second one.
        let sound = decoded.map { Array($0.dropFirst(encoded.priming).prefix(count)) }
        #expect(sound.allSatisfy { $0.count == count })
        let expected = TestSound.stretch(count, 48000)
        if codec.traits.isLossless {
            #expect(SoundClicks.exactPlaces(in: sound[0], sampleRate: 48000) == expected)
            #expect(decoded[0].count == count)
        } else {
            #expect(SoundClicks.places(in: sound[0], sampleRate: 48000) == expected)
        }
    }

    @Test("to the same bytes each time", arguments: packed)
    func sameBytes(_ codec: SoundEncoding.Codec) throws {
        let encoding = SoundEncoding(codec, sampleRate: 48000, channelCount: 2)
        func bytes() throws -> [Data] {
            try EncodedPackets.encode(encoding, count: 30000, rate: 48000).samples.map { try $0.data.dataBytes() }
        }
        let first = try bytes()
        #expect(try bytes() == first)
    }

    @Test("at another rate than it comes with, and begins where it began", arguments: packed)
    func otherRate(_ codec: SoundEncoding.Codec) throws {
        let encoding = SoundEncoding(codec, sampleRate: 48000, channelCount: 1)
        let encoded = try EncodedPackets.encode(encoding, count: 44100, rate: 44100, start: 441)
        #expect(encoded.samples.first?.presentationTime.value == Int64(480 - encoded.priming))
        let total = encoded.samples.reduce(0) { $0 + Int($1.duration.value) }
        #expect(total - encoded.priming - (encoded.samples.last?.trimmedFramesAtEnd ?? 0) == 48000)
        let sound = Array(try encoded.decoded()[0].dropFirst(encoded.priming).prefix(48000))
        let places = SoundClicks.places(in: sound, sampleRate: 48000)
        #expect(places.count == 9)
        for (place, expected) in zip(places, TestSound.stretch(44100, 44100)) {
            #expect(abs(place - expected * 160 / 147) <= 1)
        }
    }

    @Test("with silence where nothing was")
    func gaps() throws {
        for codec in [SoundEncoding.Codec.flac, .pcm] {
            let encoder = try SoundEncoder(SoundEncoding(codec, sampleRate: 48000, channelCount: 1))
            let tone = [[Float]](repeating: [Float](repeating: 0.5, count: 30000), count: 1)
            var samples: [SinkSample] = []
            try encoder.encode(try TestSound.block(0..<10000, of: tone, rate: 48000)) { samples.append($0) }
            try encoder.encode(try TestSound.block(10000..<20000, of: tone, rate: 48000, start: 70000)) {
                samples.append($0)
            }
            try encoder.finish { samples.append($0) }
            let frames = samples.reduce(0) { $0 + $1.count * Int($1.duration.value) }
            #expect(frames == 90000)
            for (one, next) in zip(samples, samples.dropFirst()) {
                #expect(
                    one.presentationTime.value + Int64(one.count) * one.duration.value == next.presentationTime.value
                )
            }
        }
    }

    @Test(
        "as uncompressed samples of every kind",
        arguments: [
            LinearPCM.Depth.integer8, .integer16, .integer24, .integer32, .float32, .float64,
        ],
        [false, true]
    )
    func plain(_ depth: LinearPCM.Depth, _ isBigEndian: Bool) throws {
        var encoding = SoundEncoding(.pcm, sampleRate: 8000, channelCount: 2)
        encoding.samples = SoundEncoding.Samples(depth: depth, isBigEndian: isBigEndian)
        let encoded = try EncodedPackets.encode(encoding, count: 20001, rate: 8000)
        let bytes = try encoded.samples.reduce(into: Data()) { $0.append(try $1.data.dataBytes()) }
        #expect(bytes.count == 20001 * 2 * depth.bytes)
        #expect(encoded.samples.reduce(0) { $0 + $1.count } == 20001)
        let basic = try #require(encoded.format.audioStreamBasicDescription)
        #expect(basic.mBitsPerChannel == UInt32(depth.bits) && basic.mSampleRate == 8000)
        // Read back by what reads the input.
        let again = try SoundEncoder(SoundEncoding(.pcm, sampleRate: 8000, channelCount: 2))
        var samples: [SinkSample] = []
        let buffer = try CMSampleBuffer(
            dataBuffer: CMBlockBuffer(copying: bytes),
            formatDescription: encoded.format,
            numSamples: 20001,
            presentationTimeStamp: .zero,
            packetDescriptions: []
        )
        try again.encode(buffer) { samples.append($0) }
        try again.finish { samples.append($0) }
        let words = try samples.reduce(into: Data()) { $0.append(try $1.data.dataBytes()) }
        let original = TestSound.samples(20001, rate: 8000)
        let tolerance = depth == .integer8 ? 256 : 1
        words.withUnsafeBytes { words in
            for place in [0, 400, 401, 410, 1201, 20000] {
                let expected = Int((original[place] * 32767).rounded())
                #expect(
                    abs(Int(words.loadUnaligned(fromByteOffset: place * 4, as: Int16.self)) - expected) <= tolerance
                )
            }
        }
    }

    @Test("with every layout of channels that a codec has", arguments: packed)
    func layouts(_ codec: SoundEncoding.Codec) throws {
        for mask in codec.traits.channelMasks {
            let encoding = SoundEncoding(codec, sampleRate: 48000, channels: SoundChannels(mask: mask))
            let encoded = try EncodedPackets.encode(encoding, count: 9000, rate: 48000)
            let decoded = try encoded.decoded()
            #expect(decoded.count == mask.nonzeroBitCount)
            #expect(decoded.allSatisfy { $0.count >= 9000 })
        }
    }
}
