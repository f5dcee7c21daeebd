import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Writer of files")
struct FileWriterTests {
    private let folder = TemporaryFolder()
    private let record = SinkRecord()

    private var target: String { folder.path("new.mov") }
    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path(""))) ?? [] }

    private func writer(
        tracks: Int = 2,
        appears appearance: OutputFile.Appearance = .whenPublished,
        before: @escaping () throws -> Void = {},
        released: (@Sendable (Int) -> Void)? = nil
    ) throws -> FileWriter {
        try FileWriter(
            .test(tracks: tracks),
            to: try OutputFile(target, appears: appearance, replaces: false),
            replaces: false,
            open: { FakeSink($1, record, before: before) },
            released: released
        )
    }

    private let ending = SinkEnding(edits: [nil, nil])

    @Test("the file appears when all is written")
    func appearing() throws {
        let writer = try writer()
        try writer.append(.test(at: 0), to: 0)
        try writer.append(.test(at: 0, byteCount: 7), to: 1)
        #expect(names.isEmpty)
        try writer.finish(ending)
        #expect(FileManager.default.contents(atPath: target)?.count == 17)
        #expect(record.ending != nil)
        writer.cancel()
        #expect(names == ["new.mov"])
    }

    @Test("who brings all samples himself has the sink to himself")
    func lending() throws {
        let writer = try writer()
        try writer.append(.test(at: 0), to: 0)
        try writer.lend { try $0.write(.test(at: 10, byteCount: 7), to: 1) }
        try writer.finish(ending)
        #expect(FileManager.default.contents(atPath: target)?.count == 17)
        try writer.lend { _ in Issue.record("the file is complete") }
    }

    @Test("an error of who has the sink leaves it to others, and no file")
    func failedLending() throws {
        let writer = try writer()
        #expect(throws: WriteFailure.self) { try writer.lend { _ in throw WriteFailure(number: EIO) } }
        writer.abandon(WriteFailure(number: EIO))
        #expect(throws: WriteFailure.self) { try writer.finish(ending) }
        #expect(names.isEmpty)
    }

    @Test("a complete file gets no name where something is wrong all the same", arguments: [true, false])
    func refusedAtTheEnd(isAtOnce: Bool) throws {
        let writer = try writer(appears: isAtOnce ? .atOnce : .whenPublished)
        try writer.append(.test(at: 0), to: 0)
        #expect(throws: WriteFailure.self) { try writer.finish(ending) { throw WriteFailure(number: EIO) } }
        #expect(record.ending != nil)
        // What showed at once stays, as with any other error.
        #expect(names == (isAtOnce ? ["new.mov"] : []))
    }

    @Test("threads that feed a track each get all their samples in, in order")
    func threads() throws {
        let writer = try writer(tracks: 3)
        let threads = (0..<3).map { track in
            TestThread {
                for index in 0..<Int64(300) {
                    try writer.append(.test(at: index * Int64(10 + track * 7), byteCount: 3), to: track)
                }
                try writer.end(track)
            }
        }
        try threads.forEach { try $0.value() }
        try writer.finish(SinkEnding(edits: [nil, nil, nil]))
        #expect(record.overlaps == 0)
        for track in 0..<3 {
            #expect(record.times(of: track).map(\.value) == (0..<Int64(300)).map { $0 * Int64(10 + track * 7) })
        }
        let cells = record.entries.map { [$0.time.value / 500, Int64($0.track)] }
        #expect(zip(cells, cells.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) || $0 == $1 })
    }

    @Test("who is too far ahead waits until the other track has come after it")
    func waiting() throws {
        let writer = try writer()
        let progress = Monitor(0)
        let ahead = TestThread {
            for index in 0..<Int64(20) {
                try writer.append(.test(at: index * 100), to: 0)
                progress.withLock { $0 += 1 }
                progress.announce()
            }
        }
        progress.wait { $0 >= 11 ? () : nil }
        #expect(try !writer.canAppend(to: 0))
        #expect(progress.withLock { $0 } == 11)
        try writer.end(1)
        try ahead.value()
        try writer.finish(ending)
        #expect(record.entries.count == 20)
    }

    @Test("who has been told to wait hears when that is over")
    func released() throws {
        let released = Lock([Int]())
        let writer = try writer(released: { track in released.withLock { $0.append(track) } })
        for index in 0..<Int64(20) { try writer.append(.test(at: index * 100), to: 0, waits: false) }
        #expect(try !writer.canAppend(to: 0))
        #expect(released.withLock { $0 } == [])
        try writer.append(.test(at: 1700), to: 1)
        #expect(released.withLock { $0 } == [0])
    }

    private struct Broken: Error {}

    @Test("an error reaches every caller and those who wait, and leaves nothing", arguments: [true, false])
    func failing(atTheEnd: Bool) throws {
        let isBroken = Lock(false)
        let writer = try writer(before: { if isBroken.withLock({ $0 }) { throw Broken() } })
        for index in 0..<Int64(11) { try writer.append(.test(at: index * 100), to: 0) }
        isBroken.withLock { $0 = true }
        if atTheEnd {
            #expect(throws: Broken.self) { try writer.finish(self.ending) }
        } else {
            let waiting = TestThread { try writer.append(.test(at: 1100), to: 0) }
            #expect(throws: Broken.self) { try writer.append(.test(at: 0), to: 1) }
            #expect(throws: Broken.self) { try waiting.value() }
        }
        #expect(throws: Broken.self) { try writer.append(.test(at: 2000), to: 1) }
        #expect(throws: Broken.self) { try writer.canAppend(to: 1) }
        #expect(throws: Broken.self) { try writer.end(0) }
        #expect(throws: Broken.self) { try writer.finish(self.ending) }
        writer.cancel()
        #expect(names.isEmpty)
    }

    @Test("a file that shows at once survives an error, and goes when it is given up")
    func showingAtOnce() throws {
        let isBroken = Lock(false)
        var writer = try writer(
            tracks: 1,
            appears: .atOnce,
            before: { if isBroken.withLock({ $0 }) { throw Broken() } }
        )
        try writer.append(.test(at: 0), to: 0)
        isBroken.withLock { $0 = true }
        #expect(throws: Broken.self) { try writer.append(.test(at: 100), to: 0) }
        #expect(FileManager.default.contents(atPath: target)?.count == 10)
        try FileManager.default.removeItem(atPath: target)
        writer = try self.writer(tracks: 1, appears: .atOnce)
        try writer.append(.test(at: 0), to: 0)
        #expect(names == ["new.mov"])
        writer.cancel()
        #expect(names.isEmpty)
    }

    @Test("giving up wakes those who wait and leaves nothing")
    func cancelling() throws {
        let writer = try writer()
        for index in 0..<Int64(11) { try writer.append(.test(at: index * 100), to: 0) }
        let waiting = TestThread { try writer.append(.test(at: 1100), to: 0) }
        writer.cancel()
        #expect(names.isEmpty)
        #expect(throws: CancellationError.self) { try waiting.value() }
        #expect(throws: CancellationError.self) { try writer.finish(self.ending) }
    }

    @Test("an error of who brings samples is everybody's, and leaves nothing")
    func abandoning() throws {
        let writer = try writer()
        for index in 0..<Int64(11) { try writer.append(.test(at: index * 100), to: 0) }
        let waiting = TestThread { try writer.append(.test(at: 1100), to: 0) }
        writer.abandon(Broken())
        #expect(throws: Broken.self) { try waiting.value() }
        #expect(throws: Broken.self) { try writer.finish(self.ending) }
        #expect(!writer.cancel())
        #expect(names.isEmpty)
    }

    @Test("giving up while the file is being completed stops that")
    func cancellingTheEnd() throws {
        let (arrived, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let writer = try writer(
            tracks: 1,
            before: {
                arrived.signal()
                try mayGoOn.waitPatiently("until the test has cancelled the writer")
            }
        )
        let finishing = TestThread { try writer.finish(SinkEnding(edits: [nil])) }
        try arrived.waitPatiently("until the sink completes the file")
        let cancelling = TestThread { writer.cancel() }
        // Cancelling waits for the sink, which is let go when the flag is up: an error says that it is.
        try spinPatiently("until the writer is cancelled") { (try? writer.canAppend(to: 0)) == nil }
        mayGoOn.signal()
        #expect(throws: CancellationError.self) { try finishing.value() }
        #expect(try cancelling.value())
        #expect(names.isEmpty)
    }

    @Test("a writer that is let go leaves nothing")
    func lettingGo() throws {
        try writer().append(.test(at: 0), to: 0)
        #expect(names.isEmpty)
    }

    @Test("a file that has come meanwhile is not replaced, and stays")
    func meanwhile() throws {
        let writer = try writer(tracks: 1)
        try writer.append(.test(at: 0), to: 0)
        try Data([1]).write(to: URL(fileURLWithPath: target))
        #expect(throws: WriteFailure(number: EEXIST)) { try writer.finish(SinkEnding(edits: [nil])) }
        #expect(FileManager.default.contents(atPath: target) == Data([1]))
    }

    @Test("a folder that goes meanwhile is an error at the end")
    func vanishingFolder() throws {
        let writer = try writer(tracks: 1)
        try FileManager.default.removeItem(atPath: folder.path(""))
        try writer.append(.test(at: 0), to: 0)
        #expect(throws: WriteFailure(number: ENOENT)) { try writer.finish(SinkEnding(edits: [nil])) }
    }
}
