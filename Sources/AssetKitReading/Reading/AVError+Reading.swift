internal import AssetKitBase
internal import AssetKitFFmpeg
internal import Foundation

extension AVError {
    /// Why samples could not be read, in one sentence about `name`.
    static func reading(_ name: String, because cause: any Error) -> AVError {
        if let error = cause as? AVError, error.errorDescription != nil { return error }
        var (code, reason) = explanation(of: cause)
        if let failure = cause as? FFmpegError, failure.isOfCodec, failure.cause != .noMemory {
            code = .decodeFailed
        }
        return AVError(
            code,
            "cannot read '\(name)': \(reason)",
            underlying: cause,
            userInfo: [NSLocalizedFailureReasonErrorKey: reason]
        )
    }
}
