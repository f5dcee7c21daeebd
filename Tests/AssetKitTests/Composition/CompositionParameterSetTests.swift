import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBitstream
@testable import AssetKitExport
@testable import AssetKitMedia

@Suite("Parameter sets of compositions that are copied in part")
struct CompositionParameterSetTests {
    private let folder = TemporaryFolder()

    /// Two clips of different encoders' settings, one dissolving into the other.
    private func export(to name: String, as type: AVFileType) async throws -> AVAssetExportSession {
        let clips = ["h264-no-bframes.mp4", "h264-open-gop.mp4"].map(SampleMedia.url)
        let session = try await AVAssetExportSession.dissolving(clips)
        try await session.export(to: URL(filePath: folder.path(name)), as: type)
        return session
    }

    /// How many samples are decoded before one that shows earlier, at most.
    private func reorderDepth(_ samples: ArraySlice<CMSampleBuffer>) -> Int {
        let times = samples.map(\.presentationTimeStamp)
        return times.indices.map { place in times[..<place].count { $0 > times[place] } }.max() ?? 0
    }

    /// The sequence parameter sets in the header of a description: of streams it may be as they have it.
    private func sets(in header: [UInt8]) throws -> [H264SequenceParameterSet] {
        guard !header.starts(with: [0, 0]) else {
            let units = AnnexBUnits(header[...]).filter { ($0.first ?? 0) & 0x1f == 7 }
            return try units.map { try H264SequenceParameterSet(unit: Array($0)[...]) }
        }
        let record = try AVCConfiguration(record: header[...])
        return try record.sequenceParameterSets.map { try H264SequenceParameterSet(unit: $0[...]) }
    }

    /// The sequence parameter sets in front of a sample's slices.
    private func sets(in sample: CMSampleBuffer) throws -> [H264SequenceParameterSet] {
        let bytes = Array(try sample.dataBuffer?.dataBytes() ?? Data())
        var sets: [H264SequenceParameterSet] = []
        var place = 0
        while place + 5 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let unit = bytes[place + 4..<min(place + 4 + length, bytes.count)]
            if (unit.first ?? 0) & 0x1f == 7 { sets.append(try H264SequenceParameterSet(unit: unit)) }
            place += 4 + length
        }
        return sets
    }

    @Test(
        "runs of copied and of encoded pictures have sets that say how far they are out of order",
        arguments: [
            (AVFileType.mp4, "out.mp4"), (.mov, "out.mov"), (.akMatroska, "out.mkv"),
            (.akMPEGTransportStream, "out.ts"),
        ]
    )
    func coverBoth(type: AVFileType, name: String) async throws {
        let session = try await export(to: name, as: type)
        let made = try #require(session.akResult?.tracks.first)
        #expect(made.copiedSampleCount > 50 && made.encodedSampleCount > 10)
        let samples = try await StoredMedia.samples(URL(filePath: folder.path(name)), .video)
        var (first, active): (Int, [H264SequenceParameterSet]) = (0, [])
        var known: [H264SequenceParameterSet] = []
        func check(upTo end: Int) {
            guard end > first else { return }
            let depth = reorderDepth(samples[first..<end])
            let stated = active.map(\.maximumReorderFrames).max() ?? 0
            #expect(stated >= depth, "from sample \(first) to \(end)")
        }
        for (place, sample) in samples.enumerated() {
            var fresh = try sets(in: sample)
            let description = try #require(sample.formatDescription)
            let isOther = place > 0 && samples[place - 1].formatDescription != description
            if place == 0 || isOther {
                fresh = try sets(in: description.codecHeader) + fresh
            }
            guard !fresh.isEmpty else { continue }
            check(upTo: place)
            (first, active) = (place, fresh)
            known += fresh
        }
        check(upTo: samples.count)
        // All of them are of pictures of this size, and they say different things.
        #expect(known.allSatisfy { $0.displaySize.width == 320 && $0.displaySize.height == 180 })
        #expect(Set(known.map { "\($0)" }).count >= 2)
    }
}
