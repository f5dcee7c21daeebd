import AssetKit
import Foundation
import Testing

@testable import AssetKitMedia

@Suite("Extensions of format descriptions")
struct ExtensionValueTests {
    @Test("values are equal that mean the same")
    func equality() {
        typealias Value = CMFormatDescription.Extensions.Value
        #expect(Value.number(24) == .number(NSNumber(value: 24)) && Value.number(24) != .number(25))
        #expect(Value.string("a") == .string("a") && Value.string("a") != .string("b"))
        #expect(Value.data(Data([1, 2])) == .data(Data([1, 2])))
        #expect(
            Value.pixelAspectRatio(horizontalSpacing: 4, verticalSpacing: 3)
                == .dictionary(["HorizontalSpacing": NSNumber(value: 4), "VerticalSpacing": 3])
        )
        #expect(Value.array([1, 2]) != .array([2, 1]))
    }

    @Test("a name that is a text reads, sets and removes what a key does")
    func textKeys() {
        var extensions = CMFormatDescription.Extensions(base: nil)
        extensions[kCMFormatDescriptionExtension_Depth] = 24
        #expect(extensions[.depth] == .number(24))
        extensions[.depth] = nil
        #expect(extensions[kCMFormatDescriptionExtension_Depth] == nil && extensions.isEmpty)
    }

    @Test("layouts of channels by their older names are the same")
    func olderLayouts() {
        #expect(kAudioChannelLayoutTag_MPEG_1_0 == kAudioChannelLayoutTag_Mono)
        #expect(kAudioChannelLayoutTag_MPEG_2_0 == kAudioChannelLayoutTag_Stereo)
        #expect(kAudioChannelLayoutTag_ITU_3_2_1 == kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(kAudioChannelLayoutTag_DVD_17 == kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(kAudioChannelLayoutTag_WAVE_7_1 == 189 << 16 | 8)
        #expect(kAudioChannelLayoutTag_DTS_8_1_B & 0xffff == 9)
    }

    @Test(
        "sound is encoded in a layout that wave files have",
        arguments: [
            (kAudioChannelLayoutTag_MPEG_2_0, 2), (kAudioChannelLayoutTag_WAVE_5_1_B, 6),
            (kAudioChannelLayoutTag_WAVE_7_1, 8),
        ]
    )
    func encodedLayout(tag: AudioChannelLayoutTag, count: Int) throws {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = tag
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatFLAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: count,
            AVChannelLayoutKey: Data(bytes: &layout, count: MemoryLayout<AudioChannelLayout>.size),
        ]
        let url = FileManager.default.temporaryDirectory.appending(path: "assetkit-\(UUID().uuidString).mka")
        let writer = try AVAssetWriter(outputURL: url, fileType: .akMatroska)
        #expect(writer.canApply(outputSettings: settings, forMediaType: .audio))
    }
}
