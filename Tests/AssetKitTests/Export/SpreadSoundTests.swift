import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitBase
@testable import AssetKitBitstream
@testable import AssetKitMedia

@Suite("Sound that is encoded in parts")
struct SpreadSoundTests {
    private let folder = TemporaryFolder()

    /// Tones over noise, as an encoder of FLAC takes them: the same numbers every time.
    private static func bytes(_ count: Int, channels: Int, depth: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var noise: UInt32 = 12345
        for place in 0..<count {
            for channel in 0..<channels {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                // Noise that comes and goes, so that frames differ in size.
                let level = Double(place / 20_000 % 4) * 0.05
                let tone = 0.5 * sin(Double(place * (channel + 2)) * 0.01)
                let value = tone + level * (Double(noise >> 8) / Double(1 << 23) - 1)
                if depth > 16 {
                    bytes.appendLittle(UInt32(bitPattern: Int32(value * 0x7F_FFFF) << 8))
                } else {
                    bytes.appendLittle(UInt16(bitPattern: Int16(value * 0x7FFF)))
                }
            }
        }
        return bytes
    }

    /// Blocks of uneven length.
    private static func blocks(_ bytes: [UInt8], _ encoding: SoundEncoding) throws -> [SoundBlock] {
        let format = encoding.encoderInput.resolved(rate: encoding.codedRate, channels: encoding.codedChannels)
        let (size, total) = (format.bytesPerFrame, bytes.count / format.bytesPerFrame)
        var (blocks, place) = ([SoundBlock](), 0)
        while place < total {
            let count = min([1000, 37, 20_000, 4608][blocks.count % 4], total - place)
            let data = try bytes[place * size..<(place + count) * size].withUnsafeBytes {
                try CMBlockBuffer(copying: $0)
            }
            blocks.append(SoundBlock(data: data, start: Int64(place), count: count, format: format))
            place += count
        }
        return blocks
    }

    /// Encodes blocks in parts, and answers samples and the sum.
    private func spread(_ blocks: [SoundBlock], _ encoding: SoundEncoding, workers: Int) throws -> (
        [SinkSample], [UInt8]
    ) {
        let crew = ExportCrew(CancellationFlag())
        let found = Lock<([SinkSample], [UInt8])>(([], []))
        let chunking = try #require(try SoundChunking(encoding))
        let spread = SpreadSound(chunking, workerCount: workers, sums: true)
        spread.start(crew) { sample in
            found.withLock { $0.0.append(sample) }
        } end: { ending in
            found.withLock { $0.1 = ending.digest ?? [] }
        } bring: {
            for block in blocks { try spread.add(block) }
            try spread.finish(at: .zero)
        }
        try crew.wait()
        return found.withLock { $0 }
    }

    @Test(
        "parts give the samples of one run, however many work at them",
        arguments: [(16, 2), (16, 1), (24, 2), (16, 6)],
        [400_001, 147_456, 300, 0]
    )
    func oneRun(_ kind: (depth: Int, channels: Int), count: Int) throws {
        var encoding = SoundEncoding(.flac, sampleRate: 48_000, channelCount: kind.channels)
        encoding.bitDepth = kind.depth
        let blocks = try Self.blocks(Self.bytes(count, channels: kind.channels, depth: kind.depth), encoding)
        var wanted: [SinkSample] = []
        let encoder = try SoundEncoder(encoding)
        for block in blocks { try encoder.encode(block) { wanted.append($0) } }
        try encoder.finish { wanted.append($0) }
        for workers in [1, 3] {
            let (samples, digest) = try spread(blocks, encoding, workers: workers)
            #expect(samples.map(\.presentationTime) == wanted.map(\.presentationTime))
            #expect(samples.map(\.duration) == wanted.map(\.duration))
            #expect(try samples.map { try $0.data.dataBytes() } == wanted.map { try $0.data.dataBytes() })
            #expect(digest.count == 16)
        }
    }

