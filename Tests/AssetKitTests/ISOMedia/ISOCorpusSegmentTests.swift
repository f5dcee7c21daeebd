import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitISOMedia

/// Segments of the corpus behind their initialization segments, against what FFmpeg finds in the playlists.
@Suite("ISO corpus segments", .enabled(if: ISOCorpus.isThere))
struct ISOCorpusSegmentTests {
    struct Presentation: Sendable, CustomTestStringConvertible {
        let folder: String
        let header: String
        /// What the names of the segments start with, in front of their numbers.
        let prefix: String
        let numbers: ClosedRange<Int>
        /// Packets, bytes, key samples, first and last time of each track, as the index has them for the playlist.
        let expected: [[Int]]

        var testDescription: String { "\(folder)/\(prefix)" }
    }

    private static let cmaf = "files/androidx-media/cmaf/multi-segment"
    private static let presentations = [
        Presentation(
            folder: cmaf,
            header: "audio_init.mp4",
            prefix: "audio_",
            numbers: 1...12,
            expected: [[131, 47084, 131, 0, 133_120]]
        ),
        Presentation(
            folder: cmaf,
            header: "video_init.mp4",
            prefix: "video_",
            numbers: 1...12,
            expected: [[90, 381_828, 12, 1024, 46592]]
        ),
        Presentation(
            folder: "files/androidx-media/hls/multi-segment",
            header: "init.mp4",
            prefix: "playlist",
            numbers: 0...1,
            expected: [[30, 413_323, 30, 0, 29029], [45, 9310, 45, 0, 45056]]
        ),
    ]

    @Test("segments behind their header are one movie", arguments: presentations)
    func joined(presentation: Presentation) throws {
        let folder = ISOCorpus.folder.appending(path: presentation.folder)
        var bytes = try Data(contentsOf: folder.appending(path: presentation.header))
        for number in presentation.numbers {
            bytes += try Data(contentsOf: folder.appending(path: "\(presentation.prefix)\(number).m4s"))
        }
        let movie = try ISOFileReader.read(ByteWindow(AKDataSource(bytes)))
        #expect(movie.warnings.isEmpty)
        #expect(movie.fragmentCount >= presentation.numbers.count)
        let facts = movie.tracks.map(\.samples.facts).map {
            [
                $0.sampleCount, Int($0.byteCount), $0.syncSampleCount, Int($0.firstPresentationTime ?? -1),
                Int($0.lastPresentationTime ?? -1),
            ]
        }
        #expect(facts == presentation.expected)
    }
}
