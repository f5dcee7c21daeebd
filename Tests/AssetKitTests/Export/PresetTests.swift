import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitMedia

@Suite("Export presets")
struct PresetTests {
    @Test("the value of a preset's name is the name, and all names are different")
    func names() {
        #expect(AVAssetExportPresetLowQuality == "AVAssetExportPresetLowQuality")
        #expect(AVAssetExportPresetHEVC3840x2160WithAlpha == "AVAssetExportPresetHEVC3840x2160WithAlpha")
        #expect(AVAssetExportPresetAppleProRes4444LPCM == "AVAssetExportPresetAppleProRes4444LPCM")
        #expect(AKExportPresetOggOpus == "AKExportPresetOggOpus")
        let names = ExportPreset.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.hasPrefix("AVAssetExportPreset") || $0.hasPrefix("AKExportPreset") })
    }

    @Test("the preset that copies is in no list, and a session can be made with it")
    func passthrough() {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        #expect(!AVAssetExportSession.allExportPresets().contains(AVAssetExportPresetPassthrough))
        #expect(!AVAssetExportSession.exportPresets(compatibleWith: asset).contains(AVAssetExportPresetPassthrough))
        #expect(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough) != nil)
    }

    @Test("a film fits all presets but those of transparency")
    func film() {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let presets = AVAssetExportSession.exportPresets(compatibleWith: asset)
        #expect(presets == AVAssetExportSession.allExportPresets())
        #expect(presets.contains(AVAssetExportPresetLowQuality))
        #expect(!presets.contains(AVAssetExportPresetHEVCHighestQualityWithAlpha))
        #expect(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHEVC1920x1080WithAlpha) == nil)
    }

    @Test("sound alone fits what makes sound, and pictures alone no preset of sound")
    func partial() {
        let sound = AVURLAsset(url: SampleMedia.url("aac.m4a"))
        let presets = AVAssetExportSession.exportPresets(compatibleWith: sound)
        #expect(presets.contains(AVAssetExportPresetAppleM4A))
        #expect(presets.contains(AVAssetExportPresetLowQuality))
        #expect(!presets.contains(AVAssetExportPreset1280x720))
        let silent = AVURLAsset(url: SampleMedia.url("no-audio.mp4"))
        #expect(AVAssetExportSession(asset: silent, presetName: AVAssetExportPresetAppleM4A) == nil)
        #expect(AVAssetExportSession(asset: silent, presetName: "AVAssetExportPresetNone") == nil)
    }

    @Test("what a preset makes of an asset depends on the type of the file")
    func compatibility() async {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        func fits(_ preset: String, _ type: AVFileType?) async -> Bool {
            await AVAssetExportSession.compatibility(ofExportPreset: preset, with: asset, outputFileType: type)
        }
        #expect(await fits(AVAssetExportPresetHighestQuality, .mp4))
        #expect(await fits(AVAssetExportPresetHighestQuality, nil))
        #expect(await !fits(AVAssetExportPresetHighestQuality, .wav))
        #expect(await !fits(AVAssetExportPresetAppleProRes422LPCM, .mp4))
        #expect(await !fits("AVAssetExportPresetNone", nil))
        let missing = AVURLAsset(url: URL(filePath: "/nowhere.mp4"))
        #expect(AVAssetExportSession.exportPresets(compatibleWith: missing) == [])
    }

    @Test("estimates go by the range, the size and the limit")
    func estimates() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetLowQuality))
        #expect(session.estimatedOutputFileLength == 0)
        let whole = try await session.estimatedOutputFileLengthInBytes
        #expect(whole > 0)
        #expect(try await session.estimatedMaximumDuration == CMTime(value: 3, timescale: 1))
        session.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 2))
        #expect(abs(session.estimatedOutputFileLength - whole / 2) <= 1)
        #expect(session.maxDuration == CMTime(value: 3, timescale: 2))
        session.fileLengthLimit = 1000
        #expect(try await session.estimatedOutputFileLengthInBytes == 1000)
        let copying = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        copying.timeRange = session.timeRange
        #expect(copying.estimatedOutputFileLength == 0)
        #expect(try await copying.estimatedOutputFileLengthInBytes > 10_000)
    }
}