    @Test("an error of whoever brings sound ends all threads")
    func failure() throws {
        let crew = ExportCrew(CancellationFlag())
        let encoding = SoundEncoding(.flac, sampleRate: 48_000, channelCount: 1)
        let blocks = try Self.blocks(Self.bytes(200_000, channels: 1, depth: 16), encoding)
        let spread = SpreadSound(try #require(try SoundChunking(encoding)), workerCount: 2, sums: true)
        spread.start(crew) { _ in
        } end: { _ in
        } bring: {
            for block in blocks { try spread.add(block) }
            throw MediaProblem(code: .decodeFailed, reason: "a test says so")
        }
        #expect(throws: MediaProblem.self) { try crew.wait() }
    }

    @Test("an error of whoever writes ends all threads, also one that waits for room")
    func failedWriting() throws {
        let crew = ExportCrew(CancellationFlag())
        let encoding = SoundEncoding(.flac, sampleRate: 48_000, channelCount: 1)
        let blocks = try Self.blocks(Self.bytes(150_000, channels: 1, depth: 16), encoding)
        let spread = SpreadSound(try #require(try SoundChunking(encoding)), workerCount: 1, sums: true)
        spread.start(crew) { _ in
            throw MediaProblem(code: .diskFull, reason: "a test says so")
        } end: { _ in
        } bring: {
            // More than there is room for.
            for _ in 0..<20 { for block in blocks { try spread.add(block) } }
            try spread.finish(at: .zero)
        }
        #expect(throws: MediaProblem.self) { try crew.wait() }
    }

    @Test(
        "other codecs are encoded in one run",
        arguments: SoundEncoding.Codec.allCases.filter { $0 != .flac && $0 != .opus }
    )
    func otherCodecs(codec: SoundEncoding.Codec) throws {
        #expect(try SoundChunking(SoundEncoding(codec, sampleRate: 48_000, channelCount: 2)) == nil)
    }

    // MARK: Files

    /// A WAVE file of tones over noise.
    private func wave(_ count: Int, depth: Int) throws -> String {
        let rate = 48_000
        var samples = Self.bytes(count, channels: 2, depth: depth)
        if depth == 24 { samples = samples.enumerated().filter { $0.offset % 4 > 0 }.map(\.element) }
        var file = Array("RIFF".utf8)
        file.appendLittle(UInt32(36 + samples.count))
        file += Array("WAVEfmt ".utf8)
        file.appendLittle(UInt32(16))
        for number in [1, 2] { file.appendLittle(UInt16(number)) }
        for number in [rate, rate * depth / 4] { file.appendLittle(UInt32(number)) }
        for number in [depth / 4, depth] { file.appendLittle(UInt16(number)) }
        file += Array("data".utf8)
        file.appendLittle(UInt32(samples.count))
        let path = folder.path("in.wav")
        try Data(file + samples).write(to: URL(filePath: path))
        return path
    }

    private func export(_ source: String, to name: String, isParallel: Bool) async throws -> Data {
        let asset = AVURLAsset(url: URL(filePath: source))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AKExportPresetFLAC))
        session.allowsParallelizedExport = isParallel
        try await session.export(to: URL(filePath: folder.path(name)), as: .akFLAC)
        return try Data(contentsOf: URL(filePath: folder.path(name)))
    }

    @Test("a FLAC file says what its samples are, and how many", .enabled(if: Oracle.isThere), arguments: [16, 24])
    func file(depth: Int) async throws {
        let source = try wave(500_000, depth: depth)
        let made = try await export(source, to: "out.flac", isParallel: true)
        #expect(try await export(source, to: "alone.flac", isParallel: false) == made)
        let info = try FLACStreamInfo(Array(made)[8..<42])
        #expect(info.sampleCount == 500_000)
        // The samples of both, as an independent decoder has them.
        for path in [source, folder.path("out.flac")] {
            try Oracle.run(["-i", path, "-c:a", "pcm_s\(depth)le", "-f", "md5", path + ".md5"])
            let text = try String(contentsOfFile: path + ".md5", encoding: .utf8)
            let sum = made[26..<42].map { String(String(256 + Int($0), radix: 16).dropFirst()) }.joined()
            #expect(text.trimmingCharacters(in: .whitespacesAndNewlines) == "MD5=\(sum)")
        }
        #expect(try Oracle.complaints(folder.path("out.flac")).isEmpty)
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/flac") else { return }
        let arguments = ["--test", "--silent", "--warnings-as-errors", folder.path("out.flac")]
        let process = Process.limited("/usr/bin/flac", arguments)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
