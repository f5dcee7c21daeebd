import Foundation
import TestSupport

extension PackageFolder {
    /// The vectors of the conformance kit.
    static let vectors = root.appending(path: "Tests/CMTimeLibTests/Vectors/cmtime.jsonl")
}
