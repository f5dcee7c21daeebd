import CMTimeLib
import Foundation

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSources

/// Clips that no file stands behind: facts of tracks, and lists of their samples.
enum BareClip {
    static let everything = CMTimeRange(start: .zero, duration: .positiveInfinity)

    /// Ten pictures of H.264 that stand alone, 640 x 360 pixels large and a 25th of a second long.
    static func pictures(_ trackID: Int32 = 1, _ set: (inout TrackFacts) -> Void = { _ in }) -> LoadedSource.Track {
        var facts = TrackFacts(trackID, .video)
        (facts.codec, facts.codecName, facts.traits) = ("avc1".fourCharCode, "H.264", MediaCodec.h264.traits)
        (facts.timescale, facts.isDecodable) = (25, true)
        facts.timeRange = CMTimeRange(start: .zero, end: CMTime(value: 10, timescale: 25))
        var video = VideoFacts(codedWidth: 640, codedHeight: 360, nominalFrameRate: 25)
        video.naturalSize = CGSize(width: 640, height: 360)
        (video.bitDepth, video.chroma) = (8, "4:2:0")
        facts.video = video
        set(&facts)
        return LoadedSource.Track(facts: facts, index: PictureList.plain.index, isTabled: true)
    }

    /// Ten packets of stereo sound of 1024 frames at 48 kHz, the last of which may be shorter.
    static func sound(
        _ trackID: Int32 = 2,
        _ codec: MediaCodec = .aac,
        last: Int64 = 1024,
        _ set: (inout TrackFacts) -> Void = { _ in }
    ) -> LoadedSource.Track {
        var facts = TrackFacts(trackID, .audio)
        (facts.codec, facts.codecName, facts.traits) = (codec.traits.code, codec.traits.title, codec.traits)
        facts.audio = AudioFacts(sampleRate: 48_000, channelCount: 2, bitDepth: 16, framesPerPacket: 1024)
        (facts.timescale, facts.isDecodable) = (48_000, true)
        facts.timeRange = CMTimeRange(start: .zero, end: CMTime(value: 9 * 1024 + last, timescale: 48_000))
        set(&facts)
        let samples = (0..<Int64(10)).map { number in
            IndexedSample(
                decodeTicks: number * 1024,
                presentationTicks: number * 1024,
                durationTicks: number == 9 ? last : 1024,
                byteCount: 100,
                isSync: true
            )
        }
        let table = ListedSamples(samples: samples, tick: TickLength(1, over: 48_000)!)
        let index = SampleIndex(table, trackID: trackID, segments: [])
        return LoadedSource.Track(facts: facts, index: index, isTabled: true)
    }

    /// A file of these tracks, which ends with the one that is longest.
    static func source(
        _ tracks: [LoadedSource.Track],
        _ set: (inout MediaFacts) -> Void = { _ in }
    ) -> LoadedSource {
        var facts = MediaFacts()
        facts.tracks = tracks.map(\.facts)
        facts.duration = facts.tracks.map(\.timeRange.end).max() ?? .zero
        set(&facts)
        return LoadedSource(input: MediaInput(composition: "clip"), facts: facts, tracks: tracks)
    }

    /// A clip of such a file.
    static func input(_ source: LoadedSource, _ range: CMTimeRange = everything) -> JoinInput {
        let loaded = LoadedAsset(facts: source.facts, input: source.input)
        return JoinInput(TimelineClip(source: 0, range: range), source, SourceContext(loaded))
    }

    static func input(_ tracks: [LoadedSource.Track], _ range: CMTimeRange = everything) -> JoinInput {
        input(source(tracks), range)
    }
}
