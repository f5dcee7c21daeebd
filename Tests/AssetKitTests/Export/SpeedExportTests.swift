import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitTimePitch

@Suite("Exports at another speed")
struct SpeedExportTests {
    private let folder = TemporaryFolder()

    /// Exports a sample at a speed, with sound whose pitch follows it.
    @discardableResult
    private func export(
        _ name: String,
        _ preset: String,
        _ type: AVFileType,
        to file: String,
        at speed: Speed,
        _ change: (AVAssetExportSession) -> Void = { _ in }
    ) async throws -> AKExportResult {
        let session = try await ExportSample.export(name, preset, to: folder.path(file), as: type) { session in
            session.akOptions.speed = Rational128(Int128(speed.numerator), Int128(speed.denominator))
            session.audioTimePitchAlgorithm = .varispeed
            change(session)
        }
        return try #require(session.akResult)
    }

    // MARK: Pictures

    private static let copies: [(name: String, file: String, type: AVFileType, speed: Speed, tolerance: CMTime)] = [
        ("h264-bframes.mp4", "a.mp4", .mp4, Speed(25, 24), .zero),
        ("h264-bframes.mp4", "a.mov", .mov, Speed(2, 1), .zero),
        ("h264-bframes.mp4", "b.mp4", .mp4, Speed(1, 3), .zero),
        ("vfr.mp4", "c.mp4", .mp4, Speed(1_234_567, 1_000_000), .zero),
        ("edit-cut-start.mp4", "d.mp4", .mp4, Speed(5, 4), .zero),
        // It counts milliseconds.
        ("h264-bframes.mkv", "a.mkv", .akMatroska, Speed(25, 24), CMTime(value: 1, timescale: 2000)),
        ("vfr.mkv", "e.mp4", .mp4, Speed(25, 24), .zero),
    ]

    @Test("copied pictures show when they should, exactly", arguments: copies)
    func copiedPictures(
        row: (name: String, file: String, type: AVFileType, speed: Speed, tolerance: CMTime)
    ) async throws {
        let source = try await ExportSample.pictures(SampleMedia.url(row.name).path)
        let result = try await export(
            row.name,
            AVAssetExportPresetPassthrough,
            row.type,
            to: row.file,
            at: row.speed
        )
        let made = try await ExportSample.pictures(folder.path(row.file))
        #expect(made.map(\.index) == source.map(\.index))
        for (made, source) in zip(made, source) {
            #expect(CMTimeAbsoluteValue(made.time - row.speed.target(source.time)) <= row.tolerance)
        }
        let pictures = try #require(result.tracks.first { $0.mediaType == .video })
        #expect(pictures.encodedSampleCount == 0 && pictures.copiedSampleCount >= source.count)
        let sound = result.tracks.filter { $0.mediaType == .audio }
        #expect(sound.allSatisfy { $0.copiedSampleCount == 0 })
    }

    private static let grids: [(rate: CMTime, speed: Speed)] = [
        (CMTime(value: 1, timescale: 25), Speed(25, 24)), (CMTime(value: 1, timescale: 24), Speed(1, 2)),
        (CMTime(value: 1001, timescale: 30_000), Speed(3, 2)), (CMTime(value: 1, timescale: 60), Speed(7, 5)),
        (CMTime(value: 1, timescale: 10), Speed(999_983, 1_000_003)),
    ]

    @Test("at a constant rate that picture stands at each tick which shows then", arguments: grids)
    func constantRate(row: (rate: CMTime, speed: Speed)) async throws {
        try await export("film-24.mp4", AVAssetExportPresetHighestQuality, .mp4, to: "a.mp4", at: row.speed) {
            $0.akOptions.frameDuration = row.rate
            $0.akOptions.audio = .leftOut
        }
        let sourceCount = try await ExportSample.pictures(SampleMedia.url("film-24.mp4").path).count
        let made = try await ExportSample.pictures(folder.path("a.mp4"))
        // Picture n is at n times the step, where n times the step times the speed of the source shows.
        let above = Int(row.speed.numerator * row.rate.value) * 24
        let below = Int(row.speed.denominator) * Int(row.rate.timescale)
        #expect(made.map(\.index) == made.indices.map { $0 * above / below })
        #expect(made.indices.allSatisfy { made[$0].time == CMTimeMultiply(row.rate, multiplier: Int32($0)) })
        let expected = (Double(sourceCount) * Double(below) / Double(above)).rounded()
        #expect(abs(made.count - Int(expected)) <= 1)
    }

