import CMTimeLib
import Foundation

@testable import AssetKit

/// What a fake sink was given, in order; all of it stays when the sink is gone.
final class SinkRecord: Sendable {
    struct Entry: Sendable, Hashable {
        let track: Int
        let time: CMTime
        let byteCount: Int
        let duration: CMTime
    }

    private let state = Lock((entries: [Entry](), ending: SinkEnding?.none, users: 0, overlaps: 0))

    var entries: [Entry] { state.withLock { $0.entries } }
    var ending: SinkEnding? { state.withLock { $0.ending } }
    /// How often two threads were in the sink at once.
    var overlaps: Int { state.withLock { $0.overlaps } }

    func times(of track: Int) -> [CMTime] { entries.filter { $0.track == track }.map(\.time) }

    func durations(of track: Int) -> [CMTime] { entries.filter { $0.track == track }.map(\.duration) }

    fileprivate func enter() {
        state.withLock { state in
            state.users += 1
            if state.users > 1 { state.overlaps += 1 }
        }
    }

    fileprivate func leave() { state.withLock { $0.users -= 1 } }

    fileprivate func add(_ sample: SinkSample, _ track: Int) {
        state.withLock {
            $0.entries.append(
                Entry(
                    track: track,
                    time: sample.decodeTime,
                    byteCount: sample.data.endIndex,
                    duration: sample.duration
                )
            )
        }
    }

    fileprivate func end(_ ending: SinkEnding) { state.withLock { $0.ending = ending } }
}

/// A sink that writes the bytes of its samples one behind the other and keeps a record.
final class FakeSink: MediaSink {
    private let bytes: any ByteSink
    private let record: SinkRecord
    /// Is called before each sample is written, and before the end.
    private let before: () throws -> Void

    init(_ bytes: any ByteSink, _ record: SinkRecord, before: @escaping () throws -> Void = {}) {
        self.bytes = bytes
        self.record = record
        self.before = before
    }

    func write(_ sample: SinkSample, to track: Int) throws {
        record.enter()
        defer { record.leave() }
        try before()
        try bytes.append([UInt8](sample.data.dataBytes()))
        record.add(sample, track)
    }

    func finish(_ ending: SinkEnding) throws {
        record.enter()
        defer { record.leave() }
        try before()
        // As a long rearrangement does.
        try bytes.write(UnsafeRawBufferPointer(start: nil, count: 0), at: bytes.length)
        record.end(ending)
    }
}

extension SinkSample {
    /// A sample that begins at a time in milliseconds.
    static func test(at milliseconds: Int64, lasting duration: Int64 = 40, byteCount: Int = 10) -> SinkSample {
        let time = CMTime(value: milliseconds, timescale: 1000)
        return SinkSample(
            data: (try? CMBlockBuffer(copying: Data(count: byteCount))) ?? CMBlockBuffer(empty: ()),
            presentationTime: time,
            decodeTime: time,
            duration: CMTime(value: duration, timescale: 1000)
        )
    }
}

extension SinkPlan {
    /// A plan for so many tracks of nothing in particular.
    static func test(tracks count: Int) -> SinkPlan {
        SinkPlan(
            fileType: .mov,
            tracks: (0..<count).map { _ in SinkTrack(mediaType: .video, formats: [], timescale: 1000) }
        )
    }
}

/// A thread that a test waits for.
final class TestThread<Result: Sendable>: Sendable {
    private let result = Monitor<Swift.Result<Result, any Error>?>(nil)

    init(_ body: @escaping @Sendable () throws -> Result) {
        let result = result
        let thread = Thread {
            let value = Swift.Result { try body() }
            result.withLock { $0 = value }
            result.announce()
        }
        thread.start()
    }

    /// What came of it, waited for.
    func value() throws -> Result { try result.wait { $0 }.get() }
}
