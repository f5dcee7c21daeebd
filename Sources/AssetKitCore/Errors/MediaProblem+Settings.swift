internal import AssetKitBase
internal import AssetKitFFmpeg
internal import CMTimeLib
internal import Foundation

extension MediaProblem {
    /// Settings ask for what an encoder cannot do.
    package static func unsupported(_ reason: String) -> MediaProblem {
        MediaProblem(code: .unsupportedOutputSettings, reason: reason)
    }
}
