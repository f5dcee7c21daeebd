import AssetKit
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AssetKitBase

@Suite("One asset, many tasks")
struct ConcurrentLoadingTests {
    static let taskCount = 32

    @Test("all tasks get the same answer", arguments: ["h264-bframes.mp4", "tags.mkv", "h264.ts", "cover.mp3"])
    func everybodyGetsTheSame(_ name: String) async throws {
        let expected = try await AssetDump.lines(of: AVURLAsset(url: SampleMedia.url(name)))
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let answers = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<Self.taskCount { group.addTask { try await AssetDump.lines(of: asset) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == Self.taskCount)
        #expect(answers.allSatisfy { $0 == expected })
    }

    @Test("the bytes are opened once for all of them")
    func loadingHappensOnce() async throws {
        let source = CountedSource(try Data(contentsOf: SampleMedia.url("h264-bframes.mp4")))
        let alone = AVAsset(akSource: source, fileType: .mp4)
        _ = try await alone.load(.tracks)
        let reads = source.reads
        let shared = AVAsset(akSource: source, fileType: .mp4)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.taskCount { group.addTask { _ = try await shared.load(.duration, .tracks) } }
            try await group.waitForAll()
        }
        #expect(source.reads == reads * 2)
    }

    @Test("a failure reaches all of them, and is the same the next time")
    func failureReachesEverybody() async {
        let asset = AVAsset(akData: Data("this is no media at all".utf8), fileType: .mp4)
        let errors = await withTaskGroup(of: AVError?.self) { group in
            for _ in 0..<Self.taskCount { group.addTask { await Self.failure { _ = try await asset.load(.tracks) } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.count == Self.taskCount)
        #expect(errors.allSatisfy { $0 != nil && $0 == errors.first })
        #expect(await Self.failure { _ = try await asset.load(.duration) } == errors.first)
        var error: NSError?
        #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .failed)
        let stored: (any Error)? = error
        #expect(stored as? AVError == errors.first)
    }

    @Test("a cancellation reaches all of them, and loading can be asked for again")
    func cancellationReachesEverybody() async throws {
        let source = StuckSource(try Data(contentsOf: SampleMedia.url("h264-bframes.mp4")))
        let asset = AVAsset(akSource: source, fileType: .mp4)
        let tasks = (0..<Self.taskCount).map { _ in
            Task { await Self.failure { _ = try await asset.load(.tracks) } }
        }
        await source.waitForReader()
        try await waitPatiently("until the tracks are loaded") {
            asset.statusOfValue(forKey: "tracks") == .loading
        }
        asset.cancelLoading()
        source.letGo()
        var cancelled = 0
        for task in tasks where await task.value?.code == .operationCancelled { cancelled += 1 }
        // A task that came only after the cancellation has simply asked again.
        #expect(cancelled > 0)
        #expect(try await asset.load(.tracks).count == 2)
    }

    @Test("a cancelled task stops waiting, and the others do not")
    func oneTaskCanLeave() async throws {
        let source = StuckSource(try Data(contentsOf: SampleMedia.url("h264-bframes.mp4")))
        let asset = AVAsset(akSource: source, fileType: .mp4)
        let staying = Task { try await asset.load(.tracks).count }
        await source.waitForReader()
        let leaving = Task { _ = try await asset.load(.tracks) }
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        source.letGo()
        #expect(try await staying.value == 2)
    }

    private static func failure(_ body: () async throws -> Void) async -> AVError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? AVError
        }
    }
}

/// Bytes in memory that count how often they are read.
final class CountedSource: AKByteSource {
    private let bytes: AKDataSource
    private let readCount = Atomic(0)

    init(_ data: Data) { bytes = AKDataSource(data) }

    var length: Int64? { bytes.length }
    var reads: Int { readCount.load(ordering: .relaxed) }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        readCount.add(1, ordering: .relaxed)
        return bytes.read(at: offset, into: buffer)
    }
}

/// Bytes in memory whose first reader waits until it is let go.
final class StuckSource: AKByteSource {
    private let bytes: AKDataSource
    private let gate = DispatchSemaphore(value: 0)
    private let arrivals = AsyncStream<Void>.makeStream()

    init(_ data: Data) { bytes = AKDataSource(data) }

    var length: Int64? { bytes.length }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        arrivals.continuation.yield()
        try gate.waitPatiently("until a source may answer")
        gate.signal()
        return bytes.read(at: offset, into: buffer)
    }

    /// Returns when somebody reads.
    func waitForReader() async {
        for await _ in arrivals.stream { return }
    }

    func letGo() { gate.signal() }
}
