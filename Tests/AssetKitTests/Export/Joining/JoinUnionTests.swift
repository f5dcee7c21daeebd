import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitBitstream
@testable import AssetKitMedia

@Suite("Join session, what encoders make of clips")
struct JoinUnionTests {
    private let folder = TemporaryFolder()

    private func session(_ paths: [String]) -> AKJoinSession {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        return AKJoinSession(assets: paths.map { AVURLAsset(url: URL(filePath: $0), options: options) })
    }

    private func sample(_ name: String) -> String { SampleMedia.url(name).path }

    private func problem(_ body: () async throws -> Void) async -> String {
        do { try await body() } catch { return (error as? AVError)?.failureReason ?? "\(error)" }
        return ""
    }

    @Test(
        "clips of other codecs become like the first one, whatever header its encoder has",
        arguments: [
            ("mpeg2.ts", "mkv"), ("mpeg2.ts", "ts"), ("mpeg2.ts", "mp4"), ("mpeg4-part2.mp4", "mkv"),
            ("mpeg4-part2.mp4", "ts"), ("mpeg4-part2.mp4", "mp4"), ("mjpeg.mov", "mp4"), ("vp8-vorbis.webm", "webm"),
        ]
    )
    func headers(first: String, type: String) async throws {
        let session = session([sample(first), sample("h264-bframes.mp4")])
        let url = URL(filePath: folder.path("joined.\(type)"))
        let plan = try await session.plan(for: url)
        let made = try await session.export(to: url).plan
        let video = try #require(made.tracks.first { $0.mediaType == .video })
        #expect(video.encodedSampleCounts.last == 75)
        let planned = plan.tracks.first { $0.mediaType == .video }
        #expect(planned?.copiedSampleCounts == video.copiedSampleCounts)
        #expect(planned?.encodedSampleCounts == video.encodedSampleCounts)
        let count = video.copiedSampleCounts[0] + video.encodedSampleCounts[0]
        let indices = try await ExportSample.pictures(url.path).map(\.index)
        #expect(indices.count == count + 75)
        #expect(indices.suffix(75) == (0..<75).map { $0 }[...])
    }

    @Test("where one track cannot have both headers, all of its clips are encoded", arguments: [true, false])
    func union(isPlanned: Bool) async throws {
        // Packets of Vorbis are copied here, so that no run over all clips makes one header of theirs.
        let session = session([sample("vp8-vorbis.webm"), sample("h264-bframes.mp4")])
        session.cutsSoundBetweenPackets = true
        let url = URL(filePath: folder.path("joined.webm"))
        let plan = isPlanned ? try await session.plan(for: url) : try await session.export(to: url).plan
        let sound = try #require(plan.tracks.first { $0.mediaType == .audio })
        #expect(sound.copiedSampleCounts == [0, 0])
        let reason = "what is encoded of other files cannot be in one track with its sound as it is"
        #expect(sound.reasonsToEncode.first == reason)
    }

    @Test("samples without the header of MPEG get it in front, and no other ones")
    func headersInSamples() throws {
        let header: [UInt8] = [0, 0, 1, 0xB3, 20, 0, 180, 0x33]
        let box = ElementaryStreamDescriptor.record(objectType: 0x61, isSound: false, configuration: header)
        let atoms = [kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: ["esds": Data(box)]]
        // MP4 has no code of its own for it.
        for code in [kCMVideoCodecType_MPEG2Video, kCMVideoCodecType_MPEG4Video] {
            let format = CMFormatDescription(
                type: kCMMediaType_Video,
                subtype: code,
                extensions: atoms,
                dimensions: CMVideoDimensions(width: 320, height: 180)
            )
            let sets = CopySets(format, lengthSize: 4)
            let (group, whole): ([UInt8], [UInt8]) = ([0, 0, 1, 0xB8, 1], header + [0, 0, 1, 0])
            #expect(try group.withUnsafeBytes { try sets.added(to: $0) } == header + group)
            #expect(try whole.withUnsafeBytes { try sets.added(to: $0) } == nil)
        }
    }

    @Test(
        "pictures that MP4 has no code of their own for keep their codec in other files",
        .enabled(if: Oracle.isThere),
        arguments: [
            ("mpeg2video", "mkv"), ("mpeg2video", "ts"), ("mpeg2video", "mov"), ("mpeg1video", "mkv"),
            ("mjpeg", "mkv"),
        ]
    )
    func codesOfStreams(codec: String, type: String) async throws {
        let (first, second) = try (clip(codec, "mp4", count: 25), clip(codec, "mkv", count: 30))
        let copied = AVURLAsset(url: URL(filePath: first))
        let copy = try #require(AVAssetExportSession(asset: copied, presetName: AVAssetExportPresetPassthrough))
        let url = URL(filePath: folder.path("copied.\(type)"))
        let kind = try #require(FileTypes.fileType(ofExtension: type))
        try await copy.export(to: url, as: kind)
        #expect(try Oracle.pictureCount(url.path) == 25)
        for paths in [[first, first], [first, second], [second, first]] {
            let joined = URL(filePath: folder.path("joined.\(type)"))
            let session = session(paths)
            session.replacesExistingFile = true
            let video = try #require(try await session.export(to: joined).plan.tracks.first)
            let count = video.copiedSampleCounts.reduce(0, +)
            #expect(count == paths.map { $0 == first ? 25 : 30 }.reduce(0, +), "\(video.reasonsToEncode)")
            #expect(try Oracle.pictureCount(joined.path) == count, "\(paths)")
            #expect(try Oracle.complaints(joined.path) == "")
        }
    }

