import AssetKit
import Foundation
import Testing

@testable import AssetKitBase

/// What the thread sanitizer is to look at: many tasks ask one asset for different keys and for the same ones, in both
/// ways there are, while some of them give up.
@Suite("One asset, many keys")
struct ConcurrentKeysTests {
    static let taskCount = 32
    static let samples = ["h264-bframes.mp4", "chapters.mkv", "h264.ts", "cover.mp3", "tags.ogg", "fragmented.mp4"]

    /// What each task asks for; several tasks ask the same.
    private static let questions: [@Sendable (AVAsset) async throws -> String] = [
        { "\(try await $0.load(.duration).exact)" },
        { "\(try await $0.load(.tracks).map(\.trackID))" },
        { try await AssetDump.lines(of: $0).joined(separator: "\n") },
        { asset in
            let (metadata, readable) = try await asset.load(.metadata, .isReadable)
            return "\(metadata.count) \(readable) \(metadata.map { $0.stringValue ?? "-" })"
        },
        { asset in
            var lines: [String] = []
            for track in try await asset.load(.tracks) {
                let (range, formats) = try await track.load(.timeRange, .formatDescriptions)
                lines.append("\(track.trackID) \(range.duration.exact) \(formats.map(\.mediaSubType))")
            }
            return lines.joined(separator: "\n")
        },
        { asset in
            try await asset.load(.tracks).map {
                $0.makeSampleCursorAtFirstSampleInDecodeOrder()?.currentSampleDuration.exact ?? "no samples"
            }
            .joined()
        },
        { asset in
            await withCheckedContinuation { done in
                asset.loadValuesAsynchronously(forKeys: ["duration", "tracks", "metadata"]) { done.resume() }
            }
            let start = asset.akDetails.startTime.exact
            return "\(asset.statusOfValue(forKey: "tracks", error: nil)) \(asset.tracks.count) \(start)"
        },
        { asset in
            let groups = try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
            return "\(groups.map { $0.items.compactMap(\.stringValue) })"
        },
    ]

    @Test("tasks that ask for different keys get what each gets alone, also when others give up", arguments: samples)
    func differentKeys(_ name: String) async throws {
        let url = SampleMedia.url(name)
        var expected: [String] = []
        for question in Self.questions { expected.append(try await question(AVURLAsset(url: url))) }
        for round in 0..<4 {
            let asset = AVURLAsset(url: url)
            let tasks = (0..<Self.taskCount).map { number in
                Task { try await Self.questions[number % Self.questions.count](asset) }
            }
            // Every fifth task is called back, at once or after a while.
            for number in stride(from: round, to: Self.taskCount, by: 5) {
                if number.isMultiple(of: 2) { await Task.yield() }
                tasks[number].cancel()
            }
            for (number, task) in tasks.enumerated() {
                let isCalledBack = number >= round && (number - round).isMultiple(of: 5)
                try await Self.check(task, expected[number % expected.count], isCalledBack: isCalledBack)
            }
        }
    }

    private static func check(_ task: Task<String, any Error>, _ expected: String, isCalledBack: Bool) async throws {
        do {
            let answer = try await task.value
            #expect(answer == expected)
        } catch is CancellationError where isCalledBack {
            return
        }
    }

    @Test(
        "loading that is called off while tasks wait can be asked for again, with the right answer",
        arguments: samples
    )
    func cancelledLoading(_ name: String) async throws {
        let url = SampleMedia.url(name)
        let expected = try await AVURLAsset(url: url).load(.tracks).map(\.trackID)
        let asset = AVURLAsset(url: url)
        let tasks = (0..<Self.taskCount).map { number in
            Task { () -> [CMPersistentTrackID]? in
                if number.isMultiple(of: 8) { asset.cancelLoading() }
                do {
                    return try await asset.load(.tracks, .metadata).0.map(\.trackID)
                } catch let error as AVError where error.code == .operationCancelled {
                    return nil
                }
            }
        }
        for task in tasks {
            let answer = try await task.value
            #expect(answer == nil || answer == expected)
        }
        #expect(try await asset.load(.tracks).map(\.trackID) == expected)
    }
}
