import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitBitstream
@testable import AssetKitExport
@testable import AssetKitMedia

/// Clips that begin with pictures that go on from others in their source: I pictures of H.264 that are no IDR pictures, and CRA
/// pictures of HEVC. In `h264-open-gop.mp4` and `hevc-open-gop.mp4` these are the pictures 48 and 96.
@Suite("Join session, open groups", .enabled(if: Oracle.isThere))
struct OpenGroupJointTests {
    private let folder = TemporaryFolder()

    private func asset(_ path: String) -> AVURLAsset {
        AVURLAsset(url: URL(filePath: path), options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    }

    private func path(_ sample: String) -> String { SampleMedia.url(sample).path(percentEncoded: false) }

    /// Joins parts of a file by copying.
    private func join(_ path: String, _ parts: [Range<Int64>], to name: String) async throws -> AKJoinSession.Result {
        let film = asset(path)
        let clips = parts.map { AKJoinSession.Clip(asset: film, timeRange: frameRange($0.lowerBound, $0.upperBound)) }
        return try await AKJoinSession(clips: clips).export(to: URL(filePath: folder.path(name)))
    }

    /// What FFmpeg's program decodes, as a sum for each picture.
    private func digests(_ path: String) throws -> [String] {
        let list = folder.path("digests")
        try Oracle.run(["-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "framemd5", list])
        let lines = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        return lines.filter { !$0.hasPrefix("#") }.map { String($0.suffix(32)) }
    }

    @Test(
        "every picture is the source's, bit by bit, wherever clips begin",
        arguments: ["h264-open-gop.mp4", "hevc-open-gop.mp4"],
        ["mp4", "mkv", "ts"]
    )
    func pictures(name: String, type: String) async throws {
        let source = try digests(path(name))
        for parts in [
            [0..<25, 60..<84], [50..<75, 100..<113], [50..<113, 10..<40, 48..<70, 96..<120, 60..<100],
        ] as [[Range<Int64>]] {
            let made = try await join(path(name), parts, to: "\(parts.count)-\(parts[0].lowerBound).\(type)")
            let shown = made.plan.clips.flatMap { clip in
                let range = clip.actualTimeRange
                return source.indices.filter { range.containsTime(frames(Int64($0))) }
            }
            // Nothing is encoded, and each of the other clips begins with a key picture.
            #expect(made.plan.tracks.allSatisfy { $0.encodedSampleCounts.allSatisfy { $0 == 0 } })
            #expect(shown.count > parts.count * 10)
            let wanted = shown.map { source[$0] }
            let found = try digests(made.url.path(percentEncoded: false))
            #expect(found == wanted, "\(parts)")
            #expect(!made.plan.warnings.contains { $0.contains("wrong") })
        }
    }

    @Test(
        "files that begin with an open group follow each other whole",
        arguments: ["h264-open-gop.mp4", "hevc-open-gop.mp4"],
        ["mp4", "mkv", "ts"]
    )
    func wholeFiles(name: String, type: String) async throws {
        let film = try await join(path(name), [48..<73], to: "film.\(type)").url.path(percentEncoded: false)
        let source = try digests(film)
        #expect(source == Array(try digests(path(name))[48..<73]))
        let url = URL(filePath: folder.path("joined.\(type)"))
        let session = AKJoinSession(assets: [asset(film), asset(film), asset(film)])
        session.cutMode = .smart
        let plan = try await session.export(to: url).plan
        #expect(plan.tracks.flatMap(\.encodedSampleCounts).allSatisfy { $0 == 0 })
        let found = try digests(url.path(percentEncoded: false))
        #expect(found == source + source + source)
    }

    @Test(
        "parts of a composition that are copied do so too",
        arguments: ["h264-open-gop.mp4", "hevc-open-gop.mp4"],
        ["mp4", "mkv"]
    )
    func composition(name: String, type: String) async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try await track.append(name, frameRange(48, 73))
        try await track.append(name, frameRange(0, 25))
        try await track.append(name, frameRange(96, 120))
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetPassthrough))
        session.akTrimMode = .keyframe
        let url = URL(filePath: folder.path("out.\(type)"))
        try await session.export(to: url, as: type == "mkv" ? .akMatroska : .mp4)
        let source = try digests(path(name))
        let wanted = source[48..<73] + source[0..<25] + source[96...]
        let found = try digests(url.path(percentEncoded: false))
        #expect(found == Array(wanted))
    }

