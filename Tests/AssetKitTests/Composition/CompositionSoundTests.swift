import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets

@Suite("Sound of compositions")
struct CompositionSoundTests {
    @Test("segments of lossless sound are the samples of their sources, from the first one at or behind their start on")
    func isExact() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.audio)
        let rate: CMTimeScale = 44100
        // Neither a cut nor a start lies on a sample.
        let first = CMTimeRange(start: CMTime(value: 1, timescale: 3), duration: CMTime(value: 1, timescale: 7))
        let second = CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 5))
        try await track.append("wav-16bit.wav", first)
        try await track.append("flac.flac", second)
        let one = try await SoundOfTrack(AVURLAsset(url: SampleMedia.url("wav-16bit.wav"))).left
        let two = try await SoundOfTrack(AVURLAsset(url: SampleMedia.url("flac.flac"))).left
        let made = try await SoundOfTrack(edit)
        let border = Int((first.duration.seconds * Double(rate)).rounded(.up))
        let end = Int(((first.duration + second.duration).seconds * Double(rate)).rounded(.up))
        #expect(made.rate == Int(rate))
        #expect(made.left.count == end)
        #expect(made.left[..<border] == one[14700..<14700 + border])
        #expect(made.left[border...] == two[22050..<22050 + end - border])
    }

    @Test("a gap is silent, and what follows begins on its sample")
    func isSilentInGaps() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.audio)
        let tenth = CMTime(value: 1, timescale: 10)
        try await track.append(
            "wav-16bit.wav",
            CMTimeRange(start: tenth, duration: CMTimeMultiply(tenth, multiplier: 2))
        )
        track.insertEmptyTimeRange(CMTimeRange(start: tenth, duration: tenth))
        let source = try await SoundOfTrack(AVURLAsset(url: SampleMedia.url("wav-16bit.wav"))).left
        let made = try await SoundOfTrack(edit)
        #expect(made.left.count == 3 * 4410)
        #expect(made.left[..<4410] == source[4410..<8820])
        #expect(made.left[4410..<8820].allSatisfy { $0 == 0 })
        #expect(made.left[8820...] == source[8820..<13230])
    }

    @Test("sound of another rate and other channels becomes that of the first segment")
    func converts() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.audio)
        let second = CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 1))
        try await track.append("wav-16bit.wav", second)
        try await track.append("caf.caf", second)
        try await track.append("aac.m4a", second)
        let made = try await SoundOfTrack(edit)
        #expect(made.rate == 44100)
        #expect(made.left.count == 3 * 44100)
        // One click a second in each source, half a second behind the beginning of each segment.
        let clicks = made.clicks(above: 0.45)
        #expect(clicks.count == 3)
        for (click, wanted) in zip(clicks, [22050, 66150, 110250]) { #expect(abs(click - wanted) <= 4) }
    }

    @Test("where the rate changes, the ends of a segment are made with what lies beside them in the file")
    func looksAround() async throws {
        let folder = TemporaryFolder()
        // 3 kHz, so that a filter that knows nothing of what lies beside a cut is off by far.
        let sine = (0..<3 * 48000).map { Float(0.5 * sin(2 * .pi * Double($0) / 16 + 0.7)) }
        let asset = try writeWave(sine, rate: 48000, to: folder.path("sine.wav"))
        let source = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        /// The range at 44,100 Hz, as half a second of another file before it has it.
        func made(_ start: Int64, _ end: Int64) async throws -> [Float] {
            let half = CMTime(value: 1, timescale: 2)
            let edit = AVMutableComposition()
            let track = try edit.track(.audio)
            try await track.append("wav-16bit.wav", CMTimeRange(start: .zero, duration: half))
            let range = CMTimeRange(
                start: CMTimeMultiply(half, multiplier: Int32(start)),
                end: CMTimeMultiply(half, multiplier: Int32(end))
            )
            try track.insertTimeRange(range, of: source, at: .invalid)
            let sound = try await SoundOfTrack(edit)
            try #require(sound.rate == 44100)
            return Array(sound.left.dropFirst(22050))
        }
        let (whole, part) = (try await made(0, 6), try await made(2, 3))
        try #require(part.count == 22050)
        let differences = zip(part, whole[44100...]).map { abs($0 - $1) }
        #expect(differences.max() ?? 1 < 1e-4)
    }

    @Test("cuts do not drift: hundreds of them over minutes leave every click on its sample")
    func doesNotDrift() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.audio)
        let asset = AVURLAsset(url: SampleMedia.url("wav-16bit.wav"))
        let source = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        // 1001/3000 s each, with the click of the first second a tenth behind the beginning.
        let length = CMTime(value: 1001, timescale: 3000)
        let start = CMTime(value: 9, timescale: 10)
        let count = LongRun.isOn ? 1000 : 250
        for _ in 0..<count {
            try track.insertTimeRange(CMTimeRange(start: start, duration: length), of: source, at: .invalid)
        }
        let made = try await SoundOfTrack(edit)
        let clicks = made.clicks()
        #expect(clicks.count == count)
        for (number, click) in clicks.enumerated() {
            let begin = (number * 1001 * 44100 + 2999) / 3000
            #expect(abs(click - begin - 4410) <= 1, "click \(number)")
        }
    }

    @Test(
        "a scaled stretch is as long as it should be, and what is behind it stays as it was",
        arguments: [AVAudioTimePitchAlgorithm.timeDomain, .spectral]
    )
    func scales(_ algorithm: AVAudioTimePitchAlgorithm) async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.audio)
        let second = CMTime(value: 1, timescale: 1)
        try await track.append(
            "wav-16bit.wav",
            CMTimeRange(start: .zero, duration: CMTimeMultiply(second, multiplier: 2))
        )
        edit.scaleTimeRange(
            CMTimeRange(start: .zero, duration: second),
            toDuration: CMTimeMultiply(second, multiplier: 2)
        )
        let made = try await SoundOfTrack(edit, algorithm)
        #expect(made.left.count == 3 * 44100)
        let source = try await SoundOfTrack(AVURLAsset(url: SampleMedia.url("wav-16bit.wav"))).left
        #expect(made.left[(2 * 44100)...] == source[44100..<2 * 44100])
    }

    /// How a stretch is scaled: to so many thirds of a second for a second.
    struct Scaling: Sendable {
        let thirds: Int64
        let algorithm: AVAudioTimePitchAlgorithm
        /// By how many milliseconds a click may be off.
        let late: Double

        static let all = ([6, 2] as [Int64]).flatMap { thirds in
            [
                Scaling(thirds: thirds, algorithm: .timeDomain, late: 2),
                Scaling(thirds: thirds, algorithm: .spectral, late: 2),
                Scaling(thirds: thirds, algorithm: .akSpectralLongWindow, late: 2),
                Scaling(thirds: thirds, algorithm: .varispeed, late: 0.1),
            ]
        }
    }

    @Test("a scaled stretch keeps its pitch to a cent, unless that follows the speed", arguments: Scaling.all)
    func keepsPitch(_ scaling: Scaling) async throws {
        let folder = TemporaryFolder()
        let (rate, period) = (44100, 100.0)
        let sine = (0..<4 * rate).map { Float(0.5 * sin(2 * .pi * Double($0) / period)) }
        let asset = try writeWave(sine, rate: rate, to: folder.path("sine.wav"))
        let source = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let edit = AVMutableComposition()
        let range = CMTimeRange(start: .zero, duration: CMTime(value: 4, timescale: 1))
        try edit.track(.audio).insertTimeRange(range, of: source, at: .zero)
        // Two seconds of it, from the first second on.
        let length = CMTime(value: 2 * scaling.thirds, timescale: 3)
        let middle = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 2, timescale: 1))
        edit.scaleTimeRange(middle, toDuration: length)
        let made = try await SoundOfTrack(edit, scaling.algorithm).left
        let end = rate + 2 * Int(scaling.thirds) * rate / 3
        #expect(made.count == end + rate)
        let speed = scaling.algorithm == .varispeed ? 3 / Double(scaling.thirds) : 1
        let fit = SineFit(made, rate + rate / 5..<end - rate / 5, period: period / speed)
        #expect(abs(fit.centsOff) < 1 && fit.signalToNoise > 40, "\(fit)")
    }

    @Test("a click in a scaled stretch is heard when its time has come", arguments: Scaling.all)
    func clicksInTime(_ scaling: Scaling) async throws {
        let edit = AVMutableComposition()
        let second = CMTime(value: 1, timescale: 1)
        try await edit.track(.audio).append("wav-16bit.wav", CMTimeRange(start: .zero, end: second + second))
        // The click of the second second is in the middle.
        let start = CMTime(value: 1, timescale: 2)
        let length = CMTime(value: scaling.thirds, timescale: 3)
        edit.scaleTimeRange(CMTimeRange(start: start, duration: second), toDuration: length)
        let made = try await SoundOfTrack(edit, scaling.algorithm)
        let stretch = made.rate / 2..<made.rate / 2 + Int(length.seconds * Double(made.rate))
        let loudest = try #require(stretch.max { abs(made.left[$0]) < abs(made.left[$1]) })
        let wanted = (start.seconds + length.seconds / 2) * Double(made.rate)
        let late = (Double(loudest) - wanted) / Double(made.rate) * 1000
        #expect(abs(late) <= scaling.late, "\(late) ms")
    }

    // MARK: Speeds at which nothing is heard

    private static let silence = "sound is silent where an edit plays it below 1/32 or above 32 times its speed"

    /// What an export says that would make sound of an edit whose first 1.6 s take so many milliseconds.
    private func warnings(
        scaledTo milliseconds: Int64,
        alone: Bool = true,
        _ change: (AVAssetExportSession) -> Void = { _ in }
    ) async throws -> [String] {
        let edit = AVMutableComposition()
        let (start, end) = (CMTime.zero, CMTime(value: 2, timescale: 1))
        let scaled = try edit.track(.audio)
        try await scaled.append("wav-16bit.wav", CMTimeRange(start: start, end: end))
        scaled.scaleTimeRange(frameRange(0, 40), toDuration: CMTime(value: milliseconds, timescale: 1000))
        if !alone { try await edit.track(.audio).append("wav-16bit.wav", CMTimeRange(start: start, end: end)) }
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetAppleM4A))
        session.outputFileType = .m4a
        change(session)
        return try await session.akPlan().warnings
    }

    @Test("an export of sound that an edit plays too fast or too slowly to be heard says so")
    func saysSilence() async throws {
        #expect(try await warnings(scaledTo: 40) == [Self.silence])
        #expect(try await warnings(scaledTo: 60_000) == [Self.silence])
        #expect(try await warnings(scaledTo: 40, alone: false) == [Self.silence])
    }

    @Test("at the ends of what is heard, elsewhere in time and with an algorithm of few speeds nothing is said")
    func saysNoSilence() async throws {
        #expect(try await warnings(scaledTo: 50).isEmpty)
        #expect(try await warnings(scaledTo: 51_200).isEmpty)
        let behind = CMTimeRange(start: CMTime(value: 1, timescale: 10), duration: CMTime(value: 2, timescale: 10))
        #expect(try await warnings(scaledTo: 40) { $0.timeRange = behind }.isEmpty)
        let few = try await warnings(scaledTo: 40) { $0.audioTimePitchAlgorithm = .lowQualityZeroLatency }
        #expect(few.isEmpty)
        let own = try await warnings(scaledTo: 40, alone: false) { session in
            let parameters = AVMutableAudioMixInputParameters()
            parameters.trackID = 1
            parameters.audioTimePitchAlgorithm = .lowQualityZeroLatency
            session.audioMix = audioMix(parameters)
        }
        #expect(own.isEmpty)
    }

    @Test("sound that cannot be heard is said beside pictures that are copied, too")
    func saysSilenceBesidePictures() async throws {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("h264-bframes.mp4", frameRange(0, 75))
        let sound = try edit.track(.audio)
        try await sound.append("h264-bframes.mp4", frameRange(0, 75))
        sound.scaleTimeRange(frameRange(0, 40), toDuration: frames(1))
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        session.outputFileType = .mp4
        let plan = try await session.akPlan()
        #expect(Set(plan.stretches.filter { $0.mediaType == .video }.map(\.action)) == [.copy])
        #expect(plan.warnings.contains(Self.silence))
    }
}

