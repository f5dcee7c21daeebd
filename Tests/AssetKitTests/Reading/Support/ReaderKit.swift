import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitMedia

enum ReaderKit {
    /// A reader of a sample, with an output of its first track of a type.
    static func reader(
        _ name: String = "h264-bframes.mp4",
        _ type: AVMediaType = .audio
    ) throws -> (AVAssetReader, AVAssetReaderTrackOutput) {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let track = try #require(asset.tracks(withMediaType: type).first)
        let settings: [String: Any] = type == .audio ? [AVFormatIDKey: kAudioFormatLinearPCM] : [:]
        return (try AVAssetReader(asset: asset), AVAssetReaderTrackOutput(track: track, outputSettings: settings))
    }
}