    @Test("a clip that goes on where the one before it ends is left as it is, byte for byte")
    func adjoining() async throws {
        let options = "open-gop=1:bframes=0:keyint=10:min-keyint=10:scenecut=0:log-level=none"
        let pictures = ["-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=1.2"]
        let film = try SharedClips.path("film.mp4", pictures + ["-c:v", "libx265", "-x265-params", options])
        func bytes(_ path: String) async throws -> [Data] {
            try await StoredMedia.samples(URL(filePath: path), .video).map {
                try #require(try $0.dataBuffer?.dataBytes())
            }
        }
        let source = try await bytes(film)
        let whole = try await bytes(join(film, [0..<10, 10..<20], to: "whole.mkv").url.path(percentEncoded: false))
        #expect(whole == Array(source[..<20]))
        let cut = try await bytes(join(film, [0..<10, 20..<30], to: "cut.mkv").url.path(percentEncoded: false))
        #expect(cut.count == 20 && cut[10] != source[20])
        // What follows the first one is as it was.
        #expect(Array(cut[11...]) == Array(source[21...]))
    }

    @Test(
        "pictures that are lost or damaged do not keep what is around them from being joined",
        arguments: ["drop", "amount"]
    )
    func damage(kind: String) async throws {
        let arguments = ["-i", path("h264-open-gop.mp4"), "-map", "0:v", "-c", "copy", "-bsf:v"]
        let film = try SharedClips.path("film.mkv", arguments + ["noise=\(kind)=eq(n\\,61)"])
        let made = try await join(film, [0..<25, 48..<120], to: "joined.mkv")
        let source = try digests(path("h264-open-gop.mp4"))
        let found = try digests(made.url.path(percentEncoded: false))
        #expect(found.count > 90 && found.prefix(24) == source.prefix(24))
        // The next group needs nothing of what is before it.
        #expect(found.suffix(24) == source.suffix(24))
    }

    @Test("a clip whose first picture does not say that decoding can begin with it is warned of")
    func doubts() async throws {
        // Without their messages the I pictures are no recovery points.
        let arguments = ["-i", path("h264-open-gop.mp4"), "-map", "0:v", "-c", "copy", "-bsf:v"]
        let film = try SharedClips.path("film.mp4", arguments + ["filter_units=remove_types=6"])
        let made = try await join(film, [0..<25, 48..<73], to: "joined.mkv")
        let warnings = made.plan.warnings.filter { $0.contains("wrong") }
        let start = "pictures may be wrong at first from 1.0 s on: "
        #expect(warnings.count == 1 && warnings[0].hasPrefix(start) && warnings[0].contains("smart"))
        let alone = try await join(film, [48..<73], to: "alone.mkv")
        #expect(!alone.plan.warnings.contains { $0.contains("wrong") })
    }

