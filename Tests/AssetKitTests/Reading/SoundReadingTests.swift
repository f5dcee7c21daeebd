import AssetKit
import Foundation
import Testing

@testable import AssetKitMedia

@Suite("Reader, sound")
struct SoundReadingTests {
    @Test("every click is where the asset's timeline has it", arguments: ClickTruth.names)
    func clicks(name: String, track: Int) async throws {
        let truth = try ClickTruth.sound(name, track)
        let sound = try await ReadSound(name, track: track)
        #expect(sound.sampleRate == truth.sound.sampleRate)
        #expect(sound.channels.count == truth.sound.channels)
        let found = sound.clicks(isExact: truth.sound.lossless)
        let wanted = truth.sound.clicks.map { Int64(($0.number * Double(sound.sampleRate)).rounded()) }
        #expect(found.count == wanted.count)
        // Lossy codecs move a click by up to four samples; Matroska rounds times to a millisecond.
        var tolerance: Int64 = truth.sound.lossless ? 0 : 4
        if truth.container == "matroska" || truth.container == "webm" { tolerance += Int64(sound.sampleRate / 1000) }
        for (found, wanted) in zip(found, wanted) {
            #expect(abs(found - wanted) <= tolerance, "the click at \(wanted) is at \(found)")
        }
    }

    /// One has a gap between its edits, the other one between its first packets.
    static let filesWithGap = ["edit-inner-gap.mp4", "fragmented-no-edits.mp4"]

    @Test("sound has no gap where there is none", arguments: ClickTruth.names)
    func continuity(name: String, track: Int) async throws {
        let sound = try await ReadSound(name, track: track)
        #expect(sound.runs.count == (Self.filesWithGap.contains(name) ? 2 : 1), "\(sound.runs)")
    }

}

@Suite("Reader, ranges of sound")
struct SoundRangeTests {
    static let exactFiles = [
        "wav-16bit.wav", "wav-24bit.wav", "wav-float.wav", "aiff.aiff", "caf.caf", "flac.flac", "flac-24bit.flac",
        "alac.m4a", "h264-bframes.mov", "late-sound.mkv", "start-10-hours.mkv",
    ]
    static let lossyFiles = [
        "aac.m4a", "h264-bframes.mp4", "edit-cut-start.mp4", "fragmented.mp4", "mp3-xing.mp3", "mp3-vbr.mp3",
        "surround-ac3.mp4", "eac3.mp4", "aac.aac", "opus.ogg", "vorbis.ogg",
    ]
    static let ranges: [(Int64, Int64)] = [(0, 500), (300, 600), (970, 1040), (1000, 1500), (1235, 1700)]

    @Test("a range gives the samples that the whole has there", arguments: exactFiles)
    func exact(name: String) async throws { try await compare(name, tolerance: 0) }

    @Test("a range of lossy sound is pre-rolled until it is that of the whole", arguments: lossyFiles)
    func lossy(name: String) async throws {
        // Decoders of these fill bands with noise, which depends on where they began.
        let hasNoise = !["mp3", "ogg"].contains { name.hasSuffix($0) }
        try await compare(name, tolerance: hasNoise ? 0.002 : 1 / 32768)
    }

    private func compare(_ name: String, tolerance: Float) async throws {
        let whole = try await ReadSound(name)
        let run = try #require(whole.runs.first)
        for (from, to) in Self.ranges {
            let range = CMTimeRange(
                start: CMTime(value: from, timescale: 1000),
                end: CMTime(value: to, timescale: 1000)
            )
            let rate = Int64(whole.sampleRate)
            let first = max(run.start, (from * rate + 999) / 1000)
            let end = min(run.start + Int64(run.count), (to * rate + 999) / 1000)
            let part = try await ReadSound(name, in: range)
            guard first < end else {
                #expect(part.runs.isEmpty)
                continue
            }
            #expect(part.runs.map(\.start) == [first])
            #expect(part.runs.map(\.count) == [Int(end - first)])
            let wanted = whole.samples(0, first..<end)
            let found = part.channels.first ?? []
            let difference = zip(found, wanted).reduce(0) { max($0, abs($1.0 - $1.1)) }
            #expect(difference <= tolerance, "\(from)-\(to) ms")
        }
    }
}

