import Foundation
import Glibc
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitISOMedia
@testable import AssetKitMedia

/// A recording that is stopped at any moment, in any way.
@Suite("Movie recovery")
struct MovieRecoveryTests {
    private static let interval = CMTime(value: 1, timescale: 2)
    private static let first = CMTime(value: 1, timescale: 4)
    /// All of them take minutes; two show what there is to see, and `ASSETKIT_LONG_RUN` takes the others too.
    private static let names = ["h264-bframes.mp4", "aac.m4a"] + (LongRun.isOn ? moreNames : [])
    private static let moreNames = ["h264-bframes.mov", "two-languages.mp4", "chapters.mp4"]

    /// A recording with everything that was done to its file, and what was handed over when.
    private struct Recording {
        let source: ISORemux
        let sink: FakeByteSink
        /// What was handed over when that many operations had been done.
        private struct Handed {
            let operations: Int
            let track: Int
            let count: Int
            let start: CMTime
            let end: CMTime
        }

        private var progress: [Handed] = []
        /// The bytes of all samples of each track.
        private(set) var content: [[Data]] = []

        init(_ name: String) throws {
            source = try ISORemux(sample: name)
            sink = FakeByteSink()
            for track in source.tracks.indices { content.append(source.lines(track).map(\.bytes)) }
            let layout = SinkPlan.Layout.crashSafe(interval: interval, first: first)
            let movie = try ISOMediaSink(source.plan(source.facts.fileType, layout), into: sink)
            for place in source.places {
                try movie.write(source.sample(place), to: place.track)
                let ticks = source.table(source.tracks[place.track])?[place.index].durationTicks ?? 0
                let length = CMTimeMultiply(source.time(ticks, place.track), multiplier: Int32(place.count))
                progress.append(
                    Handed(
                        operations: sink.operations.count,
                        track: place.track,
                        count: place.count,
                        start: place.time,
                        end: place.time + length
                    )
                )
            }
            try movie.finish(source.ending)
        }

        /// How many samples of each track must be there after so many operations: all but those of the time that may go.
        func bound(after operations: Int) -> [Int] {
            // What was handed over while the file was in this state.
            let handed = progress.prefix { $0.operations <= operations }
            let safe = (handed.last?.start ?? .zero) - MovieRecoveryTests.interval - MovieRecoveryTests.first
            var counts = source.tracks.map { _ in 0 }
            for part in handed where part.end <= safe { counts[part.track] += part.count }
            return counts
        }
    }

    /// The file opens, holds so much, and every sample is the one that was written; also after recovering it, once or twice.
    private func expectSound(_ bytes: [UInt8], _ recording: Recording, atLeast bound: [Int], _ what: String) throws {
        try expectSamples(FakeByteSink(bytes), recording, bound, what)
        let sink = FakeByteSink(bytes)
        guard let outcome = try recovered(sink, what) else {
            #expect(bound.allSatisfy { $0 == 0 }, "\(what)")
            return
        }
        try expectSamples(sink, recording, bound, what + ", recovered")
        let again = FakeByteSink(sink.bytes)
        let second = try MovieRecovery(sink: again).recover()
        #expect(second.wasComplete && second.duration == outcome.duration, "\(what)")
        #expect(again.bytes == sink.bytes, "\(what)")
        let movie = try ISOFileReader.read(ByteWindow(AKDataSource(Data(sink.bytes))))
        #expect(!movie.isFragmented && movie.warnings.isEmpty, "\(what): \(movie.warnings)")
    }

    /// Recovers a file; nil where it has no sample, and stays as it is.
    private func recovered(_ sink: FakeByteSink, _ what: String) throws -> MovieRecovery.Outcome? {
        let bytes = sink.bytes
        do {
            return try MovieRecovery(sink: sink).recover()
        } catch let problem as MediaProblem where problem.reason.hasSuffix("it stays as it is") {
            #expect(sink.bytes == bytes, "\(what)")
            return nil
        }
    }

