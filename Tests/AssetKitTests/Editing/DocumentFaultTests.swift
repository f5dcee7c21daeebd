import Foundation
import TestSupport
import Testing

@testable import AssetKit

@Suite("AKEditDocument, where it cannot be written")
struct DocumentFaultTests {
    private let folder = TemporaryFolder()
    private let document = AKEditDocument(
        composition: AVMutableComposition(),
        name: String(repeating: "long", count: 4096)
    )

    private func failure(_ url: URL) throws -> AVError {
        try #require(throws: AVError.self) { try document.write(to: url) }
    }

    @Test("a disk that is full is one sentence, and nothing is left on it")
    func diskFull() throws {
        guard let small = SmallFileSystem(in: folder.path(""), size: "4k") else {
            print("LEFT OUT: no small file system can be mounted here, so no document was written to a full disk")
            return
        }
        defer { withExtendedLifetime(small) {} }
        let url = small.url.appending(path: "edit.otio")
        let error = try failure(url)
        #expect(error.code == .diskFull)
        #expect(error.localizedDescription == "cannot write '\(url.path)': No space left on device")
        #expect(try FileManager.default.contentsOfDirectory(atPath: small.url.path) == [])
    }

    @Test("a folder that is not there is said in the words of the system")
    func noFolder() throws {
        let url = URL(filePath: folder.path("nowhere/edit.otio"))
        #expect(try failure(url).localizedDescription == "cannot write '\(url.path)': No such file or directory")
    }
}
