import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading

@Suite("Reader, timed metadata", .enabled(if: Corpus.isExpected))
struct MetadataReadingTests {
    static let file = "files/androidx-media/mp4/sample_with_color_info.mp4"

    private func groups(_ trackID: CMPersistentTrackID) async throws -> [AVTimedMetadataGroup] {
        let asset = AVURLAsset(url: Corpus.folder.appending(path: Self.file))
        let track = try #require(try await asset.loadTrack(withTrackID: trackID))
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
        #expect(reader.startReading())
        var groups: [AVTimedMetadataGroup] = []
        while let group = adaptor.nextTimedMetadataGroup() { groups.append(group) }
        #expect(reader.status == .completed)
        return groups
    }

    @Test("a value has the name that the track's keys give it")
    func orientation() async throws {
        let item = try #require(try await groups(3).first?.items.first)
        #expect(item.identifier?.rawValue == "mdta/com.apple.quicktime.video-orientation")
        #expect(item.value as? NSNumber == 6)
        #expect(item.time == .zero)
    }

    @Test("groups follow each other in time")
    func times() async throws {
        let groups = try await groups(5)
        #expect(groups.count == 9)
        #expect(groups.allSatisfy { $0.items.count == 1 })
        for (group, next) in zip(groups, groups.dropFirst()) { #expect(group.timeRange.end == next.timeRange.start) }
    }
}
