import AssetKitBase
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitClocks

@Suite("Timers of run loops that timebases fire")
struct RunLoopTimerTests {
    private final class Count: @unchecked Sendable {
        // SAFETY: the run loop's thread alone touches it until it is waited for.
        var fired = 0
    }

    private func timer(_ interval: TimeInterval, _ count: Count) -> Timer {
        Timer(fire: .distantFuture, interval: interval, repeats: true) { _ in count.fired += 1 }
    }

    @Test("one that would fire by itself is refused, and so is one that is there already")
    func refusing() throws {
        let timebase = try CMTimebase(sourceClock: .hostTimeClock)
        let (short, long) = (timer(1, Count()), timer(CMTimebase.veryLongTimeInterval, Count()))
        #expect(throws: CMTimebase.Error.timerIntervalTooShort) { try timebase.addTimer(short, on: .current) }
        try timebase.addTimer(long, on: .current)
        #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.addTimer(long, on: .current) }
        #expect(CMTimebaseRemoveTimer(timebase, timer: long) == noErr)
        #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.removeTimer(long) }
        long.invalidate()
        #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.addTimer(long, on: .current) }
    }

    @Test("it fires once when the timebase gets there, on the thread of its run loop")
    func firing() async throws {
        let fired: (count: Int, isOwn: Bool) = await withCheckedContinuation { continuation in
            let thread = Thread {
                let (count, loop) = (Count(), RunLoop.current)
                let timer = timer(CMTimebase.veryLongTimeInterval, count)
                loop.add(timer, forMode: .default)
                let timebase = try? CMTimebase(sourceClock: .hostTimeClock)
                try? timebase?.addTimer(timer, on: loop)
                try? timebase?.setTimerNextFireTime(timer, fireTime: CMTime(value: 1, timescale: 100))
                try? timebase?.setRate(1)
                let limit = Date(timeIntervalSinceNow: 600)
                while count.fired == 0, Date() < limit { _ = loop.run(mode: .default, before: limit) }
                // It does not fire again by itself, but does when it is told to.
                _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
                let once = count.fired
                try? timebase?.setTimerToFireImmediately(timer)
                while count.fired == once, Date() < limit { _ = loop.run(mode: .default, before: limit) }
                timer.invalidate()
                continuation.resume(returning: (count.fired, once == 1))
            }
            thread.start()
        }
        #expect(fired == (2, true))
    }
}
