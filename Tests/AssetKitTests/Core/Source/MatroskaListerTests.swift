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
    private static let names = ListedBothWays.samples(".mkv", ".webm")

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
        let count = try ListedBothWays.compareCorpus(ContainerCorpus.matroska, Self.beginnings)
        print("Matroska files of others, samples found without a demuxer: \(count)")
        #expect(count > 20)
    }

    @Test("what is damaged is left to FFmpeg, or told as FFmpeg does", arguments: names)
    func damage(_ name: String) throws {
        try ListedBothWays.compareDamaged(name, rounds: 24, seed: 7)
    }
}
