import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBase

@Suite("First samples of MP4 and MOV")
struct ISOFirstSampleTests {
    /// The facts of a movie whose only track has one sample with this content.
    private static func track(_ handler: String, _ entry: [UInt8], sample: [UInt8]) throws -> TrackFacts {
        func file(offset: UInt32) -> [UInt8] {
            let tables = ISOMake.tables(sizes: [UInt32(sample.count)], delta: 100, offset: offset)
            let track = ISOMake.Track(handler: handler, timescale: 16_000, descriptions: [entry], tables: tables)
            return ISOMake.file([track], behind: ISOMake.box("mdat", sample))
        }
        let bytes = file(offset: UInt32(file(offset: 0).count - sample.count))
        let input = MediaInput(source: AKDataSource(Data(bytes)), fileType: .mp4, restrictions: [])
        return try #require(MediaInspector.inspect(input, isPrecise: false, flag: CancellationFlag()).tracks.first)
    }

    @Test("sound whose entry has no rate has the rate of its clock")
    func rateOfClock() throws {
        let fixed = ISOMake.zeros(6) + ISOMake.u16(1, 0) + ISOMake.zeros(6) + ISOMake.u16(2, 16, 0, 0) + ISOMake.u32(0)
        let facts = try Self.track("soun", ISOMake.box("iamf", fixed), sample: [1, 2, 3])
        #expect(facts.audio?.sampleRate == 16_000)
    }

    @Test("what pictures of H.263 say is told, but not instead of the container's shape of pixels")
    func shapeOfPixels() throws {
        let picture: [UInt8] = [0, 0, 0x80, 0x02, 0x08, 0, 0, 0, 0, 0]
        let plain = try Self.track("vide", ISOMake.visualEntry("s263"), sample: picture)
        #expect(plain.video?.pixelAspect == VideoFacts.PixelAspect(horizontal: 12, vertical: 11))
        #expect(plain.video?.bitDepth == 8)
        let shape = ISOMake.box("pasp", ISOMake.u32(1, 1))
        let square = try Self.track("vide", ISOMake.visualEntry("s263", shape), sample: picture)
        #expect(square.video?.pixelAspect == VideoFacts.PixelAspect(horizontal: 1, vertical: 1))
        #expect(square.video?.naturalSize.width == 176)
    }
}
