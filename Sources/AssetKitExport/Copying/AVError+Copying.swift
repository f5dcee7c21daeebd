internal import AssetKitBase
internal import Foundation

extension AVError {
    /// Why samples could not be copied, in one sentence about `name`.
    static func copying(_ name: String, because cause: any Error) -> AVError {
        if let error = cause as? AVError, error.errorDescription != nil { return error }
        let (code, reason) = explanation(of: cause)
        return AVError(
            code,
            "cannot copy '\(name)': \(reason)",
            underlying: cause,
            userInfo: [NSLocalizedFailureReasonErrorKey: reason]
        )
    }
}
