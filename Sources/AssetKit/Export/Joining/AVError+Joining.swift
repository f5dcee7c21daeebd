internal import Foundation

extension AVError {
    /// Why a file could not be made of others, in one sentence about `path`.
    static func joining(_ path: String, because cause: any Error) -> AVError {
        let (code, reason) =
            switch cause {
            case let failure as FileFailure where failure.number == EEXIST:
                (Code.fileAlreadyExists, "it exists already")
            case let failure as FileFailure:
                (failure.isNoRoom ? Code.diskFull : .exportFailed, failure.reason)
            default: explanation(of: cause)
            }
        return AVError(
            code,
            "cannot write '\(path)': \(reason)",
            underlying: (cause as? FileFailure)?.cocoaError ?? cause,
            userInfo: [NSLocalizedFailureReasonErrorKey: reason, NSFilePathErrorKey: path]
        )
    }
}
