import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBitstream
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSinks

@Suite("Join planner")
struct JoinPlannerTests {
    private let folder = TemporaryFolder()

    private func planner(_ names: [String], to name: String) async throws -> JoinPlanner {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let assets = names.map { AVURLAsset(url: SampleMedia.url($0), options: options) }
        for asset in assets { _ = try await asset.load(.tracks) }
        let clips = assets.map { AKJoinSession.Clip(asset: $0) }
        let url = URL(filePath: folder.path(name))
        let sources = try JoinSources(assets, CancellationFlag())
        let timeline = sources.timeline(clips, tracks: nil)
        return JoinPlanner(timeline, of: sources.contexts, .ofJoins, to: url, as: nil)
    }

    @Test("says what its runner makes, and writes nothing")
    func planned() async throws {
        let planner = try await planner(["h264-bframes.mp4", "h264.ts", "h264-bframes.mp4"], to: "joined.mkv")
        let plan = try await WorkerThread.run("assetkit.copy", CancellationFlag()) { try planner.published() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
        let result = try await WorkerThread.run("assetkit.copy", CancellationFlag()) {
            try JoinRunner(planner: planner).run { _ in }
        }
        #expect(result.plan.clips.map(\.requestedTimeRange) == plan.clips.map(\.requestedTimeRange))
        #expect(result.plan.clips.map(\.reasonsToEncode) == plan.clips.map(\.reasonsToEncode))
        #expect(result.plan.tracks.map(\.codec) == plan.tracks.map(\.codec))
        #expect(result.plan.tracks.map(\.copiedSampleCounts) == plan.tracks.map(\.copiedSampleCounts))
        #expect(result.plan.warnings == plan.warnings)
    }

    @Test("a file that is given as several assets is one source of what is copied")
    func sources() async throws {
        let names = ["h264-bframes.mp4", "h264-no-bframes.mp4", "h264-bframes.mp4"]
        let planner = try await planner(names, to: "joined.mp4")
        let plan = try await WorkerThread.run("assetkit.copy", CancellationFlag()) {
            let decision = try planner.decide()
            return try planner.plan(decision.inputs, decision.sounds)
        }
        #expect(plan.clips.map(\.source) == [0, 1, 0])
        #expect(plan.sources.map { URL(filePath: $0.name).lastPathComponent } == Array(names.prefix(2)))
    }

    @Test("clips of one file with other tracks are of several sources")
    func chosenTracks() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let tracks = try await asset.load(.tracks).map(\.facts)
        let sources = try JoinSources([asset], CancellationFlag())
        let range = CMTimeRange(start: .zero, duration: .positiveInfinity)
        let clips = [0, 1, 0].map { TimelineClip(source: $0, range: range) }
        let timeline = Timeline.join(clips, of: [tracks, Array(tracks.prefix(1))])
        let contexts = [sources.contexts[0], sources.contexts[0]]
        let url = URL(filePath: folder.path("joined.mp4"))
        let planner = JoinPlanner(timeline, of: contexts, .ofJoins, to: url, as: nil)
        let plan = try await WorkerThread.run("assetkit.copy", CancellationFlag()) {
            let decision = try planner.decide()
            return try planner.plan(decision.inputs, decision.sounds)
        }
        #expect(plan.clips.map(\.source) == [0, 1, 0])
        #expect(plan.sources.map(\.tracks.count) == [2, 1])
    }

    @Test("pictures that cannot begin anew are encoded, whatever number their track has in a file that the clip became")
    func refusedTracks() async throws {
        let planner = try await planner(["h264-bframes.mp4", "h264.ts"], to: "joined.mp4")
        let obstacle = SpliceObstacle(reason: "long-term references")
        let refusal = OpenGroups.Refusal(clip: 1, ordinal: 0, name: "h264.ts", cause: obstacle)
        typealias Answer = (pictures: Int32?, obstacles: [Int32: String], differences: [Int32])
        let answers = try await WorkerThread.run("assetkit.copy", CancellationFlag()) { () -> [Answer] in
            var isFirst = true
            return try planner.settling { decision -> [Answer] in
                defer { isFirst = false }
                guard !isFirst else { throw OpenGroups.Refusals(all: [refusal]) }
                return decision.inputs.map { input in
                    let pictures = input.source.tracks.first { $0.facts.mediaType == .video }
                    return (pictures?.facts.trackID, input.obstacles, input.differences.map(\.trackID))
                }
            }
        }
        let trackID = try #require(answers[1].pictures)
        #expect(answers[0].obstacles.isEmpty)
        #expect(answers[1].obstacles[trackID] == refusal.reason)
        #expect(answers[1].differences.contains(trackID))
    }

    @Test("names the file that cannot be made")
    func refusals() async throws {
        let clipless = try await planner([], to: "joined.mp4")
        let empty = #expect(throws: AVError.self) { try clipless.published() }
        #expect(empty?.localizedDescription.contains("joined.mp4': there are no clips") == true)
        let unknown = try await planner(["h264-bframes.mp4"], to: "joined.nothing")
        let ending = #expect(throws: AVError.self) { try unknown.published() }
        #expect(ending?.localizedDescription.contains("tells no type of file by its ending") == true)
    }

