import AssetKitClocks
import CMTimeLib
import Dispatch
import Foundation
import Testing

@Suite("Timers of timebases")
struct TimerTests {
    /// A timebase with a timer that notes when it fires.
    private struct Timed {
        let time = VirtualTime()
        let timebase: CMTimebase
        let fired = Recorder<Int64>()
        let timer: TimebaseTimer

        init(rate: Double = 0) throws {
            timebase = try time.timebase(rate: rate)
            let (fired, host) = (fired, time.host)
            timer = TimebaseTimer { fired.add(host.now / 1_000_000) }
            try timebase.addTimer(timer)
        }

        func set(_ fireTime: CMTime) throws { try timebase.setTimerNextFireTime(timer, fireTime: fireTime) }

        /// The moments, in milliseconds of the host, at which the timer has fired until then.
        func moments(until moment: Int64) -> [Int64] {
            time.host.advance(to: moment * second)
            return fired.all
        }
    }

    @Test("a timer fires when the timebase gets there, once", arguments: [(1.0, 10_000), (2, 5000), (0.5, 20_000)])
    func rates(rate: Double, moment: Int64) throws {
        let timed = try Timed(rate: rate)
        try timed.set(seconds(10))
        #expect(timed.moments(until: 100) == [moment])
        try timed.timebase.setTime(.zero)
        #expect(timed.moments(until: 1000) == [moment])
    }

    @Test("without a fire time a timer never fires")
    func never() throws {
        let timed = try Timed(rate: 1)
        #expect(timed.moments(until: 1_000_000).isEmpty)
        for time in [CMTime.invalid, .positiveInfinity, .indefinite, .negativeInfinity] {
            try timed.set(seconds(2_000_000))
            try timed.set(time)
            #expect(timed.time.host.alarmCount == 0)
        }
    }

    @Test("a timer fires at the first nanosecond that is not before its time")
    func exact() throws {
        let time = VirtualTime()
        let timebase = try time.timebase(rate: 3)
        let fired = Recorder<CMTime>()
        let timer = TimebaseTimer { fired.add(timebase.time) }
        try timebase.addTimer(timer)
        try timebase.setTimerNextFireTime(timer, fireTime: seconds(1))
        time.host.advance(to: 333_333_333)
        #expect(fired.all.isEmpty)
        time.host.advance(by: 1)
        #expect(fired.all == [seconds(1_000_000_002, 1_000_000_000)])
    }

    @Test("a timer moves with changes of rate")
    func rateChange() throws {
        let timed = try Timed(rate: 1)
        try timed.set(seconds(10))
        timed.time.host.advance(to: 4 * second)
        try timed.timebase.setRate(0.5)
        timed.time.host.advance(to: 10 * second)
        try timed.timebase.setRate(0)
        #expect(timed.moments(until: 1000).isEmpty)
        #expect(timed.time.host.alarmCount == 0)
        try timed.timebase.setRate(3)
        #expect(timed.moments(until: 2000) == [1001_000])
    }

    @Test("a timer moves with jumps")
    func jumps() throws {
        let timed = try Timed(rate: 1)
        try timed.set(seconds(10))
        try timed.timebase.setTime(seconds(-20))
        #expect(timed.moments(until: 20).isEmpty)
        try timed.timebase.setTime(seconds(9))
        #expect(timed.moments(until: 100) == [21_000])
    }

    @Test("a jump past a timer fires it at once")
    func jumpPast() throws {
        let timed = try Timed(rate: 1)
        try timed.set(seconds(10))
        timed.time.host.advance(to: 3 * second)
        try timed.timebase.setTime(seconds(11))
        #expect(timed.fired.all == [3000])
        #expect(timed.moments(until: 100) == [3000])
    }

    @Test("a jump fires what it passes in the order in which time would have")
    func order() throws {
        let time = VirtualTime()
        let timebase = try time.timebase(rate: 1)
        let fired = Recorder<Int64>()
        let timers = try [5, 3, 9, 3, 7].enumerated().map { index, moment in
            let timer = TimebaseTimer { fired.add(Int64(moment * 10 + index)) }
            try timebase.addTimer(timer)
            try timebase.setTimerNextFireTime(timer, fireTime: seconds(Int64(moment)))
            return timer
        }
        try timebase.setTime(seconds(8))
        #expect(fired.all == [31, 33, 50, 74])
        time.host.advance(by: second)
        #expect(fired.all == [31, 33, 50, 74, 92])
        for timer in timers { try timebase.setTimerNextFireTime(timer, fireTime: seconds(9)) }
        #expect(fired.count == 10)
    }

    @Test("backwards, a time is past when it is above")
    func backwards() throws {
        let timed = try Timed(rate: -2)
        try timed.timebase.setTime(seconds(100))
        try timed.set(seconds(80))
        #expect(timed.moments(until: 50) == [10_000])
        try timed.set(seconds(81))
        #expect(timed.fired.all == [10_000, 50_000])
        try timed.set(seconds(-20))
        try timed.timebase.setRate(1)
        // At 0 and forwards: -20 is past.
        #expect(timed.fired.all == [10_000, 50_000, 50_000])
    }

    @Test("what is past fires only once time moves")
    func standing() throws {
        let timed = try Timed()
        try timed.timebase.setTime(seconds(5))
        try timed.set(seconds(5))
        #expect(timed.moments(until: 10).isEmpty)
        try timed.timebase.setRate(1)
        #expect(timed.fired.all == [10_000])
    }

