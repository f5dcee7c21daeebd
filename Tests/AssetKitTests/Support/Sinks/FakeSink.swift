import CMTimeLib
import Foundation

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitBase
@testable import AssetKitMedia

/// What a fake sink was given, in order; all of it stays when the sink is gone.
final class SinkRecord: Sendable {
    struct Entry: Sendable {
        let track: Int
        let sample: SinkSample

        var time: CMTime { sample.decodeTime }
        var byteCount: Int { sample.data.endIndex }
        var duration: CMTime { sample.duration }
    }

    private let state = Lock((entries: [Entry](), ending: SinkEnding?.none, users: 0, overlaps: 0))

    var entries: [Entry] { state.withLock { $0.entries } }
    var ending: SinkEnding? { state.withLock { $0.ending } }
    /// How often two threads were in the sink at once.
    var overlaps: Int { state.withLock { $0.overlaps } }

    func samples(of track: Int) -> [SinkSample] { entries.filter { $0.track == track }.map(\.sample) }

    func times(of track: Int) -> [CMTime] { samples(of: track).map(\.decodeTime) }

    func durations(of track: Int) -> [CMTime] { samples(of: track).map(\.duration) }

    fileprivate func enter() {
        state.withLock { state in
            state.users += 1
            if state.users > 1 { state.overlaps += 1 }
        }
    }

    fileprivate func leave() { state.withLock { $0.users -= 1 } }

    fileprivate func add(_ sample: SinkSample, _ track: Int) {
        state.withLock { $0.entries.append(Entry(track: track, sample: sample)) }
    }

    fileprivate func end(_ ending: SinkEnding) { state.withLock { $0.ending = ending } }
}

/// A sink that keeps a record, and writes the bytes of its samples one behind the other where it has a file for them.
final class FakeSink: MediaSink {
    private let bytes: (any ByteSink)?
    private let record: SinkRecord
    /// Is called before each sample is written, and before the end.
    private let before: () throws -> Void

    init(_ bytes: (any ByteSink)?, _ record: SinkRecord, before: @escaping () throws -> Void = {}) {
        self.bytes = bytes
        self.record = record
        self.before = before
    }

    func write(_ sample: SinkSample, to track: Int) throws {
        record.enter()
        defer { record.leave() }
        try before()
        try bytes?.append([UInt8](sample.data.dataBytes()))
        record.add(sample, track)
    }

    func finish(_ ending: SinkEnding) throws {
        record.enter()
        defer { record.leave() }
        try before()
        // As a long rearrangement does.
        if let bytes { try bytes.write(UnsafeRawBufferPointer(start: nil, count: 0), at: bytes.length) }
        record.end(ending)
    }
}
