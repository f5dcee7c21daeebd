import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitWriting
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Writer, faults")
struct WriterFaultTests {
    private func sentence(_ writing: FakeWriting) -> String {
        (writing.writer.error as? AVError)?.errorDescription ?? ""
    }

    @Test("a file that is there already is an error at the start, unless it may be replaced")
    func existing() async throws {
        let writing = try FakeWriting()
        try Data([1]).write(to: writing.writer.outputURL)
        writing.writer.add(writing.pictures)
        #expect(!writing.writer.startWriting())
        #expect(writing.writer.status == .failed)
        #expect((writing.writer.error as? AVError)?.code == .fileAlreadyExists)
        #expect(
            sentence(writing)
                == "cannot write '\(writing.folder.path("new.mov"))': there is a file of this name already"
        )
        #expect(FileManager.default.contents(atPath: writing.folder.path("new.mov")) == Data([1]))
        let again = try AVAssetWriter(outputURL: writing.writer.outputURL, fileType: .mov)
        again.openSinks { FakeSink($1, writing.record) }
        again.akReplacesExistingFile = true
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
        again.add(input)
        try again.start()
        again.startSession(atSourceTime: .zero)
        input.append(try WriterKit.picture(7, byteCount: 3))
        #expect(FileManager.default.contents(atPath: writing.folder.path("new.mov")) == Data([1]))
        await again.finishWriting()
        #expect(FileManager.default.contents(atPath: writing.folder.path("new.mov")) == Data([7, 7, 7]))
        #expect(writing.names == ["new.mov"])
    }

    @Test("a folder that is not there is an error at the start")
    func noFolder() throws {
        let writing = try FakeWriting()
        let path = writing.folder.path("nowhere/new.mov")
        let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: path), fileType: .mov)
        writer.add(writing.pictures)
        #expect(!writer.startWriting())
        #expect((writer.error as? AVError)?.errorDescription == "cannot write '\(path)': the folder does not exist")
        #expect(((writer.error as? AVError)?.underlyingError as? NSError)?.domain == NSCocoaErrorDomain)
    }

    @Test("a writer without inputs, without a session, or without samples fails and says so")
    func nothing() async throws {
        let without = try FakeWriting()
        #expect(!without.writer.startWriting())
        #expect(sentence(without).hasSuffix("the writer has no inputs"))
        let noSession = try FakeWriting()
        noSession.writer.add(noSession.pictures)
        noSession.writer.startWriting()
        await noSession.writer.finishWriting()
        #expect(sentence(noSession).hasSuffix("no session was started, so nothing could be appended"))
        let empty = try FakeWriting()
        empty.start()
        await empty.writer.finishWriting()
        #expect(empty.writer.status == .failed)
        #expect(sentence(empty).hasSuffix("no sample was appended to any input"))
        #expect(without.names + noSession.names + empty.names == [])
    }

    @Test("whichever write fails, the client hears of it and nothing is left", arguments: 0..<12)
    func failingWrites(number: Int) async throws {
        let count = Lock(0)
        let writing = try FakeWriting(before: {
            let isDue = count.withLock { count in
                defer { count += 1 }
                return count == number
            }
            if isDue { throw WriteFailure(number: ENOSPC) }
        })
        writing.start()
        var refused = false
        for index in 0..<4 where !refused {
            let (picture, sound) = (try WriterKit.picture(index), try WriterKit.sound(index))
            refused = !writing.pictures.append(picture) || !writing.sound.append(sound)
        }
        await writing.writer.finishWriting()
        // Four pictures, four pieces of sound, and the end.
        #expect(writing.writer.status == (number <= 8 ? .failed : .completed))
        #expect(writing.names == (number <= 8 ? [] : ["new.mov"]))
        guard number <= 8 else { return }
        #expect((writing.writer.error as? AVError)?.code == .diskFull)
        #expect(sentence(writing).hasSuffix("there is no space left on the disk"))
        // Who waits for room goes on, and hears of the failure by appending.
        if !refused { return }
        #expect(writing.pictures.isReadyForMoreMediaData)
        let late = try WriterKit.picture(9)
        #expect(!writing.pictures.append(late))
    }

    @Test("a block that waits for room is called when writing fails, so that it can end")
    func blockHears() async throws {
        struct Broken: Error {}
        let writing = try FakeWriting(before: { throw Broken() })
        writing.start()
        let number = Lock(0)
        await withCheckedContinuation { (over: CheckedContinuation<Void, Never>) in
            writing.pictures.requestMediaDataWhenReady(on: DispatchQueue(label: "test")) {
                while writing.pictures.isReadyForMoreMediaData {
                    let next = number.withLock { number in
                        defer { number += 1 }
                        return number
                    }
                    // The sound comes when there is no room for pictures, and with it the error.
                    if next == 26 { Thread { _ = (try? WriterKit.sound(0)).map(writing.sound.append) }.start() }
                    guard let sample = try? WriterKit.picture(next), writing.pictures.append(sample) else {
                        writing.pictures.markAsFinished()
                        over.resume()
                        return
                    }
                }
            }
        }
        #expect(writing.writer.status == .failed)
        #expect(writing.names.isEmpty)
    }

    @Test("samples out of order, without a time, or of a new format make writing fail in one sentence")
    func badSamples() throws {
        let writing = try FakeWriting()
        writing.start([writing.pictures])
        writing.pictures.append(try WriterKit.picture(3))
        let again = try WriterKit.picture(3)
        #expect(!writing.pictures.append(again))
        #expect(sentence(writing).hasSuffix("a sample came out of order: each must be decoded after the one before it"))
        #expect(writing.names.isEmpty)
    }

    @Test("cancelling at any moment leaves nothing, and everybody goes on", arguments: 0..<20)
    func cancelling(seed: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let writing = try FakeWriting()
        writing.writer.movieFragmentInterval = seed.isMultiple(of: 2) ? .invalid : CMTime(value: 1, timescale: 1)
        writing.start()
        let limit = Int.random(in: 0..<100, using: &generator)
        let threads = [
            TestThread {
                for number in 0..<200 {
                    try FakeWriting.wait(for: writing.pictures)
                    if number == limit { writing.writer.cancelWriting() }
                    guard writing.pictures.append(try WriterKit.picture(number)) else { return }
                }
            },
            TestThread {
                for number in 0..<80 {
                    try FakeWriting.wait(for: writing.sound)
                    guard writing.sound.append(try WriterKit.sound(number)) else { return }
                }
            },
        ]
        try threads.forEach { try $0.value() }
        #expect(writing.writer.status == .cancelled)
        #expect(writing.writer.error == nil)
        #expect(writing.names.isEmpty, "seed \(seed)")
        await writing.writer.finishWriting()
        #expect(writing.writer.status == .cancelled)
    }

    @Test("cancelling while the file is being completed stops that, and the handler is called")
    func cancellingTheEnd() async throws {
        let (arrived, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let writing = try FakeWriting(before: {
            arrived.signal()
            try mayGoOn.waitPatiently("until the test has cancelled the writer")
        })
        writing.start([writing.pictures])
        writing.pictures.append(try WriterKit.picture(0))
        await withCheckedContinuation { (over: CheckedContinuation<Void, Never>) in
            writing.writer.finishWriting { over.resume() }
            let session = writing.writer.live.withLock { $0.session }
            let cancelling = Thread {
                defer { (0..<2).forEach { _ in mayGoOn.signal() } }
                do {
                    try arrived.waitPatiently("until the sink completes the file")
                    Thread { writing.writer.cancelWriting() }.start()
                    try spinPatiently("until the writer is cancelled") {
                        (try? session?.writer.canAppend(to: 0)) == nil
                    }
                } catch {
                    Issue.record(error)
                }
            }
            cancelling.start()
        }
        #expect(writing.writer.status == .cancelled)
        #expect(writing.names.isEmpty)
    }

    @Test("a writer that is let go leaves nothing")
    func lettingGo() throws {
        let folder: TemporaryFolder
        do {
            let writing = try FakeWriting()
            folder = writing.folder
            writing.writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
            writing.start()
            writing.pictures.append(try WriterKit.picture(0))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == [])
    }

    @Test("a folder that goes meanwhile, or a file that comes, is an error at the end")
    func meanwhile() async throws {
        for comes in [true, false] {
            let writing = try FakeWriting()
            writing.start([writing.pictures])
            writing.pictures.append(try WriterKit.picture(0))
            if comes {
                try Data([1]).write(to: writing.writer.outputURL)
            } else {
                try FileManager.default.removeItem(atPath: writing.folder.path(""))
            }
            await writing.writer.finishWriting()
            #expect(writing.writer.status == .failed)
            #expect((writing.writer.error as? AVError)?.code == (comes ? .fileAlreadyExists : .operationNotAllowed))
            if comes { #expect(FileManager.default.contents(atPath: writing.folder.path("new.mov")) == Data([1])) }
        }
    }
}
