import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitReading
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Join session, clips that differ")
struct JoinEncodingTests {
    private let folder = TemporaryFolder()

    private func asset(_ path: String) -> AVURLAsset {
        AVURLAsset(url: URL(filePath: path), options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    }

    private func session(_ names: [String]) -> AKJoinSession {
        AKJoinSession(assets: names.map { asset(SampleMedia.url($0).path) })
    }

    /// Where clicks are heard in a file, in frames of its sound.
    private func clicks(_ path: String) async throws -> (places: [Int], rate: Int) {
        let sound = try await ExportSample.sound(path)
        let places = SoundClicks.places(in: sound.samples, sampleRate: sound.rate).map { $0 + Int(sound.start) }
        return (places, sound.rate)
    }

    @Test(
        "pictures of another codec become those of the first clip, and nothing else is encoded",
        arguments: ["mp4", "mov", "mkv", "ts"]
    )
    func codecs(type: String) async throws {
        let path = folder.path("joined.\(type)")
        let session = session(["h264-bframes.mp4", "hevc.mp4", "h264-bframes.mp4"])
        // Packets of sound do not meet in files without edits.
        session.encodesSoundAtJoints = false
        let result = try await session.export(to: URL(filePath: path))
        let tracks = result.plan.tracks
        #expect(tracks.first?.mediaType == .video && tracks.first?.copiedSampleCounts == [75, 0, 75])
        #expect(tracks.first?.encodedSampleCounts == [0, 75, 0])
        #expect(tracks.last?.encodedSampleCounts == [0, 0, 0])
        let reason = "its video has another codec than that of the first file"
        #expect(result.plan.clips.map(\.reasonsToEncode) == [[], [reason], []])
        let pictures = try await ExportSample.pictures(path)
        #expect(pictures.map(\.index) == (0..<3).flatMap { _ in 0..<75 })
        let tolerance = ["mkv": 1e-3, "ts": 1.0 / 90_000][type] ?? 1e-9
        for (number, picture) in pictures.enumerated() {
            let time = CMTime(value: Int64(number), timescale: 25)
            #expect(abs((picture.time - time).seconds) <= tolerance)
        }
        if Oracle.isThere { #expect(try Oracle.complaints(path) == "") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["joined.\(type)"])
    }

    @Test("sound of another kind becomes that of the first clip, to the sample")
    func sound() async throws {
        let path = folder.path("joined.m4a")
        let first = try await clicks(SampleMedia.url("aac.m4a").path)
        let second = try await clicks(SampleMedia.url("wav-16bit.wav").path)
        let result = try await session(["aac.m4a", "wav-16bit.wav"]).export(to: URL(filePath: path))
        #expect(result.plan.tracks.map(\.mediaType) == [.audio])
        let start = result.plan.clips[1].start
        let joined = try await clicks(path)
        let rate = Double(joined.rate)
        let wanted =
            first.places.map { Double($0) }
            + second.places.map { Double($0) / Double(second.rate) * rate + start.seconds * rate }
        #expect(joined.places.count == wanted.count)
        for (place, wanted) in zip(joined.places, wanted) { #expect(abs(Double(place) - wanted) <= 2) }
    }

    @Test("what no file of the type can hold becomes like the first clip that it can hold")
    func containers() async throws {
        let path = folder.path("joined.webm")
        let result = try await session(["h264-bframes.mp4", "vp9-opus.webm"]).export(to: URL(filePath: path))
        #expect(result.plan.tracks.first { $0.mediaType == .video }?.encodedSampleCounts == [75, 0])
        let indices = try await ExportSample.pictures(path).map(\.index)
        #expect(indices.prefix(75) == (0..<75).map { $0 }[...])
    }

    @Test("pictures of another shape keep it, with black beside them")
    func shapes() async throws {
        // 320 x 192 becomes 300 x 180 in 320 x 180.
        let path = folder.path("joined.mp4")
        _ = try await session(["h264-bframes.mp4", "interlaced-tff.mp4"]).export(to: URL(filePath: path))
        let joined = asset(path)
        let track = try #require(try await joined.loadTracks(withMediaType: .video).first)
        #expect(try await track.load(.naturalSize) == CGSize(width: 320, height: 180))
        let reader = try AVAssetReader(asset: joined)
        let format = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: format)
        reader.add(output)
        reader.timeRange = CMTimeRange(start: CMTime(value: 7, timescale: 2), duration: .positiveInfinity)
        try #require(reader.startReading())
        let picture = try #require(output.copyNextSampleBuffer()?.imageBuffer)
        func brightness(_ x: Int) -> Int {
            let pixel = SampleReader.pixel(of: picture, x, 100)
            return pixel.red + pixel.green + pixel.blue
        }
        #expect(brightness(3) < 20 && brightness(316) < 20)
        #expect(brightness(20) > 60 && brightness(160) > 60)
    }

    @Test("clips with pixels that are not square join, and all keep their shape", .enabled(if: Oracle.isThere))
    func pixelShapes() async throws {
        // 16:9 in 180 x 144; the same shape with square pixels; 4:3; the first one's pixels in another codec.
        let kinds = [("180x144", "64/45", "libx264"), ("256x144", "1", "libx264"), ("192x144", "1", "libx264")]
        var paths = try kinds.enumerated().map { number, kind in
            try white(kind.0, pixels: kind.1, kind.2, to: "clip-\(number).mp4")
        }
        paths.append(try white("180x144", pixels: "128/90", "mpeg2video", to: "clip-3.ts"))
        paths.append(paths[0])
        for type in ["mp4", "mkv"] {
            let path = folder.path("joined.\(type)")
            let result = try await AKJoinSession(assets: paths.map { asset($0) }).export(to: URL(filePath: path))
            #expect(result.plan.tracks.first?.encodedSampleCounts == [0, 10, 10, 10, 0])
            let reasons = result.plan.clips.map(\.reasonsToEncode.first)
            #expect(reasons[3] == "its video has another codec than that of the first file")
            let track = try #require(try await asset(path).loadTracks(withMediaType: .video).first)
            #expect(try await track.load(.naturalSize) == CGSize(width: 256, height: 144))
            #expect(track.facts.video?.pixelAspect == .init(horizontal: 64, vertical: 45))
            // White pixels in the middle row of a picture of each clip: 4:3 takes three quarters.
            let widths = try gray(path).map { $0.filter { $0 > 128 }.count }
            #expect(widths == [180, 180, 136, 180, 180])
        }
        // The other way round pixels become square.
        let path = folder.path("square.mp4")
        try await AKJoinSession(assets: [paths[1], paths[0]].map { asset($0) }).export(to: URL(filePath: path))
        let track = try #require(try await asset(path).loadTracks(withMediaType: .video).first)
        #expect(try await track.load(.naturalSize) == CGSize(width: 256, height: 144))
    }

    /// A file of ten white pictures.
    private func white(_ size: String, pixels: String, _ encoder: String, to name: String) throws -> String {
        let path = folder.path(name)
        let source = "color=white:s=\(size):r=25:d=0.4,setsar=\(pixels)"
        try Oracle.run(["-f", "lavfi", "-i", source, "-c:v", encoder, "-pix_fmt", "yuv420p", path])
        return path
    }

    /// The middle row of the fifth of every ten pictures of 180 x 144.
    private func gray(_ path: String) throws -> [[UInt8]] {
        let arguments = ["-pix_fmt", "gray", "-fps_mode", "passthrough", "-f", "rawvideo"]
        let data = [UInt8](try Oracle.bytes(of: path, arguments))
        let size: Int = 180 * 144
        return stride(from: 4, to: data.count / size, by: 10).map { number in
            let row: Int = number * size + 72 * 180
            return Array(data[row..<row + 180])
        }
    }

    @Test(
        "AV1 of encoders that use other tools is copied, and each key picture brings its header",
        .enabled(if: Oracle.isThere),
        arguments: ["mkv", "webm", "mp4"]
    )
    func tools(type: String) async throws {
        let paths = [
            try film("one.mkv", []),
            try film("two.mkv", ["-aom-params", "enable-cdef=0:sb-size=64:enable-restoration=0"]),
        ]
        let path = folder.path("joined.\(type)")
        let result = try await AKJoinSession(assets: (paths + [paths[0]]).map { asset($0) })
            .export(to: URL(filePath: path))
        #expect(result.plan.tracks.map(\.encodedSampleCounts) == [[0, 0, 0]])
        let own = try paths.map { try digests($0) }
        #expect(own[0] != own[1])
        #expect(try digests(path) == own[0] + own[1] + own[0])
        #expect(try Oracle.complaints(path) == "")
        // Seeking into the second clip finds its header there.
        let part = try digests(path, from: "1.2")
        #expect(part == Array((own[1] + own[0]).dropFirst(5)))
    }

    @Test("what cannot follow AV1 in the same track becomes AV1 that can", .enabled(if: Oracle.isThere))
    func differentAV1() async throws {
        let paths = [
            try film("one.mkv", []), try film("deep.mkv", ["-pix_fmt", "yuv420p10le"]),
            SampleMedia.url("h264-bframes.mp4").path,
        ]
        let path = folder.path("joined.mkv")
        let session = AKJoinSession(assets: paths.map { asset($0) })
        session.trackIDs = [1]
        let result = try await session.export(to: URL(filePath: path))
        #expect(result.plan.tracks.map(\.encodedSampleCounts) == [[0, 25, 75]])
        #expect(try Oracle.complaints(path) == "")
        let (found, first) = (try digests(path), try digests(paths[0]))
        #expect(found.count == 125 && Array(found.prefix(25)) == first)
    }

    /// A second of AV1.
    private func film(_ name: String, _ options: [String]) throws -> String {
        let encoder = ["-c:v", "libaom-av1", "-cpu-used", "8", "-crf", "40", "-g", "10"]
        return try SharedClips.path(name, ["-f", "lavfi", "-i", "testsrc2=s=96x80:r=25:d=1"] + encoder + options)
    }

    /// What FFmpeg's program decodes, as a sum for each picture.
    private func digests(_ path: String, from start: String = "0") throws -> [String] {
        let list = folder.path("digests")
        try Oracle.run(["-ss", start, "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5", list])
        let lines = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        return lines.filter { !$0.hasPrefix("#") }.map { String($0.suffix(32)) }
    }

    @Test("sound of MP3 and FLAC files becomes AAC in an M4A file, also where all clips are of that kind")
    func unusualSound() async throws {
        for names in [["mp3-xing.mp3", "flac.flac"], ["mp3-xing.mp3", "mp3-xing.mp3"]] {
            let path = folder.path("\(names[1]).m4a")
            let session = session(names)
            let plan = try await session.plan(for: URL(filePath: path))
            let result = try await session.export(to: URL(filePath: path))
            #expect(result.plan.tracks.map(\.codec) == [kAudioFormatMPEG4AAC])
            #expect(plan.tracks.map(\.codec) == [kAudioFormatMPEG4AAC])
            #expect(plan.warnings == result.plan.warnings)
            #expect(plan.warnings.allSatisfy { !$0.contains("/proc/") })
            #expect(result.plan.tracks.map(\.copiedSampleCounts) == [[0, 0]])
            #expect(result.plan.clips[0].reasonsToEncode == ["few players look for MP3 in an M4A file"])
            if Oracle.isThere { #expect(try Oracle.complaints(path) == "") }
        }
        // What is copied because nothing else may be done is what was asked for, and parts of one file stay what they are.
        let copied = session(["mp3-xing.mp3", "mp3-xing.mp3"])
        copied.encodesWhereNeeded = false
        let result = try await copied.export(to: URL(filePath: folder.path("copied.m4a")))
        #expect(result.plan.tracks.map(\.codec) == [".mp3".fourCharCode])
    }

    @Test("a joined track of timecode is read back, and goes on with each clip's own", arguments: ["mov", "mp4"])
    func timecode(type: String) async throws {
        let path = folder.path("joined.\(type)")
        try await session(["timecode.mov", "timecode.mov"]).export(to: URL(filePath: path))
        let joined = asset(path)
        let track = try #require(try await joined.loadTracks(withMediaType: .timecode).first)
        let reader = try AVAssetReader(asset: joined)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        try #require(reader.startReading())
        var found: [(time: Double, length: Double, frame: UInt32)] = []
        while let sample = output.copyNextSampleBuffer() {
            try sample.dataBuffer?.withContiguousStorage { bytes in
                let frame = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                found.append((sample.presentationTimeStamp.seconds, sample.duration.seconds, frame))
            }
        }
        #expect(reader.status == .completed, "\(String(describing: reader.error))")
        #expect(found.map(\.time) == [0, 3] && found.map(\.length) == [3, 3])
        // 01:02:03:04 at 25 pictures a second.
        #expect(found.map(\.frame) == [93079, 93079])
        #expect(track.akDetails.startTimecode == "01:02:03:04")
    }

    @Test("subtitles alone cannot be joined to a film", .enabled(if: Oracle.isThere))
    func subtitlesAlone() async throws {
        let words = folder.path("words.srt")
        try "1\n00:00:00,500 --> 00:00:01,000\nHello\n".write(toFile: words, atomically: true, encoding: .utf8)
        for paths in [[SampleMedia.url("aac.m4a").path, words], [words, SampleMedia.url("aac.m4a").path]] {
            let session = AKJoinSession(assets: paths.map { asset($0) })
            for encodes in [true, false] {
                session.encodesWhereNeeded = encodes
                let url = URL(filePath: folder.path("joined.mp4"))
                let planning = await #expect(throws: AVError.self) { try await session.plan(for: url) }
                let joining = await #expect(throws: AVError.self) { try await session.export(to: url) }
                #expect(joining?.localizedDescription == planning?.localizedDescription)
                #expect(
                    joining?.localizedDescription.hasPrefix("cannot copy '\(words)': it has subtitles alone") == true
                )
            }
        }
    }

    @Test("clips that differ are an error where nothing may be encoded")
    func copyOnly() async throws {
        let session = session(["h264-bframes.mp4", "hevc.mp4"])
        session.encodesWhereNeeded = false
        let url = URL(filePath: folder.path("never.mp4"))
        let error = try await #require(throws: AVError.self) { try await session.export(to: url) }
        #expect(error.localizedDescription.hasSuffix("its video has another codec than that of the first file"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
    }

    @Test("a plan says what would be encoded, and why")
    func plan() async throws {
        let plan = try await session(["h264-bframes.mp4", "hevc.mp4"]).plan(for: URL(filePath: "never.mp4"))
        #expect(plan.tracks.first?.encodedSampleCounts == [0, 75])
        #expect(plan.tracks.first?.copiedSampleCounts == [75, 0])
        #expect(plan.clips[1].reasonsToEncode.count == 1)
        #expect(plan.duration == CMTime(value: 6, timescale: 1))
    }

    @Test("twenty clips, each encoded by itself, stand at the sum of the durations before them")
    func twenty() async throws {
        // In long runs all are different; otherwise each of five comes four times, and none beside its like.
        let kinds = LongRun.isOn ? 20 : 5
        var files: [AVAsset] = []
        for kind in 0..<kinds {
            let path = folder.path("clip-\(kind).mp4")
            // Parts of different lengths, at different qualities: the encoder's headers differ as well.
            let range = CMTimeRange(
                start: CMTime(value: Int64(kind % 5), timescale: 25),
                duration: CMTime(value: Int64(26 + kind % 7), timescale: 25)
            )
            try await ExportSample.export("h264-bframes.mp4", AVAssetExportPresetHighestQuality, to: path, as: .mp4) {
                $0.timeRange = range
                $0.akOptions.encoderPreset = "ultrafast"
                $0.akOptions.constantRateFactor = Double(16 + kind)
            }
            files.append(asset(path))
        }
        let assets = (0..<20).map { files[$0 % kinds] }
        let durations = (0..<20).map { CMTime(value: Int64(26 + $0 % kinds % 7), timescale: 25) }
        let path = folder.path("all.mp4")
        let result = try await AKJoinSession(assets: assets).export(to: URL(filePath: path))
        #expect(result.plan.tracks.allSatisfy { $0.encodedSampleCounts.allSatisfy { $0 == 0 } })
        var start = CMTime.zero
        var wanted: [(index: Int, time: CMTime)] = []
        var wantedClicks: [Int] = []
        for number in 0..<20 {
            #expect(result.plan.clips[number].start == start)
            let count = Int(durations[number].value)
            for picture in 0..<count {
                wanted.append((number % 5 + picture, start + CMTime(value: Int64(picture), timescale: 25)))
            }
            // A click a second, from the beginning of the sample on.
            for second in 0..<3 {
                let frame = Double(second * 25 - number % 5) / 25
                guard frame >= 0, frame < durations[number].seconds - 0.01 else { continue }
                wantedClicks.append(Int(((start.seconds + frame) * 48_000).rounded()))
            }
            start = start + durations[number]
        }
        let pictures = try await ExportSample.pictures(path)
        #expect(pictures.map(\.index) == wanted.map(\.index))
        #expect(pictures.map(\.time) == wanted.map(\.time))
        let places = try await clicks(path).places
        #expect(places.count == wantedClicks.count)
        for (place, wanted) in zip(places, wantedClicks) { #expect(abs(place - wanted) <= 1) }
        if Oracle.isThere { #expect(try Oracle.complaints(path) == "") }
    }
}