    @Test(
        "a clip of which nothing is encoded needs no file of its own where the new file can be cut as that would be",
        arguments: [
            ("h264-bframes.mp4", "mov", [false, true]), ("h264-bframes.mp4", "mp4", [false, true]),
            ("h264-bframes.mp4", "mkv", [true, true]), ("wav-16bit.wav", "wav", [false, false]),
            ("wav-16bit.wav", "mov", [false, false]), ("wav-16bit.wav", "mkv", [true, true]),
        ]
    )
    func filesOfClips(name: String, type: String, areMade: [Bool]) async throws {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        _ = try await asset.load(.tracks)
        // Key pictures are the first one and number 48.
        let ranges = [(0, 48), (7, 29)].map { first, end in
            CMTimeRange(start: CMTime(value: first, timescale: 25), end: CMTime(value: end, timescale: 25))
        }
        let sources = try JoinSources([asset], CancellationFlag())
        var settings = ExportSettings.ofJoins
        settings.trimMode = .smart
        let planner = JoinPlanner(
            sources.timeline(ranges.map { AKJoinSession.Clip(asset: asset, timeRange: $0) }, tracks: nil),
            of: sources.contexts,
            settings,
            to: URL(filePath: folder.path("joined.\(type)")),
            as: nil
        )
        let inputs = try await WorkerThread.run("assetkit.copy", CancellationFlag()) {
            try planner.decide().inputs.map { (isMade: $0.isMadeAnew, actions: $0.stretches.map(\.action)) }
        }
        #expect(inputs.map { $0.isMade } == areMade)
        #expect(inputs[0].actions.first == .copy)
        #expect(inputs[1].actions.contains(.encode) == (name == "h264-bframes.mp4"))
    }

    @Test(
        "cutting clips is most of the work where they are encoded, and none where they are copied",
        arguments: [(.keyframe, 0), (.smart, 0.75), (.exact, 0.95)] as [(AKTrimMode, Double)]
    )
    func share(mode: AKTrimMode, share: Double) async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        _ = try await asset.load(.tracks)
        // Both have a key picture in them, where copying begins.
        let clips = [37, 40].map { (first: Int64) in
            let (start, duration) = (CMTime(value: first, timescale: 25), CMTime(value: 28, timescale: 25))
            return AKJoinSession.Clip(asset: asset, timeRange: CMTimeRange(start: start, duration: duration))
        }
        let sources = try JoinSources([asset], CancellationFlag())
        var settings = ExportSettings.ofJoins
        settings.trimMode = mode
        let timeline = sources.timeline(clips, tracks: nil)
        let url = URL(filePath: folder.path("joined.mp4"))
        let planner = JoinPlanner(timeline, of: sources.contexts, settings, to: url, as: nil)
        let planned = try await WorkerThread.run("assetkit.copy", CancellationFlag()) {
            try planner.decide().shareOfMaking
        }
        #expect(planned == share)
    }

    /// How many files without names there are that were beside the target.
    private static func namelessCount(in folder: String) -> Int {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return descriptors.count { number in
            let file = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) ?? ""
            return file.contains(folder) && file.hasSuffix(" (deleted)")
        }
    }

    @Test("clips that were encoded leave the disk one by one, as they are copied")
    func room() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        _ = try await asset.load(.tracks)
        let clips = (0..<3).map { number in
            let start = CMTime(value: Int64(number * 9 + 1), timescale: 10)
            let duration = CMTime(value: 4, timescale: 10)
            return AKJoinSession.Clip(asset: asset, timeRange: CMTimeRange(start: start, duration: duration))
        }
        let sources = try JoinSources([asset], CancellationFlag())
        var settings = ExportSettings.ofJoins
        settings.trimMode = .exact
        let path = folder.path("joined.mp4")
        let planner = JoinPlanner(
            sources.timeline(clips, tracks: nil),
            of: sources.contexts,
            settings,
            to: URL(filePath: path),
            as: nil
        )
        let name = URL(filePath: path).deletingLastPathComponent().lastPathComponent
        let counts = try await WorkerThread.run("assetkit.copy", CancellationFlag()) {
            let decision = try planner.decide()
            let conformed = JoinIntermediates(target: planner.path)
            let made = try conformed.make(decision.inputs, try planner.target()) { _ in }
            let plan = try planner.plan(made, decision.sounds)
            var counts: [Int] = []
            _ = try CopyRunner.run(
                plan,
                to: path,
                replaces: false,
                flag: CancellationFlag(),
                open: { _, _ in
                    FakeSink(nil, SinkRecord()) {
                        let count = Self.namelessCount(in: name)
                        if counts.last != count { counts.append(count) }
                    }
                }
            )
            withExtendedLifetime(conformed) {}
            return counts
        }
        // The new file itself may have no name yet.
        #expect(counts == counts.sorted(by: >))
        #expect(counts.count == 4, "while each of three clips is copied, and at the end")
        #expect(counts.last ?? 9 <= 1)
    }
}
