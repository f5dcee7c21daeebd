import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitMedia

@Suite("What joined files say about themselves, and how large they may be")
struct JoinMetadataTests {
    private let folder = TemporaryFolder()

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
    }

    private func session(_ names: String...) -> AKJoinSession {
        AKJoinSession(assets: names.map { AVURLAsset(url: SampleMedia.url($0)) })
    }

    private func join(_ session: AKJoinSession, to name: String) async throws -> AVURLAsset {
        let url = URL(filePath: folder.path(name))
        try await session.export(to: url)
        return AVURLAsset(url: url)
    }

    private func chapters(_ asset: AVAsset) async throws -> [(title: String?, start: CMTime)] {
        try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: []).map {
            ($0.items.first?.stringValue, $0.timeRange.start)
        }
    }

    private func texts(_ asset: AVAsset) async throws -> [String] {
        try await asset.load(.metadata).compactMap(\.stringValue)
    }

    @Test("changes go before what the first file says, and a cover is in the file")
    func changes() async throws {
        let session = session("tags-itunes.m4a", "tags-itunes.m4a")
        let before = try await texts(session.clips[0].asset)
        session.metadataChanges = [.init(name: "title", value: "Twice"), .init(name: "composer", value: "We")]
        session.cover = Data([0xFF, 0xD8, 0xFF, 0xD9])
        let made = try await join(session, to: "out.m4a")
        let items = try await made.load(.metadata)
        #expect(items.filter { $0.commonKey == .commonKeyTitle }.map(\.stringValue) == ["Twice"])
        #expect(items.filter { $0.commonKey == .commonKeyArtwork }.compactMap(\.dataValue) == [session.cover])
        let after = try await texts(made)
        #expect(after.contains("We"))
        #expect(Set(before).intersection(after).count >= 2)
    }

    @Test("a client's items take the place of the first file's, and nothing is said to be left out")
    func items() async throws {
        let session = session("aac.m4a", "tags-itunes.m4a")
        let url = URL(filePath: folder.path("out.m4a"))
        #expect(try await session.plan(for: url).warnings.contains { $0.contains("is left out") })
        let item = AVMutableMetadataItem()
        (item.identifier, item.value) = (.iTunesMetadataSongName, "Ours" as NSString)
        session.metadata = [item]
        #expect(try await session.plan(for: url).warnings.allSatisfy { !$0.contains("is left out") })
        #expect(try await texts(join(session, to: "out.m4a")).contains("Ours"))
    }

    @Test("nothing that the first file says is kept where it is stripped")
    func stripped() async throws {
        let session = session("tags-itunes.m4a", "tags-itunes.m4a")
        let before = try await texts(session.clips[0].asset)
        session.stripsMetadata = true
        let after = try await texts(join(session, to: "out.m4a"))
        #expect(Set(before).isDisjoint(with: after))
    }

    @Test("chapters are those of all clips, unless others are given; those behind the end are named")
    func chapters() async throws {
        let session = session("h264-bframes.mp4", "chapters.mp4")
        #expect(try await chapters(join(session, to: "all.mp4")).map(\.start.seconds) == [3, 4, 5])
        session.chapters = [("One", 0), ("Two", 4), ("Late", 7)].map { title, start in
            let start = CMTime(value: Int64(start), timescale: 1)
            return .init(title: title, timeRange: CMTimeRange(start: start, duration: .invalid))
        }
        let made = try await chapters(join(session, to: "own.mp4"))
        #expect(made.map(\.title) == ["One", "Two"])
        #expect(made.map(\.start.seconds) == [0, 4])
        #expect(session.result?.plan.warnings == ["the chapter 'Late' begins behind the end and is left out"])
        session.chapters = []
        #expect(try await chapters(join(session, to: "none.mp4")).isEmpty)
    }

    @Test("what the file has no place for is refused before anything is written")
    func refused() async throws {
        let session = session("h264.ts", "h264.ts")
        session.cover = Data([0xFF, 0xD8, 0xFF, 0xD9])
        let error = try await #require(throws: AVError.self) { try await join(session, to: "out.ts") }
        #expect(error.localizedDescription.hasSuffix("has no place for a cover"))
        #expect(try names().isEmpty)
    }

    @Test("a file beyond the limit is refused and nothing of it is left; one within it is made")
    func limit() async throws {
        let session = session("h264-bframes.mp4", "h264-bframes.mp4")
        _ = try await join(session, to: "whole.mp4")
        let size = try #require(session.result).fileLength
        session.fileLengthLimit = size
        _ = try await join(session, to: "within.mp4")
        #expect(try #require(session.result).fileLength == size)
        // The samples alone fit, the file does not.
        session.fileLengthLimit = size - 1
        _ = try await session.plan(for: URL(filePath: folder.path("beyond.mp4")))
        await #expect(throws: AVError.self) { _ = try await join(session, to: "beyond.mp4") }
        session.fileLengthLimit = size / 2
        let beyond = URL(filePath: folder.path("beyond.mp4"))
        let error = try await #require(throws: AVError.self) { _ = try await session.plan(for: beyond) }
        #expect(error.localizedDescription.contains("\(size / 2) bytes cannot hold it; the samples as they are take"))
        #expect(try names() == ["whole.mp4", "within.mp4"])
    }
}
