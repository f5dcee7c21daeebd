import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitMedia

@Suite("Timelines")
struct TimelineTests {
    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: start, timescale: 30), end: CMTime(value: end, timescale: 30))
    }

    private let film = [
        TrackFacts(trackID: 1, mediaType: .video), TrackFacts(trackID: 2, mediaType: .audio),
        TrackFacts(trackID: 5, mediaType: .audio),
    ]

    @Test("a range is one clip, and a stretch of it in every track")
    func oneRange() {
        let timeline = Timeline.range(range(30, 75), of: film)
        #expect(timeline.clips == [TimelineClip(source: 0, range: range(30, 75))])
        #expect(timeline.tracks.map(\.mediaType) == [.video, .audio, .audio])
        #expect(timeline.tracks.map { $0.stretches.map(\.trackID) } == [[1], [2], [5]])
        for stretch in timeline.tracks.flatMap(\.stretches) {
            #expect(stretch.clip == 0 && stretch.source == range(30, 75) && stretch.target == range(0, 45))
        }
    }

    @Test("all of a source has no end")
    func everything() {
        let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)
        let timeline = Timeline.range(whole, of: film)
        #expect(timeline.tracks.flatMap(\.stretches).allSatisfy { $0.source == whole && $0.target == whole })
    }

    @Test("several ranges follow each other, and none is told when it begins")
    func severalRanges() {
        let timeline = Timeline.ranges([range(0, 30), range(60, 70)], of: film)
        #expect(timeline.clips.map(\.range) == [range(0, 30), range(60, 70)])
        #expect(timeline.clips.allSatisfy { $0.source == 0 && !$0.isFixed })
        #expect(timeline.tracks.count == 3)
        #expect(timeline.tracks.allSatisfy { $0.stretches.map(\.clip) == [0, 1] })
        #expect(timeline.tracks[0].stretches[1].target == range(0, 10))
    }

    @Test("tracks of a kind are joined by their number, whatever their order in the files")
    func joined() {
        let other = [
            TrackFacts(trackID: 7, mediaType: .audio), TrackFacts(trackID: 8, mediaType: .video),
            TrackFacts(trackID: 9, mediaType: .subtitle),
        ]
        let clips = [
            TimelineClip(source: 0, range: range(0, 30)), TimelineClip(source: 1, range: range(15, 45)),
            TimelineClip(source: 0, range: range(60, 90)),
        ]
        let timeline = Timeline.join(clips, of: [film, other])
        #expect(timeline.tracks.map(\.mediaType) == [.video, .audio, .audio, .subtitle])
        #expect(timeline.tracks.map { $0.stretches.map(\.trackID) } == [[1, 8, 1], [2, 7, 2], [5, 5], [9]])
        #expect(timeline.tracks.map { $0.stretches.map(\.clip) } == [[0, 1, 2], [0, 1, 2], [0, 2], [1]])
    }

    @Test("a clip that is told when it begins moves with no other one")
    func fixed() {
        #expect(TimelineClip(source: 0, range: range(0, 30), start: .zero).isFixed)
        #expect(!TimelineClip(source: 0, range: range(0, 30)).isFixed)
    }

    @Test("a clip may have less of a track, which is in parts on its timeline")
    func parts() {
        let whole = Timeline.ranges([range(0, 30), range(60, 90)], of: film)
        #expect(whole.rangesOfClips == [[:], [:]])
        let parts: [[Int32: [CMTimeRange]]] = [[:], [5: [range(60, 65), range(70, 90)]]]
        let timeline = whole.limited(to: parts)
        #expect(timeline.rangesOfClips == parts)
        #expect(timeline.clips == whole.clips && timeline.tracks[0...1] == whole.tracks[0...1])
        #expect(timeline.tracks[2].stretches.map(\.clip) == [0, 1, 1])
        #expect(timeline.tracks[2].stretches.map(\.target) == [range(0, 30), range(0, 5), range(10, 30)])
        #expect(timeline.trackIDsOfClips == whole.trackIDsOfClips)
    }

    @Test("what is encoded comes back as it was")
    func coding() throws {
        var timeline = Timeline.ranges([range(0, 30), range(60, 70)], of: film)
        timeline.clips[1].start = CMTime(value: 4004, timescale: 1001)
        timeline.tracks[0].stretches[0].target = range(0, 60)
        let data = try JSONEncoder().encode(timeline)
        #expect(try JSONDecoder().decode(Timeline.self, from: data) == timeline)
    }
}
