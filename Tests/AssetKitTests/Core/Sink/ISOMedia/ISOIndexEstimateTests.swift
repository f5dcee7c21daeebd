import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitISOMedia
@testable import AssetKitMedia
@testable import AssetKitSinks

@Suite("Room for the index before the media")
struct ISOIndexEstimateTests {
    private static let names = ISORemuxTests.names

    /// Where a top-level box begins in a file, and how many bytes it has.
    private func box(_ name: String, in bytes: [UInt8]) -> Range<Int>? {
        var offset = 0
        while offset + 8 <= bytes.count {
            let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8 else { return nil }
            if bytes[offset + 4..<offset + 8].elementsEqual(name.utf8) { return offset..<offset + size }
            offset += size
        }
        return nil
    }

    @Test("it is enough for each film, and not many times what is needed", arguments: names)
    func films(name: String) throws {
        let source = try ISORemux(sample: name)
        var plan = source.plan(.mov, .indexFirst)
        plan.expectedDuration = source.facts.duration
        for (place, track) in source.tracks.enumerated() {
            plan.tracks[place].expectedSampleCount = source.table(track)?.count
        }
        let estimate = ISOIndexEstimate(plan).byteCount
        let sink = FakeByteSink()
        try source.write(plan, into: sink)
        let index = try #require(box("moov", in: sink.bytes))
        #expect(estimate >= index.count, "\(estimate) for \(index.count)")
        #expect(estimate <= 8192 + 4 * Int64(index.count) + 2048 * Int64(plan.tracks.count))
        // So nothing was moved: the media stands where the room ends.
        let media = try #require(box("mdat", in: sink.bytes))
        #expect(index.upperBound <= media.lowerBound && Int64(media.lowerBound) >= estimate)
    }

    @Test("where nothing says how many samples there will be, or too many, there is no room")
    func unknown() throws {
        let source = try ISORemux(sample: "h264-bframes.mp4")
        var plan = source.plan(.mov, .indexFirst)
        #expect(ISOIndexEstimate(plan).byteCount == 0)
        plan.expectedDuration = CMTime(value: 10, timescale: 1)
        let short = ISOIndexEstimate(plan).byteCount
        plan.expectedDuration = CMTime(value: 3600, timescale: 1)
        let long = ISOIndexEstimate(plan).byteCount
        #expect(short > 4096 && long > short)
        plan.metadata.append(MetadataEntry(keySpace: .quickTimeMetadata, key: "a", value: .text("bcd")))
        #expect(ISOIndexEstimate(plan).byteCount >= long + 4)
        for duration in [CMTime(value: .max, timescale: 1), .positiveInfinity, CMTime(value: 1_440_000, timescale: 1)] {
            plan.expectedDuration = duration
            #expect(ISOIndexEstimate(plan).byteCount == 0)
        }
    }
}
