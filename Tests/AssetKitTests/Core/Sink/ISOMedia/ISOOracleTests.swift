import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitMedia
@testable import AssetKitSinks
@testable import AssetKitSources

/// FFmpeg reads what was written, and finds the packets of the source.
@Suite("ISO media sink, beside FFmpeg", .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/ffprobe")))
struct ISOOracleTests {
    private let folder = TemporaryFolder()

    /// What a program says on its standard output, and on its standard error.
    private func run(_ program: String, _ arguments: [String]) async throws -> (output: String, messages: String) {
        let process = try await MeasuredProcess.run(
            "/usr/bin/" + program,
            arguments,
            seconds: 120,
            in: ScratchFolder(),
            measuresMemory: false
        )
        #expect(process.code == 0)
        return (String(decoding: process.output, as: UTF8.self), process.messages)
    }

    private func packets(_ path: String) async throws -> [String] {
        let fields = "packet=stream_index,pts,dts,size,flags"
        // FFmpeg makes packets of uncompressed sound out of chunks, which are the writer's business.
        let tracks = path.hasSuffix("mov") ? ["-select_streams", "v"] : []
        let arguments = ["-v", "quiet", "-show_entries", fields, "-of", "csv=p=0"] + tracks + [path]
        return try await run("ffprobe", arguments).output
            .split(separator: "\n").map(String.init).sorted()
    }

    /// What FFmpeg says of files that it decodes to the end, in one process: starting it costs more than a short film.
    private func decodingMessages(_ paths: [String]) async throws -> String {
        let inputs = paths.flatMap { ["-i", $0] }
        let tracks = paths.indices.flatMap { ["-map", "\($0):v?", "-map", "\($0):a?"] }
        return try await run("ffmpeg", ["-v", "error"] + inputs + tracks + ["-f", "null", "-"]).messages
    }

    static let names = [
        "h264-bframes.mp4", "h264-bframes.mov", "aac.m4a", "alac.m4a", "hevc.mp4", "vp9.mp4", "av1.mp4", "prores.mov",
        "mpeg4-part2.mp4", "surround-ac3.mp4", "eac3.mp4", "edit-leading-empty.mp4", "subtitles.mp4", "late-sound.mp4",
        "negative-composition-offsets.mp4", "vfr.mp4",
    ]

    @Test("has the packets of the source, and nothing to complain of", arguments: names)
    func packets(name: String) async throws {
        let source = try ISORemux(sample: name)
        let type = try #require(source.facts.fileType)
        let want = try await packets(SampleMedia.url(name).path)
        let interval = CMTime(value: 1, timescale: 2)
        var paths = [SampleMedia.url(name).path]
        for layout in [SinkPlan.Layout.plain, .indexFirst, .crashSafe(interval: interval, first: interval)] {
            let path = folder.path("out-\(layout.hashValue).\(name.suffix(3))")
            let file = try OutputFile(path, appears: .atOnce, replaces: true)
            // One of them with entries that are made anew.
            let keepsEntries = layout != .indexFirst
            try source.write(source.plan(type, layout, keepsEntries: keepsEntries), into: file)
            file.keep()
            #expect(try await packets(path) == want, "\(layout)")
            paths.append(path)
        }
        let path = folder.path("fragments.\(name.suffix(3))")
        let file = try OutputFile(path, appears: .atOnce, replaces: true)
        try source.write(source.plan(type, .fragmented(interval: interval)), into: file)
        file.keep()
        #expect(try await packets(path).count >= want.count)
        #expect(try await decodingMessages(paths + [path]) == "")
    }

    /// Writes a sample file so that its first picture is shown at zero, and decoded before.
    private func writeFromZero(_ source: ISORemux, into sink: any MediaSink) throws {
        let pictures = try #require(source.table(source.tracks[0]))
        let first = try #require((0..<pictures.count).map { pictures.presentationTicks(of: $0) }.min())
        let zero = source.time(first, 0)
        for place in source.places {
            var sample = try source.sample(place)
            if place.track == 0 {
                sample.presentationTime = sample.presentationTime - zero
                sample.decodeTime = sample.decodeTime - zero
            }
            try sink.write(sample, to: place.track)
        }
        try sink.finish(SinkEnding(edits: []))
    }

    /// Where the pictures of a file begin for FFmpeg, in ticks.
    private func pictureStart(_ path: String) async throws -> String {
        let arguments = [
            "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=start_pts", "-of", "csv=p=0",
        ]
        return try await run("ffprobe", arguments + [path]).output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("pictures of fragments that are decoded before zero begin at zero, and still do when they are recovered")
    func fragmentsBeginAtZero() async throws {
        let source = try ISORemux(sample: "h264-bframes.mp4")
        let plan = source.plan(.mp4, .fragmented(interval: CMTime(value: 1, timescale: 2)))
        let sink = FakeByteSink()
        try writeFromZero(source, into: ISOMediaSink(plan, into: sink))
        let path = folder.path("fragments.mp4")
        try Data(sink.bytes).write(to: URL(filePath: path))
        #expect(try await pictureStart(path) == "0")
        let fragments = try ISORemux(sink, as: .mp4)
        #expect(fragments.facts.containsFragments && fragments.facts.warnings == [])
        #expect(fragments.lines(0, withDependencies: false) == source.lines(0, withDependencies: false))
        _ = try MovieRecovery(sink: sink).recover()
        let recovered = try ISORemux(sink, as: .mp4)
        for result in [fragments, recovered] {
            let table = try #require(result.table(result.tracks[0]))
            let shown = try #require((0..<table.count).map { table.presentationTicks(of: $0) }.min())
            let segment = try #require(result.facts.tracks[result.tracks[0]].segments.first)
            #expect(segment.target.start == .zero && segment.source.start == result.time(shown, 0))
        }
    }

    @Test("so do those of segments", arguments: [ISOSegmentSink.Profile.plain, .cmaf])
    func segmentsBeginAtZero(profile: ISOSegmentSink.Profile) async throws {
        let source = try ISORemux(sample: "h264-bframes.mp4")
        var segments: [ISOSegment] = []
        let interval = CMTime(value: 1, timescale: 1)
        let sink = try ISOSegmentSink(source.plan(), profile: profile, interval: interval) { segments.append($0) }
        try writeFromZero(source, into: sink)
        #expect(segments.first?.kind == .initialization)
        let path = folder.path("segments.mp4")
        try Data(segments.flatMap(\.bytes)).write(to: URL(filePath: path))
        #expect(try await pictureStart(path) == "0")
    }
}
