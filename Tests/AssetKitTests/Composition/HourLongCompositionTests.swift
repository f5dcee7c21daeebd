import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets

/// Some four thousand parts of an hour, whose lengths are counted in fractions of the second that have little in common.
@Suite("An hour of cuts")
struct HourLongCompositionTests {
    private static let count = 4_100
    private static let lengths: [CMTime] = [
        CMTime(value: 1001, timescale: 1200), CMTime(value: 44_101, timescale: 48_000),
        CMTime(value: 40_007, timescale: 44_100), CMTime(value: 81_001, timescale: 90_000),
        CMTime(value: 23_023, timescale: 24_000), CMTime(value: 7, timescale: 8),
    ]
    /// The least fraction of the second that all of them are multiples of.
    private static let scale: CMTimeScale = 35_280_000

    /// Where parts begin, worked out in whole numbers alone; the last one is where they end.
    private static let starts: [CMTime] = {
        var (starts, ticks) = ([CMTime.zero], Int64(0))
        for number in 0..<count {
            let length = lengths[number % lengths.count]
            ticks += length.value * Int64(scale / length.timescale)
            starts.append(CMTime(value: ticks, timescale: scale))
        }
        return starts
    }()

    /// Each part begins with picture 13 of the film, and with the sound at half a second.
    private func edit() async throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        for (name, type, start) in [
            ("h264-bframes.mp4", AVMediaType.video, frames(13)),
            ("wav-16bit.wav", AVMediaType.audio, CMTime(value: 1, timescale: 2)),
        ] {
            let asset = AVURLAsset(url: SampleMedia.url(name))
            let source = try #require(try await asset.loadTracks(withMediaType: type).first)
            let track = try edit.track(type)
            for number in 0..<Self.count {
                let length = Self.lengths[number % Self.lengths.count]
                try track.insertTimeRange(CMTimeRange(start: start, duration: length), of: source, at: .invalid)
            }
        }
        return edit
    }

    @Test("every part begins where the lengths before it add up to, without a remainder")
    func addsUp() async throws {
        let edit = try await edit()
        #expect(Self.starts.last.map { $0.seconds > 3600 } == true)
        #expect(edit.duration == Self.starts.last)
        for track in edit.tracks {
            let targets = track.segments.map(\.timeMapping.target)
            #expect(targets.map(\.start) == Array(Self.starts.dropLast()))
            #expect(targets.map(\.end) == Array(Self.starts.dropFirst()))
        }
    }

    @Test(
        "at its end, pictures and sound are where the sum says, to the picture and the sample",
        arguments: [0, 2050, 4096]
    )
    func doesNotDrift(first: Int) async throws {
        let edit = try await edit()
        let range = CMTimeRange(start: Self.starts[first], end: Self.starts[first + 4])
        let rate: CMTimeScale = 44_100
        let begin = range.start.convertScale(rate, method: .roundTowardPositiveInfinity).value
        let sound = try await readMix(of: edit, nil, in: range)
        let shown = try await ReadPictures(of: edit, in: range).pictures
        for start in Self.starts[first..<first + 4] {
            let sample = start.convertScale(rate, method: .roundTowardPositiveInfinity).value - begin
            // The click of the first second, half a second behind the part's beginning; both channels are the same then.
            let click = Int(sample) + 22_050
            let near = click - 400..<click + 400
            let loudest = near.max { abs(sound[2 * $0]) < abs(sound[2 * $1]) }
            #expect(loudest == click, "part at \(start.seconds)")
            let picture = try #require(shown.first { $0.time == start }, "part at \(start.seconds)")
            #expect(picture.index == 13)
            #expect(shown.contains { $0.time == start + frames(1) && $0.index == 14 })
        }
    }
}
