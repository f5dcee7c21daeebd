package import AssetKitBase
internal import Foundation

extension AVError {
    /// Why media could not be opened, in one sentence about `name`.
    package static func opening(_ name: String, because cause: any Error) -> AVError {
        let (code, reason) = explanation(of: cause)
        return AVError(
            code,
            "cannot open '\(name)': \(reason)",
            underlying: cause,
            userInfo: [NSLocalizedFailureReasonErrorKey: reason]
        )
    }
}
