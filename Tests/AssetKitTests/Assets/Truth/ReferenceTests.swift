import AssetKit
import Foundation
import Testing

@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("A file may not have others opened")
struct ReferenceTests {
    @Test("a playlist may name files in and below its folder", arguments: ["a.ts", "./a.ts", "below/a.ts"])
    func membersAreAllowed(_ name: String) async throws {
        let folder = try ScratchFolder()
        let sample = try Data(contentsOf: SampleMedia.url("h264.ts"))
        _ = try folder.write(sample, to: "list/a.ts")
        _ = try folder.write(sample, to: "list/below/a.ts")
        let list = try folder.write(Self.playlist(name), to: "list/list.m3u8")
        #expect(try await AVURLAsset(url: list).load(.tracks).count == 2)
    }

    @Test(
        "a playlist may not name others",
        arguments: [
            "../a.ts", "below/../../a.ts", "link.ts", "linked/a.ts", "ABSOLUTE", "file://ABSOLUTE",
        ]
    )
    func othersAreForbidden(_ name: String) async throws {
        let folder = try ScratchFolder()
        let outside = try folder.write(try Data(contentsOf: SampleMedia.url("h264.ts")), to: "a.ts")
        let name = name.replacing("ABSOLUTE", with: outside.path)
        let list = try folder.write(Self.playlist(name), to: "list/list.m3u8")
        try FileManager.default.createDirectory(at: folder.url("list/below"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: folder.url("list/link.ts"), withDestinationURL: outside)
        try FileManager.default.createSymbolicLink(at: folder.url("list/linked"), withDestinationURL: folder.root)
        try await expectForbidden(list)
        let options = [AVURLAssetReferenceRestrictionsKey: AVAssetReferenceRestrictions(rawValue: 0).rawValue]
        #expect(try await AVURLAsset(url: list, options: options).load(.tracks).count == 2, "allowed when asked for")
    }

    @Test(
        "a local playlist may not go to the network",
        arguments: ["http://127.0.0.1:9/a.ts", "https://127.0.0.1:9/a.ts"]
    )
    func networkIsForbidden(_ address: String) async throws {
        let folder = try ScratchFolder()
        try await expectForbidden(try folder.write(Self.playlist(address), to: "list.m3u8"))
    }

    @Test(
        "no protocol of FFmpeg's gets around it",
        arguments: [
            "concat:a.ts", "subfile,,start,0,end,0,,:/etc/passwd", "crypto:a.ts", "async:/etc/passwd", "pipe:0",
            "file:../a.ts",
        ]
    )
    func protocolsAreForbidden(_ address: String) async throws {
        let folder = try ScratchFolder()
        let sample = try Data(contentsOf: SampleMedia.url("h264.ts"))
        _ = try folder.write(sample, to: "a.ts")
        let list = try folder.write(Self.playlist(address), to: "list.m3u8")
        await #expect(throws: AVError.self) { try await AVURLAsset(url: list).load(.tracks) }
    }

    @Test("something else that calls itself a playlist has no members", arguments: ["list.mp4", "list.txt", "list"])
    func playlistsNeedTheirName(_ name: String) async throws {
        let folder = try ScratchFolder()
        _ = try folder.write(try Data(contentsOf: SampleMedia.url("h264.ts")), to: "a.ts")
        let list = try folder.write(Self.playlist("a.ts"), to: name)
        await #expect(throws: AVError.self) { try await AVURLAsset(url: list).load(.tracks) }
    }

    @Test("lists for joining files are never followed", arguments: ["list.ffconcat", "list.txt", "list.mp4"])
    func concatenationIsForbidden(_ name: String) async throws {
        let folder = try ScratchFolder()
        _ = try folder.write(try Data(contentsOf: SampleMedia.url("h264.ts")), to: "a.ts")
        let list = try folder.write(Data("ffconcat version 1.0\nfile 'a.ts'\n".utf8), to: name)
        try await expectForbidden(list)
    }

    private func expectForbidden(_ list: URL) async throws {
        let error = await #expect(throws: AVError.self) { try await AVURLAsset(url: list).load(.tracks) }
        #expect(error?.code == .referenceForbiddenByReferencePolicy, "\(String(describing: error))")
        #expect(error?.localizedDescription.contains("it refers to '") == true)
    }

    private static func playlist(_ name: String) -> Data {
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:3", "#EXTINF:3,", name, "#EXT-X-ENDLIST", ""]
        return Data(lines.joined(separator: "\n").utf8)
    }
}
