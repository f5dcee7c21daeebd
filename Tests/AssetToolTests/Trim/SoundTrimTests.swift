import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool trim, sound", .waitsForPrograms)
struct SoundTrimTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    /// The samples of a file's sound, as bytes of 16 bits each.
    private func sound(_ path: String) async throws -> Data {
        let asset = AVURLAsset(
            url: URL(filePath: path),
            options: [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        )
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let reader = try AVAssetReader(asset: asset)
        let settings: [String: Any] = [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        #expect(reader.startReading())
        var sound = Data()
        while let buffer = output.copyNextSampleBuffer() {
            try buffer.dataBuffer?.withContiguousStorage { sound.append(contentsOf: $0) }
        }
        return sound
    }

    @Test(
        "the parts of a split put together are the whole, to the sample",
        arguments: [
            ("wav-16bit.wav", "wav"), ("flac.flac", "flac"), ("aac.m4a", "m4a"), ("mp3-xing.mp3", "mp3"),
            ("alac.m4a", "m4a"), ("opus.ogg", "ogg"), ("vorbis.ogg", "ogg"),
        ]
    )
    func split(name: String, ending: String) async throws {
        let whole = try await sound(sample(name))
        for mode in ["smart", "keyframe"] {
            let pattern = folder.path("\(mode)-%02d.\(ending)")
            let arguments = ["--split-every", "0.7531", "--mode", mode]
            let recorder = ConsoleRecorder()
            let code = await Assettool.run(["trim", sample(name), "-o", pattern] + arguments, recorder.console)
            #expect(code == .done, "\(mode): \(recorder.messages)")
            var joined = Data()
            for part in try folder.contents where part.hasPrefix(mode) { joined += try await sound(folder.path(part)) }
            #expect(joined.count == whole.count, "\(mode)")
            if ["wav", "flac", "mp3"].contains(ending) { #expect(joined == whole, "\(mode)") }
        }
    }

    @Test("sound from within one packet is there for FFmpeg too", arguments: ["alac.m4a", "aac.m4a"])
    func withinPacket(name: String) async throws {
        let target = folder.path("cut.m4a")
        let cut = await ConsoleRecorder.run("trim", sample(name), "-o", target, "--from", "0.7105", "--to", "0.7125")
        #expect(cut.code == .done, "\(cut.messages)")
        let own = try await sound(target)
        #expect(own.count == 4 * 88)
        let judge = try ToolProcess(
            shell: """
                command -v ffmpeg > /dev/null || { echo 400; exit 0; }
                ffmpeg -v error -i '\(target)' -f s16le - | wc -c
                """
        )
        let count = Int(judge.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        #expect(count >= own.count)
    }

    @Test("parts of a transport stream of sound alone are as long as was asked for, but for the last packet")
    func transportStream() async throws {
        let (source, target) = (folder.path("whole.ts"), folder.path("parts.ts"))
        let made = await ConsoleRecorder.run("concat", sample("aac.m4a"), "-o", source)
        #expect(made.code == .done, "\(made.messages)")
        let parts = ["--keep", "0.3..0.8", "--keep", "1.2..1.9"]
        let recorder = ConsoleRecorder()
        let code = await Assettool.run(["trim", source, "-o", target] + parts, recorder.console)
        #expect(code == .done, "\(recorder.messages)")
        let count = try await sound(target).count / 4
        #expect((52_920..<52_920 + 1024).contains(count))
    }

    @Test("chapters of a song become songs, and several parts of it one")
    func chaptersAndParts() async throws {
        let pattern = folder.path("%d.mp3")
        let split = await ConsoleRecorder.run(
            "trim",
            sample("chapters.mp3"),
            "-o",
            pattern,
            "--split-at",
            "chapters",
            "--mode",
            "keyframe"
        )
        #expect(split.code == .done, "\(split.messages)")
        var count = 0
        for name in try folder.contents { count += try await sound(folder.path(name)).count }
        #expect(try await count == sound(sample("chapters.mp3")).count)
        let kept = await ConsoleRecorder.run(
            "trim",
            sample("flac.flac"),
            "-o",
            folder.path("both.flac"),
            "--keep",
            "0.1..0.6",
            "--keep",
            "1.25..1.5",
            "--mode",
            "smart"
        )
        #expect(kept.code == .done, "\(kept.messages)")
        let width = try await sound(sample("flac.flac")).count / 88_200
        #expect(try await sound(folder.path("both.flac")).count == (22_050 + 11_025) * width)
    }

    @Test("--dry-run says what becomes of the sound")
    func dryRun() async throws {
        let lossless = await ConsoleRecorder.run(
            "trim",
            sample("flac.flac"),
            "-o",
            folder.path("a.flac"),
            "--from",
            "0.5",
            "--mode",
            "keyframe",
            "--dry-run"
        )
        #expect(lossless.results.contains("FLAC, encoded anew without loss"), "\(lossless.results)")
        let copied = await ConsoleRecorder.run(
            "trim",
            sample("mp3-xing.mp3"),
            "-o",
            folder.path("a.mp3"),
            "--from",
            "0.5",
            "--mode",
            "smart",
            "--dry-run"
        )
        #expect(copied.results.contains("copy 0.5 s"), "\(copied.results)")
        #expect(copied.results.contains("the file says what of them is heard"), "\(copied.results)")
        let packets = await ConsoleRecorder.run(
            "trim",
            sample("h264-bframes.mkv"),
            "-o",
            folder.path("a.mkv"),
            "--from",
            "0.5",
            "--mode",
            "smart",
            "--sound",
            "packet",
            "--dry-run"
        )
        #expect(packets.results.contains("cut between two packets"), "\(packets.results)")
        #expect(try folder.contents.isEmpty)
    }
}