    @Test(
        "encoded pictures each keep their own time where no rate is given",
        arguments: [
            ("vfr.mp4", Speed(25, 24)), ("film-23.976.mp4", Speed(25_025, 24_000)), ("h264-bframes.mp4", Speed(1, 8)),
        ]
    )
    func ownTimes(name: String, speed: Speed) async throws {
        let source = try await ExportSample.pictures(SampleMedia.url(name).path)
        try await export(name, AVAssetExportPresetMediumQuality, .mov, to: "a.mov", at: speed)
        let made = try await ExportSample.pictures(folder.path("a.mov"))
        #expect(made.map(\.index) == source.map(\.index))
        #expect(made.map(\.time) == source.map { speed.target($0.time) })
    }

    // MARK: Sound

    private static let sounds: [(file: String, type: AVFileType, preset: String, rate: Int)] = [
        ("a.wav", .wav, AKExportPresetWAV, 44_100), ("a.flac", .akFLAC, AKExportPresetFLAC, 44_100),
        ("a.m4a", .m4a, AVAssetExportPresetAppleM4A, 44_100), ("a.ogg", .akOgg, AKExportPresetOggOpus, 48_000),
        ("a.mp3", .mp3, AKExportPresetMP3, 44_100), ("a.caf", .caf, AKExportPresetAppleLossless, 44_100),
        ("a.mka", .akMatroska, AKExportPresetMatroskaAV1Opus, 48_000),
    ]

