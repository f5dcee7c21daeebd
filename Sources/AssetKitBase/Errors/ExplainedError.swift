internal import Foundation

/// An error that knows what it is in the public API. The reason completes a sentence such as "cannot open 'a.mp4': …".
package protocol ExplainedError: Error {
    var explanation: (code: AVError.Code, reason: String) { get }
}

extension AVError: ExplainedError {
    package var explanation: (code: Code, reason: String) { (code, failureReason ?? localizedDescription) }

    /// The code and the words for what went wrong.
    package static func explanation(of cause: any Error) -> (Code, String) {
        switch cause {
        case let error as any ExplainedError: error.explanation
        // An NSError of the domain is an AVError only when it is asked for one.
        case let error as AVError: error.explanation
        default: (.unknown, (cause as NSError).localizedDescription)
        }
    }
}

extension CancellationError: ExplainedError {
    package var explanation: (code: AVError.Code, reason: String) { (.operationCancelled, "it was cancelled") }
}
