import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("How sound is encoded")
struct SoundPlannerTests {
    private func encoding(
        _ name: String,
        _ preset: String,
        _ type: AVFileType,
        _ change: (inout AKExportOptions) -> Void = { _ in }
    ) async throws -> SoundEncoding {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        _ = try await asset.load(.tracks)
        let loaded = try asset.requireLoaded()
        let track = try #require(loaded.tracks.first { $0.mediaType == .audio })
        var options = AKExportOptions()
        change(&options)
        let planner = SoundPlanner(
            source: loaded.source(of: track),
            preset: try #require(ExportPreset(named: preset)),
            options: options,
            fileType: type
        )
        return try planner.rendering().encoding
    }

    private let highest = AVAssetExportPresetHighestQuality

    @Test("the preset says the codec, and the kind of file another where that has no place in it")
    func presets() async throws {
        let known: [(preset: String, type: AVFileType, codec: SoundEncoding.Codec)] = [
            (highest, .mp4, .aac), (highest, .akWebM, .opus), (highest, .akOgg, .opus), (AKExportPresetMP3, .mp3, .mp3),
            (AKExportPresetFLAC, .akFLAC, .flac), (AKExportPresetAppleLossless, .m4a, .alac),
            (AKExportPresetWAV, .wav, .pcm), (AKExportPresetOggOpus, .akOgg, .opus),
        ]
        for (preset, type, codec) in known {
            let found = try await encoding("wav-16bit.wav", preset, type).codec
            #expect(found == codec, "\(preset) in \(type.rawValue)")
        }
    }

    @Test("what is to be like the source has its codec")
    func likeTheSource() async throws {
        let known: [(name: String, type: AVFileType, codec: SoundEncoding.Codec)] = [
            ("mp3-xing.mp3", .mp3, .mp3), ("flac.flac", .akFLAC, .flac), ("alac.m4a", .m4a, .alac),
            ("opus.ogg", .akOgg, .opus), ("vorbis.ogg", .akOgg, .vorbis), ("wav-24bit.wav", .wav, .pcm),
        ]
        for (name, type, codec) in known {
            let found = try await encoding(name, highest, type) { $0.matchesSource = true }.codec
            #expect(found == codec, "\(name)")
        }
    }

    @Test("a rate is the source's where the codec has it, and that which was asked for always")
    func rates() async throws {
        #expect(try await encoding("wav-8khz.wav", highest, .mp4).sampleRate == 8000)
        #expect(try await encoding("wav-16bit.wav", highest, .mp4).sampleRate == 44_100)
        #expect(try await encoding("wav-16bit.wav", AKExportPresetOggOpus, .akOgg).sampleRate == 48_000)
        // MP3 has no more than 48,000.
        #expect(try await encoding("flac-24bit.flac", AKExportPresetMP3, .mp3).sampleRate == 48_000)
        let asked = try await encoding("wav-8khz.wav", highest, .mp4) { $0.sampleRate = 32_000 }
        #expect(asked.sampleRate == 32_000)
    }

    @Test("channels are the source's, as many as the codec has, or as were asked for")
    func channels() async throws {
        #expect(try await encoding("wav-8khz.wav", highest, .mp4).channels.count == 1)
        #expect(try await encoding("surround-aac.m4a", highest, .mp4).channels.count == 6)
        #expect(try await encoding("surround-aac.m4a", AKExportPresetMP3, .mp3).channels.count == 2)
        let asked = try await encoding("surround-aac.m4a", highest, .mp4) { $0.channelCount = 1 }
        #expect(asked.channels.count == 1)
    }

    @Test("more than 16 bits stay where the codec loses none")
    func depths() async throws {
        let known = [("wav-16bit.wav", 16), ("wav-24bit.wav", 24), ("wav-float.wav", 24), ("flac-24bit.flac", 24)]
        for (name, depth) in known {
            let found = try await encoding(name, AKExportPresetFLAC, .akFLAC).bitDepth
            #expect(found == depth, "\(name)")
        }
        // What was lossy has no depth of its own.
        #expect(try await encoding("mp3-xing.mp3", AKExportPresetFLAC, .akFLAC).bitDepth == 16)
        #expect(try await encoding("wav-float.wav", AKExportPresetWAV, .wav).samples.depth == .float32)
        #expect(try await encoding("wav-float.wav", AKExportPresetWAV, .aiff).samples.depth == .integer24)
        #expect(try await encoding("wav-float.wav", AKExportPresetWAV, .aiff).samples.isBigEndian)
    }

    @Test("a format that nothing encodes is named")
    func unknown() async throws {
        let problem = await #expect(throws: MediaProblem.self) {
            try await encoding("wav-16bit.wav", highest, .mp4) { $0.audio = .encoded("abcd".fourCharCode) }
        }
        #expect(problem?.code == .encoderNotFound)
        #expect(problem?.reason == "there is no encoder for sound of the format 'abcd'")
    }
}