    @Test(
        "sound is as long as it should be, to the frame, and its clicks are heard when they should",
        arguments: sounds
    )
    func sound(row: (file: String, type: AVFileType, preset: String, rate: Int)) async throws {
        for (speed, count) in [(Speed(5, 4), 77_777), (Speed(25, 24), 43_999), (Speed(2, 3), 50_003)] {
            try await export("flac.flac", row.preset, row.type, to: row.file, at: speed) {
                $0.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: Int64(count), timescale: 44_100))
                $0.akReplacesExistingFile = true
            }
            let sound = try await ExportSample.sound(folder.path(row.file))
            // At the rate that is encoded.
            let whole = (Double(count) * Double(row.rate) / 44_100).rounded(.up)
            let expected = Int(speed.frameCount(of: Int64(whole)))
            let isTimed = row.type == .akMatroska
            #expect(abs(sound.samples.count - expected) <= (isTimed ? row.rate / 1000 : 0), "\(row.file) at \(speed)")
            #expect(sound.rate == row.rate)
            let clicks = Self.clicks(sound.samples, sound.rate)
                .map { place in Double(place + Int(sound.start)) / Double(sound.rate) }
            let end = Double(count) / 44_100 - 0.01
            let wanted = [0.0, 1, 2].filter { $0 < end }.map { second in second / speed.value }
            #expect(clicks.count == wanted.count)
            #expect(zip(clicks, wanted).allSatisfy { abs($0 - $1) < 0.002 }, "\(clicks) \(wanted)")
        }
    }

    @Test(
        "every algorithm makes sound exactly as long as it should be",
        arguments: [
            AVAudioTimePitchAlgorithm.spectral, .akSpectralLongWindow, .timeDomain, .varispeed, .lowQualityZeroLatency,
        ]
    )
    func algorithms(algorithm: AVAudioTimePitchAlgorithm) async throws {
        for speed in [Speed(5, 4), Speed(1, 2), Speed(2, 3)] {
            try await export("h264-bframes.mp4", AVAssetExportPresetPassthrough, .mp4, to: "a.mp4", at: speed) {
                $0.audioTimePitchAlgorithm = algorithm
                $0.akReplacesExistingFile = true
            }
            let sound = try await ExportSample.sound(folder.path("a.mp4"))
            #expect(sound.start == 0 && sound.samples.count == Int(speed.frameCount(of: 144_000)))
        }
    }

    @Test("sound becomes higher or lower without another length", arguments: [Speed.normal, Speed(5, 4)])
    func shifts(speed: Speed) async throws {
        // Between two clicks there is a tone.
        func hertz(_ samples: [Float], _ part: Range<Int>, _ rate: Int) -> Double {
            var crossings = 0
            for place in part where samples[place] < 0 && samples[place + 1] >= 0 { crossings += 1 }
            return Double(crossings * rate) / Double(part.count)
        }
        let source = try await ExportSample.sound(SampleMedia.url("wav-16bit.wav").path)
        let own = hertz(source.samples, source.rate / 10..<source.rate * 9 / 10, source.rate)
        for semitones in [-5.0, 7] {
            try await export("wav-16bit.wav", AKExportPresetWAV, .wav, to: "a.wav", at: speed) {
                $0.audioTimePitchAlgorithm = .timeDomain
                $0.akOptions.pitchShift = semitones
                $0.akReplacesExistingFile = true
            }
            let made = try await ExportSample.sound(folder.path("a.wav"))
            #expect(made.samples.count == Int(speed.frameCount(of: Int64(source.samples.count))))
            let second = Int(Double(made.rate) / speed.value)
            let ratio = hertz(made.samples, second / 10..<second * 9 / 10, made.rate) / own
            #expect(abs(ratio / pow(2, semitones / 12) - 1) < 0.02, "\(ratio)")
        }
    }

    @Test("a shift of the pitch encodes sound and nothing else")
    func shiftBesideCopies() async throws {
        let preset = AVAssetExportPresetPassthrough
        let result = try await export("h264-bframes.mp4", preset, .mp4, to: "a.mp4", at: .normal) {
            $0.akOptions.pitchShift = 2
        }
        #expect(result.tracks.map(\.copiedSampleCount) == [75, 0])
        #expect(try await ExportSample.sound(folder.path("a.mp4")).samples.count == 144_000)
    }

    /// Where clicks are loudest.
    private static func clicks(_ samples: [Float], _ rate: Int) -> [Int] {
        var (found, place) = ([Int](), 0)
        while place < samples.count {
            guard abs(samples[place]) > 0.3 else {
                place += 1
                continue
            }
            let around = place..<min(samples.count, place + rate / 100)
            found.append(around.max { abs(samples[$0]) < abs(samples[$1]) } ?? place)
            place += rate / 20
        }
        return found
    }

    @Test(
        "sound and pictures stay together from the first second to the last",
        arguments: [
            ("a.mp4", AVFileType.mp4), ("a.mkv", .akMatroska), ("a.webm", .akWebM), ("a.ts", .akMPEGTransportStream),
        ]
    )
    func together(file: String, type: AVFileType) async throws {
        let speed = Speed(25, 24)
        let preset = type == .akWebM ? AKExportPresetWebMVP9 : AVAssetExportPresetMediumQuality
        try await export("h264-bframes.mp4", preset, type, to: file, at: speed)
        let sound = try await ExportSample.sound(folder.path(file))
        let pictures = try await ExportSample.pictures(folder.path(file))
        let clicks = Self.clicks(sound.samples, sound.rate)
        // A transport stream has no place for priming, and the first click is lost with it.
        #expect(clicks.count == (type == .akMPEGTransportStream ? 2 : 3))
        // At every whole second of the source there is a click, and a picture that is the 25th behind the one before.
        for click in clicks {
            let heard = Double(click + Int(sound.start)) / Double(sound.rate)
            let second = Int((heard * speed.value).rounded())
            let shown = try #require(pictures.first { $0.index == 25 * second }).time.seconds
            #expect(abs(heard - shown) <= 0.002, "\(heard) \(shown)")
        }
    }

    @Test(
        "whatever the algorithm, clicks are heard beside their pictures",
        arguments: [AVAudioTimePitchAlgorithm.spectral, .timeDomain, .lowQualityZeroLatency]
    )
    func togetherByAlgorithm(algorithm: AVAudioTimePitchAlgorithm) async throws {
        let speed = Speed(5, 4)
        try await export("h264-bframes.mp4", AVAssetExportPresetPassthrough, .mov, to: "a.mov", at: speed) {
            $0.audioTimePitchAlgorithm = algorithm
            $0.akOptions.audio = .encoded(kAudioFormatLinearPCM)
        }
        let sound = try await ExportSample.sound(folder.path("a.mov"))
        let clicks = Self.clicks(sound.samples, sound.rate)
        #expect(clicks.count >= 2)
        for click in clicks {
            let heard = Double(click) / Double(sound.rate)
            let second = (heard * speed.value).rounded()
            // By its spectra a click is spread over some milliseconds, and is no longer loudest where it begins.
            let tolerance = algorithm == .spectral ? 0.004 : 0.002
            #expect(abs(heard - second / speed.value) <= tolerance, "\(heard)")
        }
    }

    @Test("a plan tells the speed and the new length")
    func plan() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        session.outputFileType = .mp4
        session.outputURL = URL(filePath: folder.path("never.mp4"))
        session.akOptions.speed = Rational128(3, 2)
        session.audioTimePitchAlgorithm = .varispeed
        let plan = try await session.akPlan()
        #expect(plan.speed == 1.5 && plan.duration == CMTime(value: 2, timescale: 1))
        #expect(plan.stretches.map(\.action) == [.copy, .encode])
        #expect(session.maxDuration == CMTime(value: 2, timescale: 1))
        #expect(try await session.estimatedMaximumDuration == CMTime(value: 2, timescale: 1))
    }

    @Test("sound that begins late begins late")
    func lateSound() async throws {
        let source = try await ExportSample.sound(SampleMedia.url("late-sound.mp4").path)
        try await export("late-sound.mp4", AVAssetExportPresetPassthrough, .mp4, to: "a.mp4", at: Speed(2, 1))
        let made = try await ExportSample.sound(folder.path("a.mp4"))
        let (first, second) = (Self.clicks(source.samples, source.rate), Self.clicks(made.samples, made.rate))
        #expect(first.count == second.count && !first.isEmpty)
        for (first, second) in zip(first, second) {
            let wanted = Double(first + Int(source.start)) / Double(source.rate) / 2
            #expect(abs(Double(second + Int(made.start)) / Double(made.rate) - wanted) < 0.002)
        }
    }

    // MARK: What goes along

    @Test(
        "chapters move along",
        arguments: [("chapters.mp4", "a.mp4", AVFileType.mp4), ("chapters.mkv", "a.mkv", .akMatroska)]
    )
    func chapters(name: String, file: String, type: AVFileType) async throws {
        let source = AVURLAsset(url: SampleMedia.url(name))
        _ = try await source.load(.tracks)
        try await export(name, AVAssetExportPresetPassthrough, type, to: file, at: Speed(25, 24))
        let made = AVURLAsset(url: URL(filePath: folder.path(file)))
        _ = try await made.load(.tracks)
        let (before, after) = (try source.requireLoaded().facts.chapters, try made.requireLoaded().facts.chapters)
        #expect(before.map(\.title) == after.map(\.title) && before.count > 1)
        for (before, after) in zip(before, after) {
            #expect(abs(after.timeRange.start.seconds - before.timeRange.start.seconds * 24 / 25) < 0.001)
        }
    }

    @Test(
        "subtitles move along, in films and alone",
        arguments: [("subtitles.mp4", "a.mp4", AVFileType.mp4), ("subtitles.mkv", "a.mkv", .akMatroska)]
    )
    func subtitles(name: String, file: String, type: AVFileType) async throws {
        func times(_ url: URL, _ speed: Rational128?) async throws -> [Double] {
            let session = try #require(
                AVAssetExportSession(asset: AVURLAsset(url: url), presetName: AVAssetExportPresetPassthrough)
            )
            session.akOptions.speed = speed
            session.akReplacesExistingFile = true
            let path = folder.path("a.srt")
            try await session.export(to: URL(filePath: path), as: .akSubRip)
            let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
            return text.matches(of: /(\d\d):(\d\d):(\d\d),(\d\d\d)/).map { match in
                let (hours, minutes) = (Double(match.1) ?? 0, Double(match.2) ?? 0)
                return hours * 3600 + minutes * 60 + (Double(match.3) ?? 0) + (Double(match.4) ?? 0) / 1000
            }
        }
        let source = try await times(SampleMedia.url(name), nil)
        let alone = try await times(SampleMedia.url(name), 2)
        try await export(name, AVAssetExportPresetPassthrough, type, to: file, at: Speed(2, 1))
        let inFilm = try await times(URL(filePath: folder.path(file)), nil)
        #expect(!source.isEmpty && source.count == alone.count && source.count == inFilm.count)
        #expect(zip(source, alone).allSatisfy { abs($0 / 2 - $1) <= 0.001 })
        #expect(zip(source, inFilm).allSatisfy { abs($0 / 2 - $1) <= 0.001 })
    }

    @Test("timecode keeps its labels on its pictures")
    func timecode() async throws {
        func track(_ url: URL) async throws -> (frame: CMTime, quanta: UInt32, duration: CMTime) {
            let track = try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .timecode).first)
            let format = try #require(try await track.load(.formatDescriptions).first)
            return (format.frameDuration, format.frameQuanta, try await track.load(.timeRange).duration)
        }
        try await export("timecode.mov", AVAssetExportPresetPassthrough, .mov, to: "a.mov", at: Speed(25, 24))
        let source = try await track(SampleMedia.url("timecode.mov"))
        let made = try await track(URL(filePath: folder.path("a.mov")))
        #expect(made.frame == Speed(25, 24).target(source.frame) && made.quanta == source.quanta)
        #expect(made.duration == Speed(25, 24).target(source.duration))
    }

    // MARK: Length, sizes, streams

    @Test("a length that is asked for is met exactly")
    func length() async throws {
        let session = try await ExportSample.export(
            "h264-bframes.mp4",
            AVAssetExportPresetPassthrough,
            to: folder.path("a.mp4"),
            as: .mp4
        ) {
            $0.akOptions.scaledDuration = CMTime(value: 2345, timescale: 1000)
            $0.audioTimePitchAlgorithm = .varispeed
        }
        let asset = AVURLAsset(url: URL(filePath: folder.path("a.mp4")))
        #expect(try await asset.load(.duration) == CMTime(value: 2345, timescale: 1000))
        #expect(try await ExportSample.sound(folder.path("a.mp4")).samples.count == 112_560)
        let result = try #require(session.akResult)
        #expect(result.duration == CMTime(value: 2345, timescale: 1000))
        #expect(result.requestedTimeRange.duration == CMTime(value: 3, timescale: 1))
        #expect(result.actualTimeRange.duration == CMTime(value: 3, timescale: 1))
    }

    @Test("a range is one of the source's times")
    func range() async throws {
        let second = CMTime(value: 1, timescale: 1)
        try await export("h264-bframes.mp4", AVAssetExportPresetMediumQuality, .mp4, to: "a.mp4", at: Speed(1, 2)) {
            $0.timeRange = CMTimeRange(start: second, duration: second)
        }
        let made = try await ExportSample.pictures(folder.path("a.mp4"))
        #expect(made.map(\.index) == (25..<50).map { $0 })
        #expect(made.indices.allSatisfy { made[$0].time == CMTime(value: Int64($0) * 2, timescale: 25) })
        #expect(try await ExportSample.sound(folder.path("a.mp4")).samples.count == 96_000)
    }

    @Test("a limit of bytes is kept for the new length")
    func sizeLimit() async throws {
        let result = try await export(
            "h264-bframes.mp4",
            AVAssetExportPresetHighestQuality,
            .mp4,
            to: "a.mp4",
            at: Speed(1, 2)
        ) { $0.fileLengthLimit = 60_000 }
        #expect(result.fileLength <= 60_000 && result.fileLength > 50_000)
        #expect(result.duration == CMTime(value: 6, timescale: 1))
    }

    @Test("a stream plays at the speed too")
    func stream() async throws {
        try await export("h264-bframes.mp4", AVAssetExportPresetMediumQuality, .mp4, to: "stream", at: Speed(1, 2)) {
            $0.akOptions.streamSegmentDuration = CMTime(value: 2, timescale: 1)
        }
        let list = try String(contentsOfFile: folder.path("stream/media.m3u8"), encoding: .utf8)
        let lengths = list.matches(of: /#EXTINF:([0-9.]+)/).compactMap { Double($0.1) }
        #expect(lengths.count == 3 && abs(lengths.reduce(0, +) - 6) < 0.05, "\(lengths)")
    }

    // MARK: The source's own speed, and what cannot be

    @Test(
        "the speed of the source changes nothing",
        arguments: [
            ("h264-bframes.mp4", AVAssetExportPresetPassthrough, AVFileType.mp4),
            ("h264-bframes.mp4", AVAssetExportPresetMediumQuality, .mov),
            ("wav-16bit.wav", AKExportPresetFLAC, .akFLAC),
        ]
    )
    func ownSpeed(name: String, preset: String, type: AVFileType) async throws {
        try await ExportSample.export(name, preset, to: folder.path("plain"), as: type)
        let duration = try await AVURLAsset(url: SampleMedia.url(name)).load(.duration)
        try await ExportSample.export(name, preset, to: folder.path("speed"), as: type) { $0.akOptions.speed = 1 }
        try await ExportSample.export(name, preset, to: folder.path("length"), as: type) {
            $0.akOptions.scaledDuration = duration
        }
        let bytes = try ["plain", "speed", "length"].map { try Data(contentsOf: URL(filePath: folder.path($0))) }
        #expect(bytes[0] == bytes[1] && bytes[0] == bytes[2])
    }

    @Test("what cannot be is refused in one sentence")
    func refusals() async throws {
        func problem(_ change: (AVAssetExportSession) -> Void) async throws -> String {
            let error = await #expect(throws: AVError.self) {
                try await ExportSample.export(
                    "h264-bframes.mp4",
                    AVAssetExportPresetHighestQuality,
                    to: folder.path("never.mp4"),
                    as: .mp4,
                    change
                )
            }
            return error.map { "\($0)" } ?? ""
        }
        let copied = try await problem {
            $0.akOptions.speed = 2
            $0.akOptions.audio = .copied
        }
        #expect(copied.contains("sound cannot be copied at another speed: encode it, or leave it out"))
        for speed in [Rational128(0), -1] {
            #expect(try await problem { $0.akOptions.speed = speed }.contains("a speed is above zero"))
        }
        let large = Rational128(99_999_999_999, 99_999_999_998)
        #expect(try await problem { $0.akOptions.speed = large }.contains("below 2147483648"))
        #expect(try await problem { $0.akOptions.scaledDuration = .zero }.contains("above zero"))
        let both = try await problem {
            $0.akOptions.speed = 2
            $0.akOptions.scaledDuration = CMTime(value: 1, timescale: 1)
        }
        #expect(both.contains("contradict each other"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("never.mp4")))
    }

    @Test("beyond what can be heard pictures play, and sound is silent, with a warning")
    func silence() async throws {
        let result = try await export(
            "h264-bframes.mp4",
            AVAssetExportPresetPassthrough,
            .mov,
            to: "a.mov",
            at: Speed(40, 1)
        )
        #expect(result.warnings == ["its sound is silent: none is heard below 1/32 and above 32"])
        let sound = try await ExportSample.sound(folder.path("a.mov"))
        #expect(sound.samples.count == 3600 && sound.samples.allSatisfy { abs($0) < 1e-4 })
    }

    @Test("an algorithm that knows a few speeds plays all of it at the nearest one, and says so")
    func fewSpeeds() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        _ = try await asset.load(.tracks)
        let facts = try asset.requireLoaded().facts
        var settings = ExportSettings()
        settings.audioTimePitchAlgorithm = .lowQualityZeroLatency
        settings.options.speed = Rational128(13, 10)
        #expect(try ExportSpeed(settings, facts).speed == Speed(5, 4))
        #expect(try ExportSpeed(settings, facts).warnings.first?.hasPrefix("it plays at 5/4 instead of 13/10") == true)
        settings.options.audio = .leftOut
        #expect(try ExportSpeed(settings, facts).speed == Speed(13, 10))
        #expect(try ExportSpeed(settings, facts).warnings.isEmpty)
    }
}
