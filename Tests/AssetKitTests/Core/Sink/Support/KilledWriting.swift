import CMTimeLib
import Foundation

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitBase

/// Bytes on their way to a file, in a process that is killed in the middle of one of them.
final class KillingBytes: ByteSink {
    /// How many bytes have been written in all, those written twice among them.
    final class Count: Sendable {
        private let bytes = Lock(0)
        private let limit: Int?

        /// The process is killed when there would be more.
        init(limit: Int?) { self.limit = limit }

        var total: Int { bytes.withLock { $0 } }

        /// How many bytes may still be written, of so many.
        fileprivate func take(_ count: Int) -> Int {
            bytes.withLock { bytes in
                let allowed = min(count, (limit ?? .max) - bytes)
                bytes += allowed
                return allowed
            }
        }
    }

    private let base: any ByteSink
    private let count: Count

    init(_ base: any ByteSink, _ count: Count) { (self.base, self.count) = (base, count) }

    var length: Int64 { base.length }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        let allowed = count.take(bytes.count)
        try base.write(UnsafeRawBufferPointer(rebasing: bytes[..<allowed]), at: offset)
        if allowed < bytes.count { kill(getpid(), SIGKILL) }
    }

    func copy(_ range: Range<Int64>, of descriptor: CInt, to offset: Int64) throws {
        try base.copy(range, of: descriptor, to: offset)
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try base.read(at: offset, into: buffer)
    }

    func truncate(to length: Int64) throws { try base.truncate(to: length) }

    func synchronize() throws { try base.synchronize() }

    func reserve(_ byteCount: Int64) throws -> Bool { try base.reserve(byteCount) }
}

/// A sink that writes down, outside of the process, how much of each track it has been handed.
final class NotingSink: MediaSink {
    private let base: any MediaSink
    private let notes: CInt

    init(_ base: any MediaSink, notes path: String) {
        self.base = base
        notes = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }

    deinit { close(notes) }

    func write(_ sample: SinkSample, to track: Int) throws {
        let length =
            sample.duration.isNumeric ? CMTimeMultiply(sample.duration, multiplier: Int32(sample.count)) : .zero
        let end = (sample.decodeTime + length).convertScale(1_000_000, method: .roundTowardNegativeInfinity)
        let line = Array("\(track) \(sample.count) \(end.value)\n".utf8)
        precondition(Glibc.write(notes, line, line.count) == line.count)
        try base.write(sample, to: track)
    }

    func finish(_ ending: SinkEnding) throws { try base.finish(ending) }

    /// How many samples a track has after each that it was handed, and where that one ends.
    static func handed(_ track: Int, in path: String) throws -> [(count: Int, end: CMTime)] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        var handed: [(count: Int, end: CMTime)] = []
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ").compactMap { Int64($0) }
            guard words.count == 3, words[0] == Int64(track) else { continue }
            let count = (handed.last?.count ?? 0) + Int(words[1])
            handed.append((count, CMTime(value: words[2], timescale: 1_000_000)))
        }
        return handed
    }
}
