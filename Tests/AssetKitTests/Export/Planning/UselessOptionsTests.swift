import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Options that could do nothing")
struct UselessOptionsTests {
    /// Why an export with such settings is refused; nil where it is not.
    private func refusal(
        _ preset: String,
        _ type: AVFileType? = .mp4,
        _ change: (inout ExportSettings) -> Void
    ) throws -> String? {
        var settings = ExportSettings()
        change(&settings)
        let preset = try #require(ExportPreset(named: preset))
        do {
            try UselessOptions(preset: preset, settings: settings, fileType: type).refuse()
            return nil
        } catch let problem as MediaProblem {
            #expect(problem.code == .unsupportedOutputSettings)
            return problem.reason
        }
    }

    private let copies = AVAssetExportPresetPassthrough
    private let encodes = AVAssetExportPresetHighestQuality

    @Test("what is copied or left out cannot be encoded in a certain way")
    func withoutEncoding() throws {
        let copied = "pictures that are copied; leave it out, or encode them"
        #expect(try refusal(copies) { $0.options.videoBitRate = 1 } == "videoBitRate cannot act on \(copied)")
        #expect(try refusal(encodes) { $0.options.videoBitRate = 1 } == nil)
        #expect(try refusal(copies) { ($0.options.videoBitRate, $0.trimMode) = (1, .exact) } == nil)
        #expect(try refusal(copies) { ($0.options.quality, $0.options.matchesSource) = (0.5, true) } == nil)
        let crop = try refusal(encodes) {
            ($0.options.crop, $0.options.video) = (CGRect(x: 0, y: 0, width: 8, height: 8), .copied)
        }
        #expect(crop == "crop cannot act on \(copied)")
        let sound = "sound that is copied; leave it out, or encode it"
        #expect(try refusal(copies) { $0.options.audioBitRate = 1 } == "audioBitRate cannot act on \(sound)")
        let left = try refusal(encodes) { ($0.options.channelCount, $0.options.audio) = (1, .leftOut) }
        #expect(left == "channelCount cannot act on sound that is left out; leave it out, or encode it")
    }

    @Test("copied pictures can be turned, those that are left out cannot")
    func looks() throws {
        #expect(try refusal(copies) { $0.options.rotation = 90 } == nil)
        #expect(try refusal(encodes) { ($0.options.rotation, $0.options.video) = (360, .leftOut) } == nil)
        let left = try refusal(encodes) { ($0.options.rotation, $0.options.video) = (90, .leftOut) }
        #expect(left == "rotation cannot act on pictures that are left out; leave it out, or encode them")
    }

    @Test("a file without pictures has no place for what is said of them")
    func places() throws {
        let pictures = try refusal(encodes, .m4a) { $0.options.videoBitRate = 1 }
        #expect(pictures?.hasPrefix("videoBitRate cannot act on ") == true)
        #expect(pictures?.hasSuffix(": it has no pictures; leave it out") == true)
        let treatment = try refusal(encodes, .m4a) { $0.options.video = .encoded(.h264) }
        #expect(treatment?.hasPrefix("video cannot act on ") == true)
        #expect(try refusal(encodes, .m4a) { $0.options.audioBitRate = 1 } == nil)
        #expect(try refusal(encodes, .m4a) { $0.options.video = .leftOut } == nil)
        #expect(try refusal(encodes, nil) { $0.options.videoBitRate = 1 } == nil)
    }

    @Test("a folder of segments has no limit of size")
    func segments() throws {
        let found = try refusal(encodes) {
            ($0.fileLengthLimit, $0.options.streamSegmentDuration) = (1000, CMTime(value: 6, timescale: 1))
        }
        #expect(found == "fileLengthLimit cannot act on a folder of segments; leave it out, or make a file")
        #expect(try refusal(encodes) { $0.fileLengthLimit = 1000 } == nil)
    }
}