    /// The film with open groups, in which the second reference behind picture 48 asks for room for a long-term one. That changes
    /// no picture: the one reference that the decoder keeps makes room as it would have.
    private func filmWithLongTermReferences() async throws -> String {
        let media = try SpliceMedia.h264Open()
        let sets = try H264Sets(record: media.header[...])
        func isReference(_ unit: [UInt8]) -> Bool { unit[0] & 31 == 1 && unit[0] & 0x60 != 0 }
        let first = try media.first(.rewritten)
        let references = try media.samples.indices.filter { place in
            try place > first && SpliceMedia.units(media.samples[place]).contains(where: isReference)
        }
        let commands = [H264ReferenceMarking.Command.forgetShortTerm(difference: 0), .limitLongTerm(count: 1)]
        let changes = H264SliceRewriter.Changes(marking: .commands(commands))
        let units = try SpliceMedia.units(media.samples[references[1]]).map { unit in
            isReference(unit) ? try SpliceRoundTrip.rewritten(unit, sets, changes) : unit
        }
        let stored = try await StoredMedia.samples(SampleMedia.url("h264-open-gop.mp4"), .video)
        var samples = stored
        samples[references[1]] = try replaced(stored[references[1]], SpliceMedia.sample(units))
        let url = URL(filePath: folder.path("film.mp4"))
        try await write(samples, to: url)
        return url.path(percentEncoded: false)
    }

    /// A sample with other bytes that is no key picture.
    private func replaced(_ sample: CMSampleBuffer, _ bytes: [UInt8]) throws -> CMSampleBuffer {
        let timing = CMSampleTimingInfo(
            duration: sample.duration,
            presentationTimeStamp: sample.presentationTimeStamp,
            decodeTimeStamp: sample.decodeTimeStamp
        )
        let result = try CMSampleBuffer(
            dataBuffer: try bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) },
            formatDescription: sample.formatDescription,
            numSamples: 1,
            sampleTimings: [timing],
            sampleSizes: [bytes.count]
        )
        result.sampleAttachments[0][.notSync] = true
        return result
    }

    private func write(_ samples: [CMSampleBuffer], to url: URL) async throws {
        let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
        let format = try #require(samples.first?.formatDescription)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: format)
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        let thread = TestThread {
            for sample in samples {
                try FakeWriting.wait(for: input)
                guard input.append(sample) else { return }
            }
            input.markAsFinished()
        }
        try thread.value()
        await writer.finishWriting()
        if let error = writer.error { throw error }
    }

    @Test("pictures that cannot begin anew are encoded, and the plan says so")
    func encodesInstead() async throws {
        let film = asset(try await filmWithLongTermReferences())
        let clips = [frameRange(0, 25), frameRange(48, 73)].map { AKJoinSession.Clip(asset: film, timeRange: $0) }
        let url = URL(filePath: folder.path("joined.mp4"))
        let session = AKJoinSession(clips: clips)
        let planned = try await session.plan(for: url)
        let made = try await session.export(to: url).plan
        for plan in [planned, made] {
            let video = try #require(plan.tracks.first)
            #expect(video.encodedSampleCounts == [0, 25])
            #expect(plan.clips[0].reasonsToEncode.isEmpty)
            #expect(plan.clips[1].reasonsToEncode.contains { $0.contains("long-term references") })
        }
        let shown = try await ReadPictures(of: AVURLAsset(url: url)).pictures.map(\.index)
        #expect(shown.suffix(25) == Array(48..<73)[...])
        #expect(shown.dropLast(25).elementsEqual(0..<shown.count - 25))
    }

    @Test("where nothing may be encoded, the plan refuses them as the join does, with what would help")
    func refuses() async throws {
        let film = asset(try await filmWithLongTermReferences())
        let clips = [frameRange(0, 25), frameRange(48, 73)].map { AKJoinSession.Clip(asset: film, timeRange: $0) }
        let url = URL(filePath: folder.path("joined.mp4"))
        let session = AKJoinSession(clips: clips)
        session.encodesWhereNeeded = false
        let planned = try await #require(throws: AVError.self) { try await session.plan(for: url) }
        let made = try await #require(throws: AVError.self) { try await session.export(to: url) }
        #expect(planned.localizedDescription == made.localizedDescription)
        for words in ["film.mp4", "long-term references", "smart and exact cuts"] {
            #expect(planned.localizedDescription.contains(words))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["film.mp4"])
    }
}
