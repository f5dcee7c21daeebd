import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitMedia

@Suite("First pictures")
struct FirstPictureTests {
    /// Country, provider, letters, kind of user data, and the rest, which nobody looks at.
    private static let captions: [UInt8] =
        [0xB5, 0, 0x31] + Array("GA94".utf8) + [3, 0x41, 0xff, 0xfc, 0x80, 0x80, 0xff]

    private static func message(_ kind: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [kind, UInt8(payload.count)] + payload + [0x80]
    }

    private static func track(_ codec: String) -> TrackFacts {
        var track = TrackFacts(trackID: 3, mediaType: .video)
        track.traits = CodecTraits.named(codec)
        track.video = VideoFacts()
        return track
    }

    private static func hasCaptions(_ codec: String, _ sample: [UInt8], record: [UInt8] = []) -> Bool {
        FirstPicture(sample[...], of: track(codec), record: record[...]).hasCaptions
    }

    @Test("captions in a message of H.264 are found behind lengths and behind start codes")
    func h264() {
        let unit = [6] + Self.message(4, Self.captions)
        let record: [UInt8] = [1, 66, 0, 10, 0xff, 0xe0, 0]
        #expect(Self.hasCaptions("h264", [0, 0, 0, UInt8(unit.count)] + unit, record: record))
        #expect(Self.hasCaptions("h264", [0, 0, 0, 1] + unit))
        #expect(
            !Self.hasCaptions("h264", [0, 0, 0, 1, 6] + Self.message(4, [0xB5, 0, 0x31] + Array("DTG1".utf8) + [0]))
        )
        #expect(!Self.hasCaptions("h264", [0, 0, 0, 1, 0x65, 1, 2, 3] + [0, 0, 0, 1] + unit), "behind the picture")
    }

    @Test("captions in a message of HEVC are found")
    func hevc() {
        #expect(Self.hasCaptions("hevc", [0, 0, 1, 39 << 1, 1] + Self.message(4, Self.captions)))
        #expect(
            !Self.hasCaptions(
                "hevc",
                [0, 0, 1, 19 << 1, 1, 0xff, 0, 0, 1, 39 << 1, 1] + Self.message(4, Self.captions)
            )
        )
    }

    @Test("a message of HEVC tells of a layer of alpha, and what it does to colours", arguments: [false, true])
    func alphaLayer(isPremultiplied: Bool) {
        var track = Self.track("hevc")
        let sample = [0, 0, 1, 39 << 1, 1] + Self.message(165, [isPremultiplied ? 0x10 : 0, 0x40, 0x40])
        FirstPicture(sample[...], of: track, record: []).complete(&track)
        #expect(track.video?.alpha == VideoFacts.Alpha(place: .layer, isPremultiplied: isPremultiplied))
        #expect(track.allCharacteristics.contains(.containsAlphaChannel))
        var facts = MediaFacts()
        facts.tracks = [track]
        facts.tellOfAlphaLayers()
        #expect(facts.warnings.count == 1 && facts.warnings[0].contains("alpha"))
    }

    @Test("a GIF has alpha where its first picture has", arguments: [false, true])
    func gif(isTransparent: Bool) {
        var track = Self.track("gif")
        let head = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        let sample = head + [0x21, 0xF9, 4, isTransparent ? 1 : 0, 0, 0, 0, 0, 0x2C]
        FirstPicture(sample[...], of: track, record: []).complete(&track)
        #expect((track.video?.alpha != nil) == isTransparent)
    }

    @Test("captions in user data of MPEG-2 are found before the first slice only")
    func mpeg2() {
        let data = [0, 0, 1, 0xB2] + Array("GA94".utf8) + [3, 0x41, 0xff]
        #expect(Self.hasCaptions("mpeg2video", [0, 0, 1, 0, 0, 0x0f, 0xff, 0xf8] + data + [0, 0, 1, 1, 9, 9]))
        #expect(!Self.hasCaptions("mpeg2video", [0, 0, 1, 0, 0, 0x0f, 0xff, 0xf8, 0, 0, 1, 1, 9, 9] + data))
    }

    @Test("captions in metadata of AV1 are found")
    func av1() {
        let payload = [4] + Self.captions
        #expect(Self.hasCaptions("av1", [5 << 3 | 2, UInt8(payload.count)] + payload))
    }

    @Test("whatever is cut off or broken tells nothing, and nothing worse happens")
    func broken() {
        let unit = [6] + Self.message(4, Self.captions)
        let sample = [0, 0, 0, UInt8(unit.count)] + unit
        var generator = SeededGenerator(seed: 11)
        for codec in ["h264", "hevc", "mpeg2video", "av1", "vp9"] {
            for count in 0..<sample.count { _ = Self.hasCaptions(codec, Array(sample.prefix(count))) }
            for _ in 0..<200 {
                let noise = (0..<64).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
                _ = Self.hasCaptions(codec, noise, record: Array(noise.prefix(20)))
                _ = Self.hasCaptions(codec, [0, 0, 1] + noise, record: [1, 66, 0, 10, 0xff, 0xe0, 0])
            }
        }
    }

    @Test("pictures with captions make a track of captions behind the others")
    func captionTrack() {
        var facts = MediaFacts()
        var pictures = Self.track("h264")
        pictures.hasCaptionsInside = true
        pictures.trackID = .max
        pictures.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 1))
        facts.tracks = [pictures, TrackFacts(trackID: 1, mediaType: .audio)]
        facts.addCaptionTracks()
        #expect(facts.tracks.map(\.trackID) == [.max, 1, 2])
        #expect(facts.tracks.last?.mediaType == .closedCaption)
        #expect(facts.tracks.last?.timeRange == pictures.timeRange)
        #expect(facts.tracks.last?.streamIndex == nil)
        facts.tracks.removeLast()
        facts.tracks[0].hasCaptionsInside = false
        facts.addCaptionTracks()
        #expect(facts.tracks.count == 2)
    }

    @Test("captions inside pictures are a track of the asset, in the words of AVFoundation")
    func asset() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("closed-captions.mp4"))
        let tracks = try await asset.loadTracks(withMediaType: .closedCaption)
        let track = try #require(tracks.first)
        #expect(tracks.count == 1)
        #expect(track.trackID == 2)
        #expect(track.formatDescriptions.count == 1)
        #expect((track.formatDescriptions.first as? CMFormatDescription)?.mediaSubType == .atsc)
        #expect(track.timeRange == asset.tracks(withMediaType: .video).first?.timeRange)
        #expect(track.totalSampleDataLength == 0)
    }

    @Test("fields that only a message tells are told")
    func fields() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("interlaced-tff.mp4"))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        #expect(track.akDetails.video?.fieldCount == 2)
        #expect(track.facts.video?.isTopFieldFirst == true)
    }
}
