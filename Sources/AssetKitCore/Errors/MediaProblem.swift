package import AssetKitBase

/// An error of our own about media: its code, and why it failed, as the end of a sentence.
package struct MediaProblem: ExplainedError {
    package let code: AVError.Code
    package let reason: String
    /// Nothing of a track lies in the range: whoever asked for more tracks than this one can do without.
    package var isLackOfSamples = false
    /// The name of the source that the reason begins with, where it is one of several; nil where it names none.
    let namedSource: String?

    package init(code: AVError.Code, reason: String, isLackOfSamples: Bool = false) {
        self.code = code
        self.reason = reason
        self.isLackOfSamples = isLackOfSamples
        namedSource = nil
    }

    /// Why something failed with one of several sources, whose name the sentence is to have. `reason`: the rest of the sentence.
    package init(code: AVError.Code, inSource name: String, reason: String) {
        self.code = code
        self.reason = "in '\(name)', \(reason)"
        namedSource = name
    }

    package var explanation: (code: AVError.Code, reason: String) { (code, reason) }

    package static let empty = MediaProblem(code: .fileFormatNotRecognized, reason: "it is empty")
    package static let hasChanged = MediaProblem(code: .mediaChanged, reason: "it has changed while it was read")
    package static let withoutSamples = MediaProblem(
        code: .operationNotSupportedForAsset,
        reason: "there are no samples in the range",
        isLackOfSamples: true
    )
    static let unrecognised = MediaProblem(
        code: .fileFormatNotRecognized,
        reason: "it is not media of a kind known here"
    )
}
