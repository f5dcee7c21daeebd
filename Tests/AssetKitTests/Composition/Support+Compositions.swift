import Testing

@testable import AssetKit
@testable import AssetKitAssets

/// Times in the 25ths of a second that most samples' pictures show for.
func frames(_ count: Int64, at rate: CMTimeScale = 25) -> CMTime { CMTime(value: count, timescale: rate) }

func frameRange(_ start: Int64, _ end: Int64, at rate: CMTimeScale = 25) -> CMTimeRange {
    CMTimeRange(start: frames(start, at: rate), end: frames(end, at: rate))
}

extension AVMutableComposition {
    /// Adds a track of pictures or of sound.
    func track(_ mediaType: AVMediaType) throws -> AVMutableCompositionTrack {
        try #require(addMutableTrack(withMediaType: mediaType, preferredTrackID: kCMPersistentTrackID_Invalid))
    }
}

extension AVMutableCompositionTrack {
    /// Puts a range of the first such track of a sample at the end.
    func append(_ name: String, _ range: CMTimeRange) async throws {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let source = try #require(try await asset.loadTracks(withMediaType: mediaType).first)
        try insertTimeRange(range, of: source, at: .invalid)
    }
}
