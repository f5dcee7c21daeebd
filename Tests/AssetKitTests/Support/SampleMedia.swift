import Foundation
import TestSupport

/// The committed sample media and what `truth.json` says of it.
enum SampleMedia {
    static let folder = PackageFolder.samples

    static func url(_ name: String) -> URL { folder.appending(path: name) }

    /// Everything `truth.json` says.
    static func truth() throws -> SampleTruth {
        try JSONDecoder().decode(SampleTruth.self, from: Data(contentsOf: url("truth.json")))
    }
}

/// The facts about the samples, as far as tests read them. `SampleMedia/README.md` describes the schema.
struct SampleTruth: Decodable {
    struct File: Decodable {
        let name: String
        let byteCount: Int
        let sha256: String
        let container: String
    }

    let schema: Int
    let files: [File]
}