    private func expectSamples(_ sink: FakeByteSink, _ recording: Recording, _ bound: [Int], _ what: String) throws {
        let movie = try ISOFileReader.read(ByteWindow(AKDataSource(Data(sink.bytes))))
        #expect(movie.tracks.count >= bound.count, "\(what)")
        let data = Data(sink.bytes)
        for (number, content) in recording.content.enumerated() where number < movie.tracks.count {
            let found = movie.tracks[number].samples
            let whole = found.availableCount(in: sink.length)
            #expect(whole >= bound[number], "\(what): track \(number)")
            for (sample, wanted) in zip(found.samples().prefix(whole), content)
            where data[Int(sample.offset)..<Int(sample.offset) + Int(sample.size)] != wanted {
                Issue.record("\(what): sample \(sample.index) of track \(number) is another one")
                return
            }
        }
    }

    @Test("a file cut off after any operation opens, holds what it must, and recovers", arguments: names)
    func everyPrefix(name: String) throws {
        let recording = try Recording(name)
        let operations = recording.sink.operations
        for count in 1...operations.count {
            let bytes = FakeByteSink.state(after: count, of: operations)
            try expectSound(bytes, recording, atLeast: recording.bound(after: count), "after \(count) operations")
        }
    }

    @Test("a write torn at any place leaves what was there before", arguments: names)
    func tornWrites(name: String) throws {
        let recording = try Recording(name)
        let operations = recording.sink.operations
        for (number, operation) in operations.enumerated().dropFirst() {
            guard case .write(let new, let offset) = operation else { continue }
            let bound = recording.bound(after: number)
            for cut in Set([1, 2, 3, 4, 7, 9, new.count / 2, new.count - 1]) where cut > 0 && cut < new.count {
                var bytes = FakeByteSink.state(after: number, of: operations)
                FakeByteSink.apply(.write(Array(new[..<cut]), at: offset), to: &bytes)
                try expectSound(bytes, recording, atLeast: bound, "operation \(number) torn after \(cut) bytes")
            }
        }
    }

    @Test("a power cut leaves all that was brought to the disk", arguments: names)
    func powerCuts(name: String) throws {
        let recording = try Recording(name)
        let operations = recording.sink.operations
        var generator = SeededGenerator(seed: 20_261_122)
        for count in 2...operations.count {
            // What came after the last synchronizing may be there or not: the bound is that of the time before it.
            let safe = operations[..<count].lastIndex { if case .synchronize = $0 { true } else { false } }
            guard let safe else { continue }
            for round in 0..<(LongRun.isOn ? 12 : 3) {
                let bytes = FakeByteSink.powerCut(after: count, of: operations, using: &generator)
                try expectSound(
                    bytes,
                    recording,
                    atLeast: recording.bound(after: safe),
                    "power cut \(round) after \(count) operations"
                )
            }
        }
    }

