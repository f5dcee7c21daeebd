import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSources

@Suite("Clips of a composition that are one")
struct ComposedClipsMergingTests {
    private typealias Clip = ComposedClips.Clip
    private static let pictures: Int32 = 1
    private static let sound: Int32 = 2

    private func range(_ start: Int, _ end: Int) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: Int64(start), timescale: 1), end: CMTime(value: Int64(end), timescale: 1))
    }

    /// A track of a file. `end`: when that is over; nil where it is not known.
    private func source(_ trackID: Int32, _ mediaType: AVMediaType, end: Int? = nil) -> TrackSource {
        var facts = TrackFacts(trackID, mediaType)
        if let end { facts.timeRange = range(0, end) }
        return TrackSource(input: MediaInput(composition: "film"), container: "", facts: facts, index: nil)
    }

    /// A clip for each second, of the tracks that have no point then.
    private func clips(_ tracks: [Int32: String], of sources: [Int32: TrackSource]) -> [Clip] {
        let rows = tracks.mapValues { Array($0) }
        return (0..<(rows.values.map(\.count).max() ?? 0)).map { second in
            let (start, end) = (range(second, second + 1).start, range(second, second + 1).end)
            let shown = sources.filter { rows[$0.key]?[second] != "." }
            return Clip(origin: .asset(0), start: start, end: end, offset: .zero, tracks: shown)
        }
    }

    private func merged(_ clips: [Clip], pictures: Int32?) -> [Clip] {
        clips.reduce(into: []) { merged, next in
            if let last = merged.indices.last, merged[last].merge(next, pictures: pictures) { return }
            merged.append(next)
        }
    }

    /// When each clip shows, and behind a colon when its sound does, where that is not all of it.
    private func text(_ clips: [Clip]) -> [String] {
        func words(_ range: CMTimeRange) -> String { "\(Int(range.start.seconds))-\(Int(range.end.seconds))" }
        return clips.map { clip in
            let parts = clip.parts[Self.sound].map { ": " + $0.map(words).joined(separator: " ") } ?? ""
            return words(clip.shown) + parts
        }
    }

    @Test(
        "pictures go on where sound begins, ends and pauses, and what goes on is one range",
        arguments: [
            ("vvv", "sss", ["0-3"]), ("vvv", "s.s", ["0-3: 0-1 2-3"]), ("vvv", "s..", ["0-3: 0-1"]),
            ("vvv", "..s", ["0-3: 2-3"]), ("vvv", ".s.", ["0-3: 1-2"]), ("vvv", "...", ["0-3"]),
            ("vvvvvvvv", "ss..ss.s", ["0-8: 0-2 4-6 7-8"]), ("vvvvvv", ".ss.s.", ["0-6: 1-3 4-5"]),
            // Where the pictures pause, it is another clip.
            ("v.v", "sss", ["0-1", "1-2", "2-3"]), ("vv.vvv", "s.ss.s", ["0-2: 0-1", "2-3", "3-6: 3-4 5-6"]),
            ("..v", "sss", ["0-2", "2-3"]), ("v..", "sss", ["0-1", "1-3"]),
        ]
    )
    func table(pictures: String, sound: String, expected: [String]) {
        let sources = [Self.pictures: source(1, .video), Self.sound: source(2, .audio)]
        let seconds = clips([Self.pictures: pictures, Self.sound: sound], of: sources)
        #expect(text(merged(seconds, pictures: Self.pictures)) == expected)
    }

    @Test("sound whose file is over does not pause")
    func overAnyway() {
        let sources = [Self.pictures: source(1, .video), Self.sound: source(2, .audio, end: 2)]
        let seconds = clips([Self.pictures: "vvvv", Self.sound: "ss.."], of: sources)
        #expect(text(merged(seconds, pictures: Self.pictures)) == ["0-4"])
    }

    @Test("without the only track of pictures, and where two tracks are of one of the file, pauses make clips")
    func others() {
        let sources = [Self.pictures: source(1, .video), Self.sound: source(2, .audio)]
        let seconds = clips([Self.pictures: "vvv", Self.sound: "s.s"], of: sources)
        #expect(text(merged(seconds, pictures: nil)) == ["0-1", "1-2", "2-3"])
        let both = [Self.pictures: source(1, .video), Self.sound: source(2, .audio), 3: source(2, .audio)]
        let turns = clips([Self.pictures: "vvv", Self.sound: "s.s", 3: ".s."], of: both)
        #expect(text(merged(turns, pictures: Self.pictures)) == ["0-1", "1-2", "2-3"])
    }

    @Test("what comes of another place of the asset, or of another one, is another clip")
    func origins() {
        let sources = [Self.pictures: source(1, .video)]
        var seconds = clips([Self.pictures: "vvvv"], of: sources)
        seconds[1].offset = range(0, 7).end
        seconds[3].origin = .asset(1)
        #expect(text(merged(seconds, pictures: Self.pictures)) == ["0-1", "1-2", "2-3", "3-4"])
    }

    @Test("a clip of a thousand pauses has each of them")
    func manyPauses() {
        let sources = [Self.pictures: source(1, .video), Self.sound: source(2, .audio)]
        let rows = [
            Self.pictures: String(repeating: "v", count: 2001), Self.sound: String(repeating: "s.", count: 1000) + "s",
        ]
        let whole = merged(clips(rows, of: sources), pictures: Self.pictures)
        #expect(whole.count == 1)
        #expect(whole[0].parts == [Self.sound: (0...1000).map { range(2 * $0, 2 * $0 + 1) }])
    }
}
