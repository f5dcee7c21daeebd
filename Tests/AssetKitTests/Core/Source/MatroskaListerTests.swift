import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitFFmpeg
@testable import AssetKitMedia
@testable import AssetKitSources

@Suite("Matroska, samples listed by blocks")
struct MatroskaListerTests {
    private static let names: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: SampleMedia.folder.path)
        return (names ?? []).filter { $0.hasSuffix(".mkv") || $0.hasSuffix(".webm") }.sorted()
    }()

    /// Few packets, so that most of a short file is listed by its blocks.
    private static let beginnings = [8, 30, 120]

    @Test("blocks tell what FFmpeg tells", arguments: names)
    func samples(_ name: String) throws {
        for beginning in Self.beginnings { _ = try ListedBothWays.compare(SampleMedia.url(name), beginning) }
    }

    @Test("of the most usual files blocks tell", arguments: ["h264-bframes.mkv", "av1-opus.webm", "vp9-opus.webm"])
    func usual(_ name: String) throws {
        #expect(try ListedBothWays.compare(SampleMedia.url(name), 30) > 0)
    }

    @Test(
        "blocks of files of others tell what FFmpeg tells",
        .enabled(if: ContainerCorpus.isPresent, "the corpus is not there")
    )
    func corpus() throws {
        var count = 0
        for entry in ContainerCorpus.entries(in: ContainerCorpus.matroska) {
            for beginning in Self.beginnings {
                count += try ListedBothWays.compare(ContainerCorpus.url(of: entry), beginning) > 0 ? 1 : 0
            }
        }
        print("Matroska files of others, samples found without a demuxer: \(count)")
        #expect(count > 20)
    }

    @Test("what is damaged is left to FFmpeg, or told as FFmpeg does", arguments: names)
    func damage(_ name: String) throws {
        let bytes = try [UInt8](Data(contentsOf: SampleMedia.url(name)))
        let folder = TemporaryFolder()
        var random = SeededGenerator(seed: 7)
        for round in 0..<24 {
            let damaged = ListedBothWays.damaged(bytes, round, &random)
            let url = URL(filePath: folder.path("damaged-\(round).mkv"))
            try Data(damaged).write(to: url)
            _ = try ListedBothWays.compare(url, 20)
        }
    }
}
