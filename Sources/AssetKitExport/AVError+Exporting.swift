internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import Foundation

extension AVError {
    /// Why a file could not be made, in one sentence about `name`: that of the media that is read, or of the new file where
    /// writing it went wrong.
    static func exporting(_ name: String, because cause: any Error) -> AVError {
        if let error = cause as? AVError, error.errorDescription != nil { return error }
        var (code, reason) = explanation(of: cause)
        if let failure = cause as? FFmpegError, failure.isOfCodec, failure.cause != .noMemory {
            code = failure.isOfEncoder ? .encodeFailed : .decodeFailed
        }
        if let failure = cause as? WriteFailure { (code, reason) = explanation(ofWriting: failure) }
        return AVError(
            code,
            "cannot export '\(name)': \(reason)",
            underlying: (cause as? WriteFailure)?.cocoaError ?? cause,
            userInfo: [NSLocalizedFailureReasonErrorKey: reason]
        )
    }

    private static func explanation(ofWriting failure: WriteFailure) -> (Code, String) {
        switch failure.number {
        case EEXIST: (.fileAlreadyExists, "there is a file of that name already")
        case _ where failure.isNoRoom: (.diskFull, failure.reason)
        default: (.exportFailed, failure.reason)
        }
    }
}
