import Foundation
import TestSupport

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitISOMedia

/// The media corpus that lies beside the checkout, or where `ASSETKIT_CORPUS` says.
enum ISOCorpus {
    /// One file and what other tools found in it.
    struct Entry: @unchecked Sendable, CustomStringConvertible {
        // SAFETY: the values are what JSON gives, and nobody changes them.
        let values: [String: Any]

        var file: String { values["file"] as? String ?? "" }
        var fileClass: String { values["class"] as? String ?? "" }
        var size: Int { values["size"] as? Int ?? 0 }
        var boxes: [String: Any]? { values["bmff"] as? [String: Any] }
        var tracks: [[String: Any]] { boxes?["tracks"] as? [[String: Any]] ?? [] }
        var top: [String] { boxes?["top"] as? [String] ?? [] }
        var problems: [String] { boxes?["problems"] as? [String] ?? [] }
        var tags: Set<String> { Set(values["tags"] as? [String] ?? []) }
        var packets: [String: [String: Any]] { values["packets"] as? [String: [String: Any]] ?? [:] }
        var streams: [[String: Any]] { (values["ffprobe"] as? [String: Any])?["streams"] as? [[String: Any]] ?? [] }
        var url: URL { ISOCorpus.folder.appending(path: file) }
        var description: String { file }

        func window() throws -> ByteWindow { try ByteWindow(AKDataSource(Data(contentsOf: url))) }
    }

    static let folder = PackageFolder.corpus

    /// All files with boxes; empty, with loud words, where there is no corpus.
    static let entries: [Entry] = {
        let index = folder.appending(path: "index.json")
        guard let data = try? Data(contentsOf: index),
            let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        else {
            print("LEFT OUT: no corpus at \(folder.path), so the ISO media reader was not compared with other tools")
            return []
        }
        return list.map { Entry(values: $0) }.filter { $0.boxes != nil }
    }()

    static var isThere: Bool { !entries.isEmpty }
}

extension ISOCode {
    /// The four characters as they are.
    var latin1: String {
        String(String.UnicodeScalarView((0..<4).map { UnicodeScalar(UInt8(rawValue >> UInt32(24 - 8 * $0) & 0xff)) }))
    }
}
