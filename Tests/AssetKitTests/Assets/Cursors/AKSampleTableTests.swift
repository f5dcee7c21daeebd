import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets

@Suite("Sample tables of the sample media")
struct AKSampleTableTests {
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
            let table = try await track.akLoadSampleTable()
            #expect(table.count == truth.frameCount + (truth.undecodableSamples ?? 0))
            // The truth numbers pictures as they were before the beginning was cut off.
            guard truth.undecodableSamples == nil else { continue }
            // A sample that several edits show has only one time here, and no order among the others.
            guard try await track.load(.segments).count == 1 else { continue }
            let shown = table.sorted { $0.presentationTime < $1.presentationTime }
            #expect(shown.indices.filter { shown[$0].isSync } == truth.keyFrames ?? [])
            for run in truth.pictures ?? [] {
                for index in run.first..<run.first + run.count {
                    // An edit may begin inside a picture, which is shown from then on.
                    let time = CMTimeMaximum(shown[index].presentationTime, .zero)
                    let difference = abs((time - run.time(of: index)).seconds)
                    #expect(difference <= 1 / Double(track.naturalTimeScale), "picture \(index)")
                }
            }
        }
    }
}
