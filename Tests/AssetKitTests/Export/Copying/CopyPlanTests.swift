import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitBase

@Suite("Copying, plans")
struct CopyPlanTests {
    private func ranges(_ seed: UInt64, _ duration: CMTime, count: Int) -> [CMTimeRange] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            let limit = Int64(duration.seconds * 12_345)
            let times = [Int64.random(in: 0..<limit, using: &random), Int64.random(in: 0..<limit, using: &random)]
                .sorted()
            return CMTimeRange(
                start: CMTime(value: times[0], timescale: 12_345),
                end: CMTime(value: times[1] + 1, timescale: 12_345)
            )
        }
    }

    @Test(
        "a cut begins with the key picture before and has exactly the pictures of its actual range",
        arguments: CopiedSamples.plainFiles
    )
    func keyFrames(name: String) async throws {
        let truth = try #require(try ShownPictures.named(name))
        let duration = try #require(truth.pictures.last?.end)
        let keys = truth.pictures.filter { truth.keyFrames.contains($0.index) }.map(\.start)
        let source = try await LoadedSource.sample(name)
        let planner = CopyPlanner(sources: [source], target: CopyTarget(fileType: .mov), mode: .keyframe)
        for range in ranges(7, duration, count: 12) {
            let plan = try planner.plan([CopyClip(source: 0, range: range)])
            let part = try #require(plan.clips.first)
            guard let track = plan.sink.tracks.firstIndex(where: { $0.mediaType == .video }) else {
                // There is nothing good to see yet.
                #expect(range.end <= truth.pictures[0].start, "\(range)")
                continue
            }
            guard let runs = part.copiedRuns.first(where: { $0.track == track }) else { continue }
            let first = truth.pictures.last { $0.start <= range.start } ?? truth.pictures[0]
            let wanted = keys.last { $0 <= first.start } ?? truth.pictures[0].start
            #expect(part.actual.start == min(wanted, range.start), "\(range)")
            #expect(part.actual.end <= range.end, "\(range)")
            // What is copied is what shows then, no more and no less.
            let index = plan.sources[0].tracks[runs.sourceTrack].index
            let copied = runs.samples.joined().map { index.tick.time(index.table.presentationTicks(of: $0)) }
            let shown = truth.pictures.filter { $0.start >= wanted && $0.start < part.actual.end }
            let lead = plan.sources[0].tracks[runs.sourceTrack].stretches(in: part.actual, plan.sources[0])[0]
            #expect(copied.map { lead.assetTime(of: $0) }.sorted() == shown.map(\.start), "\(range)")
        }
    }

    @Test("what lacks pictures that show before its last one does not end a cut")
    func endsComplete() async throws {
        let range = CMTimeRange(start: .zero, end: CMTime(value: 26, timescale: 25))
        let plan = try await CopyPlan.of(["h264-bframes.mp4"], [range], as: .mp4)
        let samples = try #require(plan.clips.first?.copiedRuns.first?.samples)
        let index = plan.sources[0].tracks[0].index
        let places = Array(samples.joined())
        let latest = try #require(places.map { index.table.presentationTicks(of: $0) }.max())
        let rest = (0..<index.count).filter { !places.contains($0) }
        #expect(rest.allSatisfy { index.table.presentationTicks(of: $0) > latest })
    }

    @Test("what is asked for exactly is presented exactly, and what else is needed is hidden")
    func presentsExactly() async throws {
        let range = CMTimeRange(start: CMTime(value: 31, timescale: 25), end: CMTime(value: 52, timescale: 25))
        let plan = try await CopyPlan.of(["h264-bframes.mp4"], [range], as: .mp4, .presentsExactly)
        #expect(plan.clips[0].actual == range)
        #expect(plan.duration == range.duration)
        for edits in plan.edits {
            let edit = try #require(edits?.first)
            #expect(edit.target == CMTimeRange(start: .zero, duration: range.duration))
            #expect(edit.source == edit.target)
        }
    }

    @Test("only movies with edits can hide what decoding needs")
    func presentsExactlyElsewhere() async throws {
        let range = CMTimeRange(start: CMTime(value: 31, timescale: 25), end: CMTime(value: 52, timescale: 25))
        let error = try await #require(throws: MediaProblem.self) {
            try await CopyPlan.of(["h264-bframes.mp4"], [range], as: .akMatroska, .presentsExactly)
        }
        #expect(error.code == .operationNotSupportedForAsset)
    }

    @Test("the edits of the source come along")
    func edits() async throws {
        for name in ["edit-dwell.mp4", "edit-inner-gap.mp4", "edit-rate-half.mp4", "edit-leading-empty.mp4"] {
            let plan = try await CopyPlan.of([name], as: .mp4)
            let facts = plan.sources[0].tracks[0].facts
            let wanted = facts.segments.filter { !$0.isEmpty }
            let edits = try #require(plan.edits[0], "\(name)")
            #expect(edits.map(\.target.start) == wanted.map(\.target.start), "\(name)")
            guard name != "edit-rate-half.mp4" else { continue }
            #expect(edits.map(\.source.duration) == wanted.map(\.source.duration), "\(name)")
        }
    }

    @Test("a container without edits refuses what it cannot present")
    func editsElsewhere() async throws {
        for name in ["edit-rate-half.mp4", "edit-cut-start.mp4"] {
            await #expect(throws: AVError.self, "\(name)") { try await CopyPlan.of([name], as: .akMatroska) }
        }
    }

    @Test("a range behind the end, and one without a length, is an error that says how long the file is")
    func emptyRanges() async throws {
        let later = CMTimeRange(start: CMTime(value: 100, timescale: 1), duration: CMTime(value: 1, timescale: 1))
        let none = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: .zero)
        for range in [later, none] {
            let error = try await #require(throws: AVError.self) {
                try await CopyPlan.of(["h264-bframes.mp4"], [range], as: .mp4)
            }
            #expect(error.localizedDescription.contains("the file is 3.0 s long"))
        }
    }

    @Test("clips stand one behind the other, whatever each hides")
    func joined() async throws {
        let names = ["h264-bframes.mp4", "h264-bframes.mp4", "h264-bframes.mp4"]
        let plan = try await CopyPlan.of(names, as: .mp4)
        let second = CMTime(value: 3, timescale: 1)
        for edits in plan.edits {
            let starts = try #require(edits).map(\.target.start)
            #expect(starts == [.zero, second, CMTimeMultiply(second, multiplier: 2)])
        }
        #expect(plan.duration == CMTime(value: 9, timescale: 1))
    }

    @Test("pictures of another size cannot be copied behind others")
    func different() async throws {
        let error = try await #require(throws: AVError.self) {
            try await CopyPlan.of(["h264-bframes.mp4", "hevc.mp4"], as: .mp4)
        }
        #expect(error.localizedDescription.contains("codec"))
    }

    @Test("a track that has nothing in a clip keeps its place there: the next one does not take it")
    func ordinals() async throws {
        let film = try await LoadedSource.sample("subtitles.mp4")
        let text = try #require(film.tracks.first { $0.facts.mediaType.isText })
        let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
        /// The same text as a track of its own, all of it or that of the first second.
        func track(_ trackID: Int32, isShort: Bool) -> LoadedSource.Track {
            var facts = text.facts
            facts.trackID = trackID
            if isShort { facts.segments = [CMTimeMapping(source: second, target: second)] }
            let index = SampleIndex(text.index.table, trackID: trackID, segments: facts.segments)
            return LoadedSource.Track(facts: facts, index: index, isTabled: true)
        }
        let tracks = [track(101, isShort: true), track(102, isShort: false)]
        let source = LoadedSource(input: film.input, facts: film.facts, tracks: tracks)
        let later = CMTimeRange(start: CMTime(value: 2, timescale: 1), duration: second.duration)
        let planner = CopyPlanner(sources: [source], target: CopyTarget(fileType: .mp4), mode: .keyframe)
        for (ranges, wanted) in [([second, later], [[0, 1], [1]]), ([later, second], [[1], [0, 1]])] {
            let plan = try planner.plan(ranges.map { CopyClip(source: 0, range: $0) })
            #expect(plan.sink.tracks.count == 2)
            #expect(plan.clips.map { Set($0.copiedRuns.map(\.track)).sorted() } == wanted)
            #expect(plan.clips.flatMap(\.copiedRuns).allSatisfy { $0.track == $0.sourceTrack })
        }
        // What has nothing in any clip is no track.
        let plan = try planner.plan([CopyClip(source: 0, range: later)])
        #expect(plan.sink.tracks.count == 1)
    }
}
