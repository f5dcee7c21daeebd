import AssetKitClocks
import CMTimeLib
import Foundation
import Testing

@Suite("Clocks and timebases from many threads")
struct ConcurrencyTests {
    /// Runs the bodies on threads of their own and waits for them.
    private func run(_ bodies: [@Sendable () -> Void]) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                DispatchQueue.concurrentPerform(iterations: bodies.count) { bodies[$0]() }
                continuation.resume()
            }
        }
    }

    @Test("time and rate that are read together belong together")
    func atomicity() async throws {
        let time = VirtualTime()
        let timebase = try time.timebase()
        // Each rate has its own time, and the host stands still.
        let setter: @Sendable () -> Void = {
            for step in 0..<3000 {
                let rate = Int64(step % 7)
                try? timebase.setRateAndAnchorTime(
                    rate: Double(rate),
                    anchorTime: seconds(rate * 1000),
                    referenceTime: .zero
                )
            }
        }
        let wrong = Recorder<CMTime>()
        let reader: @Sendable () -> Void = {
            for _ in 0..<3000 {
                let (now, rate) = timebase.timeAndRate
                if now.seconds != rate * 1000 { wrong.add(now) }
            }
        }
        await run([setter, reader, setter, reader])
        #expect(wrong.all.isEmpty)
    }

    @Test("while rates change, a chain that runs forwards never goes back")
    func monotony() async throws {
        let top = try CMTimebase(sourceClock: .hostTimeClock)
        let bottom = try CMTimebase(sourceTimebase: top)
        try top.setRate(1)
        try bottom.setRate(1)
        let wrong = Recorder<CMTime>()
        let setter: @Sendable (CMTimebase) -> @Sendable () -> Void = { timebase in
            { for step in 0..<2000 { try? timebase.setRate(Double(step % 5) / 2) } }
        }
        let reader: @Sendable () -> Void = {
            var last = bottom.time
            for _ in 0..<4000 {
                let now = bottom.time
                if now < last { wrong.add(now) }
                last = now
            }
        }
        await run([setter(top), setter(bottom), reader, reader])
        #expect(wrong.all.isEmpty)
    }

    @Test("everything at once, on clocks that come and go")
    func hammer() async throws {
        let time = VirtualTime()
        let device = try CMClock(host: time.host, deviceTime: .zero, hostTime: .zero)
        let top = try CMTimebase(sourceClock: device)
        let bottom = try CMTimebase(sourceTimebase: top)
        let fired = Recorder<Int>()
        let watch = Watch(bottom)
        await run([
            { for _ in 0..<1500 { time.host.advance(by: 10_000_000) } },
            {
                for _ in 0..<500 {
                    let now = time.clock.time
                    device.addReading(now, at: now)
                }
            },
            { for step in 0..<500 { try? top.setRate(Double(step % 4) - 1) } },
            { for step in 0..<500 { try? bottom.setTime(seconds(Int64(step))) } },
            { for step in 0..<300 { bottom.source = step.isMultiple(of: 2) ? time.clock : top } },
            {
                for step in 0..<300 {
                    let timer = TimebaseTimer { fired.add(step) }
                    try? bottom.addTimer(timer)
                    try? bottom.setTimerNextFireTime(timer, fireTime: bottom.time + seconds(1, 100))
                    if step.isMultiple(of: 3) { try? bottom.removeTimer(timer) }
                }
            },
            {
                for _ in 0..<300 {
                    guard let child = try? CMTimebase(sourceTimebase: bottom) else { continue }
                    try? child.setRate(2)
                    _ = child.convertTime(child.time, to: top)
                    _ = child.effectiveRate
                }
            },
        ])
        device.invalidate()
        try? bottom.setSource(time.clock)
        try bottom.setRate(1)
        try bottom.notificationBarrier()
        #expect(bottom.effectiveRate == 1)
        #expect(watch.names.filter { $0 == "jumped" }.count >= 500)
    }

    @Test("timebases that are dropped while their alarms go off leave nothing behind")
    func dropping() async throws {
        let time = VirtualTime()
        await run([
            { for _ in 0..<2000 { time.host.advance(by: 1_000_000) } },
            {
                for _ in 0..<1000 {
                    guard let timebase = try? time.timebase(rate: 1) else { continue }
                    let timer = TimebaseTimer {}
                    try? timebase.addTimer(timer)
                    try? timebase.setTimerNextFireTime(timer, fireTime: seconds(1, 1000))
                }
            },
        ])
        #expect(time.host.alarmCount == 0)
    }
}
