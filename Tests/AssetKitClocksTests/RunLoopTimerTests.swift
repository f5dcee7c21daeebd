import AssetKitClocks
import CMTimeLib
import Foundation
import Testing

@Suite("Timers of run loops")
struct RunLoopTimerTests {
    /// A thread with a run loop, and how often its timer has fired there.
    private final class LoopThread: @unchecked Sendable {
        // SAFETY: what changes is behind the condition.
        private let condition = NSCondition()
        private var started: (loop: RunLoop, timer: Timer)?
        private var fired = 0
        private var isOver = false
        private(set) var wereElsewhere = 0

        init(repeats: Bool = true) {
            let thread = Thread { [self] in
                let interval = CMTimebase.veryLongTimeInterval
                let timer = Timer(fire: .distantFuture, interval: interval, repeats: repeats) { [self] _ in
                    condition.withLock {
                        fired += 1
                        if RunLoop.current !== started?.loop { wereElsewhere += 1 }
                        condition.broadcast()
                    }
                }
                RunLoop.current.add(timer, forMode: .default)
                // Keeps the loop alive when the timer is through.
                let keeper = Timer(fire: .distantFuture, interval: interval, repeats: true) { _ in }
                RunLoop.current.add(keeper, forMode: .default)
                condition.withLock {
                    started = (RunLoop.current, timer)
                    condition.broadcast()
                }
                while !condition.withLock({ isOver }) {
                    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
                }
            }
            thread.start()
        }

        deinit { end() }

        func end() { condition.withLock { isOver = true } }

        /// Its run loop and timer, once it runs.
        var parts: (loop: RunLoop, timer: Timer) {
            condition.withLock {
                while true {
                    if let started { return started }
                    condition.wait()
                }
            }
        }

        var count: Int { condition.withLock { fired } }

        /// Waits until it has fired so often.
        func wait(for count: Int) {
            condition.withLock { while fired < count { condition.wait() } }
        }
    }

    private let host = VirtualHostClock(now: 1_000_000_000)
    private func second(_ count: Double) -> CMTime { CMTime(seconds: count, preferredTimescale: 1000) }

    private func timebase() throws -> CMTimebase {
        try CMTimebase(sourceClock: CMClock(host: host))
    }

    @Test("a timer fires on its run loop when the timebase gets to its time, and moves with jumps")
    func firing() throws {
        let (timebase, thread) = (try timebase(), LoopThread())
        let (loop, timer) = thread.parts
        try timebase.addTimer(timer, on: loop)
        try timebase.setTimerNextFireTime(timer, fireTime: second(2))
        try timebase.setRate(1)
        host.advance(by: 1_900_000_000)
        #expect(thread.count == 0)
        host.advance(by: 200_000_000)
        thread.wait(for: 1)
        try timebase.setTimerNextFireTime(timer, fireTime: second(10))
        try timebase.setTime(second(20))
        thread.wait(for: 2)
        #expect(thread.wereElsewhere == 0)
        try timebase.removeTimer(timer)
        #expect(throws: (any Error).self) { try timebase.removeTimer(timer) }
        #expect(throws: (any Error).self) { try timebase.setTimerNextFireTime(timer, fireTime: .zero) }
        thread.end()
    }

    @Test("none of a thousand times that are now or past is lost, on a loop that sleeps")
    func neverLost() throws {
        let (timebase, thread) = (try timebase(), LoopThread())
        let (loop, timer) = thread.parts
        try timebase.addTimer(timer, on: loop)
        try timebase.setRate(1)
        for count in 1...1000 {
            if count.isMultiple(of: 2) {
                try timebase.setTimerNextFireTime(timer, fireTime: timebase.time)
            } else if count.isMultiple(of: 3) {
                try timebase.setTimerToFireImmediately(timer)
            } else {
                try timebase.setTimerNextFireTime(timer, fireTime: timebase.time + second(0.001))
                host.advance(by: 2_000_000)
            }
            thread.wait(for: count)
        }
        #expect(thread.count == 1000)
        thread.end()
    }

    @Test("a timer that does not repeat is over when it has fired, and one that is over cannot be added")
    func once() throws {
        let (timebase, thread) = (try timebase(), LoopThread(repeats: false))
        let (loop, timer) = thread.parts
        try timebase.addTimer(timer, on: loop)
        #expect(throws: (any Error).self) { try timebase.addTimer(timer, on: loop) }
        try timebase.setTimerToFireImmediately(timer)
        thread.wait(for: 1)
        try timebase.removeTimer(timer)
        let gone = Timer(timeInterval: 1, repeats: false) { _ in }
        gone.invalidate()
        #expect(throws: (any Error).self) { try timebase.addTimer(gone, on: loop) }
        thread.end()
    }

    @Test("Core Media's functions do the same, and answer with a status")
    func functions() throws {
        let (timebase, thread) = (try timebase(), LoopThread())
        let (loop, timer) = thread.parts
        #expect(CMTimebaseAddTimer(timebase, timer: timer, runloop: loop) == 0)
        #expect(CMTimebaseAddTimer(timebase, timer: timer, runloop: loop) == kCMTimebaseError_InvalidParameter)
        try timebase.setRate(1)
        #expect(CMTimebaseSetTimerNextFireTime(timebase, timer: timer, fireTime: second(1), flags: 0) == 0)
        host.advance(by: 1_000_000_000)
        thread.wait(for: 1)
        #expect(CMTimebaseSetTimerToFireImmediately(timebase, timer: timer) == 0)
        thread.wait(for: 2)
        #expect(CMTimebaseRemoveTimer(timebase, timer: timer) == 0)
        #expect(CMTimebaseRemoveTimer(timebase, timer: timer) == kCMTimebaseError_InvalidParameter)
        thread.end()
    }

    @Test("on its own thread a timer fires as well")
    func ownThread() throws {
        let done = DispatchSemaphore(value: 0)
        let host = host
        nonisolated(unsafe) var fired = 0
        let thread = Thread {
            defer { done.signal() }
            guard let timebase = try? CMTimebase(sourceClock: CMClock(host: host)) else { return }
            let interval = CMTimebase.veryLongTimeInterval
            let timer = Timer(fire: .distantFuture, interval: interval, repeats: true) { _ in fired += 1 }
            RunLoop.current.add(timer, forMode: .default)
            guard (try? timebase.addTimer(timer, on: .current)) != nil else { return }
            for _ in 0..<10 {
                let before = fired
                guard (try? timebase.setTimerToFireImmediately(timer)) != nil else { return }
                while fired == before {
                    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
                }
            }
        }
        thread.start()
        done.wait()
        #expect(fired == 10)
    }
}
