import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitWriting
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Writer, whatever the pace")
struct WriterPaceTests {
    private func check(_ writing: FakeWriting, pictures: Int, sound: Int) async {
        await writing.writer.finishWriting()
        #expect(writing.writer.status == .completed, "\(String(describing: writing.writer.error))")
        let times = writing.record.times(of: 0)
        #expect(times == (0..<pictures).map { CMTime(value: CMTimeValue($0), timescale: 25) })
        #expect(writing.record.times(of: 1).count == sound)
        let places = writing.record.entries.map { ($0.time.seconds * 2).rounded(.down) * 2 + Double($0.track) }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(writing.names == ["new.mov"])
    }

    @Test("two threads append to two inputs")
    func twoThreads() async throws {
        let writing = try FakeWriting()
        writing.start()
        let threads = [
            TestThread {
                for number in 0..<100 {
                    try FakeWriting.wait(for: writing.pictures)
                    let sample = try WriterKit.picture(number)
                    #expect(writing.pictures.append(sample))
                }
                writing.pictures.markAsFinished()
            },
            TestThread {
                for number in 0..<40 {
                    try FakeWriting.wait(for: writing.sound)
                    let sample = try WriterKit.sound(number)
                    #expect(writing.sound.append(sample))
                }
                writing.sound.markAsFinished()
            },
        ]
        try threads.forEach { try $0.value() }
        await check(writing, pictures: 100, sound: 40)
    }

    @Test("blocks are asked for data until both inputs are finished, also where one is to be filled first")
    func blocks() async throws {
        let writing = try FakeWriting()
        writing.start()
        let (numbers, done) = (Lock([0, 0]), DispatchSemaphore(value: 0))
        func serve(
            _ input: AVAssetWriterInput,
            _ place: Int,
            _ count: Int,
            _ make: @escaping @Sendable (Int) throws -> CMSampleBuffer
        ) {
            let queue = DispatchQueue(label: "test.\(place)")
            input.requestMediaDataWhenReady(on: queue) {
                dispatchPrecondition(condition: .onQueue(queue))
                while input.isReadyForMoreMediaData {
                    let number = numbers.withLock { numbers in
                        defer { numbers[place] += 1 }
                        return numbers[place]
                    }
                    guard number < count, let sample = try? make(number), input.append(sample) else {
                        input.markAsFinished()
                        done.signal()
                        return
                    }
                }
            }
        }
        serve(writing.pictures, 0, 200) { try WriterKit.picture($0) }
        serve(writing.sound, 1, 80) { try WriterKit.sound($0) }
        try await withCheckedThrowingContinuation { (over: CheckedContinuation<Void, any Error>) in
            Thread {
                over.resume(
                    with: Result { for _ in 0..<2 { try done.waitPatiently("until an input is finished") } }
                )
            }.start()
        }
        await check(writing, pictures: 200, sound: 80)
    }

    @Test("an input that is fed alone stops after a second, and goes on when the other is finished")
    func oneFirst() async throws {
        let writing = try FakeWriting()
        writing.start()
        var number = 0
        while writing.pictures.isReadyForMoreMediaData {
            writing.pictures.append(try WriterKit.picture(number))
            number += 1
        }
        // One picture is held back until it is known how long it lasts.
        #expect(number == 27)
        writing.sound.markAsFinished()
        while number < 60 {
            #expect(writing.pictures.isReadyForMoreMediaData)
            writing.pictures.append(try WriterKit.picture(number))
            number += 1
        }
        await check(writing, pictures: 60, sound: 0)
        #expect(writing.plan?.tracks.map(\.mediaType) == [.video])
    }

    @Test("an input without a fellow never waits")
    func alone() async throws {
        let writing = try FakeWriting()
        writing.start([writing.pictures])
        for number in 0..<500 {
            #expect(writing.pictures.isReadyForMoreMediaData)
            writing.pictures.append(try WriterKit.picture(number))
        }
        await check(writing, pictures: 500, sound: 0)
    }

    @Test("inputs in real time are always ready")
    func realTime() async throws {
        let writing = try FakeWriting()
        writing.pictures.expectsMediaDataInRealTime = true
        writing.sound.expectsMediaDataInRealTime = true
        writing.start()
        writing.sound.append(try WriterKit.sound(0))
        for number in 0..<300 {
            #expect(writing.pictures.isReadyForMoreMediaData)
            writing.pictures.append(try WriterKit.picture(number))
        }
        #expect(writing.record.times(of: 0).count > 200)
        await writing.writer.finishWriting()
        #expect(writing.record.times(of: 0).count == 300)
    }

    @Test("receivers append from tasks, and wait")
    func receivers() async throws {
        let writing = try FakeWriting()
        let pictures = writing.writer.inputReceiver(for: writing.pictures)
        let sound = writing.writer.inputReceiver(for: writing.sound)
        try writing.writer.start()
        writing.writer.startSession(atSourceTime: .zero)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<100 {
                    try await pictures.append(CMReadySampleBuffer(unsafeBuffer: try WriterKit.picture(number)))
                }
                pictures.finish()
            }
            group.addTask {
                for number in 0..<40 {
                    try await sound.append(CMReadySampleBuffer(unsafeBuffer: try WriterKit.sound(number)))
                }
                sound.finish()
            }
            try await group.waitForAll()
        }
        await check(writing, pictures: 100, sound: 40)
    }

    @Test("a cancelled task stops waiting for room, and what it appended stays")
    func cancelledReceiver() async throws {
        let writing = try FakeWriting()
        let pictures = writing.writer.inputReceiver(for: writing.pictures)
        let sound = writing.writer.inputReceiver(for: writing.sound)
        try writing.writer.start()
        writing.writer.startSession(atSourceTime: .zero)
        var count = 0
        while try pictures.appendImmediately(CMReadySampleBuffer(unsafeBuffer: try WriterKit.picture(count))) {
            count += 1
        }
        let next = CMReadySampleBuffer(unsafeBuffer: try WriterKit.picture(count))
        // Without sound there is no room: this one waits until it is cancelled, or is cancelled before it waits.
        for isWaiting in [true, false] {
            let task = Task { try await pictures.append(next) }
            let deadline = ContinuousClock.now + .seconds(60)
            while isWaiting, writing.pictures.live.withLock({ $0.waiters.isEmpty }), .now < deadline {
                await Task.yield()
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(writing.writer.status == .writing)
        pictures.finish()
        for number in 0..<40 {
            try await sound.append(CMReadySampleBuffer(unsafeBuffer: try WriterKit.sound(number)))
        }
        sound.finish()
        await check(writing, pictures: count, sound: 40)
    }

    @Test("one pass over everything is all an encoder asks for")
    func passes() async throws {
        let writing = try FakeWriting()
        let input = writing.pictures
        #expect(!input.canPerformMultiplePasses)
        let queue = DispatchQueue(label: "test.passes")
        let ranges = Lock([Int]())
        input.respondToEachPassDescription(on: queue) {
            ranges.withLock { $0.append(input.currentPassDescription?.sourceTimeRanges.count ?? 0) }
            guard input.currentPassDescription != nil else { return input.markAsFinished() }
            for number in 0..<10 { (try? WriterKit.picture(number)).map { _ = input.append($0) } }
            input.markCurrentPassAsFinished()
        }
        writing.start([input])
        // Both calls are behind each other on the queue.
        try await waitPatiently("for both passes") { ranges.withLock { $0.count } >= 2 }
        queue.sync {}
        #expect(ranges.withLock { $0 } == [1, 0])
        await check(writing, pictures: 10, sound: 0)
    }
}