/// The sound of the first track of an asset, as floats.
struct SoundOfTrack {
    var left: [Float] = []
    private(set) var rate = 0

    init(_ asset: AVAsset, _ algorithm: AVAudioTimePitchAlgorithm = .spectral) async throws {
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let reader = try AVAssetReader(asset: asset)
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
            AVLinearPCMIsNonInterleaved: true,
        ]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        output.audioTimePitchAlgorithm = algorithm
        reader.add(output)
        guard reader.startReading() else { throw try #require(reader.error) }
        while let sample = output.copyNextSampleBuffer() {
            let basic = try #require(sample.formatDescription?.audioStreamBasicDescription)
            rate = Int(basic.mSampleRate)
            // What lies between is silent.
            let start = Int(sample.presentationTimeStamp.convertScale(CMTimeScale(rate), method: .default).value)
            left += Array(repeating: 0, count: max(0, start - left.count))
            let data = try #require(sample.dataBuffer)
            try data.withUnsafeMutableBytes(atOffset: 0) { bytes in
                left += bytes.bindMemory(to: Float.self).prefix(sample.numSamples)
            }
        }
        if let error = reader.error { throw error }
    }

    /// Where clicks are: samples that stand out of the tones around.
    func clicks(above level: Float = 0.7) -> [Int] {
        var found: [Int] = []
        for (number, value) in left.enumerated() where abs(value) > level {
            if let last = found.last, number - last < rate / 20 { continue }
            found.append(number)
        }
        return found
    }
}
