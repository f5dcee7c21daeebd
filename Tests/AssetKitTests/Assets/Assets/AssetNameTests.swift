import AssetKit
import Foundation
import Testing

@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Names that clients know assets by")
struct AssetNameTests {
    @Test("an asset of an address is an asset of a URL")
    func classCluster() async throws {
        let url = SampleMedia.url("aac.m4a")
        let asset = AVAsset(url: url)
        #expect((asset as? AVURLAsset)?.url == url)
        #expect(try await asset.load(.tracks).count == 1)
        let typed: AVURLAsset = AVURLAsset(url: url)
        #expect(typed.url == url)
    }

    @Test("notifications have the class constants and the older names")
    func notifications() {
        #expect(AVAsset.durationDidChangeNotification == .AVAssetDurationDidChange)
        #expect(AVAsset.durationDidChangeNotification.rawValue == AVAssetDurationDidChangeNotification)
        #expect(AVAssetTrack.segmentsDidChangeNotification == .AVAssetTrackSegmentsDidChange)
        #expect(AVAssetWasDefragmentedNotification == "AVAssetWasDefragmentedNotification")
    }

    @Test("an error tells types whether they were put in as constants or as texts")
    func errorTypes() {
        let typed = AVError(
            .unknown,
            userInfo: [AVErrorMediaTypeKey: AVMediaType.audio, AVErrorFileTypeKey: "public.mp3"]
        )
        #expect(typed.mediaType == .audio)
        #expect(typed.fileType == .mp3)
        let bridged = NSError(
            domain: AVFoundationErrorDomain,
            code: -11800,
            userInfo: [AVErrorMediaTypeKey: "vide" as NSString]
        )
        #expect((bridged as? AVError)?.mediaType == .video)
        #expect(AVError(.unknown).fileType == nil)
        #expect(AVError(.unknown, userInfo: [AVErrorMediaTypeKey: 7]).mediaType == nil)
    }
}