    @Test("a timer moves with what happens above")
    func chain() throws {
        let time = VirtualTime()
        let top = try time.timebase(rate: 1)
        let middle = try CMTimebase(sourceTimebase: top)
        let bottom = try CMTimebase(sourceTimebase: middle)
        try middle.setRate(2)
        try bottom.setRate(2)
        let fired = Recorder<Int64>()
        let timer = TimebaseTimer { fired.add(time.host.now / second) }
        try bottom.addTimer(timer)
        try bottom.setTimerNextFireTime(timer, fireTime: seconds(40))
        time.host.advance(to: 5 * second)
        try top.setRate(0.5)
        time.host.advance(to: 14 * second)
        #expect(fired.all.isEmpty)
        time.host.advance(to: 15 * second)
        #expect(fired.all == [15])
        try bottom.setTimerNextFireTime(timer, fireTime: seconds(80))
        try top.setTime(seconds(19))
        time.host.advance(to: 17 * second)
        #expect(fired.all == [15, 17])
        try bottom.setTimerNextFireTime(timer, fireTime: seconds(120))
        middle.source = time.clock
        time.host.advance(to: 100 * second)
        #expect(fired.all == [15, 17, 27])
    }

    @Test("firing immediately takes the place of what was waited for")
    func immediately() throws {
        let timed = try Timed()
        try timed.timebase.setTimerToFireImmediately(timed.timer)
        #expect(timed.fired.all == [0])
        try timed.timebase.setRate(1)
        try timed.set(seconds(10))
        timed.time.host.advance(to: 2 * second)
        try timed.timebase.setTimerToFireImmediately(timed.timer)
        #expect(timed.moments(until: 100) == [0, 2000])
    }

    @Test("a timer may set its next time when it fires: hours of a periodic one")
    func periodic() throws {
        let time = VirtualTime()
        let timebase = try time.timebase(rate: 1)
        let fired = Recorder<CMTime>()
        let holder = Recorder<TimebaseTimer>()
        let interval = seconds(1001, 30)
        let timer = TimebaseTimer {
            let count = Int64(fired.count) + 1
            fired.add(timebase.time)
            let next = CMTimeMultiply(interval, multiplier: Int32(count + 1))
            for timer in holder.all { try? timebase.setTimerNextFireTime(timer, fireTime: next) }
        }
        holder.add(timer)
        try timebase.addTimer(timer)
        try timebase.setTimerNextFireTime(timer, fireTime: interval)
        time.host.advance(by: 24 * hour)
        #expect(fired.count == 86400 * 30 / 1001)
        for (index, moment) in fired.all.enumerated() {
            // The difference of two CMTimes would be rounded.
            let due = try #require(CMTimeMultiply(interval, multiplier: Int32(index + 1)).exactSeconds)
            let late = try #require(moment.exactSeconds?.subtracting(due))
            #expect(late >= 0)
            #expect(late.multiplied(by: 1_000_000_000).map { $0 < 1 } == true)
        }
    }

    @Test("a timer that was removed does not fire, and is unknown from then on")
    func removed() throws {
        let timed = try Timed(rate: 1)
        try timed.set(seconds(10))
        #expect(throws: CMTimebase.Error.invalidParameter) { try timed.timebase.addTimer(timed.timer) }
        try timed.timebase.removeTimer(timed.timer)
        #expect(timed.moments(until: 100).isEmpty)
        #expect(throws: CMTimebase.Error.invalidParameter) { try timed.timebase.removeTimer(timed.timer) }
        #expect(throws: CMTimebase.Error.invalidParameter) { try timed.set(.zero) }
        #expect(throws: CMTimebase.Error.invalidParameter) {
            try timed.timebase.setTimerToFireImmediately(timed.timer)
        }
    }

    @Test("a timer of Dispatch's fires on its queue")
    func dispatch() async throws {
        let time = VirtualTime()
        let timebase = try time.timebase(rate: 1)
        let queue = DispatchQueue(label: "timers")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let source = try #require(timer as? DispatchSource)
        let (moments, continuation) = AsyncStream.makeStream(of: Int64.self)
        timer.schedule(deadline: .now(), repeating: .milliseconds(1))
        try timebase.addTimer(source)
        timer.setEventHandler { continuation.yield(time.host.now / second) }
        timer.resume()
        var iterator = moments.makeAsyncIterator()
        try timebase.setTimerNextFireTime(source, fireTime: seconds(10))
        time.host.advance(to: 9 * second)
        time.host.advance(to: 10 * second)
        #expect(await iterator.next() == 10)
        let next = seconds(12)
        #expect(
            CMTimebaseSetTimerDispatchSourceNextFireTime(timebase, timerSource: source, fireTime: next, flags: 0) == 0
        )
        time.host.advance(to: 12 * second)
        #expect(await iterator.next() == 12)
        #expect(CMTimebaseSetTimerDispatchSourceToFireImmediately(timebase, timerSource: source) == 0)
        #expect(await iterator.next() == 12)
        #expect(CMTimebaseAddTimerDispatchSource(timebase, timerSource: source) == kCMTimebaseError_InvalidParameter)
        #expect(CMTimebaseRemoveTimerDispatchSource(timebase, timerSource: source) == 0)
        #expect(CMTimebaseRemoveTimerDispatchSource(timebase, timerSource: source) == kCMTimebaseError_InvalidParameter)
        timer.cancel()
        #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.addTimer(source) }
    }

    @Test("a timer of a timebase on the machine's own clock fires by itself")
    func realTime() async throws {
        let timebase = try CMTimebase(sourceClock: .hostTimeClock)
        try timebase.setRate(10)
        let (times, continuation) = AsyncStream.makeStream(of: CMTime.self)
        let timer = TimebaseTimer { continuation.yield(timebase.time) }
        try timebase.addTimer(timer)
        try timebase.setTimerNextFireTime(timer, fireTime: seconds(1, 100))
        var iterator = times.makeAsyncIterator()
        #expect(try #require(await iterator.next()) >= seconds(1, 100))
    }
}