    @Test("a full disk at any write leaves a movie that opens", arguments: names)
    func fullDisk(name: String) throws {
        let whole = try Recording(name)
        let layout = SinkPlan.Layout.crashSafe(interval: Self.interval, first: Self.first)
        for room in stride(from: Int64(20_000), to: whole.sink.length + 80_000, by: LongRun.isOn ? 15_000 : 40_000) {
            let sink = FakeByteSink()
            sink.room = room
            let source = whole.source
            var failures = 0
            guard let movie = try? ISOMediaSink(source.plan(source.facts.fileType, layout), into: sink) else {
                continue
            }
            for place in source.places where failures == 0 {
                do {
                    try movie.write(source.sample(place), to: place.track)
                } catch {
                    #expect((error as? WriteFailure)?.isNoRoom ?? false)
                    failures += 1
                }
            }
            // Once told, the movie is completed with what it has; else the end tells.
            do {
                try movie.finish(SinkEnding(edits: []))
            } catch {
                #expect((error as? WriteFailure)?.isNoRoom ?? false)
                #expect(failures == 0)
                failures += 1
            }
            try expectSamples(sink, whole, source.tracks.map { _ in 0 }, "room for \(room)")
            let read = try ISORemux(sink, as: source.facts.fileType ?? .mp4)
            #expect(!read.facts.canContainFragments, "with the room that was kept it is an ordinary movie")
            if room > sink.length + 200_000 { #expect(failures == 0) }
        }
    }

    @Test("a write or a synchronizing that fails at any time leaves a movie that opens", arguments: [ENOSPC, EIO])
    func failingWrites(error: CInt) throws {
        let whole = try Recording("h264-bframes.mp4")
        let layout = SinkPlan.Layout.crashSafe(interval: Self.interval, first: Self.first)
        let source = whole.source
        for number in 2..<40 {
            let sink = FakeByteSink()
            sink.failure = (number, error)
            let movie = try ISOMediaSink(source.plan(.mp4, layout), into: sink)
            var failures: [WriteFailure] = []
            for place in source.places where failures.isEmpty {
                do {
                    try movie.write(source.sample(place), to: place.track)
                } catch {
                    failures.append(try #require(error as? WriteFailure))
                }
            }
            do {
                try movie.finish(source.ending)
            } catch {
                failures.append(try #require(error as? WriteFailure))
            }
            #expect(failures.allSatisfy { $0.number == error })
            try expectSamples(sink, whole, source.tracks.map { _ in 0 }, "failure \(number)")
            _ = try recovered(FakeByteSink(sink.bytes), "failure \(number)")
        }
    }

    @Test("a recording without a sample is refused as such, and stays as it is")
    func nothingRecorded() throws {
        let source = try ISORemux(sample: "aac.m4a")
        let sink = FakeByteSink()
        let layout = SinkPlan.Layout.crashSafe(interval: Self.interval, first: Self.first)
        _ = try ISOMediaSink(source.plan(source.facts.fileType, layout), into: sink)
        let header = sink.bytes
        #expect(!header.isEmpty)
        let problem = try #require(throws: MediaProblem.self) { try MovieRecovery(sink: sink).recover() }
        #expect(problem.code == .noDataCaptured && problem.reason.hasPrefix("nothing was recorded to it, so"))
        #expect(sink.bytes == header)
    }

    @Test("a header that cannot be written, or brought to the disk, leaves nothing of a recording", arguments: [0, 1])
    func failingHeader(number: Int) throws {
        let source = try ISORemux(sample: "aac.m4a")
        let sink = FakeByteSink()
        sink.failure = (number, ENOSPC)
        let layout = SinkPlan.Layout.crashSafe(interval: Self.interval, first: Self.first)
        #expect(throws: WriteFailure.self) {
            _ = try ISOMediaSink(source.plan(source.facts.fileType, layout), into: sink)
        }
        #expect(sink.bytes.isEmpty)
    }

    @Test("a recovered movie presents what was recorded")
    func presentation() throws {
        let recording = try Recording("h264-bframes.mp4")
        let operations = recording.sink.operations
        let moov = try #require(
            operations.lastIndex { if case .write(let bytes, _) = $0 { bytes.count > 1000 } else { false } }
        )
        let sink = FakeByteSink(FakeByteSink.state(after: moov, of: operations))
        _ = try MovieRecovery(sink: sink).recover()
        let result = try ISORemux(sink, as: .mp4)
        for track in recording.source.tracks.indices {
            #expect(
                result.lines(track, withDependencies: false) == recording.source.lines(track, withDependencies: false)
            )
        }
    }

    @Test("the index of complete fragments is nothing torn")
    func completeFragments() throws {
        let source = try ISORemux(sample: "h264-bframes.mp4")
        let sink = FakeByteSink()
        let movie = try ISOMediaSink(source.plan(.mp4, .fragmented(interval: Self.interval)), into: sink)
        for place in source.places { try movie.write(source.sample(place), to: place.track) }
        try movie.finish(source.ending)
        let outcome = try MovieRecovery(sink: sink).recover()
        #expect(!outcome.wasComplete && outcome.removedByteCount == 0)
        let result = try ISORemux(sink, as: .mp4)
        #expect(result.lines(0).count == source.lines(0).count)
    }

    @Test("what is no movie, or has no header, is refused in words")
    func refusals() throws {
        #expect(throws: MediaProblem.self) {
            try MovieRecovery(sink: FakeByteSink(Array("hello, world".utf8))).recover()
        }
        let head = ISOBrands(major: "isom", compatible: []).bytes()
        #expect(throws: MediaProblem.self) { try MovieRecovery(sink: FakeByteSink(head)).recover() }
        #expect(throws: WriteFailure(number: ENOENT)) {
            try FileRecovery.recover(path: "/nowhere/at/all.mp4", to: nil, replaces: false)
        }
    }

    @Test("a file that is being written is left alone")
    func locking() throws {
        let folder = TemporaryFolder()
        let path = folder.path("a.mp4")
        let file = try OutputFile(path, appears: .atOnce, replaces: false)
        try file.append(try Recording("aac.m4a").sink.bytes)
        #expect(throws: MediaProblem.self) { try FileRecovery.recover(path: path, to: nil, replaces: false) }
        file.keep()
    }
}