@Suite("Reader, formats of sound")
struct SoundFormatTests {
    @Test("another rate keeps the time of every sample", arguments: [8000, 22050, 44100, 48000, 96000])
    func rates(rate: Int) async throws {
        let sound = try await ReadSound("wav-16bit.wav", settings: [AVSampleRateKey: Double(rate)])
        #expect(sound.sampleRate == rate)
        #expect(sound.runs.map(\.start) == [0])
        #expect(sound.runs.map(\.count) == [2 * rate])
        let clicks = SoundClicks.places(in: sound.channels[0], sampleRate: rate)
        #expect(clicks.count == 2)
        for (click, wanted) in zip(clicks, [0, rate]) { #expect(abs(click - wanted) <= 1) }
    }

    @Test("a range at another rate is that of the whole", arguments: [(200, 700), (333, 1450)])
    func rangeAtAnotherRate(from: Int64, to: Int64) async throws {
        let settings: [String: Any] = [AVSampleRateKey: 48000]
        let whole = try await ReadSound("wav-16bit.wav", settings: settings)
        let range = CMTimeRange(start: CMTime(value: from, timescale: 1000), end: CMTime(value: to, timescale: 1000))
        let part = try await ReadSound("wav-16bit.wav", settings: settings, in: range)
        let (first, end) = (from * 48, to * 48)
        #expect(part.runs.map(\.start) == [first])
        #expect(part.runs.map(\.count) == [Int(end - first)])
        let difference = zip(part.channels[0], whole.samples(0, first..<end)).reduce(0) { max($0, abs($1.0 - $1.1)) }
        #expect(difference < 1e-5)
    }

    @Test("channels are mixed into others")
    func channels() async throws {
        let mono = try await ReadSound("surround-aac.m4a", settings: [AVNumberOfChannelsKey: 1])
        #expect(mono.channels.count == 1)
        let stereo = try await ReadSound("surround-aac.m4a", settings: [AVNumberOfChannelsKey: 2])
        #expect(stereo.channels.count == 2)
        #expect(stereo.clicks(isExact: false).count == 3)
    }

    struct Form: Sendable, CustomTestStringConvertible {
        var bits: Int
        var isFloat = false
        var isBigEndian = false
        var isPlanar = false
        var testDescription: String {
            "\(bits)\(isFloat ? "f" : "i")\(isBigEndian ? "be" : "le")\(isPlanar ? "p" : "")"
        }
    }

    static let forms: [Form] =
        [8, 16, 24, 32].flatMap { bits in
            [false, true].flatMap { big in [false, true].map { Form(bits: bits, isBigEndian: big, isPlanar: $0) } }
        } + [32, 64].flatMap { bits in [false, true].map { Form(bits: bits, isFloat: true, isBigEndian: $0) } }

    @Test("samples are written as asked for", arguments: forms)
    func writing(form: Form) async throws {
        let wanted = try await ReadSound("wav-16bit.wav")
        let asset = AVURLAsset(url: SampleMedia.url("wav-16bit.wav"))
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let output = AVAssetReaderTrackOutput(
            track: track,
            outputSettings: [
                AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: form.bits,
                AVLinearPCMIsFloatKey: form.isFloat, AVLinearPCMIsBigEndianKey: form.isBigEndian,
                AVLinearPCMIsNonInterleaved: form.isPlanar,
            ]
        )
        let reader = try AVAssetReader(asset: asset)
        reader.add(output)
        #expect(reader.startReading())
        let sample = try #require(output.copyNextSampleBuffer())
        let basic = try #require(sample.formatDescription?.audioStreamBasicDescription)
        #expect(Int(basic.mBitsPerChannel) == form.bits)
        let bytes = [UInt8](try #require(sample.dataBuffer).dataBytes())
        let width = form.bits / 8
        let count = sample.numSamples
        #expect(bytes.count == count * 2 * width)
        for channel in 0..<2 {
            for frame in stride(from: 0, to: count, by: 37) {
                let place = form.isPlanar ? channel * count + frame : frame * 2 + channel
                var raw = Array(bytes[place * width..<(place + 1) * width])
                if !form.isBigEndian { raw.reverse() }
                let value = form.number(raw)
                #expect(abs(value - Double(wanted.channels[channel][frame])) <= (form.bits == 8 ? 1.0 / 128 : 1e-6))
            }
        }
    }
}

extension SoundFormatTests.Form {
    /// The number of bytes, the highest first.
    fileprivate func number(_ bytes: [UInt8]) -> Double {
        let pattern = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if isFloat {
            return bits == 32
                ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern))) : Double(bitPattern: pattern)
        }
        let shift = UInt64(64 - bits)
        return Double(Int64(bitPattern: pattern << shift)) / 9_223_372_036_854_775_808
    }
}
