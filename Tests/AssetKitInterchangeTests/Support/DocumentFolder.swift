import Foundation

/// The documents that OpenTimelineIO made, each with what it says about it.
enum DocumentFolder {
    static let own = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Documents")

    /// The names of a folder's documents, without their endings.
    static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".otio") }
            .map { String($0.dropLast(5)) }.sorted()
    }

    static func bytes(_ name: String, in folder: URL = own) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    static func facts(_ name: String, in folder: URL = own) throws -> LibraryFacts {
        try JSONDecoder().decode(LibraryFacts.self, from: Data(contentsOf: folder.appending(path: name + ".json")))
    }
}
