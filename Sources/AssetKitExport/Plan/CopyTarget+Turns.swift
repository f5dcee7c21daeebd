internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitSinks
internal import Foundation

extension CopyTarget {
    /// How pictures are shown: as their track says, and turned besides.
    func shown(_ video: VideoFacts) -> CGAffineTransform {
        guard rotation % 360 != 0 else { return video.transform }
        return video.transform.turned(by: rotation).startingAtOrigin(video.naturalSize)
    }

    /// What the file cannot say of how copied pictures are shown, in a sentence. Throws where that was asked for.
    func lostTurn(of video: VideoFacts, trackID: Int32) throws -> String? {
        guard let obstacle = MediaSinks.obstacle(toTurn: shown(video), in: fileType) else { return nil }
        guard rotation % 360 == 0 else {
            let reason = "pictures that are copied cannot be \(obstacle); encode them, or choose mp4, mov or mkv"
            throw MediaProblem(code: .unsupportedOutputSettings, reason: reason)
        }
        return "the pictures of track \(trackID) are \(obstacle); they will show as they are stored"
    }
}
