import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitMedia

@Suite("Decisions about cut sound")
struct SoundCutDecisionTests {
    private func decide(_ name: String, _ type: AVFileType, packets: Bool = false) async throws -> SoundCut {
        let track = try #require(
            try await CutSound.asset(SampleMedia.url(name).path).loadTracks(withMediaType: .audio).first
        )
        return SoundCut.decide(track.facts, in: type, cutsBetweenPackets: packets)
    }

    @Test(
        "sound is copied where the file says what of it is heard",
        arguments: [
            ("h264-bframes.mp4", AVFileType.mp4), ("aac.m4a", .mov), ("opus.ogg", .akMatroska),
            ("vp9-opus.webm", .akWebM),
            ("opus.ogg", .akOgg), ("vorbis.ogg", .akOgg), ("mp3-xing.mp3", .mp3), ("flac.flac", .m4a),
            ("alac.m4a", .mp4),
            ("wav-16bit.wav", .akMatroska), ("caf.caf", .caf), ("surround-ac3.mp4", .mp4),
        ]
    )
    func copied(name: String, type: AVFileType) async throws {
        #expect(try await decide(name, type) == .copied)
    }

    @Test(
        "elsewhere it is encoded, without loss where it has none",
        arguments: [
            ("h264-bframes.mkv", AVFileType.akMatroska, false), ("h264.ts", .akMPEGTransportStream, false),
            ("surround-ac3.mp4", .akMatroska, false), ("mp3-xing.mp3", .akMatroska, false),
            ("flac.flac", .akFLAC, true),
            ("flac.flac", .akMatroska, true), ("alac.m4a", .akMatroska, true), ("aac.m4a", .caf, false),
        ]
    )
    func encoded(name: String, type: AVFileType, isLossless: Bool) async throws {
        guard case .encoded(let why, let found) = try await decide(name, type) else {
            Issue.record("it is not encoded")
            return
        }
        #expect(found == isLossless)
        #expect(why.contains("files cannot begin or end within a packet of"))
    }

    @Test("files of bare packets are cut between them, whatever is wanted")
    func bare() async throws {
        guard case .copiedByPackets(let why) = try await decide("aac.aac", .akAAC) else {
            Issue.record("it is not cut between packets")
            return
        }
        #expect(why == "AAC files cannot begin or end within a packet of sound")
    }

    @Test(
        "whoever wants packets gets them, but for uncompressed sound",
        arguments: [("h264-bframes.mkv", AVFileType.akMatroska), ("h264-bframes.mp4", .mp4), ("flac.flac", .akFLAC)]
    )
    func packets(name: String, type: AVFileType) async throws {
        let asked = SoundCut.copiedByPackets(why: "it is cut between two packets, as was asked for")
        #expect(try await decide(name, type, packets: true) == asked)
        #expect(try await decide("wav-16bit.wav", .wav, packets: true) == .copied)
    }
}
