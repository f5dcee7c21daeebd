import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitMedia
@testable import AssetKitSources

@Suite("Files that readers have in common")
struct ReadingSessionTests {
    private let folder = TemporaryFolder()

    /// Tracks of pictures, each in a file of its own that nobody else reads.
    private func tracks(_ count: Int, _ name: String = "h264-bframes.mp4") async throws -> [TrackSource] {
        var tracks: [TrackSource] = []
        for number in 0..<count {
            let copy = URL(filePath: folder.path("\(number)-\(name)"))
            try FileManager.default.copyItem(at: SampleMedia.url(name), to: copy)
            let asset = AVURLAsset(url: copy)
            let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
            tracks.append(try asset.requireLoaded().source(of: track))
        }
        return tracks
    }

    @Test("few stay open, and what is read is not opened a second time")
    func limit() async throws {
        let tracks = try await tracks(12)
        let session = ReadingSession(tracks[0].input)
        let first = try session.reader(of: tracks[0], decoding: true, false)
        for track in tracks { _ = try session.reader(of: track, decoding: true, false) }
        #expect(try OpenFiles.count(in: folder) <= 6)
        #expect(session.counters.snapshot.opens == 12)
        _ = try session.reader(of: tracks[0], decoding: true, false)
        #expect(session.counters.snapshot.opens == 12)
        _ = try session.reader(of: tracks[1], decoding: true, false)
        #expect(session.counters.snapshot.opens == 13)
        withExtendedLifetime(first) {}
    }

    @Test("those used longest ago are closed first")
    func closingOrder() async throws {
        let tracks = try await tracks(7)
        let session = ReadingSession(tracks[0].input)
        func opens(_ number: Int) throws -> Int {
            _ = try session.reader(of: tracks[number], decoding: true, false)
            return session.counters.snapshot.opens
        }
        for number in 0..<6 { _ = try opens(number) }
        let counts = try [0, 6, 0, 2, 1].map(opens)
        // Only the second one has been closed, for the seventh.
        #expect(counts == [6, 7, 7, 7, 8])
    }

    @Test("all that are read at once are open, and no more than that", arguments: ["h264-bframes.mp4", "h264.ts"])
    func manyAtOnce(name: String) async throws {
        let tracks = try await tracks(9, name)
        let session = ReadingSession(tracks[0].input)
        var readers = try tracks.map { try session.reader(of: $0, decoding: true, false).samples }
        #expect(try OpenFiles.count(in: folder) == readers.count)
        readers = []
        _ = try session.reader(of: tracks[0], decoding: true, false)
        #expect(try OpenFiles.count(in: folder) <= 6)
    }

    @Test("a file that is another one when it is opened again has changed")
    func change() async throws {
        let tracks = try await tracks(9)
        let session = ReadingSession(tracks[0].input)
        for track in tracks { _ = try session.reader(of: track, decoding: true, false) }
        guard case .file(let path) = tracks[0].input.place else { throw MediaProblem.empty }
        let bytes = try Data(contentsOf: URL(filePath: path))
        try (bytes + [0]).write(to: URL(filePath: path))
        let problem = #expect(throws: MediaProblem.self) {
            _ = try session.reader(of: tracks[0], decoding: true, false)
        }
        #expect(problem?.code == .mediaChanged)
        // Others are read on.
        _ = try session.reader(of: tracks[1], decoding: true, false)
    }
}
