internal import AssetKitBase
internal import Foundation

extension AVError {
    /// Why media could not be opened, in one sentence about `name`.
    static func opening(_ name: String, because cause: any Error) -> AVError {
        let (code, reason) = explanation(of: cause)
        return AVError(
            code,
            "cannot open '\(name)': \(reason)",
            underlying: cause,
            userInfo: [NSLocalizedFailureReasonErrorKey: reason]
        )
    }
}

/// An error of our own about media: its code, and why it failed, as the end of a sentence.
struct MediaProblem: ExplainedError {
    let code: AVError.Code
    let reason: String
    /// Nothing of a track lies in the range: whoever asked for more tracks than this one can do without.
    var isLackOfSamples = false
    var explanation: (code: AVError.Code, reason: String) { (code, reason) }

    static let empty = MediaProblem(code: .fileFormatNotRecognized, reason: "it is empty")
    static let withoutSamples = MediaProblem(
        code: .operationNotSupportedForAsset,
        reason: "there are no samples in the range",
        isLackOfSamples: true
    )
    static let unrecognised = MediaProblem(
        code: .fileFormatNotRecognized,
        reason: "it is not media of a kind known here"
    )
}