    /// A clip of one codec, made by FFmpeg.
    private func clip(_ codec: String, _ type: String, count: Int) throws -> String {
        let path = folder.path("clip.\(type)")
        let format = codec == "mjpeg" ? "yuvj420p" : "yuv420p"
        let pictures = ["-f", "lavfi", "-i", "testsrc2=s=128x96:r=25", "-frames:v", "\(count)", "-pix_fmt", format]
        try Oracle.run(pictures + ["-c:v", codec, "-q:v", "3", "-g", "10", path])
        return path
    }

    @Test(
        "clips of MPEG-4 that decoders would lose pictures between are encoded, and others copied",
        .enabled(if: Oracle.isThere),
        arguments: ["mp4", "mkv"]
    )
    func layers(type: String) async throws {
        func clip(_ name: String, rate: Int, _ settings: [String]) throws -> String {
            let path = folder.path("\(name)-\(type).mp4")
            let source = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(rate)", "-frames:v", "10", "-c:v", "mpeg4"]
            try Oracle.run(source + settings + [path])
            return path
        }
        let reordered = try clip("reordered", rate: 25, ["-bf", "2"])
        let plain = try clip("plain", rate: 25, [])
        let quantized = try clip("quantized", rate: 25, ["-bf", "2", "-mpeg_quant", "1"])
        let faster = try clip("faster", rate: 30, ["-bf", "2"])
        let reason = "its video has another header than that of the first file"
        let cases: [(paths: [String], reason: String?)] = [
            ([reordered, plain], reason), ([plain, reordered], reason), ([reordered, quantized], reason),
            ([reordered, faster], nil), ([faster, reordered], nil),
        ]
        for (number, example) in cases.enumerated() {
            let url = URL(filePath: folder.path("joined-\(number).\(type)"))
            let plan = try await session(example.paths).export(to: url).plan
            let video = try #require(plan.tracks.first { $0.mediaType == .video })
            #expect((video.reasonsToEncode.last ?? nil) == example.reason)
            #expect(video.copiedSampleCounts.last == (example.reason == nil ? 10 : 0))
            #expect(try await ExportSample.pictures(url.path).count == 20)
            #expect(try Oracle.pictureCount(url.path) == 20)
        }
    }

    @Test("every track says why it is encoded itself")
    func reasons() async throws {
        let session = session([sample("h264-bframes.mp4"), sample("hevc.mp4")])
        let plan = try await session.plan(for: URL(filePath: folder.path("joined.ts")))
        let video = try #require(plan.tracks.first { $0.mediaType == .video })
        #expect(video.reasonsToEncode == [nil, "its video has another codec than that of the first file"])
        let sound = try #require(plan.tracks.first { $0.mediaType == .audio })
        #expect(sound.reasonsToEncode.allSatisfy { $0?.contains("within a packet") == true })
    }

    @Test("still pictures have no length and are refused, planned or made", .enabled(if: Oracle.isThere))
    func stills() async throws {
        let arguments = ["-f", "lavfi", "-i", "testsrc2=s=64x36", "-frames:v", "1"]
        for ending in ["png", "jpg"] {
            let still = folder.path("still.\(ending)")
            try Oracle.run(arguments + [still])
            let movie = sample("hevc.mp4")
            let url = URL(filePath: folder.path("joined.mkv"))
            for paths in [[still, movie], [movie, still]] {
                let session = session(paths)
                let reason = "it is a still picture, which has no length of its own to be joined with"
                #expect(await problem { _ = try await session.plan(for: url) } == reason)
                #expect(await problem { _ = try await session.export(to: url) } == reason)
            }
        }
    }

    @Test("a plan says how long sound without loss becomes, to the sample", arguments: ["mp3-xing.mp3", "vorbis.ogg"])
    func lengths(other: String) async throws {
        let session = session([sample("flac.flac"), sample(other)])
        let url = URL(filePath: folder.path("joined.flac"))
        let plan = try await session.plan(for: url)
        let made = try await session.export(to: url).plan
        #expect(abs((plan.duration - made.duration).seconds) < 0.001)
    }

    @Test("a clip of an open group without its first pictures is decoded in time", arguments: ["ts", "mkv"])
    func openGroups(type: String) async throws {
        let asset = AVURLAsset(url: SampleMedia.url("hevc-open-gop.mp4"))
        func range(_ start: Double, _ end: Double) -> CMTimeRange {
            CMTimeRange(
                start: CMTime(seconds: start, preferredTimescale: 600),
                end: CMTime(seconds: end, preferredTimescale: 600)
            )
        }
        let clips = [range(1.1, 3), range(0, 1)].map { AKJoinSession.Clip(asset: asset, timeRange: $0) }
        let url = URL(filePath: folder.path("joined.\(type)"))
        let plan = try await AKJoinSession(clips: clips).export(to: url).plan
        let count = plan.tracks.first { $0.mediaType == .video }?.copiedSampleCounts.reduce(0, +)
        #expect(try await ExportSample.pictures(url.path).count == count)
        if Oracle.isThere { #expect(try Oracle.complaints(url.path) == "") }
    }
}
