import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitMedia

@Suite("Files of sound, as FFmpeg hears them", .enabled(if: Oracle.isThere))
struct SoundFileExportTests {
    private let folder = TemporaryFolder()

    @Test(
        "a Core Audio file says where its channels are",
        arguments: [AKExportPresetWAV, AKExportPresetAppleLossless]
    )
    func channels(preset: String) async throws {
        let path = folder.path("out.caf")
        try await ExportSample.export("surround-aac.m4a", preset, to: path, as: .caf)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let place = try #require(Data(bytes).range(of: Data("chan".utf8))?.upperBound)
        // The high byte of every number comes first; nothing is described one by one.
        let words = stride(from: place, to: place + 20, by: 4).map { start in
            bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        #expect(Array(words[0..<2]) == [0, 12] && words[4] == 0)
        let stored = Array(words[2...]).withUnsafeBytes { ManagedAudioChannelLayout(bytes: $0) }
        #expect(stored?.numberOfChannels == 6)
        // An independent reader finds them, and has no other opinion of the source.
        for file in [path, SampleMedia.url("surround-aac.m4a").path] {
            try Oracle.run(["-i", file, "-map", "0:a:0", "-c:a", "pcm_s16le", "-f", "wav", path + ".wav"])
            let wave = [UInt8](try Data(contentsOf: URL(filePath: path + ".wav")))
            // WAVE_FORMAT_EXTENSIBLE has the loudspeakers as bits.
            #expect(Array(wave[40..<44]) == [0x3F, 0, 0, 0])
        }
    }

    @Test(
        "Vorbis has as many frames as its source",
        arguments: [("ogg", AVFileType.akOgg), ("mkv", .akMatroska), ("webm", .akWebM)]
    )
    func vorbis(ending: String, type: AVFileType) async throws {
        let path = folder.path("out." + ending)
        let preset = type == .akOgg ? AKExportPresetOggOpus : AKExportPresetWebMVP9
        try await ExportSample.export("h264-bframes.mp4", preset, to: path, as: type) {
            $0.akOptions.video = .leftOut
            $0.akOptions.audio = .encoded(AKAudioFormatVorbis)
        }
        #expect(try Oracle.sound(path).count == 144_000 * 4)
        let duration = try await AVURLAsset(url: URL(filePath: path)).load(.duration)
        #expect(abs(duration.seconds - 3) < 0.0011)
        guard type == .akOgg else { return }
        // The first packet makes nothing, and the last page says where sound ends.
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let last = try #require(Data(bytes).range(of: Data("OggS".utf8), options: .backwards)?.lowerBound)
        let granule = (0..<8).reduce(Int64(0)) { $0 | Int64(bytes[last + 6 + $1]) << (8 * $1) }
        #expect(granule == 144_000)
    }

    @Test("a film becomes a 3GP file")
    func mobile() async throws {
        let path = folder.path("out.3gp")
        try await ExportSample.export("h264-bframes.mp4", AVAssetExportPresetMediumQuality, to: path, as: .mobile3GPP)
        #expect(try await ExportSample.pictures(path).map(\.index) == (0..<75).map { $0 })
        #expect(try Data(contentsOf: URL(filePath: path))[4..<12] == Data("ftyp3gp6".utf8))
        #expect(try Oracle.complaints(path).isEmpty)
    }
}
