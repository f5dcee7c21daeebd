internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSinks
internal import Foundation

extension AVError {
    /// Why a file could not be made of others, in one sentence about `path`.
    static func joining(_ path: String, because cause: any Error) -> AVError {
        let (code, reason) =
            switch cause {
            case let failure as WriteFailure where failure.number == EEXIST:
                (Code.fileAlreadyExists, "it exists already")
            case let failure as WriteFailure:
                (failure.isNoRoom ? Code.diskFull : .exportFailed, failure.reason)
            default: explanation(of: cause)
            }
        return AVError(
            code,
            "cannot write '\(path)': \(reason)",
            underlying: (cause as? WriteFailure)?.cocoaError ?? cause,
            userInfo: [NSLocalizedFailureReasonErrorKey: reason, NSFilePathErrorKey: path]
        )
    }
}
