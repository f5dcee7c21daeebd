import Foundation
import Testing

@Suite("The guide's snippets")
struct OriginalsTests {
    private static let promised = [
        "01_TimeArithmetic", "02_TimeRanges", "03_AssetCreation", "04_KeyLoading", "05_SingleImage",
        "06_ImageSequence", "07_ExportPresets", "08_TrimAndExport", "09_ReaderWaveform", "10_ReaderToWriter",
        "11_WriterFromImages", "12_PlayerStatus", "13_Seeking", "14_TimeObservers",
        "15_EndOfItem", "16_QueuePlayer", "17_PlayingAFile", "18_CaptureSessionConfiguration", "19_DeviceLookup",
        "20_DeviceConfiguration", "21_SwitchingDevices", "22_MovieFileOutput", "23_VideoDataOutput", "24_StillImage",
        "25_PreviewAndAudioLevels", "26_SampleBufferToImage", "27_CompositionAndHighFrameRate",
        "28_AVCamCaptureService", "29_MetadataAndChapters",
    ]

    private static func copies() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Places.snippets.path).filter { $0.hasSuffix(".swift") }
    }

    @Test("the snippets that must compile are all here")
    func nothingIsMissing() throws {
        let copies = Set(try Self.copies())
        #expect(copies.isSuperset(of: Self.promised.map { "\($0).swift" }))
    }

    @Test(
        "each copy has the very bytes of its original",
        .enabled(if: Places.hasShared, "there is no ../shared here, so the copies were compared with NOTHING")
    )
    func copiesAreUnchanged() throws {
        for name in try Self.copies() {
            let copy = try Data(contentsOf: Places.snippets.appending(path: name))
            let original = try Data(contentsOf: Places.originals.appending(path: name))
            #expect(copy == original, "\(name) is not the original any more")
        }
    }
}
