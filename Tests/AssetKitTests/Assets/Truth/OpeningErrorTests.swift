import AssetKit
import Foundation
import TestSupport
import Testing

@testable import AssetKitBase

@Suite("What cannot be opened is a clear sentence")
struct OpeningErrorTests {
    @Test("a missing file")
    func missing() async throws {
        let folder = try ScratchFolder()
        let error = try await failure(of: folder.url("none.mp4"))
        #expect(error.localizedDescription == "cannot open '\(folder.url("none.mp4").path)': No such file or directory")
    }

    @Test("a folder")
    func directory() async throws {
        let folder = try ScratchFolder()
        let error = try await failure(of: folder.url("."))
        #expect(error.localizedDescription.hasSuffix("': Is a directory"))
    }

    @Test("an empty file")
    func empty() async throws {
        let folder = try ScratchFolder()
        let error = try await failure(of: folder.write(Data(), to: "empty.mp4"))
        #expect(error.code == .fileFormatNotRecognized)
        #expect(error.localizedDescription.hasSuffix("empty.mp4': it is empty"))
    }

    @Test("garbage and text", arguments: ["noise.mp4", "noise.mkv", "noise.bin", "text.txt", "text.mp4", "page.html"])
    func notMedia(_ name: String) async throws {
        let folder = try ScratchFolder()
        var data = Data("Dear reader,\nthis is a letter, nothing more.\n".utf8)
        if name.hasPrefix("noise") {
            var generator = SeededGenerator(seed: 7)
            data = Data((0..<5000).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
        }
        let error = try await failure(of: folder.write(data, to: name))
        #expect([.fileFormatNotRecognized, .fileFailedToParse].contains(error.code), "\(error)")
        #expect(!error.localizedDescription.contains("\n"))
    }

    @Test(
        "Matroska that cannot be read",
        arguments: [
            (
                Self.matroskaHead(size: 0x0100_0010_0000_0000), AVError.Code.fileFailedToParse,
                "the EBML header would take"
            ),
            (Self.matroskaHead(readVersion: 9), .operationNotSupportedForAsset, "a reader of EBML version 9"),
            (Self.matroskaHead(), .fileFailedToParse, "the file ends before its segment"),
        ]
    )
    func brokenMatroska(_ data: Data, code: AVError.Code, reason: String) async throws {
        let folder = try ScratchFolder()
        let error = try await failure(of: folder.write(data, to: "broken.mkv"))
        #expect(error.code == code)
        #expect(error.localizedDescription.contains(reason), "\(error)")
    }

    /// The head of a Matroska file with nothing behind it.
    fileprivate static func matroskaHead(size: UInt64? = nil, readVersion: UInt8 = 1) -> Data {
        let content: [UInt8] = [0x42, 0xf7, 0x81, readVersion, 0x42, 0x82, 0x88] + Array("matroska".utf8)
        let size = size ?? (0x0100_0000_0000_0000 | UInt64(content.count))
        let sizeBytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
        return Data([0x1a, 0x45, 0xdf, 0xa3] + sizeBytes + content)
    }

    @Test("an address that nothing here can read")
    func unknownScheme() async throws {
        let url = try #require(URL(string: "gopher://example.invalid/a.mp4"))
        let error = try await failure(of: url)
        #expect(error.code == .contentIsUnavailable)
        #expect(error.localizedDescription.contains("'gopher:'"))
    }

    @Test("a file that may not be read", .enabled(if: OtherUser.isPossible))
    func permissionDenied() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(Data("secret".utf8), to: "secret.mp4")
        chmod(file.path, 0)
        guard getuid() == 0 else {
            #expect(try await failure(of: file).localizedDescription.hasSuffix("': Permission denied"))
            return
        }
        chmod(folder.root.path, 0o755)
        await #expect(processExitsWith: .success) { [path = file.path as String] in
            // Root reads everything, so somebody else has to ask.
            try #require(setgid(65534) == 0 && setuid(65534) == 0)
            let error = await #expect(throws: AVError.self) {
                try await AVURLAsset(url: URL(filePath: path)).load(.tracks)
            }
            #expect(error?.localizedDescription == "cannot open '\(path)': Permission denied")
        }
    }

    private func failure(of url: URL) async throws -> AVError {
        let asset = AVURLAsset(url: url)
        let error = await #expect(throws: AVError.self) { try await asset.load(.tracks) }
        let found = try #require(error)
        #expect(found.localizedDescription.hasPrefix("cannot open '"))
        return found
    }
}

/// Whether somebody can be found to whom a file may be forbidden.
enum OtherUser {
    static let isPossible: Bool = {
        if getuid() != 0 || getpwuid(65534) != nil { return true }
        TestNotes.write("*** LEFT OUT: there is no user but root; the test of forbidden files does not run ***\n")
        return false
    }()
}

/// A folder that goes away with its owner.
final class ScratchFolder {
    let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "assetkit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: root)
        } catch {
            TestNotes.write("cannot remove '\(root.path)': \(error)\n")
        }
    }

    func url(_ name: String) -> URL { root.appending(path: name) }

    func write(_ data: Data, to name: String) throws -> URL {
        let url = url(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
        return url
    }
}
