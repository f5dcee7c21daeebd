import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// Pictures that are not decoded are described all the same.
@Suite("Probe depth")
struct ProbeDepthTests {
    private static let input = MediaInput(
        url: SampleMedia.url("h264.ts"),
        fileType: nil,
        restrictions: AVAssetReferenceRestrictions([])
    )

    /// What FFmpeg makes of the pictures of the sample.
    private static func pictures(_ depth: Demuxer.ProbeDepth) throws -> PictureFormat {
        let flag = CancellationFlag()
        let demuxer = try DemuxedMedia.demuxer(try input.open(flag), input, flag: flag)
        try demuxer.probe(depth)
        return try #require(demuxer.streams.first { $0.codecName == "h264" }).pictureFormat
    }

    @Test("parameter sets are found without decoding a picture")
    func parameterSets() throws {
        // Only a decoder tells FFmpeg what pixels are like.
        #expect(try Self.pictures(.parameterSets).bitDepth == nil)
        #expect(try Self.pictures(.pictures).bitDepth == 8)
    }

    @Test("a transport stream tells of its pictures what decoding them tells")
    func sameFacts() throws {
        let decoded = try Self.pictures(.pictures)
        let facts = try MediaInspector.inspect(Self.input, isPrecise: false, flag: CancellationFlag())
        let track = try #require(facts.tracks.first { $0.mediaType == .video })
        let video = try #require(track.video)
        #expect((video.codedWidth, video.codedHeight) == (decoded.width, decoded.height))
        #expect((video.bitDepth, video.chroma) == (decoded.bitDepth, decoded.chroma))
        #expect((video.primaries, video.transfer) == (decoded.primaries, decoded.transfer))
        #expect((video.matrix, video.range) == (decoded.matrix, decoded.range))
        #expect(video.fieldCount == decoded.isInterlaced.map { $0 ? 2 : 1 })
        #expect(track.requiresReordering == (decoded.reorderedPictures > 0))
    }

    @Test("a stream without parameter sets is probed to its end, and is no error")
    func noParameterSets() throws {
        // Slices alone: units with start codes, none of which says what pictures are like.
        let slice: [UInt8] = [0, 0, 0, 1, 0x65, 0x88, 0x84, 0x00, 0x10, 0xff, 0xfe, 0xf6, 0xf0, 0xfe, 0x05, 0x36]
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).h264")
        try Data((0..<200).flatMap { _ in slice }).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let input = MediaInput(url: file, fileType: nil, restrictions: AVAssetReferenceRestrictions([]))
        let facts = try MediaInspector.inspect(input, isPrecise: false, flag: CancellationFlag())
        #expect(facts.tracks.map(\.traits.name) == ["h264"])
        #expect(facts.tracks.first?.video?.bitDepth == nil)
    }
}
