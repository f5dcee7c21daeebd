import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitMedia
@testable import AssetKitSources

@Suite("Reader, plain sound of files without tables")
struct PlainSoundReadingTests {
    private let folder = TemporaryFolder()

    @Test(
        "is decoded in packets as large as blocks, and its file is opened once for it",
        arguments: [("wav-16bit.wav", 88_200), ("wav-24bit.wav", 96_000), ("wav-float.wav", 44_100)]
    )
    func packets(name: String, count: Int) async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.audio)
        try await track.append(name, CMTimeRange(start: .zero, duration: .positiveInfinity))
        _ = try await edit.load(.tracks)
        let loaded = try edit.requireLoaded()
        let session = ReadingSession(loaded.input)
        let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
        let sound = try session.sound(of: loaded.source(of: track), as: LinearPCM(depth: .integer16), in: all, false)
        var counts: [Int] = []
        while let block = try sound.nextBlock() { counts.append(block.count) }
        #expect(counts.reduce(0, +) == count)
        // As many as there are with FFmpeg's own packets of 4,096 bytes.
        #expect(counts.dropLast().allSatisfy { $0 > 10_240 - 1024 })
        // Going to the beginning looks at a few more.
        #expect(session.counters.snapshot.packetsRead <= counts.count + 7)
        #expect(session.counters.snapshot.opens == 1)
    }

    @Test("is not what FFmpeg finds to be another codec", .enabled(if: Oracle.isThere), arguments: [false, true])
    func disguisedSound(isInEdit: Bool) async throws {
        let tone = ["-f", "lavfi", "-i", "sine=r=48000:d=2", "-ac", "2"]
        let stream = try SharedClips.path("disguised.dts", tone + ["-c:a", "dca", "-strict", "-2", "-b:a", "768k"])
        let path = folder.path("disguised.wav")
        // Its bytes as if they were samples, as players that only know PCM hand them on to receivers.
        try Oracle.run(["-f", "s16le", "-ar", "48000", "-ac", "2", "-i", stream, "-c", "copy", path])
        let asset = AVURLAsset(url: URL(filePath: path))
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        #expect(track.facts.traits.name == "dts")
        var read: AVAsset = asset
        if isInEdit {
            let edit = AVMutableComposition()
            try await edit.insertTimeRange(track.timeRange, of: asset, at: .zero)
            read = edit
        }
        let heard = try #require(try await read.loadTracks(withMediaType: .audio).first)
        let output = AVAssetReaderTrackOutput(track: heard, outputSettings: ReadSound.floats)
        let reader = try AVAssetReader(asset: read)
        reader.add(output)
        let peak = try #require(try ReadSound(reader, output).channels.first?.max())
        // That of the tone, in two channels; its packets as samples would be as loud as can be.
        #expect(peak > 0.05 && peak < 0.2, "\(peak)")
    }
}
