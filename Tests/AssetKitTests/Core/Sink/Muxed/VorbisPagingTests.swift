import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitFFmpeg
@testable import AssetKitSinks

@Suite("Vorbis in pages of Ogg")
struct VorbisPagingTests {
    private static let rate: CMTimeScale = 44_100
    /// A packet of sound of the first mode, and one of a header.
    private static let (packet, header): ([UInt8], [UInt8]) = ([0, 0, 0, 0], [3, 0, 0, 0])

    private let format: SinkFormat

    init() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("vorbis.ogg"))
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let formats = try await track.load(.formatDescriptions)
        format = try #require(formats.first.flatMap { SinkFormat($0) })
    }

    private func count(_ paging: VorbisPaging, _ bytes: [UInt8], lasting duration: CMTime) throws -> Int? {
        let sample = SinkSample(
            data: try CMBlockBuffer(copying: Data(bytes)),
            presentationTime: .zero,
            decodeTime: .zero,
            duration: duration
        )
        return bytes.withUnsafeBytes { paging.frameCount($0, sample) }
    }

    private func frames(_ count: Int64) -> CMTime { CMTime(value: count, timescale: Self.rate) }

    private func placement(at position: Int64, _ frames: Int) -> UntimedSound.Placement {
        UntimedSound.Placement(position: position, frameCount: frames, range: 0..<1)
    }

    @Test(
        "the first packet counts what is said of it where it comes from the middle, and nothing where it says so",
        arguments: [
            // Of a cut, how long it is said to be, and what it counts then; nil for what its own bytes say.
            (true, CMTime(value: 512, timescale: 44_100), 512), (true, .zero, 0), (true, .indefinite, nil),
            (false, .zero, 0), (false, CMTime(value: 512, timescale: 44_100), nil), (false, .invalid, nil),
        ] as [(Bool, CMTime, Int?)]
    )
    func firstCount(isCut: Bool, duration: CMTime, expected: Int?) throws {
        let lengths = try #require(VorbisPacketLength(codecPrivate: format.codecPrivate))
        let own = (0..<2).map { _ in Self.packet.withUnsafeBytes { lengths.frameCount($0) } }
        let paging = try #require(VorbisPaging(format, isCut: isCut))
        #expect(try count(paging, Self.header, lasting: duration) == nil)
        #expect(try count(paging, Self.packet, lasting: duration) == expected ?? own[0])
        // All others count what their bytes say.
        #expect(try count(paging, Self.packet, lasting: frames(7)) == own[1])
        #expect(own.allSatisfy { $0 ?? 0 > 0 })
    }

    @Test("the first page of a cut ends behind the first packet that is heard, and no other one does")
    func cut() throws {
        let paging = try #require(VorbisPaging(format, isCut: true))
        _ = try count(paging, Self.packet, lasting: frames(512))
        #expect(try !paging.endsPage(placement(at: -512, 512), trimmed: 0, priming: 512))
        #expect(try paging.endsPage(placement(at: 0, 1024), trimmed: 0, priming: 512))
        #expect(try !paging.endsPage(placement(at: 1024, 1024), trimmed: 0, priming: 512))
    }

    @Test(
        "the first page of a whole stream ends behind its first packet where that makes nothing",
        arguments: [true, false]
    )
    func whole(isSilent: Bool) throws {
        let paging = try #require(VorbisPaging(format, isCut: false))
        _ = try count(paging, Self.packet, lasting: isSilent ? .zero : frames(512))
        #expect(try paging.endsPage(placement(at: 0, 1024), trimmed: 0, priming: 0) == isSilent)
        #expect(try !paging.endsPage(placement(at: 1024, 1024), trimmed: 0, priming: 0))
    }

    @Test("what begins and ends within one packet is refused where the file could not say both")
    func both() throws {
        let paging = try #require(VorbisPaging(format, isCut: true))
        _ = try count(paging, Self.packet, lasting: frames(512))
        #expect(try !paging.endsPage(placement(at: 0, 1024), trimmed: 10, priming: 512))
        let other = try #require(VorbisPaging(format, isCut: true))
        _ = try count(other, Self.packet, lasting: frames(512))
        #expect(throws: MediaProblem.self) { try other.endsPage(placement(at: 0, 1024), trimmed: 10, priming: 513) }
    }
}
