import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitMedia

@Suite("Files of other types")
struct RemuxTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let type: AVFileType
        /// Ticks of a second of the container; 0 for sound without times.
        var clock: Int64 = 0
        var testDescription: String { "\(name) to \(FileTypes.preferredExtension(of: type) ?? "")" }
    }

    static let matroska = [
        "h264-bframes.mp4", "hevc.mp4", "av1.mp4", "vp9.mp4", "mpeg4-part2.mp4", "mjpeg.mov", "prores.mov", "mpeg2.ts",
        "h264.ts", "hevc.ts", "aac.m4a", "alac.m4a", "eac3.mp4", "surround-ac3.mp4", "surround-aac.m4a", "flac.flac",
        "opus.ogg", "vorbis.ogg", "mp3-xing.mp3", "wav-16bit.wav", "wav-24bit.wav", "wav-float.wav", "subtitles.mkv",
        "vp8-vorbis.webm", "av1-opus.webm", "hdr10.mp4", "interlaced-tff.mp4", "non-square-pixels.mp4", "aac.aac",
        "vfr.mp4", "two-languages.mkv", "h264-bframes.mkv",
    ].map { Case(name: $0, type: .akMatroska, clock: 1000) }
    static let webM = ["vp9-opus.webm", "vp8-vorbis.webm", "av1-opus.webm", "subtitles.webm"].map {
        Case(name: $0, type: .akWebM, clock: 1000)
    }
    static let streams = [
        "h264-bframes.mp4", "hevc.mp4", "mpeg2.ts", "h264.ts", "mpeg4-part2.mp4", "surround-ac3.mp4", "mp3-xing.mp3",
        "h264-bframes.mkv", "two-languages.mkv",
    ].map { Case(name: $0, type: .akMPEGTransportStream, clock: 90_000) }
    static let sounds: [Case] = pairs.map { Case(name: $0.0, type: $0.1) }
    private static let pairs: [(String, AVFileType)] = [
        ("wav-16bit.wav", .wav), ("wav-24bit.wav", .wav), ("wav-float.wav", .wav), ("wav-8khz.wav", .wav),
        ("aiff.aiff", .aiff), ("aiff.aiff", .aifc), ("wav-16bit.wav", .aifc), ("aiff.aiff", .au),
        ("wav-16bit.wav", .caf),
        ("wav-float.wav", .caf), ("aiff.aiff", .caf), ("alac.m4a", .caf), ("aac.m4a", .caf), ("caf.caf", .caf),
        ("mp3-xing.mp3", .mp3), ("mp3-vbr.mp3", .mp3), ("mp3-no-xing.mp3", .mp3), ("flac.flac", .akFLAC),
        ("flac-24bit.flac", .akFLAC), ("opus.ogg", .akOgg), ("vorbis.ogg", .akOgg), ("flac.flac", .akOgg),
        ("eac3.mp4", .eac3), ("surround-ac3.mp4", .ac3), ("vp9-opus.webm", .akOgg), ("vp8-vorbis.webm", .akOgg),
    ]

    private let folder = TemporaryFolder()

    private func make(_ test: Case) async throws -> (source: Remux, url: URL) {
        let source = try await Remux(SampleMedia.url(test.name), to: test.type)
        try #require(!source.plan.tracks.isEmpty)
        let path = folder.path("out.\(FileTypes.preferredExtension(of: test.type) ?? "bin")")
        return (source, try source.write(to: path))
    }

    @Test("hold the samples of other files byte for byte", arguments: matroska + webM + streams)
    func samples(test: Case) async throws {
        let (source, url) = try await make(test)
        let result = try await Remux(url, to: test.type)
        #expect(result.plan.tracks.map(\.mediaType) == source.plan.tracks.map(\.mediaType))
        for (index, (old, new)) in zip(source.samples, result.samples).enumerated() {
            let isText = ![.video, .audio].contains(source.plan.tracks[index].mediaType)
            let kept = old.filter { !isText || $0.data.dataLength > 0 }
            if !isText, test.type != .akMPEGTransportStream || source.plan.tracks[index].mediaType == .audio {
                let bytes = try new.map { try $0.data.dataBytes() }.reduce(Data(), +)
                #expect(try kept.map { try $0.data.dataBytes() }.reduce(Data(), +).suffix(bytes.count) == bytes)
            }
            let tick = CMTime(value: 1, timescale: CMTimeScale(test.clock))
            // From the end, because what comes before zero may stay out; a stream starts at some other time.
            let (oldTimes, newTimes) = (kept.map(\.presentationTime), new.map(\.presentationTime))
            let isStream = test.type == .akMPEGTransportStream
            let shift = isStream ? (oldTimes.last ?? .zero) - (newTimes.last ?? .zero) : .zero
            #expect(newTimes.count <= oldTimes.count && newTimes.count + 3 >= oldTimes.count)
            let pairs = zip(oldTimes.reversed(), newTimes.reversed())
            let worst = pairs.map { abs(($0 - $1 - shift).seconds) }.max() ?? 0
            // Matroska has rounded before, and a stream has one time for several packets of sound.
            let allowed = test.name.hasSuffix(".mkv") ? 0.001 : tick.seconds
            #expect(worst <= allowed * 1.01, "track \(index): off by \(worst) s")
        }
    }

    @Test("say nothing that decoders complain about", arguments: matroska + webM + streams + sounds)
    func decoding(test: Case) async throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg") else { return }
        let (_, url) = try await make(test)
        let arguments = ["-nostdin", "-v", "error", "-i", url.path, "-map", "0:v?", "-map", "0:a?", "-f", "null", "-"]
        let run = try await MeasuredProcess.run(
            "/usr/bin/ffmpeg",
            arguments,
            seconds: 120,
            in: ScratchFolder(),
            measuresMemory: false
        )
        #expect(run.code == 0)
        #expect(run.messages == "")
    }

    static let exactSounds = matroska.filter { test in
        ["opus", "vorbis", "wav", "aac.m4a", "mp3", "flac", "alac"].contains { test.name.contains($0) }
    }

    @Test("have exactly as much sound as the source", arguments: sounds + exactSounds)
    func sound(test: Case) async throws {
        let (_, url) = try await make(test)
        let (old, new) = (try await Self.frames(SampleMedia.url(test.name)), try await Self.frames(url))
        // Formats without a way to hide what is before the beginning or behind the end keep whole packets.
        let isInexact = [.ac3, .eac3].contains(test.type)
        // The file says how much of its sound counts; decoding does not go by that yet.
        if test.type == .caf, test.name == "aac.m4a" {
            let duration = try await AVURLAsset(url: url).load(.duration)
            #expect(duration == CMTime(value: Int64(old), timescale: 44_100))
            return
        }
        #expect(isInexact ? abs(old - new) <= 1536 : old == new, "\(old) became \(new)")
    }

    private static func frames(_ url: URL) async throws -> Int {
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: ReadSound.floats)
        reader.add(output)
        return try ReadSound(reader, output).channels.first?.count ?? 0
    }

    @Test(
        "fail with the reason of the bytes, whenever it comes",
        arguments: [
            AVFileType.akMatroska, .akMPEGTransportStream, .mp3, .wav, .akOgg, .akFLAC, .caf,
        ]
    )
    func failures(type: AVFileType) async throws {
        let names: [AVFileType: String] = [
            .mp3: "mp3-xing.mp3", .wav: "wav-16bit.wav", .akOgg: "opus.ogg", .akFLAC: "flac.flac",
            .caf: "wav-16bit.wav",
        ]
        let source = try await Remux(SampleMedia.url(names[type] ?? "h264-bframes.mp4"), to: type)
        let whole = MemorySink()
        try source.write(into: whole)
        let count = Int.max - whole.writesLeft
        #expect(count > 0)
        for place in Set([0, 1, 2, 3, count / 2, count - 1].filter { $0 >= 0 && $0 < count }) {
            let sink = MemorySink(failingAfter: place)
            #expect(throws: WriteFailure(number: ENOSPC)) { try source.write(into: sink) }
        }
        // Once more, and the same bytes.
        let again = MemorySink()
        try source.write(into: again)
        #expect(again.bytes == whole.bytes)
    }
}
