import Foundation
import Testing

@testable import AssetKit

@Suite("Sample tables of the sample media")
struct AVSampleTableTests {
    @Test("truth.json can be read")
    func truthIsThere() {
        #expect(SampleIndexTruth.all.count > 50)
    }

    @Test("a table has the pictures that the truth tells, when it tells", arguments: SampleIndexTruth.all)
    func pictures(file: SampleIndexTruth.File) async throws {
        let asset = AVURLAsset(url: SampleMedia.url(file.name))
        let tracks = try await asset.load(.tracks).filter { $0.mediaType == .video }
        let truths = file.tracks.compactMap(\.video)
        for (track, truth) in zip(tracks, truths) {
            let table = try await track.loadSampleTable()
            print("FACT", file.name, table.count, truth.frameCount, terminator: " ")
            let shown = table.sorted { $0.presentationTime < $1.presentationTime }
            let keys = shown.indices.filter { shown[$0].isSync }
            print(keys == truth.keyFrames ?? keys, terminator: " ")
            var bad = 0
            for run in truth.pictures ?? [] {
                for index in run.first..<run.first + run.count where index < shown.count {
                    let off = abs((shown[index].presentationTime - run.time(of: index)).seconds)
                    if off > 1 / Double(track.naturalTimeScale) { bad += 1 }
                }
            }
            print(
                "bad",
                bad,
                table.first!.presentationTime.seconds,
                table.first!.decodeTime.seconds,
                table.last!.duration.seconds
            )
        }
    }
}
